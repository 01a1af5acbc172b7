"""Engines at the table of `cubarium play`."""

import os
import re
import sys
import time
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from cubarium import records
from cubarium.cli import signals
from cubarium.cli.terminal import warm_up
from cubarium.core.engine import Estimate, Forecast, Proven, Thought
from cubarium.core.turn import Outcome
from cubarium.engines import registry
from cubarium.search import engine as search_engine
from tests.cli.test_commands import bad, good, run
from tests.cli.test_play import kept
from tests.engines.programs import BADLY, FIRST, ours, script

SMALL = ["play", "quixo", "--size=3", "--plain", "--seed=7"]
SIZES = [("quixo", 2), ("quixo", 4), ("cage", 2), ("cage", 3), ("cage", 4)]
SIZES += [("cubulus", 2), ("cubulus", 3), ("cubeo", 2), ("cubeo", 3), ("cubeo", 4)]


def before_the_file(text: str) -> str:
    return text.partition("The game is kept")[0].replace(f"{warm_up.GETTING_READY} ...\n", "")


# who sits where


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "seats"), SIZES)
def test_levels_play_whole_games(name: str, seats: int, tmp_path: Path) -> None:
    who = ("level2", "level1", "level3", "random")[:seats]
    start = ["play", name, f"--players={seats}", f"--seats={','.join(who)}", "--plain", "--seed=1"]
    text = good(*start)
    assert re.search(r" wins?: |A draw: ", text)
    (record,) = records.read(kept(tmp_path).read_text("utf-8"))
    assert record.result is not None
    assert records.replayed(record).outcome is not None
    for seat, engine in enumerate(who):
        assert record.tags[f"Seat{seat}"] == registry.title(engine)
        assert record.tags[f"Seat{seat}Engine"] == engine
    assert before_the_file(good(*start)) == before_the_file(text)


def test_usually_you_play_against_level_2(tmp_path: Path) -> None:
    text = good(*SMALL, typed="a1a3\nquit\n")
    assert "X: Player X" in text
    assert "O (Level 2) plays" in text
    again = good("play", "--plain", "--resume", str(kept(tmp_path)), typed="quit\n")
    assert "O: Level 2" in again
    assert '[Seat1Engine "level2"]' in kept(tmp_path).read_text("utf-8")


def test_a_level_for_all_others(tmp_path: Path) -> None:
    text = good("play", "cage", "--players=3", "--plain", "--level=1", typed="Ra1\n")
    assert "YG (Level 1) plays" in text
    assert "OW (Level 1) plays" in text
    path = str(kept(tmp_path))
    assert "OW: Level 3" in good("play", "--plain", "--resume", path, "--level=3", typed="quit\n")


def test_a_person_takes_the_seat_of_an_engine(tmp_path: Path) -> None:
    good(*SMALL, "--seats=person,random", typed="a1a3\nquit\n")
    resume = ["play", "--plain", "--resume", str(kept(tmp_path))]
    good(*resume, "--seats=person:Ann,person:Bea", typed="a1a3\nquit\n")
    assert "O: Bea" in good(*resume, typed="quit\n")
    assert "Seat1Engine" not in kept(tmp_path).read_text("utf-8")


def test_seats_tell_how_many_play() -> None:
    text = good("play", "cage", "--plain", "--seats=person,person,random,random", typed="quit\n")
    assert "G: Random" in text
    assert "names 3; expected 2" in bad(
        2, "play", "cage", "--players=2", "--seats=random,random,random"
    )
    assert "names 3; expected 2" in bad(2, "play", "quixo", "--seats=random,random,random")


def test_a_level_does_not_change_who_plays_on(tmp_path: Path) -> None:
    start = ["play", "cage", "--players=3", "--plain", "--seats=person,person:Ann,random"]
    good(*start, typed="resign\ny\nquit\n")
    again = good("play", "--plain", "--resume", str(kept(tmp_path)), "--level=3", typed="quit\n")
    assert "RB: Level 1 for Player RB" in again
    assert "OW: Level 3" in again


def test_the_engine_thinks_for_so_many_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []

    class Asked(search_engine.SearchEngine):
        def think(self, game: Any, story: Any, limit: Any) -> Any:
            seen.append((self.name, limit.seconds, limit.nodes))
            return super().think(game, story, limit)

    monkeypatch.setattr(search_engine, "SearchEngine", Asked)
    text = good(*SMALL, "--seats=Engine,LEVEL1", "--seconds=0.02", "--ply-limit=2")
    assert "X (Engine) plays" in text
    assert seen == [("engine", 0.02, None), ("level1", None, None)]


