"""`cubarium selfplay`: tables of positions, and going on with them."""

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from cubarium import load, records
from cubarium.cli.main import cli
from cubarium.core.action_ids import action
from cubarium.engines.executor import SerialExecutor

GAME = ("selfplay", "quixo", "--size", "3", "--engine", "random", "--workers", "1", "--out")


def said(*words: str) -> Result:
    return CliRunner().invoke(cli, words, prog_name="cubarium")


def run(folder: Path, *words: str) -> Result:
    return said(*GAME, str(folder), *words)


def test_games_become_tables(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    result = run(folder, "--games", "5", "--part", "2")
    assert result.exit_code == 0, result.output
    assert result.stdout == f"5 games in 3 files in {folder}.\n"
    game = load("quixo", size=3)
    found = 0
    for path in sorted(folder.glob("*.npz")):
        with np.load(path) as table:
            columns = dict(table)
        played = records.read(path.with_suffix(".txt").read_text("utf-8"))
        found += len(played)
        rows = sum(len(record.acts) for record in played)
        assert all(len(column) == rows for column in columns.values())
        assert columns["observation"].dtype == np.int8
        assert columns["observation"].shape[1:] == (2, 3, 3)
        state, at = game.initial(), 0
        for act in played[0].acts:
            move = action(game, state, int(columns["action"][at]))
            assert game.write(move) == act.text  # type: ignore[arg-type]
            assert columns["seat"][at] == act.seat
            state, at = game.play(state, move), at + 1  # type: ignore[arg-type]
        assert set(np.unique(columns["result"])) <= {-1.0, 0.0, 1.0}
    assert found == 5


def test_a_run_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "data"
    words = ("--games", "4", "--part", "1", "--seed", "3")
    run(folder, *words)
    bodies = {path.name: path.read_bytes() for path in folder.glob("*.txt")}
    (folder / "part-00002.npz").unlink()
    jobs: list[Any] = []
    whole = SerialExecutor.run

    def watched(self: Any, function: Any, parts: Any) -> Any:
        jobs.extend(parts)
        return whole(self, function, parts)

    monkeypatch.setattr(SerialExecutor, "run", watched)
    result = run(folder, *words)
    assert result.stdout == f"4 games in 4 files in {folder}, 3 files of them from before.\n"
    assert [job.first for job in jobs] == [2]
    assert {path.name: path.read_bytes() for path in folder.glob("*.txt")} == bodies

    def interrupted(*_: Any) -> Any:
        raise KeyboardInterrupt

    (folder / "part-00001.npz").unlink()
    monkeypatch.setattr(SerialExecutor, "run", interrupted)
    stopped = run(folder, *words)
    assert stopped.exit_code == 130
    assert "The same command goes on" in stopped.stderr


def test_what_is_wrong_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    run(folder, "--games", "1")
    other = run(folder, "--games", "2")
    assert other.exit_code == 2
    assert "holds another run: its games is 1, not 2" in other.stderr
    (folder / "selfplay.json").write_text("no", "utf-8")
    assert "it is not ours" in run(folder, "--games", "1").stderr
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "file").touch()
    assert "is not empty" in run(tmp_path / "full").stderr
    assert "there is no engine" in said(*GAME[:2], "--engine", "deep", "--out", str(folder)).stderr


def test_an_engine_says_what_it_expects(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    words = ("--engine", "level1", "--games", "1", "--random-plies", "2", "--seed", "5")
    said("selfplay", "stones", *words, "--workers", "1", "--out", str(folder))
    with np.load(folder / "part-00000.npz") as table:
        values = table["value"]
    assert not values[:2].any()
    assert np.abs(values).max() <= 1


@pytest.mark.soak
def test_games_become_parquet(tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet")
    folder = tmp_path / "data"
    assert run(folder, "--games", "2", "--format", "parquet").exit_code == 0
    table = parquet.read_table(folder / "part-00000.parquet")
    assert table.schema.metadata[b"observation_shape"] == b"2x3x3"
    assert len(table["observation"][0]) == 18


def test_parquet_that_is_missing_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    result = run(tmp_path / "data", "--format", "parquet")
    assert result.exit_code == 2
    assert 'pip install "cubarium[parquet]"' in result.stderr
    assert not (tmp_path / "data").exists()
