"""The house rules that no linter knows."""

import subprocess
import sys
from pathlib import Path

import pytest

from cubarium import catalog
from tests.tables import REAL

ROOT = Path(__file__).parents[2]
SLOW = ("numba", "numpy", "rich", "click", "cubarium.games.quixo.kernel")


def loaded_by(code: str) -> set[str]:
    """The modules that a fresh interpreter has after running some code."""
    command = [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    return set(done.stdout.split())


def test_importing_cubarium_loads_nothing_slow() -> None:
    assert not loaded_by("import cubarium") & {*SLOW, "cubarium.core"}


@pytest.mark.parametrize("name", REAL)
def test_rules_load_without_numba(name: str) -> None:
    code = f"from cubarium import catalog, match; catalog.load('{name}').initial()"
    assert not loaded_by(code) & set(SLOW)


def test_help_loads_no_game_and_no_rich() -> None:
    code = (
        "from click.testing import CliRunner; from cubarium.cli.main import cli\n"
        "assert CliRunner().invoke(cli, ['--help']).exit_code == 0"
    )
    assert not loaded_by(code) & {"numba", "numpy", "rich", "cubarium.games.quixo"}


@pytest.mark.parametrize("name", REAL)
def test_every_game_has_its_page_rulebook_twin_and_tables(name: str) -> None:
    tests = ROOT / "tests"
    for path in (
        ROOT / "docs" / "rules" / f"{name}.md",
        tests / "rulebook" / f"{name}.md",
        tests / "oracles" / f"{name}.py",
        tests / "perft" / f"{name}.txt",
        tests / "mutants" / f"{name}.py",
    ):
        assert path.is_file(), path


@pytest.mark.parametrize("name", REAL)
def test_every_game_says_whose_it_is(name: str) -> None:
    info = catalog.info(name)
    assert "unofficial" in info.credit
    assert info.name == name
