"""Our engines behind UGI: every line is answered, nothing is fatal, stop stops."""

import re
import subprocess
import sys
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubarium import catalog
from cubarium.core.engine import Estimate, Forecast, Limit, Proven, Story, Thought
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.turn import Ended, Outcome
from cubarium.engines import registry
from cubarium.interop.ugi_go import GoLimit, read_go
from cubarium.interop.ugi_info import info_line, value_words
from cubarium.interop.ugi_position import read_position
from cubarium.interop.ugi_search import UgiSearch
from cubarium.match.match import Limits, Match, MatchEnd
from tests.interop.conversation import SMALL, Conversation, talk

SQUARE: AnyGame = catalog.load("quixo", size=3)
SEVERAL = catalog.load("cage", players=3)


# the conversation


@pytest.mark.parametrize(("hello", "end"), [("ugi", "ugiok"), ("uci", "uciok")])
def test_it_introduces_itself(hello: str, end: str) -> None:
    said = talk(hello)
    assert said[0].startswith("id name Cubarium")
    assert said[-1] == end
    assert "option name Players type combo default 2 var 2 var 4" in said
    assert "option name size type combo default 5 var 3 var 4 var 5" in said


def test_it_is_ready_and_moves() -> None:
    said = talk(*SMALL, "isready", "position startpos moves a1a3", "go nodes 200")
    assert said[0] == "readyok"
    assert re.fullmatch(r"info depth \d+ time \d+ nodes \d+.* score .* pv .*", said[-2])
    assert said[-1].startswith("bestmove ")
    game = catalog.load("quixo", size=3)
    state = game.play_text(game.initial(), "a1a3")[1]
    game.read(state, said[-1].split()[1])


def test_go_infinite_goes_on_until_it_is_stopped() -> None:
    talk = Conversation()
    talk.say(*SMALL, "go infinite")
    talk.hear("info depth")
    talk.say("isready")
    talk.hear("readyok")
    talk.say("position startpos moves a1a3")
    assert "a search is under way" in talk.hear("info string")
    talk.say("stop")
    best = talk.hear("bestmove")
    talk.say("position startpos moves a1a3", "query p1turn", "go depth 1")
    assert talk.hear("response") == "response false"
    assert talk.hear("bestmove") != best
    talk.end()


def test_a_search_without_more_to_find_waits_for_stop() -> None:
    talk = Conversation()
    talk.say("setoption name Engine value random", "go infinite", "isready")
    assert talk.hear(lambda line: line == "readyok" or line.startswith("bestmove")) == "readyok"
    talk.say("stop")
    talk.hear("bestmove")
    talk.end()


def test_the_end_of_the_input_ends_it_and_is_answered() -> None:
    talk = Conversation()
    talk.say(*SMALL, "go infinite")
    talk.hear("info depth")
    talk.end()
    talk.hear("bestmove")


def test_quit_ends_it() -> None:
    assert talk("quit", "ugi") == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("tell me more", "'tell' is no command"),
        ("position", "expected position startpos"),
        ("position nowhere", "expected position startpos"),
        ("position startpos a1e1", "expected moves after startpos"),
        ("position startpos moves a1e1 moves", "moves is said twice"),
        ("position startpos moves a1b2", "a1b2"),
        ("position fen hello", "column"),
        ("position startpos moves !7", "seats are numbered"),
        ("position view ...../...../...../...../..... X departed p9", "expected a seat"),
        ("position view ...../...../...../...../..... X events a1b2", "a1b2"),
        ("setoption", "expected setoption name NAME value VALUE"),
        ("setoption name Game value chess", "there is no game 'chess'"),
        ("setoption name Players value 3", "2 or 4 players"),
        ("setoption name Players value two", "expected a number"),
        ("setoption name size value 9", "option size may be"),
        ("setoption name Engine value level9", "there is no engine"),
        ("setoption name Hash value -1", "expected a number"),
        ("setoption name Repetitions value 1", "2 or more"),
        ("setoption name Colour value red", "there is no option 'Colour'; the options: Game,"),
        ("go fast", "'fast' is not known"),
        ("go movetime", "expected a number from 1"),
        ("go movetime 0", "expected a number from 1"),
        ("go infinite nodes 3", "expected no other limit"),
        ("query", "expected query p1turn"),
        ("query everything", "expected query p1turn"),
        ("x" * 2_000_000, "a line may have"),
    ],
)
def test_a_bad_line_is_answered_and_changes_nothing(line: str, said: str) -> None:
    before = talk("ugi", "query position")
    (answer, *after) = talk(line, "ugi", "query position")
    assert answer.startswith("info string error: ")
    assert said in answer
    assert after == before


