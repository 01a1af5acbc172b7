"""Pages as a whole: all are in the site, links meet headings, decisions say whether they hold, and
pages call scripts and commands by their names."""

import json
import re
from pathlib import Path

import pytest
from _pytest.mark import ParameterSet
from click import Context
from click.testing import CliRunner

from cubarium.cli.main import cli
from cubarium.rulebook.lessons import examples
from tests.rulebook.examples import Player

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
DECISIONS = sorted((DOCS / "decisions").glob("*.md"))
STATUS = re.compile(r"Status: (?:accepted|superseded by \[(\d+)\]\(([\w-]+\.md)\))\.")


PAGES = [*DOCS.rglob("*.md"), *ROOT.glob("*.md")]
LINK = re.compile(r"\]\(([^)#\s]*)#([^)\s]+)\)")
FENCED = re.compile(r"^(`{3,}).*?^\1$", re.MULTILINE | re.DOTALL)
CALLED = re.compile(r"(?:^|`|bin/)cubarium ([a-z]+)\b", re.MULTILINE)
MAX_README_LINES = 120
JSON_ROW = re.compile(r"^\| `cubarium ([^`]+) --json` \| (.*) \|$", re.MULTILINE)
SLOW = ("analyse", "match", "probe", "solve")
"""Commands that load engines or tablebases."""


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


def test_pages_call_commands_that_exist_and_one_page_has_all() -> None:
    commands = set(cli.list_commands(Context(cli)))
    for page in PAGES:
        assert set(CALLED.findall(page.read_text("utf-8"))) - commands == set(), page
    everything = set(CALLED.findall((DOCS / "command-line.md").read_text("utf-8")))
    assert commands - everything == set()


def json_rows() -> list[ParameterSet]:
    found = JSON_ROW.findall((DOCS / "json.md").read_text("utf-8"))
    return [
        pytest.param(call, members, marks=[pytest.mark.soak] if call.startswith(SLOW) else [])
        for call, members in found
    ]


@pytest.mark.parametrize(("call", "members"), json_rows())
def test_json_has_the_members_that_its_page_lists(call: str, members: str) -> None:
    done = CliRunner().invoke(cli, [*call.split(), "--json"])
    assert done.exit_code == 0, done.output
    answer = json.loads(done.stdout)
    if members.startswith("a list"):
        (answer, *_) = answer
    assert re.findall(r"`(\w+)`", members) == list(answer)


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


def scripts() -> set[str]:
    """The names of all programs in scripts/, as `python -m` takes them."""
    found = {ROOT / "scripts" / "setup"}
    for path in (ROOT / "scripts").rglob("*.py"):
        if path.name == "__main__.py":
            found.add(path.parent)
        elif '__name__ == "__main__"' in path.read_text("utf-8"):
            found.add(path)
    return {".".join(path.relative_to(ROOT).with_suffix("").parts) for path in found}


def mentioned(path: Path) -> set[str]:
    """What a file names below scripts/."""
    found = re.findall(r"scripts[./](\w+(?:[./]\w+)*)", path.read_text("utf-8"))
    return {"scripts." + name.removesuffix(".py").replace("/", ".") for name in found}


def test_every_script_is_mentioned_where_it_is_used() -> None:
    users = (ROOT / "Makefile", ROOT / "CONTRIBUTING.md", *DOCS.rglob("*.md"))
    assert scripts() - set().union(*map(mentioned, users)) == set()


def test_the_first_change_goes_as_the_tutorial_says() -> None:
    """Its example fails as it is written at first, and passes as it is mended; the line to break is
    in the rules."""
    page = (DOCS / "tutorials" / "first-change.md").read_text("utf-8")
    (wrong,) = examples(page)
    (mended,) = examples(page.replace("wins O: line", "wins X: opponents_line", 1))
    with pytest.raises(AssertionError):
        Player(wrong.game).run(wrong)
    Player(mended.game).run(mended)
    (line,) = re.findall(
        r"^-(.*)$", page.partition("```diff\n")[2].partition("```")[0], re.MULTILINE
    )
    rules = (ROOT / "cubarium" / "games" / "quixo" / "rules.py").read_text("utf-8")
    assert rules.count(f"\n{line}\n") == 1


def test_the_first_evening_names_buttons_of_the_page() -> None:
    texts = json.loads((ROOT / "locales" / "en" / "interface.json").read_text("utf-8"))
    page = (DOCS / "tutorials" / "first-evening.md").read_text("utf-8")
    named = set(re.findall(r"\*\*(.+?)\*\*", page))
    assert named
    assert named - set(texts.values()) == set()
