"""Solving and probing at the command line."""

import json
import sys
from pathlib import Path

import numpy as np
import pytest

from cubarium.cli.rotation_run import sweep_progress
from cubarium.core.errors import CubariumError
from cubarium.core.solver import PositionIndex, WinDrawLoss
from cubarium.games.cubulus import rotation_index
from cubarium.games.cubulus.state import State
from cubarium.games.quixo.solver_index import index
from cubarium.solve import cpu, solver, sources
from cubarium.solve.rotations import outside_check
from cubarium.solve.rotations.solver import SweepReport
from cubarium.solve.tablebase import Tablebase, write
from tests.cli.test_commands import bad, good, run
from tests.solve.one_thread_gpu import COMPILER, cupy_of
from tests.solve.plain_rotations import VARIED


def test_solve_writes_a_table_that_probe_reads(tmp_path: Path) -> None:
    table = tmp_path / "three.table"
    done = run("solve", "quixo", "--size", "3", "--threads", "1", "--table", str(table))
    assert done.exit_code == 0, done.output
    assert "12748 won, 6935 lost, 0 drawn for the side to move." in done.output
    assert "The start is a win." in done.output
    assert "9 cubes: 306 won, 206 lost, 0 drawn" in done.stderr
    assert not (tmp_path / "three.table.tiers").exists()
    again = bad(2, "solve", "quixo", "--size", "3", "--table", str(table))
    assert "exists already" in again
    text = good("probe", "quixo", "--size", "3", "--table", str(table))
    assert text.startswith("A win for X.")
    assert "win: " in text
    over = good("probe", "quixo", "--size", "3", "--table", str(table), "XXX/.../OO. O")
    assert "A loss for O: the game is over." in over


def test_solve_as_json() -> None:
    data = json.loads(run("solve", "quixo", "--size", "3", "--json").stdout)
    assert (data["wins"], data["losses"], data["draws"]) == (12748, 6935, 0)
    assert data["start"] == "win"
    assert len(data["classes"]) == 55


def test_no_estimate_of_time_left_counts_compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """The smallest board is solved first, and compiles what the wanted one needs."""
    solved: list[int] = []

    def stub(index: PositionIndex, *_: object) -> None:
        solved.append(index.size)
        if index.size == 4:
            raise CubariumError("enough")

    monkeypatch.setattr(solver, "solve", stub)
    assert "enough" in bad(2, "solve", "quixo", "--size", "4")
    assert solved == [3, 4]


def test_some_tiers_alone() -> None:
    done = run("solve", "quixo", "--size", "3", "--last", "8")
    assert "1652 won, 1164 lost, 0 drawn" in done.output
    assert "The start" not in done.output


def test_openings_are_exact_out_of_the_box() -> None:
    text = good("probe", "quixo")
    assert text.startswith("A draw for X.")
    data = json.loads(good("probe", "quixo", "--json"))
    assert data["value"] == "draw"
    assert set(data["moves"].values()) == {"draw"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["probe", "quixo", "XXXXO/OOOOX/...../...../..... X"],
            "the tablebase knows positions with up to 8 cubes",
        ),
        (["probe", "quixo", "--size", "4"], "there is no tablebase at hand"),
        (["probe", "cage"], "there is no solver for cage"),
        (["probe", "cubulus"], "cubulus.table in "),
        (["probe", "cubulus", "--players", "3", "--table", "x"], "only Cubulus for two players"),
        (["solve", "cubulus", "--players", "3"], "only Cubulus for two players is solved"),
        (["solve", "cubulus", "--balls", "3"], "there are 4 to 9 balls a side, not 3"),
        (["solve", "cubulus", "--last", "3"], "full boards have none"),
        (["solve", "cubulus", "--keep", "3"], "full boards have none"),
        (["solve", "quixo", "--balls", "4"], "--balls and --outside are for games whose"),
        (["solve", "quixo", "--players", "4"], "only Quixo for two players is solved"),
        (["solve", "quixo", "--size", "3", "--keep", "2"], "--keep is for a tablebase"),
        (["solve", "quixo", "--size", "3", "--last", "2", "--table", "x"], "needs all tiers"),
        (["solve", "quixo", "--size", "3", "--table", "/nowhere/x"], "there is no folder /nowhere"),
    ],
)
def test_wrong_words_are_refused(words: list[str], said: str) -> None:
    assert said in bad(2, *words)


