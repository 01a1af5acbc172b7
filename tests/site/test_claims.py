"""What pages say of the program: commands and scripts are called by their names, JSON has the
members that are listed, and tutorials go as they are written."""

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
CALLED = re.compile(r"(?:^|`|bin/)cubarium ([a-z]+)\b", re.MULTILINE)
JSON_ROW = re.compile(r"^\| `cubarium ([^`]+) --json` \| (.*) \|$", re.MULTILINE)
SLOW = ("analyse", "match", "probe", "solve")
"""Commands that load engines or tablebases."""


def test_pages_call_commands_that_exist_and_one_page_has_all() -> None:
    commands = set(cli.list_commands(Context(cli)))
    for page in (*DOCS.rglob("*.md"), *ROOT.glob("*.md")):
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
    names = set().union(*map(mentioned, users))
    assert scripts() - names == set()
    for name in names:
        path = ROOT / name.replace(".", "/")
        assert path.exists() or path.with_suffix(".py").is_file(), name


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
