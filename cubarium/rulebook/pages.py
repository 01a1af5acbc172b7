"""The pages that come with the program."""

from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from cubarium import catalog
from cubarium.core.errors import InvalidOption


def rules_page(name: str) -> str:
    """The rules page of a game. An installed package carries it; a source tree has it in docs.
    Raises InvalidOption."""
    catalog.info(name)
    packaged: Traversable = resources.files("cubarium") / "pages" / "rules" / f"{name}.md"
    source = Path(__file__).parents[2] / "docs" / "rules" / f"{name}.md"
    page = packaged if packaged.is_file() else source
    if not page.is_file():
        raise InvalidOption(f"there is no rules page of {name}")
    return page.read_text("utf-8")
