"""The command line, command by command."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click
import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result

from cubarium import __version__, catalog
from cubarium.cli.main import COMMANDS, LazyGroup, cli
from cubarium.cli.output import status_line

GAME = """\
[Game "quixo"]
[Rules "1"]
[Players "2"]
[Options "size=3"]
[Date "2026.11.15"]
[Seat0 "Ann"]
[Seat1 "random"]
[Seat1Engine "random"]
[Result "#0"]
[Reason "line"]

1. a1a3 a1a3 2. a1a3 a2a1 3. b1a1
#0
"""


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli, list(words), input=typed)


def good(*words: str, typed: str = "") -> str:
    done = run(*words, typed=typed)
    assert done.exit_code == 0, done.output
    return done.output


def bad(code: int, *words: str) -> str:
    done = run(*words)
    assert done.exit_code == code, done.output
    assert "Traceback" not in done.output
    return done.stderr


# every command


def test_help_lists_the_commands() -> None:
    text = good("--help")
    for name, summary in COMMANDS.items():
        assert name in text
        assert summary.split(":")[0] in text
        assert "Usage" in good(name, "--help")
    assert good("--version").strip() == f"cubarium, version {__version__}"
    assert "No such command" in bad(2, "paly")


def test_help_of_a_command_lists_the_options_of_the_games() -> None:
    text = " ".join(good("show", "--help").split())
    assert "--size VALUE Quixo: Cubes along one side of the board, and in a line." in text
    assert "3|4|5 with 2 players" in text
    assert "Quixo: 2 or 4" in text


@pytest.mark.parametrize("command", ["solve", "probe"])
def test_what_can_be_solved_lists_its_own_options_alone(command: str) -> None:
    text = good(command, "--help")
    assert "--size VALUE" in text
    assert "Quixo: 2; Cubulus: 2." in text
    for other in ("--twins", "--colours", "--stones", "Rubik"):
        assert other not in text


@pytest.mark.parametrize(
    ("words", "begun", "said"),
    [
        (["show"], "cu", ["cubulus", "cubeo"]),
        (["play"], "", [*catalog.names()]),
        (["rules"], "Qu", ["quixo"]),
        (["perft"], "x", []),
        (["probe"], "", ["quixo", "cubulus"]),
        (["solve"], "c", ["cubulus"]),
        (["analyse"], "ca", ["cage", "ca"]),
    ],
)
def test_a_shell_completes_the_game(words: list[str], begun: str, said: list[str]) -> None:
    complete = ShellComplete(cli, {}, "cubarium", "_CUBARIUM_COMPLETE")
    assert [item.value for item in complete.get_completions(words, begun)] == said


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("stop", [KeyboardInterrupt, click.Abort])
def test_ctrl_c_ends_every_command_alike(
    name: str, stop: type[BaseException], monkeypatch: pytest.MonkeyPatch
) -> None:
    def stopped() -> None:
        raise stop

    monkeypatch.setattr(LazyGroup, "get_command", lambda *_: click.Command(name, callback=stopped))
    result = CliRunner().invoke(cli, [name])
    assert (result.exit_code, result.output) == (130, "\n")


def test_ctrl_c_ends_a_count(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("threading.Thread.join", stopped)
    assert CliRunner().invoke(cli, ["perft", "quixo", "2"]).exit_code == 130


@pytest.mark.parametrize("command", ["show", "play", "perft"])
def test_wrong_tables(command: str) -> None:
    depth = ["1"] if command == "perft" else []
    assert "there is no game 'chess'; the games: quixo" in bad(2, command, "chess", *depth)
    assert "size may be 3, 4, 5; not 9" in bad(2, command, "quixo", *depth, "--size", "9")
    assert "2 or 4 players; not 3" in bad(2, command, "quixo", *depth, "--players", "3")
    assert "option size may be 5" in bad(2, command, "quixo", *depth, "--players=4", "--size=3")


# games, rules, show


def test_games() -> None:
    text = " ".join(good("games").split())
    assert "quixo: Quixo, 2 or 4 players" in text
    assert "unofficial implementation" in text
    (quixo,) = [one for one in json.loads(good("games", "--json")) if one["name"] == "quixo"]
    assert quixo["players"] == [2, 4]
    assert quixo["options"][0]["name"] == "size"


def test_rules() -> None:
    assert "# Quixo" in good("rules", "quixo")
    assert "there is no game" in bad(2, "rules", "chess")


def test_show() -> None:
    text = good("show", "quixo", "X...O/...../...../...../..... O", "--plain")
    assert "5 | X |   |   |   | O | 5" in text
    assert "O to move: 42 moves." in text
    assert text.isascii()
    assert good("show", "quixo", "--size", "3", "--plain").count("+---+---+---+") == 4
    four = good("show", "quixo", "N...E/...../...../...../..... S", "--players", "4", "--plain")
    assert "| XN |" in four
    assert "| OE |" in four


def test_show_says_how_it_ended() -> None:
    text = good("show", "quixo", "XXX/OO./... O", "--size", "3", "--plain")
    assert "|*X*|*X*|*X*|" in text
    assert "X wins: made a line." in text


def test_show_json() -> None:
    data = json.loads(good("show", "quixo", "--size", "3", "--json"))
    assert data["options"] == {"size": "3"}
    assert data["text"] == ".../.../... X"
    assert data["turn"] == {"kind": "move", "seat": 0}
    assert len(data["legal"]) == 20
    assert len(data["scene"]["items"]) == 9
    ended = json.loads(good("show", "quixo", "XXX/OO./... O", "--size", "3", "--json"))
    outcome = {"winners": [0], "reason": "line", "scores": None}
    assert ended["turn"] == {"kind": "end", "outcome": outcome}
    assert ended["result"] == {"outcome": outcome, "sentence": "X wins: made a line."}


def test_show_a_game_that_begins_with_chance() -> None:
    assert "It is chance's turn." in good("show", "stones")
    data = json.loads(good("show", "stones", "--json"))
    assert data["turn"] == {"kind": "draw", "to": 0}
    assert sum(data["draws"].values()) == 4


def test_show_refuses_a_bad_position() -> None:
    assert "column 3: expected a blank cube" in bad(2, "show", "quixo", "..Z")


# perft


@pytest.mark.parametrize("reading", ["auto", "rules", "kernel"])
def test_perft(reading: str) -> None:
    assert good("perft", "quixo", "2", "--reading", reading) == "1836\n"
    assert good("perft", "quixo", "0", "--reading", reading) == "1\n"
    assert good("perft", "quixo", "3", "--size", "3", "--reading", reading) == "6332\n"


def test_perft_shows_how_far_it_has_come(monkeypatch: pytest.MonkeyPatch) -> None:
    assert CliRunner().invoke(cli, ["perft", "quixo", "2"]).stderr == ""
    monkeypatch.setenv("FORCE_COLOR", "1")  # as on a terminal
    done = CliRunner().invoke(cli, ["perft", "quixo", "2"])
    assert done.stdout == "1836\n"
    assert "perft 2" in done.stderr
    assert "44/44" in done.stderr


def test_a_status_line_is_for_terminals(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for is_terminal in (False, True):
        if is_terminal:
            monkeypatch.setenv("FORCE_COLOR", "1")
        with status_line() as line:
            line.update("half of it")
        assert ("half of it" in capsys.readouterr().err) == is_terminal


def test_perft_divide() -> None:
    lines = good("perft", "quixo", "2", "--divide", "--size", "3").splitlines()
    assert len(lines) == 21
    assert lines[-1] == "356"
    assert sum(int(line.split()[1]) for line in lines[:-1]) == 356
    assert good("perft", "quixo", "0", "--divide") == "1\n"


def test_perft_json_and_position() -> None:
    where = ["--size", "3", "--position", "XOX/..X/X.O O"]
    data = json.loads(good("perft", "quixo", "2", *where, "--divide", "--json"))
    assert data["count"] == 143
    assert sum(data["divide"].values()) == 143
    assert "column 1" in bad(2, "perft", "quixo", "2", "--position", "X")


@pytest.mark.parametrize("depth", ["-1", "21", "two"])
def test_perft_refuses_a_bad_depth(depth: str) -> None:
    assert "Invalid value for 'DEPTH'" in bad(2, "perft", "quixo", "--", depth)


# replay and convert


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.txt"
    path.write_text(GAME, "utf-8")
    return path


def test_replay(file: Path) -> None:
    text = good("replay", str(file), "--plain")
    assert "1. a1a3 a1a3 2. a1a3 a2a1 3. b1a1" in text
    assert "X wins: made a line." in text
    assert text.count("a   b   c") == 2
    assert good("replay", str(file), "--plain", "--all").count("a   b   c") == 12
    early = good("replay", str(file), "--plain", "--ply", "1")
    assert "[X]" in early
    assert "wins:" not in early


def test_replay_json(file: Path) -> None:
    (data,) = json.loads(good("replay", str(file), "--json"))
    assert data["acts"][0]["text"] == "a1a3"
    assert len(data["positions"]) == 6
    assert data["positions"][0] == ".../.../... X"


def test_replay_of_a_resigned_game(file: Path) -> None:
    text = GAME.replace(" 3. b1a1", "").replace('"line"', '"resignation"')
    file.write_text(text, "utf-8")
    assert "X wins: the other side resigned." in good("replay", str(file))


def test_replay_picks_a_game_of_several(file: Path) -> None:
    file.write_text(GAME + "\n" + GAME.replace("Ann", "Bea"), "utf-8")
    assert "Ann" not in good("replay", str(file), "--game", "2")
    assert "there is no game 3" in bad(2, "replay", str(file), "--game", "3")
    assert "there is no act 99" in bad(2, "replay", str(file), "--ply", "99")


@pytest.mark.parametrize("command", [["replay"], ["convert", "--to", "json"]])
def test_bad_files(command: list[str], file: Path, tmp_path: Path) -> None:
    assert "No such file" in bad(1, *command, str(tmp_path / "none"))
    assert "directory" in bad(1, *command, str(tmp_path))
    file.write_text(GAME.replace("a2a1", "a2z9"), "utf-8")
    assert "line 12, column 22: 'a2z9' is not a move: expected" in bad(1, *command, str(file))
    file.write_text("", "utf-8")
    assert "there is no game in" in bad(1, *command, str(file))
    file.write_bytes(b"[Game \xff")
    assert "line 1, column 7" in bad(1, *command, str(file))
    with file.open("wb") as large:
        large.truncate(33 * 2**20)
    assert "larger than 32 MB" in bad(1, *command, str(file))


def test_convert(file: Path, tmp_path: Path) -> None:
    as_json = tmp_path / "game.json"
    as_json.write_text(good("convert", str(file), "--to", "json"), "utf-8")
    assert good("convert", str(as_json), "--to", "text") == GAME
    data = json.loads(good("convert", str(file), "--to", "abstract-play"))
    assert data["header"]["players"][1]["is_ai"] is True
    file.write_text(GAME + "\n" + GAME, "utf-8")
    assert len(json.loads(good("convert", str(file), "--to", "abstract-play"))) == 2


def test_perft_divides_draws_too() -> None:
    lines = good("perft", "cubulus", "2", "--neutrals", "random", "--divide").splitlines()
    assert lines[0] == "=a11 26"
    assert lines[-1] == "702"


def test_options_with_underscores_may_be_typed_so() -> None:
    for flag in ("--one-colour", "--one_colour"):
        assert "R to move" in good("show", "cage", flag, "true")
    assert "--one-colour:" in good("games")
    assert "QUIXO" not in good("show", "QUIXO")


def test_json_files_are_read_as_json(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text("[", "utf-8")
    assert "not JSON" in bad(1, "replay", str(path))
    path.write_text("[]", "utf-8")
    assert "there is no game in" in bad(1, "replay", str(path))


def test_all_and_ply_do_not_go_together(file: Path) -> None:
    assert "can't go together" in bad(2, "replay", str(file), "--all", "--ply", "1")


# as a process


@contextmanager
def spawn(*words: str) -> Iterator[subprocess.Popen[str]]:
    """A program that runs, and notices Ctrl-C as at a terminal. A test that fails stops it."""
    code = (
        "import signal; signal.signal(signal.SIGINT, signal.default_int_handler); "
        "from cubarium.cli.main import main; main()"
    )
    with subprocess.Popen(
        [sys.executable, "-u", "-c", code, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"PYTHONUTF8": "1"},
    ) as program:
        try:
            yield program
        except BaseException:
            program.kill()
            raise


def test_ctrl_c_leaves_without_a_traceback_and_keeps_the_game(tmp_path: Path) -> None:
    with spawn("play", "quixo", "--plain", "--seed=1", "--seats=person,random") as game:
        assert game.stdin is not None
        assert game.stdout is not None
        game.stdin.write("a1e1\n")
        game.stdin.flush()
        seen = ""
        while "(Random) plays" not in seen:
            seen += game.stdout.read(1)
        game.send_signal(signal.SIGINT)
        output, _ = game.communicate(timeout=20)
    assert game.returncode == 130
    assert "Traceback" not in output
    assert "play --resume" in output
    (kept,) = (tmp_path / "data" / "cubarium" / "games").glob("*.txt")
    assert "1. a1e1" in kept.read_text("utf-8")


def test_a_closed_pipe_is_no_error() -> None:
    with spawn("perft", "quixo", "2", "--divide") as perft:
        assert perft.stdout is not None
        perft.stdout.close()
    assert perft.wait(timeout=20) == 1


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_closed_window_keeps_the_game(number: signal.Signals, tmp_path: Path) -> None:
    with spawn("play", "quixo", "--plain", "--seed=1", "--seats=person,random") as game:
        assert game.stdin is not None
        assert game.stdout is not None
        game.stdin.write("a1e1\n")
        game.stdin.flush()
        seen = ""
        while "(Random) plays" not in seen:
            seen += game.stdout.read(1)
        game.send_signal(number)
        output, _ = game.communicate(timeout=20)
    assert game.returncode == 128 + number
    assert "Traceback" not in output
    assert len(list((tmp_path / "data" / "cubarium" / "games").glob("*.txt"))) == 1


@pytest.mark.compiled  # other code notices Ctrl-C by itself
def test_ctrl_c_stops_perft() -> None:
    with spawn("perft", "quixo", "9", "--reading", "kernel") as perft:
        time.sleep(3)
        perft.send_signal(signal.SIGINT)
        output, _ = perft.communicate(timeout=20)
    assert perft.returncode == 130
    assert "Traceback" not in output


@pytest.mark.parametrize("closed", ["<&-", ">&-", "</dev/null"])
def test_closed_streams_are_no_reason_to_fail(closed: str) -> None:
    command = f"{sys.executable} -m cubarium play quixo --plain {closed}"
    done = subprocess.run(
        ["bash", "-c", command], capture_output=True, text=True, check=False, input=""
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == 0


def test_signs_that_a_terminal_cannot_show_are_replaced() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    command = [
        sys.executable,
        "-m",
        "cubarium",
        "play",
        "quixo",
        "--seats",
        "person:Zo\u00e9,random",
    ]
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, input="a1e1\nquit\n", env=environment
    )
    assert "Zo?" in done.stdout
    assert "|[X]|" in done.stdout


def test_standard_input_can_be_replayed() -> None:
    command = [sys.executable, "-m", "cubarium", "replay", "-", "--plain"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, input=GAME)
    assert "X wins: made a line." in done.stdout