def test_a_table_is_checked_by_the_rules(tmp_path: Path) -> None:
    assert "20 positions checked: 0 faults." in good("probe", "quixo", "--check", "20")
    table = tmp_path / "three.table"
    good("solve", "quixo", "--size", "3", "--table", str(table))
    words = ["probe", "quixo", "--size", "3", "--table", str(table), "--check", "60"]
    assert "60 positions checked: 0 faults." in good(*words)
    whole = Tablebase(table, "quixo", 1)
    values = {
        (a, b): np.array(whole.values((a, b), index(3).positions(a, b))) for a, b in ALL_OF_THREE
    }
    values[3, 3] ^= np.uint64(2**64 - 1)
    write(table, "quixo", 3, 1, values)
    done = run(*words[:-1], "600")
    assert done.exit_code == 1
    assert "Wrong: " in done.output


ALL_OF_THREE = [(a, b) for a in range(10) for b in range(10 - a)]


def test_a_foreign_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("hello", "utf-8")
    assert "is no tablebase" in bad(2, "probe", "quixo", "--table", str(tmp_path / "x"))


def test_a_disk_that_is_too_small_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full:
        free = 1

    monkeypatch.setattr("shutil.disk_usage", lambda _: Full)
    words = ["solve", "quixo", "--size", "3", "--table", str(tmp_path / "t")]
    assert "GB of disk while it grows" in bad(2, *words)


@pytest.mark.compiled
def test_distances_are_told_and_checked() -> None:
    text = good("solve", "quixo", "--size", "3", "--distances")
    assert "The start is a win in 7." in text
    assert "19683 positions checked: 0 faults." in text
    assert "  .../.../... X" in text


def test_distances_as_json() -> None:
    data = json.loads(run("solve", "quixo", "--size", "3", "--distances", "--json").stdout)
    assert data["start"] == "win in 7"
    assert sum(data["wins"].values()) == 12748
    assert sum(data["losses"].values()) == 6935
    assert data["faults"] == 0
    assert "boards of up to 4 by 4" in bad(2, "solve", "quixo", "--distances")


def test_files_of_others_survive_in_the_folder_of_tiers(tmp_path: Path) -> None:
    folder = tmp_path / "t.tiers"
    folder.mkdir()
    (folder / "thesis.txt").write_text("years of work", "utf-8")
    good("solve", "quixo", "--size", "3", "--table", str(tmp_path / "t"))
    assert [path.name for path in folder.iterdir()] == ["thesis.txt"]


# full boards


def small_cage(monkeypatch: pytest.MonkeyPatch) -> None:
    """One face instead of the cage: it is solved in moments without compiled code too."""
    monkeypatch.setattr(rotation_index, "facts", lambda _: VARIED[1])


def test_full_boards_are_solved_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small_cage(monkeypatch)
    table = tmp_path / "cubulus.table"
    done = run("solve", "cubulus", "--balls", "4", "--threads", "1", "--table", str(table))
    assert done.exit_code == 0, done.output
    assert "sweep 1: " in done.stderr
    said = "210 boards in 3 layouts of the neutral balls: 148 running; the mover has a square on 31"
    assert said in done.stdout
    assert "164 won" not in done.stderr
    assert "22 drawn, and 4 more drawn that are lost if the one drawing move" in done.stdout
    assert "plies" not in done.stdout
    assert table.exists()
    assert "exists already" in bad(2, "solve", "cubulus", "--balls", "4", "--table", str(table))


