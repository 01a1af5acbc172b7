"""docs/adding-a-game.md, executed: the package on that page is built, installed and played."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.package.environments import ROOT, uv

PAGE = ROOT / "docs" / "adding-a-game.md"
FILE = re.compile(r"^`([\w./]+)`[^\n]*:\n\n```\w+\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PROGRAM = """\
import random
from cubarium import Board, Stepper, batch, best, catalog, load, simulate
from cubarium.interop.gymnasium_env import SeatEnv, SelfPlayVectorEnv
from cubarium.interop.pettingzoo_env import env
from pettingzoo.test import api_test, seed_test

game = load("nim", heap=21)
assert "nim" in catalog.names()
played = simulate(game, 20, seed=1, trajectories=True)
assert played.finished.all() and abs(played.returns.sum()) < 1e-6
board = Board("nim")
while not board.is_over:
    board.push(board.best(nodes=50, engine="level2", seed=1).best)
assert "<svg" in board._repr_svg_()
assert game.write(best(game, game.position("3 A"), nodes=400).best) == "3"
import warnings
warnings.simplefilter("ignore")
api_test(env("nim"), num_cycles=50)
seed_test(lambda: env("nim"), num_cycles=20)
seat = SeatEnv("nim", opponent="level1")
seen, _ = seat.reset(seed=1)
seat.step(0)
games = batch(game, 5, seed=1)
for _ in range(20):
    games.step(games.sample())
stepper = Stepper(game)
stepper.push(stepper.legal_ids[-1])
assert stepper.text == "18 B"
many = SelfPlayVectorEnv("nim", 4)
seen, _ = many.reset(seed=1)
many.step(seen["action_mask"].argmax(axis=1))
print("all is well")
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package of the page in it, installed."""
    folder = tmp_path_factory.mktemp("nim")
    _, page = PAGE.read_text("utf-8").split("\n## From a package of your own\n")
    files = dict(FILE.findall(page))
    assert set(files) == {"pyproject.toml", "cubarium_nim/__init__.py", "cubarium_nim/rules.py"}
    for path, text in files.items():
        (folder / "source" / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / "source" / path).write_text(text, "utf-8")
    options = ("--no-deps", "--no-build-isolation", "--python", sys.executable)
    uv("pip", "install", "--quiet", *options, "--target", folder / "site", folder / "source")
    return folder / "site"


def run(site: Path, *words: str) -> str:
    """What a program says that finds the package."""
    known = {**os.environ, "PYTHONPATH": str(site), "NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        [sys.executable, *words], capture_output=True, text=True, env=known, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_game_from_outside_plays_in_the_terminal(site: Path) -> None:
    assert "nim" in run(site, "-m", "cubarium", "games")
    assert run(site, "-m", "cubarium", "perft", "nim", "4").strip() == "81"
    shown = run(site, "-m", "cubarium", "play", "nim", "--plain", "--seats", "random,level1")
    assert "the last one" in shown


def test_a_game_from_outside_plays_in_environments(site: Path) -> None:
    assert run(site, "-c", PROGRAM).endswith("all is well\n")


def test_what_is_no_room_is_left_out(tmp_path: Path) -> None:
    info = tmp_path / "broken-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: broken\nVersion: 1.0\n", "utf-8")
    (info / "entry_points.txt").write_text(
        "[cubarium.games]\nbroken = no_such_module\nquixo = json\n", "utf-8"
    )
    known = {**os.environ, "PYTHONPATH": str(tmp_path)}
    code = "from cubarium import game_names; print(*game_names())"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, env=known, check=True
    )
    assert done.stdout == "quixo cage cubulus cubeo\n"
    assert "the game broken (no_such_module) is left out" in done.stderr