def test_where_nobody_is_to_move_there_is_no_best_move() -> None:
    over = talk(*SMALL, "position startpos moves a1a3 a1a3 a1a3 a2a1 b1a1", "go", "query result")
    assert over[1:] == ["bestmove none", "response p1win"]
    assert "over" in over[0]
    (chance, none) = talk("go", name="cubeo")
    assert "chance is to act" in chance
    assert none == "bestmove none"


def test_what_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    said = talk("isready", "go")
    assert [line for line in said if "pip install" not in line] == ["readyok", "bestmove none"]


def test_an_engine_that_fails_is_no_reason_to_fail() -> None:
    class Broken:
        name = "broken"

        def think(self, game: AnyGame, story: Story, limit: Limit) -> Iterator[Thought[object]]:
            del game, story, limit
            raise ZeroDivisionError

    said: list[str] = []
    story = Match.open(SEVERAL).story(0)
    search = UgiSearch(Broken(), SEVERAL, story, GoLimit(), 1, said.append)
    search.stop()
    assert said == ["info string error: the engine has failed: ZeroDivisionError", "bestmove none"]


def test_whoever_has_heard_bestmove_may_go_on_at_once() -> None:
    """The next line comes before the thread of the search has ended."""
    said: list[str] = []
    running: list[bool] = []

    def say(line: str) -> None:
        said.append(line)
        if line.startswith("bestmove"):
            running.append(search.is_running)

    engine = registry.engine("random", SQUARE, Random(1))
    story = Match.open(SQUARE).story(0)
    search = UgiSearch(engine, SQUARE, story, GoLimit(is_infinite=True), 1, say)
    assert search.is_running
    search.stop()
    assert running == [False]


# tables and options


def test_options_choose_table_and_engine() -> None:
    said = talk(
        "setoption name Game value cage",
        "setoption name Players value 3",
        "setoption name engine value level1",
        "setoption name Seed value 5",
        "setoption name Threads value 2",
        "setoption name Hash value 4",
        "setoption name PlyLimit value 0",
        "uginewgame",
        "isready",
        "query turn",
        "go",
        name="quixo",
    )
    assert said[:2] == ["readyok", "response p1"]
    assert " shares " in said[2]
    assert "score" not in said[2]
    assert said[3].startswith("bestmove ")
    again = talk(
        "setoption name Game value cage",
        "setoption name Players value 3",
        "setoption name Engine value level1",
        "setoption name Seed value 5",
        "go",
    )
    assert again[-1] == said[-1]


def test_several_lines() -> None:
    talk = Conversation()
    talk.say(*SMALL, "setoption name MultiPV value 3", "go nodes 300")
    for rank in (1, 2, 3):
        talk.hear(lambda line, rank=rank: f" multipv {rank} " in line)  # type: ignore[misc]
    talk.hear("bestmove")
    talk.end()


def test_queries() -> None:
    said = talk(*SMALL, "query gameover", "query moves", "query turn", "query position")
    assert said[0] == "response false"
    assert len(said[1].split()) == 1 + len(SQUARE.moves(SQUARE.initial()))
    assert said[2:] == ["response p1", "response .../.../... X"]


def test_a_repeated_position_ends_the_game_as_in_a_match() -> None:
    moves = "a2c2 a2a1 b3a3 a1c1 a3a1 c1c3 a1a3 c3c1"
    given = ["startpos", "moves", *moves.split()]
    here = read_position(SQUARE, given, Limits(repetitions=2))
    assert here.viewed.turn == Ended(Outcome(frozenset(), MatchEnd.REPETITION))
    with pytest.raises(CubariumError, match="over"):
        read_position(SQUARE, [*given, "a3a1"], Limits(repetitions=2))
    twice = ["setoption name Repetitions value 2", f"position startpos moves {moves}"]
    assert talk(*SMALL, *twice, "query result")[-1] == "response draw"
    never = ["setoption name Repetitions value 0", f"position startpos moves {moves} a3a1"]
    assert talk(*SMALL, *never, "query gameover") == ["response false"]


# three and four seats, chance, secrets


def test_a_seat_that_leaves_and_its_view() -> None:
    said = talk(
        "setoption name Players value 3",
        "position startpos moves !2",
        "query turn",
        "query position",
        name="cage",
    )
    assert said[0] == "response p1"
    here = read_position(SEVERAL, ["view", *said[1].split()[1:], "departed", "p3"], Limits())
    assert here.story().departed == {2}


