"""The Python in README and docs runs, and prints what its comments say."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from cubarium import catalog
from tests.tables import REAL

ROOT = Path(__file__).parents[2]
PAGES = (
    "README.md",
    "docs/analysis.md",
    "docs/environments.md",
    "docs/programs.md",
    "docs/tutorials/python.md",
    "docs/writing-an-engine.md",
)
LISTED = "docs/architecture.md"
"""The words of a game, one a line."""
BUILT = "docs/adding-a-game.md"
"""tests/package/test_outside_game.py builds what is on it."""
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
EXPECTED = re.compile(r"^\s*print\(.*\)  # (.*)$")

GAME = """\
[Game "quixo"]
[Rules "1"]
[Players "2"]
[Options "size=3"]
[Result "#0"]
[Reason "line"]

1. a1a3 a1a3 2. a1a3 a2a1 3. b1a1
#0
"""


def blocks(page: str) -> Iterator[str]:
    """The Python of a page, each block at its own lines, for clear tracebacks."""
    for found in BLOCK.finditer(page):
        yield "\n" * page.count("\n", 0, found.start(1)) + found[1]


@pytest.mark.parametrize("name", PAGES)
def test_python_in_docs_runs_and_prints_what_it_says(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = {name: room for name, room in catalog.ROOMS.items() if name in REAL}
    monkeypatch.setattr(catalog, "ROOMS", real)  # without the toy of the laws
    monkeypatch.chdir(tmp_path)
    Path("game.txt").write_text(GAME, "utf-8")
    page = (ROOT / name).read_text("utf-8")
    printed: dict[int, str] = {}

    def record(*values: object) -> None:
        printed[sys._getframe(1).f_lineno] = " ".join(map(str, values))

    names: dict[str, object] = {"print": record, "__name__": "docs"}
    for block in blocks(page):
        exec(compile(block, name, "exec"), names)
    for number, line in enumerate(page.splitlines(), 1):
        if expected := EXPECTED.match(line):
            assert printed.get(number) == expected[1], f"{name}:{number}"
    assert printed


def test_every_page_with_python_is_run() -> None:
    pages = [*ROOT.glob("docs/**/*.md"), ROOT / "README.md"]
    with_python = {
        path.relative_to(ROOT).as_posix() for path in pages if BLOCK.search(path.read_text("utf-8"))
    }
    assert with_python == {*PAGES, BUILT, LISTED}


def links(page: str) -> list[str]:
    return [link for link in re.findall(r"\]\(([^)#]+)[^)]*\)", page) if "://" not in link]


@pytest.mark.parametrize("path", sorted(ROOT.glob("docs/**/*.md")) + sorted(ROOT.glob("*.md")))
def test_links_lead_somewhere(path: Path) -> None:
    missing = [link for link in links(path.read_text("utf-8")) if not (path.parent / link).exists()]
    assert not missing
