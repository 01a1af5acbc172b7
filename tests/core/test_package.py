"""The house rules that no linter knows."""

import subprocess
import sys
from dataclasses import fields
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path

import pytest

import cubarium
from cubarium import catalog
from cubarium.core.errors import InvalidOption
from cubarium.core.room import BrokenRoom, Part, TextFile, declare_room
from tests.tables import REAL

ROOT = Path(__file__).parents[2]
SLOW = ("numba", "numpy", "rich", "click", "cubarium.games.quixo.kernel")


def loaded_by(code: str) -> set[str]:
    """The modules that a fresh interpreter has after running some code."""
    command = [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    return set(done.stdout.split())


def test_importing_cubarium_loads_nothing_slow() -> None:
    assert not loaded_by("import cubarium") & {*SLOW, "cubarium.core"}


def test_the_public_api_is_what_it_says() -> None:
    assert {*cubarium.__all__} == cubarium._HOMES.keys()
    assert {*cubarium.__all__} <= {*dir(cubarium)}
    assert all(hasattr(cubarium, name) for name in cubarium.__all__)
    assert cubarium.load is catalog.load
    with pytest.raises(AttributeError, match="no attribute 'lod'"):
        cubarium.lod  # type: ignore[attr-defined]  # noqa: B018


def test_the_public_api_hides_no_package() -> None:
    """A package that is imported later would take its place."""
    assert not {path.stem for path in (ROOT / "cubarium").iterdir()} & {*cubarium.__all__}


@pytest.mark.parametrize("name", REAL)
def test_rules_load_without_numba(name: str) -> None:
    code = f"from cubarium import catalog, match; catalog.load('{name}').initial()"
    assert not loaded_by(code) & set(SLOW)


def test_help_loads_no_game_and_no_rich() -> None:
    code = (
        "from click.testing import CliRunner; from cubarium.cli.main import cli\n"
        "assert CliRunner().invoke(cli, ['--help']).exit_code == 0"
    )
    assert not loaded_by(code) & {"numba", "numpy", "rich", "cubarium.games.quixo"}


@pytest.mark.parametrize("name", REAL)
def test_every_game_has_its_page_rulebook_twin_and_tables(name: str) -> None:
    tests = ROOT / "tests"
    for path in (
        ROOT / "docs" / "rules" / f"{name}.md",
        tests / "rulebook" / f"{name}.md",
        tests / "oracles" / f"{name}.py",
        tests / "perft" / f"{name}.txt",
        tests / "mutants" / f"{name}.py",
    ):
        assert path.is_file(), path


@pytest.mark.parametrize("name", REAL)
def test_every_game_says_whose_it_is(name: str) -> None:
    info = catalog.info(name)
    assert "unofficial" in info.credit
    assert info.name == name


MAY_NAME_GAMES = {
    "__init__.py": "the package's own description",
    "catalog.py": "the list of rooms, and the types of `load`",
    "games/cubulus/": "its rules call the place of its balls a cage",
}
"""Where a game may be named outside its room, and why."""


def named_outside(name: str) -> dict[str, str]:
    """Files of the package and lines that name a game, or have its title, outside its room: as a
    word or in an identifier, in a path or in data too. `tests/ui` looks at the page."""
    package = ROOT / "cubarium"
    words = (name, catalog.info(name).title.lower())
    places = {path.relative_to(package).as_posix(): path for path in sorted(package.rglob("*"))}
    return {
        place: line.strip()
        for place, path in places.items()
        if path.suffix in (".py", ".cu", ".json", ".txt")
        and not place.startswith((f"games/{name}/", "server/page/"))
        for line in (place, *path.read_text("utf-8").splitlines())
        if any(word in line.lower() for word in words)
    }


def test_no_game_is_named_outside_its_room() -> None:
    """So a new game is one room and one line in the catalog."""
    found = {place: line for name in REAL for place, line in named_outside(name).items()}
    allowed = {start for start in MAY_NAME_GAMES for place in found if place.startswith(start)}
    assert allowed == {*MAY_NAME_GAMES}, "what names no game needs no leave"
    assert not {at: line for at, line in found.items() if not at.startswith((*MAY_NAME_GAMES,))}


def test_games_of_other_packages_are_found(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    entries = [
        EntryPoint("stones", "tests.toy", catalog.GROUP),
        EntryPoint("pebbles", "tests.toy", catalog.GROUP),
        EntryPoint("quixo", "cubarium.games.quixo", catalog.GROUP),
        EntryPoint("nothing", "no_such_module", catalog.GROUP),
    ]
    monkeypatch.delitem(catalog.ROOMS, "stones")
    monkeypatch.setattr(catalog, "entry_points", lambda group: entries if group else [])
    catalog.rooms_outside.cache_clear()
    try:
        assert catalog.names() == (*REAL, "stones")
        assert catalog.load("stones").players == 2
        assert [record.args[0] for record in caplog.records] == ["pebbles", "quixo", "nothing"]  # type: ignore[index]
        with pytest.raises(InvalidOption, match="there is no game 'pebbles'"):
            catalog.load("pebbles")
    finally:
        catalog.rooms_outside.cache_clear()


def test_what_a_room_declares_is_there() -> None:
    """All of it can be loaded, and no file of a part is there that is not declared."""
    for name in catalog.names():
        room = catalog.room(name)
        parts = {field.name: getattr(room, field.name) for field in fields(room)}
        declared = {part.module for part in parts.values() if isinstance(part, Part)}
        for part in parts.values():
            assert not isinstance(part, Part) or part.load()
            assert not isinstance(part, TextFile) or part.read()
        folder = Path(str(find_spec(catalog.ROOMS[name]).origin)).parent  # type: ignore[union-attr]
        there = {path.stem for path in folder.iterdir()} & {*parts, "puzzles"}
        assert {
            f"{catalog.ROOMS[name]}.{one}" for one in there - {"wins", "great_games"}
        } <= declared
        assert (room.observation is None) or room.kernel
    with pytest.raises(InvalidOption, match="there are no puzzles for"):
        catalog.puzzles(next(name for name in REAL if name not in catalog.with_puzzles()))


@pytest.mark.parametrize(
    ("part", "message"),
    [
        (Part("tests.toy.ruels"), "there is no module tests.toy.ruels"),
        (Part("tests.toy.rules", "maek"), "there is no maek in tests.toy.rules"),
        (TextFile("tests.toy", "wins.jsn"), "there is no file wins.jsn in tests.toy"),
    ],
)
def test_a_misspelt_part_is_an_error(part: Part[object] | TextFile, message: str) -> None:
    with pytest.raises(BrokenRoom, match=message):
        part.load() if isinstance(part, Part) else part.read()


def test_a_part_of_an_unknown_name_is_an_error() -> None:
    with pytest.raises(BrokenRoom, match="no room has a part 'observaton'; the parts: kernel, "):
        declare_room("tests.toy", catalog.info("stones"), "kernel", "observaton")