def test_what_one_seat_knows_is_enough() -> None:
    game = catalog.load("stones", players=2)
    match = Match.open(game)
    match = match.after(match.draw(Random(1)))
    story = match.story(0)
    text = game.text(story.view)
    acts = [game.act_text(act) for act in story.events]
    assert "=?" in acts
    here = read_position(game, ["view", *text.split(), "events", *acts], Limits())
    assert here.story().view == story.view
    assert here.moves() == tuple(map(game.write, game.moves(match.state)))
    said = talk(
        f"position view {text} events {' '.join(acts)}", "go", "query p1turn", name="stones"
    )
    assert any(line.startswith("bestmove ") for line in said)
    assert "response true" in said
    with pytest.raises(CubariumError, match="no act"):
        read_position(game, ["view", *text.split(), "events", "hello"], Limits())
    whole = game.text(match.state).split()
    with pytest.raises(CubariumError, match="not a whole position"):
        read_position(game, ["view", *text.split(), "start", *whole], Limits())


def test_a_story_from_elsewhere_keeps_its_start() -> None:
    game = SQUARE
    given = "view X.O/O../... X start .../O../... X events c1c3 a1c1"
    here = read_position(game, given.split(), Limits())
    story = here.story()
    assert story.start == game.view(game.position(".../O../... X"), 0)
    assert [game.act_text(act) for act in story.events] == ["c1c3", "a1c1"]


# go and info


@pytest.mark.parametrize(
    ("words", "seat", "limit"),
    [
        ("", 0, GoLimit()),
        ("movetime 500", 0, GoLimit(seconds=0.5)),
        ("nodes 7 depth 3", 1, GoLimit(nodes=7, depth=3)),
        ("infinite", 0, GoLimit(is_infinite=True)),
        ("p1time 25000 p2time 1 p1inc 100", 0, GoLimit(seconds=1.05)),
        ("wtime 10000 btime 10000 movestogo 2", 1, GoLimit(seconds=4.97)),
        ("p1time 10 p2time 10", 0, GoLimit(seconds=0.01)),
        ("p1time 10000 p2time 10000", 2, GoLimit()),
    ],
)
def test_go(words: str, seat: int, limit: GoLimit) -> None:
    read = read_go(words.split(), seat)
    assert read.seconds == pytest.approx(limit.seconds)
    assert (read.nodes, read.depth) == (limit.nodes, limit.depth)
    assert read.is_infinite == limit.is_infinite


def test_proofs_stand_apart_from_estimates() -> None:
    game = catalog.load("quixo")

    def proven(*winners: int, plies: int | None = None) -> Proven:
        return Proven(Outcome(frozenset(winners), Forecast.PROVED), plies)

    assert value_words(game, 0, proven(0, plies=3)) == "score mate 3 proven p1 plies 3"
    assert value_words(game, 1, proven(0, plies=4)) == "score mate -4 proven p1 plies 4"
    assert value_words(game, 1, proven(1)) == "score cp 20000 proven p2"
    assert value_words(game, 0, proven()) == "score cp 0 proven draw"
    assert value_words(game, 0, Estimate((0.75, 0.25))) == "score cp 191 shares 0.7500 0.2500"
    assert value_words(SEVERAL, 0, proven(0, 2)) == "proven p1 p3"
    best = game.moves(game.initial())[0]
    thought = Thought[object](best, Estimate((0.5, 0.5)), (best,), nodes=50, depth=2)
    line = info_line(game, 0, thought, 0.5)
    said = "info depth 2 time 500 nodes 50 nps 100 score cp 0 shares 0.5000 0.5000 pv a1a5"
    assert line == said
    assert "nps" not in info_line(game, 0, thought, 0.0)


WORDS = (
    "ugi isready setoption name value Game Players size Engine Seed MultiPV 3 4 -1 x cage stones "
    "position startpos fen view moves events start departed p1 p9 a1e1 a1 =? =3 !1 !1t . / "
    ".../.../... X go nodes 1 depth movetime infinite p1time wtime stop query result turn moves"
)


@given(st.lists(st.lists(st.sampled_from(WORDS.split()), max_size=6), max_size=12))
def test_no_lines_are_fatal(lines: list[list[str]]) -> None:
    said = talk("setoption name Engine value random", *map(" ".join, lines), "ugi")
    assert "ugiok" in said


def test_what_is_no_text_is_a_bad_line() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "cubarium", "engine"],
        input=b"\xff\xfe go\nsetoption name Engine value random\ngo\n",
        capture_output=True,
        timeout=100,
        check=True,
    )
    first, *_, last = ended.stdout.decode().splitlines()
    assert "is no command" in first
    assert last.startswith("bestmove ")


@pytest.mark.compiled
def test_as_a_program() -> None:
    ended = subprocess.run(
        [sys.executable, "-m", "cubarium", "engine", "QUIXO"],
        input="isready\nwhat\ngo nodes 10\n",
        capture_output=True,
        text=True,
        timeout=200,
        check=True,
    )
    said = ended.stdout.splitlines()
    assert said[0] == "readyok"
    assert said[1].startswith("info string error")
    assert said[-1].startswith("bestmove ")
    assert ended.stderr == ""
