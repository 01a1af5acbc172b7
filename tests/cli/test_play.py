"""Playing at one terminal."""

from pathlib import Path

import pytest

from cubarium.play import records
from cubarium.play.records import text_form
from tests.cli.test_commands import bad, good, run

ALONE = ["play", "quixo", "--plain", "--seed", "7"]
TWO = [*ALONE, "--seats", "person:Ann,person:Bea"]
SMALL = [*TWO, "--size", "3"]
LEFT = "1. a1e1"


def kept(tmp_path: Path) -> Path:
    (path,) = (tmp_path / "data" / "cubarium" / "games").glob("*.txt")
    return path


def test_a_whole_game_between_people(tmp_path: Path) -> None:
    text = good(*SMALL, typed="a1a3\na1a3\na1a3\na2a1\nb1a1\n")
    assert "X: Ann" in text
    assert "O: Bea" in text
    assert "A draw: the same position for time 3, or 400 turns." in text
    assert "X wins: made a line." in text
    (record,) = records.read(kept(tmp_path).read_text("utf-8"))
    assert record.result is not None
    assert record.tags["Seat0"] == "Ann"
    assert {"Started", "Ended"} <= set(record.tags)


def test_against_a_random_player() -> None:
    text = good(*ALONE, typed="a1e1\n")
    assert "O: random" in text
    assert "O (random) plays " in text
    assert text.count("O (random) plays ") == 1
    assert text == good(*ALONE, typed="a1e1\n") or "kept" in text


def test_random_players_alone_play_to_the_end() -> None:
    text = good("play", "quixo", "--players", "4", "--seats", "random,random,random,random")
    assert "win: " in text


def test_games_with_chance_begin_with_it() -> None:
    text = good("play", "stones", "--plain", "--seed", "1", typed="2\n" * 9)
    assert "Stones." in text
    assert "win" in text


def test_moves_may_be_typed_carelessly_and_in_part() -> None:
    text = good(*TWO, typed="A1\n  A1E1 \n\n")
    assert "A1: a1a5 a1e1" in text
    assert "[X]" in text


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("c3", "c3 is inside the board: only cubes on the edge may be taken."),
        ("c3c5", "c3 is inside the board"),
        ("a1a1", "The cube may not go back to a1"),
        ("pass", "You can take a cube, so you may not pass."),
        ("xyzzy", "'xyzzy' is neither a move nor a word that I know. Type help."),
        ("undo", "this seat has not moved."),
        ("[bold]", "'[bold]' is neither"),
    ],
)
def test_wrong_words_are_answered_and_change_nothing(typed: str, answer: str) -> None:
    text = good(*TWO, typed=f"{typed}\nmoves\n")
    assert answer in text
    assert "44: a1a5 a1e1" in text


def test_the_opponents_cube() -> None:
    assert "The cube on e1 is your opponent's." in good(*TWO, typed="a1e1\ne1a1\ne1\n")


def test_words() -> None:
    text = good(*TWO, typed="help\nmoves\nboard\nrules\n")
    assert "undo      take back your last move" in text
    assert "44: a1a5" in text
    assert "# Quixo" in text


def test_undo_between_people() -> None:
    text = good(*TWO, typed="a1e1\na5e5\nundo\nundo\nmoves\n")
    assert "44: " in text
    assert text.count("X> ") == 4


def test_undo_against_the_engine_takes_back_both_moves() -> None:
    text = good(*ALONE, typed="a1e1\nundo\nmoves\n")
    assert "44: " in text


def test_resigning(tmp_path: Path) -> None:
    assert "O wins: the other side resigned." in good(*TWO, typed="resign\n")
    text = good(*TWO, typed="a1e1\nresign\n")
    assert "X wins: the other side resigned." in text
    assert "cubarium replay" in text
    assert '[Reason "resignation"]' in kept(tmp_path).read_text("utf-8")


def test_offering_a_draw() -> None:
    assert "A draw: all players agreed." in good(*TWO, typed="offer\ny\n")
    text = good(*TWO, typed="offer\nn\nmoves\n")
    assert "Bea plays on." in text
    assert "44: " in text
    assert "random plays on." in good(*ALONE, typed="offer\n")