# words


def test_other_levels_between_moves(tmp_path: Path) -> None:
    typed = "level 9\nlevel\nlevel x 3\nlevel O 1\na1a3\nlevel 3\nquit\n"
    text = good(*SMALL, typed=typed)
    assert text.count("Type level N, or level SEAT N; levels go from 1 to 8.") == 2
    assert "No engine sits there." in text
    assert "O (Level 1) plays" in text
    assert '[Seat1Engine "level3"]' in kept(tmp_path).read_text("utf-8")
    assert "level     level 3: the engines play at level 3 from now on; level O 3" in good(
        *SMALL, "--seats=person,random", typed="help\n"
    )


def test_hints() -> None:
    text = good(*SMALL, "--position", "XX./OO./... X", typed="hint\nmoves\n")
    assert re.search(r"Hint: [abc1-3]{4}, win in 1 \(proved\)\.", text)
    assert "X wins" not in text
    text = good(*SMALL, "--seats=person,person", typed="hint\n")
    assert "Hints are only for games against engines." in text


@pytest.mark.compiled
def test_hints_where_cards_are_hidden() -> None:
    start = ["play", "cubeo", "--plain", "--seed=3", "--players=3", "--level=1"]
    text = good(*start, typed="draw\nhint\n")
    assert re.search(r"Hint: [a-d1-4]+, about R \d+%, B \d+%, Y \d+%\.", text)


# offers


class Sure:
    """An analyst with a value of its own."""

    def __init__(self, value: Proven | Estimate) -> None:
        self.value = value
        self.stories: list[Any] = []

    def made(self, game: Any) -> "Sure":
        del game
        return self

    def analyse(self, game: Any, story: Any, limit: Any, lines: int = 1) -> Any:
        assert limit.seconds <= 0.3
        assert lines == 1
        self.stories.append(story)
        move = game.moves(game.guess(story.view, None))[0] if not game.has_secrets else None
        yield (Thought(move, self.value, (move,), 1, 1),)


def proved(*winners: int) -> Proven:
    return Proven(Outcome(frozenset(winners), Forecast.PROVED))


@pytest.mark.parametrize(
    ("players", "value", "answer"),
    [
        (2, proved(), "agrees"),
        (2, proved(0), "agrees"),
        (2, proved(1), "plays on"),
        (2, Estimate((0.5, 0.5)), "agrees"),
        (2, Estimate((0.4, 0.6)), "plays on"),
        (4, proved(1, 3), "plays on"),
        (4, Estimate((0.25, 0.2, 0.25, 0.3)), "agrees"),
        (4, Estimate((0.2, 0.25, 0.15, 0.4)), "plays on"),
    ],
)
def test_an_engine_agrees_to_what_is_not_worse_than_playing_on(
    players: int, value: Proven | Estimate, answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "warm", idle)
    asked = Sure(value)
    monkeypatch.setattr(registry, "analyst", asked.made)
    seats = ",".join(["person", "level2", "person", "level4"][:players])
    start = ["play", "quixo", "--plain", f"--players={players}", f"--seats={seats}"]
    text = good(*start, typed="offer\ny\nquit\n" if players == 4 else "offer\nquit\n")
    assert ("A draw: all players agreed." in text) == (answer == "agrees")
    who = "E" if players == 4 else "O"
    assert f"{who} (Level 2) {answer}." in text
    assert asked.stories[0].seat == 1


def test_a_share_of_a_third_is_even_for_three(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "warm", idle)
    start = ["play", "cage", "--players=3", "--plain", "--level=2"]
    for share, said in ((0.35, "OW (Level 2) agrees."), (0.45, "YG (Level 2) plays on.")):
        asked = Sure(Estimate((1 - 2 * share, share, share)))
        monkeypatch.setattr(registry, "analyst", asked.made)
        assert said in good(*start, typed="offer\nquit\n")


