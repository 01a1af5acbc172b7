"""Foreign programs as engines: they are told what their seat knows, and their faults are theirs."""

import os
import pickle
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from threading import Event, Timer

import pytest

from cubarium import catalog
from cubarium.core.engine import Estimate, Limit, Story, Thought
from cubarium.core.errors import InvalidOption
from cubarium.core.game import AnyGame
from cubarium.engines import foreign_program, ugi_engine
from cubarium.engines.foreign_program import FaultKind, ForeignProgram, ProgramFault, read_program
from cubarium.engines.ugi_engine import UgiEngine, go_line, position_line, read_value
from cubarium.interop.ugi_position import read_position
from cubarium.match.match import Limits, Match
from tests.engines.programs import BADLY, FIRST, OPTIONS, ours, script
from tests.tables import for_tables

SMALL: AnyGame = catalog.load("quixo", size=3)


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """No program outlives its test."""
    yield
    ugi_engine.end_idle()


def move(program: str, limit: Limit = Limit(seconds=0.5), game: AnyGame = SMALL) -> Thought[object]:  # noqa: B008
    engine = UgiEngine(read_program(program), game, seed=1)
    try:
        (thought,) = engine.think(game, Match.open(game).story(0), limit)
    finally:
        engine.release()
    return thought


def test_a_program_moves_and_is_kept_for_the_next_game(tmp_path: Path) -> None:
    program = script(tmp_path, FIRST)
    thought = move(program)
    assert SMALL.write(thought.best) == "a1a3"
    assert (thought.nodes, thought.depth) == (70, 3)
    assert isinstance(thought.value, Estimate)
    assert thought.value.shares[0] == pytest.approx(0.64, abs=0.01)
    (kept,) = ugi_engine._IDLE
    move(program)
    assert [kept] == ugi_engine._IDLE


def test_few_programs_wait_for_another_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ugi_engine, "MOST_IDLE", 1)
    move(script(tmp_path, FIRST))
    ((_, _, first),) = ugi_engine._IDLE
    move(script(tmp_path, FIRST, name="other"))
    assert len(ugi_engine._IDLE) == 1
    assert not first.is_alive


@pytest.mark.parametrize("kind", BADLY)
def test_every_fault_is_named_and_the_program_is_gone(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ugi_engine, "MARGIN", 0.5)
    monkeypatch.setattr(foreign_program, "MOST_LINES", 500)
    with pytest.raises(ProgramFault) as fault:
        move(script(tmp_path, BADLY[kind]), Limit(seconds=0.1 if kind == "hung" else 20))
    assert fault.value.kind == kind
    assert Path(sys.executable).name in str(fault.value)
    assert not ugi_engine._IDLE
    if kind == "crashed":
        assert "out of ideas" in str(fault.value)
    again = pickle.loads(pickle.dumps(fault.value))
    assert (again.kind, str(again)) == (fault.value.kind, str(fault.value))


def test_a_line_without_an_end_is_a_flood(tmp_path: Path) -> None:
    endless = "\n        while True: sys.stdout.write('x' * 4096)"
    with pytest.raises(ProgramFault, match="line of more than") as fault:
        move(script(tmp_path, endless), Limit(seconds=20))
    assert fault.value.kind is FaultKind.FLOOD


def test_memory_is_limited(tmp_path: Path) -> None:
    program = read_program(script(tmp_path, "x = bytearray(1 << 30); " + FIRST))
    engine = UgiEngine(ForeignProgram(program.command, memory=500), SMALL)
    with pytest.raises(ProgramFault, match="MemoryError"):
        [*engine.think(SMALL, Match.open(SMALL).story(0), Limit(seconds=5))]
    engine.release()


def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    child = tmp_path / "child"
    go = (
        "import subprocess; p = subprocess.Popen(['sleep', '1000']); "
        f"open({str(child)!r}, 'w').write(str(p.pid)); say('bestmove none')"
    )
    with pytest.raises(ProgramFault):
        move(script(tmp_path, go), Limit(seconds=20))
    pid = int(child.read_text())
    for _ in range(500):
        state = Path(f"/proc/{pid}/stat")
        if not state.exists() or state.read_text().split()[2] == "Z":
            break
        time.sleep(0.01)
    else:
        os.kill(pid, 9)
        pytest.fail("the child lives on")


def test_a_program_that_does_not_play_the_table_is_unfit(tmp_path: Path) -> None:
    program = script(tmp_path, FIRST, options=("Game",))
    with pytest.raises(ProgramFault, match="no option size, for 3") as fault:
        move(program)
    assert fault.value.kind is FaultKind.UNFIT
    strange = ForeignProgram(read_program(script(tmp_path, FIRST)).command, (("Colour", "red"),))
    engine = UgiEngine(strange, SMALL)
    with pytest.raises(ProgramFault, match="no option Colour"):
        [*engine.think(SMALL, Match.open(SMALL).story(0), Limit(seconds=5))]
    assert "Skill" in OPTIONS
    told = ForeignProgram(read_program(script(tmp_path, FIRST)).command, (("skill", "3"),))
    engine = UgiEngine(told, SMALL)
    assert [*engine.think(SMALL, Match.open(SMALL).story(0), Limit(seconds=5))]
    engine.close()