def test_saving(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    other = tmp_path / "other.txt"
    other.write_text("precious", "utf-8")
    typed = f"a1e1\nsave {path}\na5e5\nsave {path}\nsave {other}\nsave {tmp_path}/x/y.json\nquit\n"
    text = good(*TWO, typed=typed)
    assert text.count(f"Saved in {path}.") == 2
    assert f"{other} exists already: choose another name." in text
    assert other.read_text("utf-8") == "precious"
    assert "kept" not in text
    assert [act.text for act in records.read(path.read_text("utf-8"))[0].acts] == ["a1e1", "a5e5"]
    assert records.read((tmp_path / "x" / "y.json").read_text("utf-8"))
    assert not list(tmp_path.glob(".cubarium-*"))


def test_saving_without_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    good(*TWO, typed="a1e1\nsave\nquit\n")
    assert len(list(tmp_path.glob("quixo-*.txt"))) == 1


def test_saving_where_it_is_impossible(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    text = good(*TWO, typed=f"a1e1\nsave {tmp_path}/file/game.txt\nmoves\nquit\n")
    assert "Not a directory" in text or "File exists" in text
    assert "42: " in text


def test_a_game_that_cannot_be_kept_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "file"))
    text = good(*TWO, typed="a1e1\nquit\n")
    assert "The game could not be kept" in text
    assert text.rstrip().endswith("a1e1")


def test_leaving_and_going_on(tmp_path: Path) -> None:
    text = good(*TWO, typed="a1e1\n")
    assert "play --resume" in text
    path = kept(tmp_path)
    again = good("play", "--plain", "--resume", str(path), typed="moves\na5e5\nquit\n")
    assert "42: " in again
    assert "O: Bea" in again
    assert kept(tmp_path) == path
    assert "1. a1e1 a5e5" in path.read_text("utf-8")


def test_going_on_keeps_the_engines(tmp_path: Path) -> None:
    good(*ALONE, typed="a1e1\n")
    again = good("play", "--plain", "--resume", str(kept(tmp_path)), typed="quit\n")
    assert "O: random" in again


def test_nothing_is_kept_of_nothing(tmp_path: Path) -> None:
    good(*TWO, typed="quit\n")
    assert not (tmp_path / "data").exists()


def test_what_cannot_be_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    good(*TWO, typed=f"a1e1\nsave {path}\nquit\n")
    record = records.read(path.read_text("utf-8"))[0]
    assert "takes the game" in bad(2, "play", "quixo", "--resume", str(path))
    assert "takes the game" in bad(2, "play", "--resume", str(path), "--size", "3")
    path.write_text(text_form.write_all([record, record]), "utf-8")
    assert "holds 2 games" in bad(2, "play", "--resume", str(path))
    good(*TWO, typed=f"a1e1\nresign\nsave {path}\n")
    over = tmp_path / "data" / "cubarium" / "games"
    file = next(one for one in over.glob("*.txt"))
    assert "is over" in bad(2, "play", "--resume", str(file))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["play"], "which game?"),
        (["play", "quixo", "--seats", "person"], "names 1 seats; expected 2"),
        (["play", "quixo", "--seats", "person,alpha"], "'alpha' can't sit there; expected one of"),
        (["play", "quixo", "--position", "X"], "column 1"),
        (["play", "quixo", "--ply-limit", "0"], "expected a number from 1 on, or none; not 0"),
        (["play", "quixo", "--repetitions", "often"], "or none; not often"),
    ],
)
def test_wrong_words_on_the_command_line(words: list[str], message: str) -> None:
    assert message in bad(2, *words)


def test_limits_can_be_set_and_switched_off() -> None:
    start = "XXXX./...../...../...../OOOO. X"
    typed = "c5a5\nc1a1\n" * 3
    text = good(*TWO, "--position", start, typed=typed)
    assert "A draw: the same position has come up too often." in text
    text = good(*TWO, "--position", start, "--repetitions", "none", "--ply-limit", "5", typed=typed)
    assert "A draw: the limit of turns is reached." in text
    text = good(*TWO, "--position", start, "--repetitions=none", "--ply-limit=none", typed=typed)
    assert "A draw" not in text


def test_the_end_of_input_is_a_way_to_leave() -> None:
    done = run(*TWO, typed="")
    assert done.exit_code == 0
    assert "Traceback" not in done.output