def test_plies_of_full_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    small_cage(monkeypatch)
    text = good("solve", "cubulus", "--balls", "4", "--threads", "1", "--distances")
    assert "plies          won         lost" in text
    assert "Examples of the longest wins:" in text
    done = run("solve", "cubulus", "--balls", "4", "--threads", "1", "--distances", "--json")
    data = json.loads(done.stdout)
    assert data["entries"] == 210
    assert data["over"] == {"won": 31, "lost": 31}
    assert data["counts"]["draws_else_loss"] == 4
    assert sum(data["wins"].values()) == sum(
        data["counts"][kind] for kind in ("wins", "wins_else_draw", "wins_else_loss")
    )
    assert max(map(int, data["wins"])) == 13
    assert len(data["longest"]) > 0


def test_full_boards_need_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    small_cage(monkeypatch)
    monkeypatch.setattr(cpu, "free_memory", lambda: 1000)
    assert "GB of memory; there are 0.0 GB" in bad(2, "solve", "cubulus", "--balls", "4")


def test_the_time_left_is_told_where_sweeps_are_many(capsys: pytest.CaptureFixture[str]) -> None:
    tell = sweep_progress(126)
    tell(SweepReport(6, 1, 60.0))
    assert "sweep 6: 1 change, 60.0 s; at most about 120 min left" in capsys.readouterr().err
    sweep_progress(None)(SweepReport(6, 2, 60.0))
    assert "left" not in capsys.readouterr().err


@pytest.mark.soak
@pytest.mark.compiled
def test_probing_full_boards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A cage of four balls a side: its positions have no text, since the real one has nine."""
    table = tmp_path / "cubulus.table"
    good("solve", "cubulus", "--balls", "4", "--distances", "--table", str(table))
    monkeypatch.setenv("CUBARIUM_TABLES", str(tmp_path))
    assert good("probe", "cubulus", "--check", "3") == "3 positions checked: 0 faults.\n"
    text = "YRB|BRY|BRR/RBB|YBY|YBB/YRY|BRY|YRR R"
    assert "positions with all balls on the board, 4 a side" in bad(2, "probe", "cubulus", text)


class ThreePlies:
    """A table whose every position is a win in 3 for one side, and a loss in 2 for the other."""

    reach = "everything"

    def value(self, s: State) -> WinDrawLoss:
        return WinDrawLoss.WIN if s.to_move == 0 else WinDrawLoss.LOSS

    def plies(self, s: State) -> int:
        return 3 if s.to_move == 0 else 2


def test_probed_plies_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "value_source", lambda *_: ThreePlies())
    words = ("probe", "cubulus", "YRB|BRY|BRR/RBB|YBY|YBB/YRY|BRY|YRR R", "--table", "x")
    text = good(*words)
    assert text.startswith("A win in 3 plies for R.\nwin: @a11x (3) ")
    data = json.loads(good(*words, "--json"))
    assert data["plies"] == 3
    assert set(data["move_plies"].values()) == {3}


@pytest.mark.skipif(COMPILER is None, reason="there is no g++ here")
def test_one_ball_outside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """On one face, with a GPU of one thread. Its positions are no positions of the cage, so that
    the check by the rules is another test's."""
    small_cage(monkeypatch)
    monkeypatch.setitem(sys.modules, "cupy", cupy_of(tmp_path))
    monkeypatch.setattr(outside_check.OutsideCheck, "wrong", lambda *_: ["a fault"])
    words = ("solve", "cubulus", "--balls", "4", "--device", "gpu", "--outside")
    done = run(*words)
    assert done.exit_code == 1
    text = done.stdout
    assert "The mover has it: 840 boards" in text
    assert "The other has it: 840 boards" in text
    assert "Wrong: a fault\n10000 positions checked: 1 fault." in text
    data = json.loads(run(*words, "--json").stdout)
    assert data["entries"] == 840
    assert data["wrong"] == ["a fault"]
    assert sum(data["outside"][0]["counts"].values()) == 840
    said = bad(2, "solve", "cubulus", "--outside")
    assert "--outside goes with --device gpu, without --table or --distances" in said
    done = run("solve", "cubulus", "--balls", "4", "--device", "gpu")
    assert "210 boards in 3 layouts" in done.stdout
