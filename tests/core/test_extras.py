"""A missing extra is named in one sentence, with the command that installs it, at every door."""

import re
import sys
import tomllib
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from random import Random

import pytest
from click.testing import CliRunner, Result

from cubarium import catalog, extras
from cubarium.cli.main import cli
from cubarium.core import CubariumError, Limit, MissingExtra
from cubarium.engines import registry
from cubarium.match.match import Match

ROOT = Path(__file__).parents[2]
ENGINES = (
    "engines, analyses and exact answers need more than is installed: "
    'pip install "cubarium[engines]"'
)
SERVER = (
    'the table server and its tools need more than is installed: pip install "cubarium[server]"'
)


def said(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli, words, input=typed, prog_name="cubarium")


@pytest.fixture
def no_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the extra `engines` were not installed."""
    monkeypatch.setitem(sys.modules, "numba", None)


def test_every_extra_brings_what_is_asked_for() -> None:
    """The names of modules here, those of packages there."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    brought = {
        extra: {_module(one) for one in wanted if not one.startswith("cubarium[")}
        for extra, wanted in project["optional-dependencies"].items()
    }
    assert brought["engines"] == set(extras.MODULES["engines"])
    assert brought["server"] == {*extras.MODULES["server"]} - {"starlette"}  # fastapi brings it
    assert brought["postgres"] == set(extras.MODULES["postgres"])
    assert brought["parquet"] == set(extras.MODULES["parquet"])
    research = brought["research"] | brought["engines"]
    assert research == {*extras.MODULES["research"], "open_spiel"}  # asked for by its own module
    assert project["optional-dependencies"]["all"] == ["cubarium[engines,server,postgres,research]"]
    base = {_module(one) for one in project["dependencies"]}
    assert not base & {*extras.MODULES["engines"], *extras.MODULES["server"]}


def _module(wanted: str) -> str:
    found = re.match(r"[a-z-]+", wanted)
    assert found
    return {"pillow": "PIL"}.get(found[0], found[0].replace("-", "_"))


@pytest.mark.parametrize(
    "words",
    [
        ("play", "quixo", "--level", "3"),
        ("play", "quixo", "--seats", "person,engine"),
        ("analyse", "quixo", "--seconds", "0.1"),
        ("solve", "quixo", "--size", "3"),
        ("probe", "quixo"),
        ("puzzle", "solve", "c03", "c17"),
        ("puzzle", "make", "--cards", "2"),
        ("perft", "quixo", "3", "--reading", "kernel"),
    ],
    ids=" ".join,
)
@pytest.mark.usefixtures("no_engines")
def test_every_command_that_needs_engines_says_so(
    words: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in [name for name in sys.modules if name.startswith("cubarium.solve")]:
        monkeypatch.delitem(sys.modules, module)
    result = said(*words)
    assert result.exit_code == 2
    assert result.stderr == f"Error: {ENGINES}\n"


@pytest.mark.parametrize("words", [("serve", "--port", "0"), ("admin", "tables")], ids=" ".join)
def test_the_server_and_its_tools_say_so(
    words: Sequence[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)
    for module in [name for name in sys.modules if re.match(r"cubarium\.database\b", name)]:
        monkeypatch.delitem(sys.modules, module)
    result = said(*words)
    assert result.exit_code == 2
    assert result.stderr == f"Error: {SERVER}\n"


def test_a_module_that_no_door_has_asked_for_is_named_too() -> None:
    missing = extras.missing_for(ModuleNotFoundError("No module", name="numba.core"))
    assert str(missing) == ENGINES
    assert extras.missing_for(ModuleNotFoundError("No module", name="readline")) is None


@pytest.mark.usefixtures("no_engines")
def test_from_python_it_is_an_import_error_and_one_of_ours() -> None:
    game = catalog.load("quixo")
    story = Match.open(game).story(0)
    for door in (
        lambda: catalog.kernel(game),
        lambda: catalog.solver_index("quixo"),
        lambda: registry.analyst(game),
        lambda: registry.warm(game),
        lambda: [*registry.engine("level1", game, Random(1)).think(game, story, Limit())],
        lambda: [*registry.engine("engine", game, Random(1)).think(game, story, Limit())],
    ):
        with pytest.raises(MissingExtra, match=re.escape("cubarium[engines]")) as caught:
            door()
        assert caught.value.extra == "engines"
    assert issubclass(MissingExtra, ImportError)
    assert issubclass(MissingExtra, CubariumError)


@pytest.mark.parametrize(
    ("module", "hidden"),
    [("pettingzoo_env", "pettingzoo"), ("gymnasium_env", "gymnasium"), ("openspiel", "pyspiel")],
)
def test_environments_say_so(module: str, hidden: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, hidden, None)
    monkeypatch.delitem(sys.modules, f"cubarium.interop.{module}", raising=False)
    with pytest.raises(MissingExtra, match=re.escape('pip install "cubarium[research]"')):
        import_module(f"cubarium.interop.{module}")


@pytest.mark.usefixtures("no_engines")
def test_without_engines_the_readable_rules_count() -> None:
    result = said("perft", "quixo", "3", "--json")
    assert '"reading": "rules"' in result.output
    assert '"count": 76596' in result.output


@pytest.mark.usefixtures("no_engines")
def test_without_engines_people_sit_everywhere() -> None:
    result = said("play", "quixo", "--plain", typed="a1e1\nhint\nlevel 3\n")
    assert result.exit_code == 0
    assert result.stderr == f"People sit in every seat: {ENGINES}.\n"
    assert "Player O" in result.stdout
    assert "O> " in result.stdout
    assert "Hints are only for games against engines." in result.stdout
    assert "Engines, analyses and exact answers need more" in result.stdout


@pytest.mark.usefixtures("no_engines")
def test_a_random_player_needs_no_engines() -> None:
    result = said("play", "quixo", "--plain", "--seats", "person,random", typed="a1e1\nhint\n")
    assert result.exit_code == 0
    assert "Engines, analyses and exact answers need more" in result.stdout


@pytest.mark.usefixtures("no_engines")
def test_without_engines_chance_plays_on_for_whoever_leaves() -> None:
    typed = "resign\ny\n"
    result = said("play", "cage", "--players", "3", "--plain", typed=typed)
    assert result.exit_code == 0
    assert "has left; Random plays on for" in result.stdout