def test_a_stopped_search_is_told_to_stop(tmp_path: Path) -> None:
    waits = "sys.stdin.readline(); say('bestmove a1a3')"
    stopped = Event()
    Timer(0.2, stopped.set).start()
    thought = move(script(tmp_path, waits), Limit(seconds=60, stopped=stopped))
    assert SMALL.write(thought.best) == "a1a3"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("ugi:", "names no program"),
        ("ugi:'", "no closing quotation"),
        ("ugi:./there/is/no/such/program", "there is no program"),
    ],
)
def test_what_is_no_program_is_refused(text: str, said: str) -> None:
    with pytest.raises(InvalidOption, match=said):
        read_program(text)


def test_a_program_that_cannot_be_started_has_crashed(tmp_path: Path) -> None:
    engine = UgiEngine(ForeignProgram((str(tmp_path),), name="Folder"), SMALL)
    with pytest.raises(ProgramFault, match=r"Folder has ended with exit code 127.*denied"):
        [*engine.think(SMALL, Match.open(SMALL).story(0), Limit(seconds=5))]


# what is said and heard


@for_tables()
def test_our_own_end_understands_what_a_program_is_told(game: AnyGame) -> None:
    rng = Random(3)
    match = Match.open(game, Limits(plies=None))
    match = match.after(match.draw(rng))
    for _ in range(12):
        story = match.story(match.turn.seat)  # type: ignore[union-attr]
        words = position_line(game, story).split()[1:]
        told = read_position(game, words, match.limits).story()
        assert told.view == story.view
        assert told.seat == story.seat
        if not game.has_secrets:
            assert told.events == story.events
        match = match.after(
            match.move(story.seat, game.write(rng.choice(game.moves(match.state))), rng)
        )
        if match.outcome is not None:
            break


def test_a_story_with_a_start_and_departed_seats_is_told() -> None:
    game: AnyGame = catalog.load("cage", players=3)
    match = Match.open(game)
    text = game.write(game.moves(match.state)[0])
    match = match.after(match.move(0, text, Random(1)))
    match = match.after(match.resign(2))
    story = match.story(1)
    line = position_line(game, story)
    assert line.endswith("departed p3")
    told = read_position(game, line.split()[1:], match.limits).story()
    assert told.departed == {2}
    assert told.events == story.events
    begun = Match.open(game, start=match.state).story(1)
    assert position_line(game, begun).startswith("position fen ")
    later = Story(1, begun.view, start=begun.view, departed=frozenset({2}))
    assert " start " in position_line(game, later)


def test_limits_in_words() -> None:
    assert go_line(Limit(seconds=0.25)) == "go movetime 250"
    assert go_line(Limit(nodes=5)) == "go nodes 5"
    assert go_line(Limit(seconds=2, nodes=5)) == "go nodes 5 movetime 2000"


@pytest.mark.parametrize(
    ("line", "shares"),
    [
        ("shares 0.7 0.3", (0.7, 0.3)),
        ("score mate 3", (1.0, 0.0)),
        ("score mate -3", (0.0, 1.0)),
        ("score cp 0", (0.5, 0.5)),
        ("score cp", None),
        ("score cp lots", None),
        ("shares 1", None),
        ("shares nan nan", None),
        ("shares -1 2", None),
        ("depth 3", None),
    ],
)
def test_values_are_estimates(line: str, shares: tuple[float, ...] | None) -> None:
    value = read_value(SMALL, 0, line.split())
    assert (value and value.shares) == (shares and pytest.approx(shares))


def test_partners_share_alike() -> None:
    value = read_value(catalog.load("quixo", players=4), 1, ["score", "mate", "3"])
    assert value == Estimate((0.0, 0.5, 0.0, 0.5))


def test_our_own_engine_as_a_foreign_program() -> None:
    program = read_program(ours())
    engine = UgiEngine(ForeignProgram(program.command, (("Engine", "random"),)), SMALL, seed=7)
    story = Match.open(SMALL).story(0)
    first = [*engine.think(SMALL, story, Limit(nodes=1))]
    engine.release()
    again = UgiEngine(ForeignProgram(program.command, (("Engine", "random"),)), SMALL, seed=7)
    assert [*again.think(SMALL, story, Limit(nodes=1))] == first
    again.release()


def test_our_own_engine_at_a_table_with_options_of_its_own() -> None:
    """Its options are those of the game that is set, which is another one at first."""
    game: AnyGame = catalog.load("cubulus", 2, neutrals="random")
    match = Match.open(game)
    match = match.after(match.draw(Random(1)))
    program = ForeignProgram(read_program(ours()).command, (("Engine", "random"),))
    engine = UgiEngine(program, game, seed=7)
    (thought,) = engine.think(game, match.story(0), Limit(nodes=1))
    assert thought.best in game.moves(match.state)
    engine.release()
