"""The pages that come with the program."""

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from cubarium import catalog
from cubarium.core.errors import InvalidOption

SOURCE = Path(__file__).parents[2]


def packaged(name: str, source: str) -> Traversable:
    """A folder of pages and texts. An installed package carries it as `pages/NAME`; a source tree
    has it in `source`."""
    inside: Traversable = resources.files("cubarium") / "pages" / name
    return inside if inside.is_dir() else SOURCE / source


def rules_page(name: str) -> str:
    """The rules page of a game, in English. Raises InvalidOption."""
    catalog.info(name)
    page = packaged("rules", "docs/rules") / f"{name}.md"
    if not page.is_file():
        raise InvalidOption(f"there is no rules page of {name}")
    return page.read_text("utf-8")
