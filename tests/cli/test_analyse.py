"""`cubarium analyse`, with an analyst that says what it is told."""

import json
import time
from pathlib import Path
from threading import Thread
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from cubarium import catalog
from cubarium.cli.main import cli
from cubarium.cli.terminal import warm_up
from cubarium.core.engine import Analyst, Estimate, Limit
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.engines import registry
from tests.analysis.scripted import Said, Scripted, about, proven
from tests.cli.test_commands import GAME, bad, good, run
from tests.cli.test_engines import idle

SMALL = ["quixo", "--size", "3"]
SVG = "{http://www.w3.org/2000/svg}"
START: list[Said] = [
    ("a1a3 a1a3 c3c1", proven(0, plies=7), 9),
    ("b1b3", about(0.618), 8),
    ("c1c3 a1a3", proven(1), 8),
    ("a1c1", proven(1, plies=4), 8),
    ("a3a1", proven(), 8),
]
REVIEW: dict[int, list[Said]] = {
    0: [("a1c1 a1a3", about(0.6))],
    1: [("a1a3", about(0.55))],
    2: [("b1b3 a1c1", proven(0, plies=5))],
    3: [("c1c3 a1a3", proven(), 4)],
    4: [("b1a1", proven(0, plies=1))],
}


class Asked:
    """Puts an analyst on duty, and knows with what it was called."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.monkeypatch = monkeypatch
        self.calls: list[tuple[int, float | None]] = []
        self.scripted = Scripted({})
        monkeypatch.setattr(registry, "warm", idle)

    def say(self, scripted: Scripted) -> None:
        def analyst(
            game: AnyGame, threads: int = 1, memory: float | None = None, table: Path | None = None
        ) -> Analyst:
            del game, table
            self.calls.append((threads, memory))
            return scripted

        self.scripted = scripted
        self.monkeypatch.setattr(registry, "analyst", analyst)


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    found = Asked(monkeypatch)
    found.say(Scripted({0: START}))
    return found


@pytest.fixture
def file(tmp_path: Path, asked: Asked) -> Path:
    asked.say(Scripted(REVIEW))
    path = tmp_path / "game.txt"
    path.write_text(GAME, "utf-8")
    return path


# positions


def test_the_start(asked: Asked) -> None:
    assert good("analyse", *SMALL).splitlines() == [
        ".../.../... X",
        "X to move.",
        "1. a1a3  win in 7 (proved)  depth 9: a1a3 a1a3 c3c1",
        "2. b1b3  about 62% for X    depth 8: b1b3",
        "3. c1c3  O wins (proved)    depth 8: c1c3 a1a3",
        "1000 nodes searched.",
    ]
    ((_, limit, lines),) = asked.scripted.asked
    assert (limit, lines) == (Limit(seconds=5), 3)
    assert asked.calls == [(1, None)]


def test_more_lines_and_limits(asked: Asked) -> None:
    options = ["--lines", "5", "--nodes", "99", "--threads", "2", "--memory", "64"]
    text = good("analyse", *SMALL, *options)
    assert "4. a1c1  loss in 4 (proved)" in text
    assert "5. a3a1  draw (proved)" in text
    assert asked.scripted.asked[0][1:] == (Limit(nodes=99), 5)
    assert asked.calls == [(2, 64)]
    good("analyse", *SMALL, "--nodes", "99", "--seconds", "0.5")
    assert asked.scripted.asked[1][1] == Limit(0.5, 99)


def test_a_position(asked: Asked) -> None:
    asked.say(Scripted({0: [("a1a3", about(0.25))]}))
    text = good("analyse", "Quixo", "X../X../O.. O", "--size", "3")
    assert "O to move.\n1. a1a3  about 75% for O  depth 1: a1a3\n" in text
    story = asked.scripted.asked[0][0]
    assert story.view == story.start
    assert story.seat == 1


def test_three_seats_and_teams(asked: Asked) -> None:
    asked.say(Scripted({0: [("1+", about(0.5, 0.3, 0.2)), ("1-", proven(1, plies=4))]}))
    text = good("analyse", "cage", "--players", "3")
    names = catalog.load("cage", 3).seat_names
    assert f"about {names[0]} 50%, {names[1]} 30%, {names[2]} 20%" in text
    assert f"{names[1]} wins in 4 (proved)" in text
    asked.say(Scripted({0: [("a1e1N", about(0.4, 0.1, 0.3, 0.2)), ("a1a5N", proven(1, 3))]}))
    text = good("analyse", "quixo", "--players", "4")
    one, two, three, four = catalog.load("quixo", 4).seat_names
    assert f"about 70% for {one} and {three}" in text
    assert f"{two} and {four} win (proved)" in text


def test_json(asked: Asked) -> None:
    del asked
    data = json.loads(good("analyse", *SMALL, "--json", "--lines", "2"))
    lines = data.pop("lines")
    assert data == {
        "game": "quixo",
        "players": 2,
        "options": {"size": "3"},
        "position": ".../.../... X",
        "seat": 0,
        "name": "X",
        "complete": True,
    }
    assert lines[0] == {
        "best": "a1a3",
        "value": {
            "outcome": {"winners": [0], "reason": "script", "scores": None},
            "plies": 7,
            "kind": "proven",
        },
        "line": ["a1a3", "a1a3", "c3c1"],
        "depth": 9,
        "nodes": 1000,
    }
    assert lines[1]["value"] == {"shares": [0.618, 0.382], "kind": "estimate"}


def test_ctrl_c_shows_the_best_so_far(asked: Asked) -> None:
    asked.say(Scripted({0: START[:2]}, stop=0))
    done = run("analyse", *SMALL)
    assert done.exit_code == 130
    assert "1. a1a3  win in 7 (proved)" in done.stdout
    assert done.stdout.endswith("Stopped.\n")
    done = run("analyse", *SMALL, "--json")
    assert done.exit_code == 130
    assert json.loads(done.stdout)["complete"] is False
    asked.say(Scripted({}, stop=0))
    assert "Nothing is known yet.\nStopped.\n" in run("analyse", *SMALL).stdout


def test_on_a_terminal_the_lines_change_while_it_thinks(asked: Asked) -> None:
    del asked
    terminal = {"FORCE_COLOR": "1", "TERM": "xterm-256color"}
    done = CliRunner().invoke(cli, ["analyse", *SMALL], env=terminal)
    assert done.exit_code == 0
    assert done.stdout.count("1. a1a3") > 1
    assert "\x1b[2K" in done.stdout
    plain = CliRunner().invoke(cli, ["analyse", *SMALL, "--plain"], env=terminal)
    assert plain.stdout.count("1. a1a3") == 1


def test_what_can_not_be_analysed(asked: Asked) -> None:
    over = bad(2, "analyse", "quixo", "XXX/OO./... O", "--size", "3")
    assert "the game is over: there is nothing to analyse. X wins: made a line." in over
    assert "chance is to act here" in bad(2, "analyse", "cubeo")
    assert "column 3: expected a blank cube" in bad(2, "analyse", "quixo", "..Z")
    assert "belongs in quotes" in bad(2, "analyse", "quixo", "...../..", "X")
    assert "there is no game 'chess'" in bad(2, "analyse", "chess", "X")
    assert "there is no game and no file 'chess'; the games: quixo" in bad(2, "analyse", "chess")
    assert "size may be 3, 4, 5; not 9" in bad(2, "analyse", "quixo", "--size", "9")
    assert "column 1" in bad(2, "analyse", "quixo", "X" * 5000)
    assert "Missing argument" in bad(2, "analyse")
    assert not asked.scripted.asked


@pytest.mark.parametrize(
    "words",
    [
        ["--seconds", "nan"],
        ["--seconds", "inf"],
        ["--seconds", "0"],
        ["--nodes", "0"],
        ["--lines", "0"],
        ["--threads", "0"],
        ["--memory", "0"],
    ],
)
def test_wrong_numbers(asked: Asked, words: list[str]) -> None:
    assert f"Invalid value for '{words[0]}'" in bad(2, "analyse", *SMALL, *words)
    assert not asked.scripted.asked


@pytest.mark.parametrize(
    "words",
    [
        ["--from", "1"],
        ["--to", "1"],
        ["--seat", "X"],
        ["--plot", "x.svg"],
        ["--game", "1"],
        ["--force"],
    ],
)
def test_options_of_files_are_not_for_positions(asked: Asked, words: list[str]) -> None:
    del asked
    assert f"{words[0]} is for recorded games" in bad(2, "analyse", *SMALL, *words)


def test_an_analyst_that_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    def analyst(
        game: AnyGame, threads: int = 1, memory: float | None = None, table: Path | None = None
    ) -> Analyst:
        del table
        raise CubariumError(f"{game.name} with {threads} and {memory}: not at this table")

    monkeypatch.setattr(registry, "analyst", analyst)
    assert "not at this table" in bad(2, "analyse", *SMALL)


# getting ready


def test_the_clock_starts_when_the_engine_is_ready(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun: list[Thread] = []

    def slow(game: AnyGame) -> Thread:
        assert game.spec.options["size"] == 3
        begun.append(Thread(target=time.sleep, args=(0.3,)))
        begun[0].start()
        return begun[0]

    def analyst(*_: object) -> Analyst:
        assert not begun[0].is_alive()
        return asked.scripted

    monkeypatch.setattr(registry, "warm", slow)
    monkeypatch.setattr(registry, "analyst", analyst)
    monkeypatch.setattr(warm_up, "PATIENCE", 0.01)
    done = CliRunner().invoke(cli, ["analyse", *SMALL, "--json"])
    assert done.stderr == f"{warm_up.GETTING_READY} ...\n"
    assert json.loads(done.stdout)["complete"]
    assert len(begun) == 1


def test_it_can_be_stopped_before_the_engine_is_ready(
    asked: Asked, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Never(Thread):
        def join(self, timeout: float | None = None) -> None:
            del timeout
            raise KeyboardInterrupt

    monkeypatch.setattr(registry, "warm", lambda _: Never())
    done = CliRunner().invoke(cli, ["analyse", *SMALL, "--json"])
    assert (done.exit_code, done.stdout) == (130, "")
    assert not asked.scripted.asked


# secrets

CORNERS = "R..B|....|....|..../....|....|....|..../....|....|....|..../Y..G|....|....|...."
WHOLE = f"{CORNERS} R drawn=B hands=c03,c01/c05,c06"


def test_the_analyst_sees_what_the_seat_to_move_sees(asked: Asked) -> None:
    game = catalog.load("cubeo")
    view = game.view(game.whole_position(WHOLE), 0)
    asked.say(Scripted({0: [("b1", about(0.5))]}))
    text = good("analyse", "cubeo", WHOLE)
    assert text == good("analyse", "cubeo", game.text(view))
    assert game.text(view) in text
    assert "c05" not in text
    for story, _, _ in asked.scripted.asked:
        assert story.seat == 0
        assert story.view == story.start == view


def test_the_view_of_another_seat(asked: Asked) -> None:
    game = catalog.load("cubeo")
    state = game.whole_position(WHOLE)
    theirs = bad(2, "analyse", "cubeo", game.text(game.view(state, 1)))
    assert "R is to move, and this is what B may see: expected seen=R" in theirs
    outside = bad(2, "analyse", "cubeo", game.text(game.view(state, None)))
    assert "R is to move, and this is what a spectator may see: expected seen=R" in outside
    assert not asked.scripted.asked


# files


def test_a_review(file: Path) -> None:
    assert good("analyse", str(file)).splitlines() == [
        "1. X a1a3  about 60% for X → about 55% for X",
        "2. O a1a3  about 45% for O → loss in 5 (proved)",
        "3. X a1a3  win in 5 (proved) → draw (proved)  ?? blunder: loses the win",
        "   better: b1b3, win in 5 (proved): b1b3 a1c1",
        "4. O a2a1  draw (proved) → loss in 1 (proved)  ?? blunder: loses the draw",
        "   better: c1c3, draw (proved): c1c3 a1a3",
        "5. X b1a1  win in 1 (proved) → X has won",
        "",
        "X (Ann): 3 moves, 0 inaccuracies, 0 mistakes, 1 blunder; accuracy 82%.",
        "O (random): 2 moves, 0 inaccuracies, 0 mistakes, 1 blunder; accuracy 75%.",
        "Accuracy: 100% minus the winning chances that a move gave away, on average.",
    ]
    assert "→" not in good("analyse", str(file), "--plain")


def test_the_game_may_be_said(file: Path, asked: Asked) -> None:
    assert good("analyse", "quixo", str(file)) == good("analyse", str(file))
    assert asked.scripted.asked[0][1] == Limit(seconds=1)
    assert "holds a game of quixo, not of cage" in bad(2, "analyse", "cage", str(file))


def test_a_part_of_a_game(file: Path, asked: Asked) -> None:
    text = good("analyse", str(file), "--from", "2", "--to", "4", "--seat", "O")
    assert [line[:4] for line in text.splitlines() if line[:1].isdigit()] == ["2. O", "4. O"]
    assert [len(story.events) for story, _, _ in asked.scripted.asked] == [1, 2, 3, 4]


def test_guesses_are_named_by_their_size(file: Path, asked: Asked) -> None:
    shares = (0.60, 0.49, 0.70, 0.35, 0.35)
    asked.say(Scripted({at: [("c1a1", about(share))] for at, share in enumerate(shares)}))
    lines = good("analyse", str(file)).splitlines()
    assert lines[0].endswith("→ about 49% for X  ?! inaccuracy")
    assert lines[2].endswith("→ about 30% for O  ? mistake")
    assert lines[4].endswith("→ about 35% for X  ?? blunder")
    assert "1 inaccuracy, 0 mistakes, 1 blunder" in lines[-3]


def test_what_is_not_known(file: Path, asked: Asked) -> None:
    asked.say(Scripted({}))
    lines = good("analyse", str(file)).splitlines()
    assert lines[0] == "1. X a1a3  unknown → unknown  not judged"
    assert lines[4] == "5. X b1a1  win in 1 (proved) → X has won"
    assert lines[-2] == "O (random): 2 moves, 0 inaccuracies, 0 mistakes, 0 blunders."


def test_a_review_as_json(file: Path) -> None:
    data = json.loads(good("analyse", str(file), "--json"))
    assert data["complete"] is True
    assert data["seat_names"] == ["X", "O"]
    facts = [move["annotation"]["fact"] for move in data["moves"]]
    assert facts == [None, None, "loses_win", "loses_draw", None]
    third = data["moves"][2]
    assert (third["number"], third["seat"], third["move"]) == (3, 0, "a1a3")
    assert third["annotation"] == {"loss": 0.5, "verdict": "blunder", "fact": "loses_win"}
    assert third["before"]["plies"] == 5
    assert third["after"]["outcome"]["winners"] == []
    assert third["best"]["line"] == ["b1b3", "a1c1"]
    assert data["moves"][4]["after"]["outcome"]["reason"] == "line"
    assert data["seats"][1] == {
        "seat": 1,
        "moves": 2,
        "verdicts": {"inaccuracy": 0, "mistake": 0, "blunder": 1},
        "accuracy": 0.75,
    }


def test_ctrl_c_in_a_review(file: Path, asked: Asked, tmp_path: Path) -> None:
    asked.say(Scripted(REVIEW, stop=3))
    plot = tmp_path / "game.svg"
    done = run("analyse", str(file), "--plot", str(plot))
    assert done.exit_code == 130
    assert done.stdout.startswith("1. X a1a3")
    assert "2. O" not in done.stdout
    assert done.stdout.endswith("Stopped after 1 move.\n")
    assert not plot.exists()
    done = run("analyse", str(file), "--json")
    assert done.exit_code == 130
    assert json.loads(done.stdout)["complete"] is False


def test_json_files_and_standard_input(file: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(good("convert", str(file), "--to", "json"), "utf-8")
    assert good("analyse", str(path)) == good("analyse", str(file))
    assert good("analyse", "-", typed=GAME) == good("analyse", str(file))


def test_wrong_files(file: Path, tmp_path: Path) -> None:
    assert "No such file" in bad(1, "analyse", str(tmp_path / "none.txt"))
    two = tmp_path / "two"
    two.write_text(GAME + "\n" + GAME, "utf-8")
    assert "holds 2 games: choose one with --game N" in bad(2, "analyse", str(two))
    assert good("analyse", str(two), "--game", "2") == good("analyse", str(file))
    assert "holds 1 game; there is no game 2" in bad(2, "analyse", str(file), "--game", "2")
    two.write_text(GAME.replace("b1a1", "b9a1"), "utf-8")
    assert "line 12, column 30" in bad(1, "analyse", str(two))
    empty = GAME.split("1. a1a3")[0].replace("#0", "*") + "*\n"
    two.write_text(empty, "utf-8")
    assert "nobody has moved in this game" in bad(2, "analyse", str(two))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--size", "3"], "--size is for positions"),
        (["--players", "2"], "--players is for positions"),
        (["--closed-rows", "true"], "--closed-rows is for positions"),
        (["--lines", "2"], "--lines is for positions"),
        (["--from", "6"], "this game has 5 moves; there is no move 6"),
        (["--to", "9"], "this game has 5 moves; there is no move 9"),
        (["--from", "3", "--to", "2"], "move 3 comes after move 2"),
        (["--seat", "Z"], "--seat may be X, O; not Z"),
        (["--from", "3", "--to", "3", "--seat", "O"], "O has no move there"),
        (["--force"], "--force is for a plot"),
        (["--plot", "game.png"], "--plot draws SVG: expected a file named *.svg, not game.png"),
        (["--plot", "nowhere/game.svg"], "there is no folder nowhere"),
    ],
)
def test_options_that_can_not_be(file: Path, asked: Asked, words: list[str], said: str) -> None:
    assert said in bad(2, "analyse", str(file), *words)
    assert not asked.scripted.asked


# the drawing


def test_the_drawing(file: Path, tmp_path: Path) -> None:
    path = tmp_path / "game.svg"
    file.write_text(GAME.replace("Ann", "Ann <&> \x1b"), "utf-8")
    good("analyse", str(file), "--plot", str(path))
    text = path.read_text("utf-8")
    root = ET.fromstring(text)
    assert root.tag == f"{SVG}svg"
    assert root.findtext(f"{SVG}title") == "Quixo: X (Ann <&>), O (random)"
    assert "prefers-color-scheme: dark" in text
    assert "http" not in text.replace(SVG[1:-1], "")
    words = ["".join(one.itertext()) for one in root.iter(f"{SVG}text")]
    for word in ("X", "O", "0%", "50%", "100%", "Moves played", "Share of the win", "5"):
        assert word in words
    titles = [one.text for one in root.iter(f"{SVG}title")]
    assert "X after 2 moves: win in 5 (proved)" in titles
    assert "O after 1 move: about 45% for O" in titles
    assert "Move 3, X a1a3: ?? blunder: loses the win" in titles
    curves = [one for one in root.iter(f"{SVG}path") if "L" in one.get("d", "")]
    assert [one.get("d", "").count("L") for one in curves] == [5, 5]
    proved = [one for one in root.iter(f"{SVG}circle") if one.get("class") == "first fact"]
    assert [one.get("cy") for one in proved] == ["84.0", "214.0", "84.0", "84.0"]
    marks = [one.text for one in root.iter(f"{SVG}text") if one.get("class") == "mark"]
    assert marks == ["??", "??"]


def test_sides_that_are_colours_are_drawn_in_them(asked: Asked, tmp_path: Path) -> None:
    path, file = tmp_path / "game.svg", tmp_path / "game.txt"
    file.write_text(
        '[Game "cubulus"]\n[Rules "1"]\n[Players "3"]\n\n1. a11 a12 a13 2. b11\n*\n', "utf-8"
    )
    even = Estimate((0.4, 0.35, 0.25))
    asked.say(Scripted({at: [("c33", even)] for at in range(3)}))
    good("analyse", str(file), "--plot", str(path))
    root = ET.fromstring(path.read_text("utf-8"))
    curves = [one for one in root.iter(f"{SVG}path") if "L" in one.get("d", "")]
    assert [one.get("class") for one in curves] == ["curve s0 R", "curve s1 B", "curve s2 Y"]


def test_a_drawing_with_gaps(file: Path, asked: Asked, tmp_path: Path) -> None:
    path = tmp_path / "game.svg"
    asked.say(Scripted({at: REVIEW[at] for at in (0, 2, 4)}))
    good("analyse", str(file), "--plot", str(path))
    root = ET.fromstring(path.read_text("utf-8"))
    paths = [one.get("d", "") for one in root.iter(f"{SVG}path") if one.get("d", "").count("M") > 1]
    assert [(one.count("M"), one.count("L")) for one in paths] == [(3, 1), (3, 1)]


def test_nothing_to_draw(file: Path, asked: Asked, tmp_path: Path) -> None:
    asked.say(Scripted({}))
    path = tmp_path / "game.svg"
    words = ["--to", "1", "--plot", str(path)]
    assert "there is nothing to draw" in bad(2, "analyse", str(file), *words)
    assert not path.exists()


def test_a_drawing_is_not_overwritten_by_accident(file: Path, asked: Asked, tmp_path: Path) -> None:
    path = tmp_path / "game.svg"
    path.write_text("mine", "utf-8")
    assert "exists already: choose another name, or add --force" in bad(
        2, "analyse", str(file), "--plot", str(path)
    )
    assert path.read_text("utf-8") == "mine"
    assert not asked.scripted.asked
    good("analyse", str(file), "--plot", str(path), "--force")
    assert path.read_text("utf-8").startswith("<svg")
    folder = tmp_path / "folder.svg"
    folder.mkdir()
    assert "is a folder" in bad(2, "analyse", str(file), "--plot", str(folder), "--force")


def test_the_analyst_of_the_house_speaks_the_protocol() -> None:
    text = good("analyse", "quixo", "XX./OO./... X", "--size", "3", "--nodes", "1000")
    assert "X to move.\n1. " in text
    assert "(proved)" in text


def test_a_table_of_ones_own_tells_facts(tmp_path: Path) -> None:
    table = tmp_path / "quixo3.table"
    good("solve", "quixo", "--size", "3", "--table", str(table))
    words = ("analyse", "quixo", "--size", "3", "--nodes", "20", "--lines", "1")
    assert "about" in good(*words)
    assert "1. " in (text := good(*words, "--table", str(table)))
    assert "X wins (proved)" in text


def test_a_table_that_is_none(tmp_path: Path) -> None:
    file = tmp_path / "no.table"
    assert str(file) in bad(1, "analyse", "quixo", "--table", str(file))
    assert "there is no solver for cage" in bad(2, "analyse", "cage", "--table", str(file))


def test_more_memory_than_there_is_and_more_threads_than_cores() -> None:
    words = ("analyse", "quixo", "--size", "3", "--nodes", "20")
    assert "there is not enough memory" in bad(2, *words, "--memory", str(10**9))
    assert "X to move" in good(*words, "--threads", "5000")
