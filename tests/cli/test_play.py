"""Playing at one terminal."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from random import Random

import pytest
from rich.console import Console

from cubarium import catalog, records
from cubarium.cli.terminal.match_repl import MatchRepl
from cubarium.cli.terminal.save_files import SaveFiles
from cubarium.match.match import Match
from cubarium.records import text_format
from tests.cli.test_commands import GAME, bad, good, run

QUIXO = ["play", "quixo", "--plain", "--seed", "7"]
ALONE = [*QUIXO, "--seats", "person,random"]
TWO = [*QUIXO, "--seats", "person:Ann,person:Bea"]
SMALL = [*TWO, "--size", "3"]


def kept(tmp_path: Path) -> Path:
    (path,) = (tmp_path / "data" / "cubarium" / "games").glob("*.txt")
    return path


def test_a_whole_game_between_people(tmp_path: Path) -> None:
    text = good(*SMALL, typed="a1a3\na1a3\na1a3\na2a1\nb1a1\n")
    assert "X: Ann" in text
    assert "O: Bea" in text
    assert "It also ends with the same position for the third time, or 400 turns." in text
    assert "X wins: made a line." in text
    (record,) = records.read(kept(tmp_path).read_text("utf-8"))
    assert record.result is not None
    assert record.tags["Seat0"] == "Ann"
    assert {"Started", "Ended"} <= set(record.tags)


def test_against_a_random_player() -> None:
    text = good(*ALONE, typed="a1e1\n")
    assert "O: Random" in text
    assert "O (Random) plays " in text
    assert text.count("O (Random) plays ") == 1
    again = good(*ALONE, typed="a1e1\n")
    assert text.partition("The game is kept")[0] == again.partition("The game is kept")[0]


def test_random_players_alone_play_to_the_end() -> None:
    text = good("play", "quixo", "--players", "4", "--seats", "random,random,random,random")
    assert "win: " in text


def test_games_with_chance_begin_with_it() -> None:
    text = good("play", "stones", "--plain", "--seed=1", "--seats=person,random", typed="2\n" * 9)
    assert "Stones." in text
    assert "win" in text


def test_moves_may_be_typed_carelessly_and_in_part() -> None:
    text = good(*TWO, typed="A1\n  A1 E1 \n\n")
    assert "A1: a1a5 a1e1" in text
    assert "[X]" in text


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("c3", "c3 is inside the board: only cubes on the edge may be taken."),
        ("c3c5", "c3 is inside the board"),
        ("a1a1", "The cube may not go back to a1"),
        ("pass", "You can take a cube, so you may not pass."),
        ("xyzzy", "'xyzzy' is neither a move nor a command. Type help."),
        ("undo", "This seat has not moved."),
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
    text = good(*TWO, typed="?\nmoves\nmoves b1\nboard\nrules\nq\n")
    assert "3: b1a1 b1b5 b1e1" in text
    assert "undo      take back your last move" in text
    assert "44: a1a5" in text
    assert "# Quixo" in text


def test_tab_completes_commands_and_moves() -> None:
    match = Match.open(catalog.load("quixo"))
    out = Console()
    repl = MatchRepl(match, Random(0), out, SaveFiles({}, None), seconds=1, ascii_only=True)
    assert repl.completenames("re") == ["resign"]
    assert repl.completenames("a1") == ["a1a5", "a1e1"]
    assert {"board", "b1a1"} <= {*repl.completenames("b")}


def test_undo_between_people() -> None:
    text = good(*TWO, typed="a1e1\na5e5\nundo\nundo\nmoves\n")
    assert "44: " in text
    assert text.count("X> ") == 4


def test_undo_against_the_engine_takes_back_both_moves() -> None:
    text = good(*ALONE, typed="a1e1\nundo\nmoves\n")
    assert "44: " in text


def test_resigning(tmp_path: Path) -> None:
    assert "O wins: the other side resigned." in good(*TWO, typed="resign\ny\n")
    text = good(*TWO, typed="a1e1\nresign\nn\nresign\ny\n")
    assert "X wins: the other side resigned." in text
    assert " replay " in text
    assert '[Reason "resignation"]' in kept(tmp_path).read_text("utf-8")


def test_offering_a_draw() -> None:
    assert "A draw: all players agreed." in good(*TWO, typed="offer\nmaybe\ny\n")
    text = good(*TWO, typed="offer\nn\nmoves\n")
    assert "O (Bea) plays on." in text
    assert "44: " in text
    assert "O (Random) plays on." in good(*ALONE, typed="offer\n")


def test_saving(tmp_path: Path) -> None:
    path = tmp_path / "mine.txt"
    other = tmp_path / "other.txt"
    other.write_text("precious", "utf-8")
    typed = f"a1e1\nsave {path}\na5e5\nsave {path}\nsave {other}\nsave {tmp_path}/y.json\n"
    text = good(*TWO, typed=f"{typed}save {tmp_path}/x/y\nsave \0\nquit\n")
    assert text.count(f"Saved in {path}.") == 2
    assert f"The file {other} exists already: choose another name." in text
    assert other.read_text("utf-8") == "precious"
    assert f"There is no folder {tmp_path}/x." in text
    assert "null byte" in text
    assert "kept" not in text
    assert [act.text for act in records.read(path.read_text("utf-8"))[0].acts] == ["a1e1", "a5e5"]
    assert records.read((tmp_path / "y.json").read_text("utf-8"))
    assert not list(tmp_path.glob(".cubarium-*"))


def test_saving_without_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    good(*TWO, typed="a1e1\nsave\nquit\n")
    assert len(list(tmp_path.glob("quixo-*.txt"))) == 1


def test_saving_where_it_is_impossible(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    text = good(*TWO, typed=f"a1e1\nsave {tmp_path}/file/game.txt\nmoves\nquit\n")
    assert f"There is no folder {tmp_path}/file." in text
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
    assert "O: Random" in again


def test_going_on_with_an_old_record(tmp_path: Path) -> None:
    path = tmp_path / "old.txt"
    path.write_text(GAME.partition('[Result "#0"]')[0] + "\n1. a1a3 a1a3\n*\n", "utf-8")
    again = good("play", "--plain", "--resume", str(path), typed="a1a3\nquit\n")
    assert "O: random" in again
    assert "O (random) plays" in again
    assert '[Seat1 "random"]\n[Seat1Engine "random"]' in path.read_text("utf-8")


def test_going_on_keeps_comments_limits_and_who_left(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    start = ["play", "cage", "--players=3", "--plain", "--seed=1", "--seats=person,person,person"]
    limits = ["--repetitions=none", "--ply-limit=77"]
    good(*start, *limits, typed=f"Ra1\nresign\ny\nsave {path}\nquit\n")
    text = path.read_text("utf-8")
    assert "1. Ra1 !1" in text
    path.write_text(text.replace("1. Ra1", "{Hello.} 1. Ra1 {Good.}"), "utf-8")
    again = good("play", "--plain", "--resume", str(path), typed="board\nquit\n")
    assert "It also ends with 77 turns." in again
    assert "YG: Level 1 for Player YG" in again
    good("play", "--plain", "--resume", str(path), typed="2+\nquit\n")
    after = path.read_text("utf-8")
    assert "{Hello.} 1. Ra1 {Good.} !1" in after
    assert " 2. " not in text
    assert len(records.read(after)[0].acts) > 2


def test_a_person_who_leaves_is_played_on_by_an_engine() -> None:
    start = ["play", "cage", "--players=3", "--plain", "--seed=1"]
    text = good(*start, "--seats=person,random,random", typed="Ra1\nresign\ny\n")
    assert "RB (Player RB) has left; Level 1 plays on for RB." in text
    assert text.count("RB (Level 1 for Player RB) plays") > 1
    assert "wins: " in text or "A draw: " in text
    text = good(*start, "--seats=person,person,random", typed="Ra1\nresign\ny\nundo\nquit\n")
    assert "Something was drawn or shown, or a seat left, since then." in text


def test_narrow_terminals_show_layers_below_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "40")
    lines = good("show", "cage", "--plain").splitlines()
    assert lines[0].strip() == "layer 1"
    assert sum(line.strip().startswith("layer") for line in lines) == 3
    monkeypatch.setenv("COLUMNS", "0")
    assert "layer 1" in good("show", "cage", "--plain")


def test_a_file_that_somebody_changed_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    good(*TWO, typed=f"a1e1\nsave {path}\nquit\n")
    before = path.read_text("utf-8")
    other = records.read(before)[0]
    save_files = SaveFiles({}, (path, other))
    path.write_text(before.replace("1. a1e1", "1. a1e1 a5e5"), "utf-8")
    (said,) = save_files.keep(records.replayed(other))
    assert str(path) not in said
    assert "1. a1e1 a5e5" in path.read_text("utf-8")
    assert "1. a1e1\n" in kept(tmp_path).read_text("utf-8")


def test_many_tables_left_at_once_are_all_kept(tmp_path: Path) -> None:
    match = records.replayed(records.read(GAME)[0])
    with ThreadPoolExecutor(8) as tables:
        said = list(tables.map(lambda _: SaveFiles({}, None).keep(match), range(24)))
    assert len(set(map(tuple, said))) == 24
    files = list((tmp_path / "data" / "cubarium" / "games").iterdir())
    assert len(files) == 24
    assert all(records.read(file.read_text("utf-8")) for file in files)


def test_nothing_is_kept_of_nothing(tmp_path: Path) -> None:
    good(*TWO, typed="quit\n")
    assert not (tmp_path / "data").exists()


def test_what_cannot_be_gone_on_with(tmp_path: Path) -> None:
    path = tmp_path / "game.txt"
    good(*TWO, typed=f"a1e1\nsave {path}\nquit\n")
    record = records.read(path.read_text("utf-8"))[0]
    assert "is quixo, not cage" in bad(2, "play", "cage", "--resume", str(path))
    assert "takes the table" in bad(2, "play", "--resume", str(path), "--size", "3")
    path.write_text(text_format.write_all([record, record]), "utf-8")
    assert "holds 2 games" in bad(2, "play", "--resume", str(path))
    good(*TWO, typed=f"a1e1\nresign\ny\nsave {path}\n")
    over = tmp_path / "data" / "cubarium" / "games"
    file = next(one for one in over.glob("*.txt"))
    assert "is over" in bad(2, "play", "--resume", str(file))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["play"], "which game?"),
        (["play", "quixo", "--seats", "person"], "names 1; expected 2"),
        (["play", "quixo", "--seats", "person,alpha"], "'alpha' can't sit there; expected one of"),
        (
            ["play", "quixo", "--seats", "person,level9"],
            "person, person:NAME, level1 to level8, engine, random",
        ),
        (["play", "quixo", "--seats=person,random:Bob"], "'random:Bob' can't sit there"),
        (["play", "quixo", "--level", "9"], "9 is not in the range"),
        (["play", "quixo", "--level=3", "--seats=person,random"], "use level3 there"),
        (["play", "quixo", "--seconds=5"], "--seconds is for `engine`, which has no seat"),
        (["play", "quixo", "--seconds=nan", "--seats=engine,person"], "a number of seconds"),
        (["play", "quixo", "--position", "X"], "column 1"),
        (["play", "quixo", "--ply-limit", "0"], "expected 1 or more, or none; not 0"),
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
    assert "A draw: the limit of turns was reached." in text
    text = good(*TWO, "--position", start, "--repetitions=none", "--ply-limit=none", typed=typed)
    assert "A draw" not in text


def test_the_end_of_input_is_a_way_to_leave() -> None:
    done = run(*TWO, typed="")
    assert done.exit_code == 0
    assert "Traceback" not in done.output
