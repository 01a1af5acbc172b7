"""Pages as a whole: decisions say whether they hold."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
DECISIONS = sorted((DOCS / "decisions").glob("*.md"))
STATUS = re.compile(r"Status: (?:accepted|superseded by \[(\d+)\]\(([\w-]+\.md)\))\.")


def number(decision: Path) -> int:
    return int(decision.name[:4])


def test_decisions_are_numbered_without_a_gap() -> None:
    assert [number(path) for path in DECISIONS] == list(range(1, len(DECISIONS) + 1))
    for path in DECISIONS:
        assert path.read_text("utf-8").startswith(f"# {number(path)}. ")


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem)
def test_a_decision_says_whether_it_holds(path: Path) -> None:
    """A later decision supersedes it, and says so too."""
    status = STATUS.match(path.read_text("utf-8").splitlines()[2])
    assert status, "the third line is `Status: accepted.` or `Status: superseded by [N](FILE).`"
    if status[1]:
        later = path.parent / status[2]
        assert number(later) == int(status[1]) > number(path)
        assert f"Supersedes [{number(path)}]({path.name})" in later.read_text("utf-8")