def test_secrets_are_judged_from_the_last_turn_of_the_seat_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = Sure(proved(1))
    monkeypatch.setattr(registry, "warm", idle)
    monkeypatch.setattr(registry, "analyst", asked.made)
    monkeypatch.setattr(registry, "engine", Named)
    start = ["play", "cubeo", "--plain", "--seed=3", "--level=2"]
    text = good(*start, typed="offer\ndraw\nb2\noffer\nquit\n")
    assert text.count("B (Level 2) plays on.") == 2
    first, second = asked.stories
    assert first.seat == second.seat == 1
    assert first.view.viewer == second.view.viewer == 1
    assert first.view.to_move == 0
    assert second.view.to_move == 1
    assert len(second.events) > len(first.events)


class Named:
    """A random engine by another name."""

    def __init__(self, name: str, game: Any, rng: Any) -> None:
        from cubarium.search.random_engine import RandomEngine

        del game
        self.name = name
        self.think = RandomEngine(rng).think


def test_who_plays_at_random_plays_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "warm", refuse)
    assert "O (Random) plays on." in good(*SMALL, "--seats=person,random", typed="offer\n")


# getting ready


def idle(game: Any) -> Thread:
    del game
    thread = Thread(target=int)
    thread.start()
    return thread


def refuse(game: Any) -> Thread:
    raise AssertionError(game)


def test_a_long_wait_is_explained_once(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[Thread] = []

    def slow(game: Any) -> Thread:
        del game
        begun.append(Thread(target=time.sleep, args=(0.3,)))
        begun[0].start()
        return begun[0]

    monkeypatch.setattr(registry, "warm", slow)
    monkeypatch.setattr(warm_up, "PATIENCE", 0.01)
    text = good(*SMALL, "--seats=level1,person", typed="hint\nmoves\n")
    said = "Getting the engine ready (this takes a while only the first time) ..."
    assert text.count(said) == 1
    assert text.index(said) < text.index("X (Level 1) plays")
    assert len(begun) == 1


def test_nothing_is_made_ready_that_nobody_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "warm", refuse)
    good(*SMALL, "--seats=person,random", typed="a1a3\nmoves\nquit\n")
    good(*SMALL, "--seats=person,person", typed="hint\nquit\n")


def test_the_table_can_be_left_before_the_engine_is_ready(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done = Event()

    def never(game: Any) -> Thread:
        del game
        thread = Thread(target=done.wait, daemon=True)
        thread.start()
        return thread

    monkeypatch.setattr(registry, "warm", never)
    assert run(*SMALL, typed="").exit_code == 0
    left: list[int] = []
    monkeypatch.setattr(os, "_exit", left.append)
    for code in (None, 0, 130):
        signals.exit_without_waiting(SystemExit(code))
    assert left == [0, 0, 130]
    signals.exit_without_waiting(SystemExit("why"))
    assert len(left) == 3
    done.set()


# foreign programs


def test_a_foreign_program_sits_in_any_seat(tmp_path: Path) -> None:
    program = ours()
    text = good(*SMALL, f"--seats=random,{program}", "--seconds=0.2", "--ply-limit=6")
    assert f"O ({Path(sys.executable).name}) plays" in text
    (record,) = records.read(kept(tmp_path).read_text("utf-8"))
    assert record.tags["Seat1Engine"] == program
    assert record.result is not None


@pytest.mark.parametrize("kind", ["crashed", "cheated"])
def test_a_program_at_fault_loses_with_a_report(kind: str, tmp_path: Path) -> None:
    program = script(tmp_path, BADLY[kind])
    text = good(*SMALL, f"--seats=random,{program}")
    assert re.search(r"(out of ideas|illegal move).*: O \(.*\) loses\.", text, re.DOTALL)
    assert "X wins" in text


def test_where_others_play_on_a_program_at_fault_is_replaced(tmp_path: Path) -> None:
    program = script(tmp_path, BADLY["cheated"])
    seats = f"--seats=random,{program},random"
    text = good("play", "cage", "--players=3", "--plain", "--seed=1", seats, "--ply-limit=6")
    assert "loses." in text
    assert "plays on for" in text


def test_a_file_starts_no_program(tmp_path: Path) -> None:
    program = script(tmp_path, FIRST)
    good(*SMALL, f"--seats=person,{program}", typed="b1b3\nquit\n")
    file = str(kept(tmp_path))
    assert "name it with --seats" in bad(2, "play", "--plain", "--resume", file)
    assert "O: " in good(
        "play", "--plain", "--resume", file, f"--seats=person,{program}", typed="quit\n"
    )


def test_a_program_that_is_not_there_is_refused() -> None:
    assert "there is no program" in bad(2, *SMALL, "--seats=person,ugi:./nothing/here")
