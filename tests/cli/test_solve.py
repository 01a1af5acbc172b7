"""Solving and probing at the command line."""

import json
from pathlib import Path

import numpy as np
import pytest

from cubarium.core.errors import CubariumError
from cubarium.core.solver import PositionIndex
from cubarium.games.quixo.solver_index import index
from cubarium.solve import solver
from cubarium.solve.tablebase import Tablebase, write
from tests.cli.test_commands import bad, good, run


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
        (["probe", "quixo", "XXXXO/OOOOX/...../...../..... X"], "reaches up to 8 cubes"),
        (["probe", "quixo", "--size", "4"], "is a tablebase of boards of 5 by 5"),
        (["probe", "cage"], "there is no solver for cage"),
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


def test_distances_are_told_and_checked() -> None:
    text = good("solve", "quixo", "--size", "3", "--distances")
    assert "The start is a win in 7." in text
    assert "19683 positions checked: 0 faults." in text
    assert "  .../.../... X" in text
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
