"""Foreign programs that a server offers: a file names them, nobody else starts anything."""

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from cubarium import catalog
from cubarium.analysis.jobs import DrawOfferJob
from cubarium.core.errors import CubariumError, InvalidOption
from cubarium.core.game import AnyGame
from cubarium.engines import registry, ugi_engine
from cubarium.engines.engine_cache import EngineCache
from cubarium.engines.hosted_programs import VARIABLE, hosted_programs, read_programs
from cubarium.engines.jobs import MoveJob
from cubarium.engines.ugi_engine import UgiEngine
from cubarium.match.match import Match
from tests.engines.programs import BADLY, FIRST, hosted

SMALL: AnyGame = catalog.load("quixo", size=3)


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A file with a fox that moves, and a cheat."""
    path = hosted(tmp_path, fox=FIRST, cheat=BADLY["cheated"])
    monkeypatch.setenv(VARIABLE, str(path))
    hosted_programs.cache_clear()
    yield path
    hosted_programs.cache_clear()
    ugi_engine.end_idle()


@pytest.mark.usefixtures("programs")
def test_they_are_engines_by_name() -> None:
    assert registry.names() == (*registry.NAMES, "fox", "cheat")
    assert registry.title("fox") == "Fox of the tests"
    registry.check_name("fox")
    registry.require(SMALL, "fox")
    engine = registry.engine("fox", SMALL, Random(1))
    assert isinstance(engine, UgiEngine)
    with pytest.raises(InvalidOption, match="fox, cheat"):
        registry.check_name("wolf")


@pytest.mark.usefixtures("programs")
def test_a_worker_asks_them_and_ends_those_that_could_remember() -> None:
    cache = EngineCache(1.0)
    story = Match.open(SMALL).story(0)
    (chosen,) = MoveJob(SMALL.spec, story, "fox", 1).run(cache)
    assert (chosen.move, chosen.fault) == ("a1a3", "")
    assert len(ugi_engine._IDLE) == 1
    (lost,) = MoveJob(SMALL.spec, story, "cheat", 1).run(cache)
    assert lost.move == ""
    assert "illegal move" in lost.fault
    assert [*DrawOfferJob(SMALL.spec, story, "fox").run(cache)] == [False]
    stones: AnyGame = catalog.load("stones")
    match = Match.open(stones)
    match = match.after(match.draw(Random(1)))
    (lost,) = MoveJob(stones.spec, match.story(0), "fox", 1).run(cache)
    assert "illegal move" in lost.fault
    assert len(ugi_engine._IDLE) == 1


def test_without_a_file_there_are_none() -> None:
    assert registry.names() == registry.NAMES


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[fox", "can't be read"),
        ("[Fox]\ncommand = 'true'", "small letters"),
        ("[level3]\ncommand = 'true'", "not taken"),
        ("fox = 3", "expected a table"),
        ("[fox]\ncommand = 'true'\ncolour = 'red'", "expected a table with command"),
        ("[fox]\ntitle = 'Fox'", "expected a command"),
        ("[fox]\ncommand = 'true'\ntitle = ' '", "expected a command and a title"),
        ("[fox]\ncommand = './no/such/fox'", "there is no program"),
        ("[fox]\ncommand = 'true'\nseconds = 'long'", "number of seconds"),
        ("[fox]\ncommand = 'true'\nseconds = 3600", "seconds up to 60; not 3600"),
        ("[fox]\ncommand = 'true'\nmemory = 1", "64 MB or more"),
        ("[fox]\ncommand = 'true'\noptions = 3", "options as a table"),
    ],
)
def test_a_wrong_file_is_refused(text: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "engines.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(CubariumError, match=said) as refused:
        read_programs(path)
    assert str(path) in str(refused.value)


def test_what_a_file_says(tmp_path: Path) -> None:
    path = tmp_path / "engines.toml"
    path.write_text(
        "[fox]\ncommand = 'true --quick'\nseconds = 2\nmemory = 512\noptions = { Hash = 16 }\n",
        "utf-8",
    )
    (fox,) = read_programs(path).values()
    assert fox.command == ("true", "--quick")
    assert (fox.title, fox.seconds, fox.memory) == ("Fox", 2.0, 512)
    assert fox.options == (("Hash", "16"),)
