"""Pages as a whole: each is in the site, links meet headings, the README is short, the changes keep
their form, and decisions say whether they hold."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [*DOCS.rglob("*.md"), *ROOT.glob("*.md")]
LINK = re.compile(r"\]\(([^)#\s]*)#([^)\s]+)\)")
FENCED = re.compile(r"^(`{3,}).*?^\1$", re.MULTILINE | re.DOTALL)
DECISIONS = sorted((DOCS / "decisions").glob("*.md"))
STATUS = re.compile(r"\*\*Status\*\*: (?:accepted|superseded by \[(\d+)\]\(([\w-]+\.md)\))\.")
MAX_README_LINES = 120
KINDS_OF_CHANGES = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
MAX_SENTENCES = 3
"""Of a change, the words before a colon included."""


def anchors(page: Path) -> set[str]:
    """What links can name on a page: its headings, as GitHub and MkDocs write them."""
    headings = re.findall(r"^#+ (.*)$", FENCED.sub("", page.read_text("utf-8")), re.MULTILINE)
    return {
        re.sub(r"[^\w\- ]", "", heading).strip().lower().replace(" ", "-") for heading in headings
    }


@pytest.mark.parametrize("page", PAGES, ids=str)
def test_links_meet_headings(page: Path) -> None:
    for target, anchor in LINK.findall(page.read_text("utf-8")):
        if "://" not in target:
            assert anchor in anchors(page.parent / target if target else page), f"{target}#{anchor}"


def test_every_page_is_in_the_site_once() -> None:
    nav = (ROOT / "mkdocs.yml").read_text("utf-8").partition("\nnav:\n")[2]
    listed = sorted(re.findall(r"- (\S+\.md)$", nav, re.MULTILINE))
    pages = [path.relative_to(DOCS) for path in DOCS.rglob("*.md")]
    notebooks = [path.relative_to(DOCS).with_suffix(".md") for path in DOCS.rglob("*.ipynb")]
    assert listed == sorted(path.as_posix() for path in (*pages, *notebooks))


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text("utf-8").splitlines()) <= MAX_README_LINES


def test_the_changes_keep_their_form() -> None:
    """That of keepachangelog.com: versions, kinds of changes, lines of one or two sentences."""
    changes = (ROOT / "CHANGELOG.md").read_text("utf-8")
    heads = re.findall(r"^## (.*)$", changes, re.MULTILINE)
    assert heads[0] == "[Unreleased]"
    assert all(re.fullmatch(r"\[[\d.]+\] - \d{4}-\d\d-\d\d", head) for head in heads[1:])
    assert set(re.findall(r"^### (.*)$", changes, re.MULTILINE)) <= KINDS_OF_CHANGES
    for change in re.findall(r"^- (.*?)$(?=\n(?:-|\n|\Z))", changes, re.MULTILINE | re.DOTALL):
        assert len(re.findall(r"[.:!?](?:\s|$)", change)) <= MAX_SENTENCES, change


def number(decision: Path) -> int:
    return int(decision.name[:4])


def test_decisions_have_numbers_of_their_own() -> None:
    assert len({number(path) for path in DECISIONS}) == len(DECISIONS)
    for path in DECISIONS:
        assert path.read_text("utf-8").startswith(f"# {number(path)}. ")


@pytest.mark.parametrize("path", DECISIONS, ids=lambda path: path.stem)
def test_a_decision_says_whether_it_holds(path: Path) -> None:
    """A later decision supersedes it, and says so too."""
    status = STATUS.match(path.read_text("utf-8").splitlines()[2])
    assert status, "line 3: `**Status**: accepted.` or `**Status**: superseded by [N](FILE).`"
    if status[1]:
        later = path.parent / status[2]
        assert number(later) == int(status[1]) > number(path)
        assert f"Supersedes [{number(path)}]({path.name})" in later.read_text("utf-8")
