"""The wheel in fresh environments: the base alone, with extras, with the lowest versions."""

import json
import re
import subprocess
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tests.package.environments import ROOT, Environment

ENGINES, SERVER = 'pip install "cubarium[engines]"\n', 'pip install "cubarium[server]"\n'
RECORD = """\
[Game "quixo"]
[Rules "1"]
[Players "2"]
[Options "size=5"]
[Result "*"]

1. a1e1 a2a5 *
"""
PURE = """\
import sys
from cubarium import catalog
from cubarium.match.match import Match
from cubarium.records import read, replayed
from random import Random
for name in catalog.names():
    game = catalog.load(name)
    match = Match.open(game)
    match = match.after(match.draw(Random(1)))
    move = game.write(game.moves(match.state)[0])
    match = match.after(match.move(match.turn.seat, move, Random(1)))
    assert match.steps
print(len(replayed(read(sys.stdin.read())[0]).steps))
print(*sorted({"click", "numpy", "numba", "pydantic", "rich", "platformdirs"} & set(sys.modules)))
"""
RESEARCH = """\
import gymnasium as gym
import pyspiel
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test

import cubarium.interop.gymnasium_env
import cubarium.interop.openspiel
from cubarium import Board, batch, load
from cubarium.interop.gymnasium_env import SelfPlayVectorEnv
from cubarium.interop.pettingzoo_env import env

api_test(env("cage"), num_cycles=20)
options = {"opponent": "level1", "illegal": "lose", "render_mode": "rgb_array"}
check_env(gym.make("cubarium/quixo-v1", size=3, **options).unwrapped)
many = SelfPlayVectorEnv("quixo", 4, size=3)
seen, _ = many.reset(seed=4)
many.step(seen["action_mask"].argmax(axis=1))
spiel = pyspiel.load_game("cubarium_cubeo(longest=10)")
pyspiel.random_sim_test(spiel, num_sims=1, serialize=True, verbose=False)
games = batch(load("cubulus"), 4, seed=1)
games.step(games.sample())
assert "<svg" in Board("quixo")._repr_svg_()
"""


def test_the_base_alone(wheel: Path, tmp_path: Path) -> None:
    """Rules, records, matches and the terminal; what is missing is named."""
    here = Environment.locked(tmp_path / "base", wheel)
    assert not here.packages().keys() & {"numpy", "numba", "fastapi", "sqlalchemy"}
    pure = here.run("python", "-c", PURE, typed=RECORD)
    assert (pure.returncode, pure.stdout, pure.stderr) == (0, "2\n\n", "")
    assert here.says("perft", "quixo", "3") == "76596\n"
    (here.folder / "game.txt").write_text(RECORD)
    replayed = json.loads(here.says("replay", "game.txt", "--json"))
    assert len(replayed[0]["positions"]) == 3
    assert "1: " in here.says("play", "quixo", "--plain", typed="a1e1\nmoves a2a5\n")
    assert "Quixo" in here.says("rules", "quixo", "--plain")
    assert here.says("puzzle", "show", "p001", "--plain")
    for command in ("analyse quixo", "play quixo --level 1", "probe quixo", "solve quixo"):
        assert here.refuses(*command.split()).endswith(ENGINES)
    for command in ("serve", "admin tables"):
        assert here.refuses(*command.split()).endswith(SERVER)


def test_with_engines(wheel: Path, tmp_path: Path) -> None:
    here = Environment.locked(tmp_path / "engines", wheel, "engines")
    assert not here.packages().keys() & {"fastapi", "sqlalchemy"}
    uses_engines(here)
    for command in ("serve", "admin tables"):
        assert here.refuses(*command.split()).endswith(SERVER)


def uses_engines(here: Environment) -> None:
    """An engine moves, a position is known, the kernel counts."""
    played = here.says("play", "quixo", "--size", "3", "--plain", "--seed", "1", typed="a1c1\n")
    assert "Level 2" in played
    assert played.count("X> ") == 2  # it was our turn again
    assert json.loads(here.says("probe", "quixo", "--json"))["value"] == "draw"
    counted = here.says("perft", "quixo", "3", "--size", "3", "--reading", "kernel", "--json")
    assert json.loads(counted)["count"] == 6332


@pytest.mark.soak
def test_compiled(wheel: Path, tmp_path: Path) -> None:
    here = Environment.locked(tmp_path / "compiled", wheel, "engines")
    assert here.says("perft", "quixo", "4", jit=True) == "3018100\n"
    analysed = here.says("analyse", "quixo", "--nodes", "1000", "--json", jit=True)
    assert json.loads(analysed)["complete"]


@pytest.mark.soak
@pytest.mark.parametrize("extra", ["server", "all"])
def test_with_a_server(wheel: Path, tmp_path: Path, extra: str) -> None:
    here = Environment.locked(tmp_path / extra, wheel, extra)
    uses_engines(here)
    uses_server(here)


@pytest.mark.soak
def test_with_what_research_needs(wheel: Path, tmp_path: Path) -> None:
    here = Environment.locked(tmp_path / "research", wheel, "research")
    assert here.says("perft", "quixo", "2") == "1836\n"
    uses_environments(here)


def uses_environments(here: Environment) -> None:
    """The environments pass the tests of those who have thought them up."""
    done = here.run("python", "-c", RESEARCH, warnings="default")
    assert done.returncode == 0, done.stderr


@pytest.mark.soak
def test_with_the_lowest_versions(wheel: Path, tmp_path: Path) -> None:
    """No floor in pyproject.toml is too low, all of them together."""
    here = Environment.lowest(tmp_path / "lowest", wheel)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"].values()
    wanted = " ".join([*project["dependencies"], *(one for extra in extras for one in extra)])
    floors: dict[str, set[str]] = {}
    for name, floor in re.findall(r"([a-z-]+)(?:\[\w+\])?>=([\d.]+)", wanted):
        floors.setdefault(name, set()).add(floor)
    installed = here.packages()
    for name, lowest in floors.items():
        assert any(installed[name].startswith(floor) for floor in lowest), (name, installed[name])
    uses_engines(here)
    assert here.says("perft", "quixo", "3", "--reading", "kernel", jit=True) == "76596\n"
    uses_server(here)
    uses_environments(here)
    plays_itself(here)


def plays_itself(here: Environment) -> None:
    """Self-play on a cluster of this machine, as Parquet, where there is Ray."""
    how = ["--ray", "local", "--workers", "1"] if "ray" in here.packages() else []
    words = ["selfplay", "quixo", "--size", "3", "--nodes", "20", "--games", "2"]
    words += ["--format", "parquet", "--out", "played", *how]
    done = here.run("cubarium", *words, warnings="ignore")
    assert done.stdout == "2 games in 1 file in played.\n", done.stderr
    assert (here.folder / "played" / "part-00000.parquet").stat().st_size > 1000


def uses_server(here: Environment) -> None:
    """It serves the page with its notices, opens a table, and is looked after."""
    with serving(here) as address:
        with urlopen(f"{address}/healthz") as answer:
            assert answer.status == 200
        with urlopen(f"{address}/third-party-notices.txt") as answer:
            assert b"three.js authors" in answer.read()
        with urlopen(f"{address}/metrics") as answer:
            assert b"cubarium" in answer.read()
        with urlopen(f"{address}/api/games") as answer:
            assert len(json.load(answer)["games"]) == 4
        body = json.dumps({"game": "quixo", "seats": ["me", "friend"]}).encode()
        kind = {"Content-Type": "application/json"}
        with urlopen(Request(f"{address}/api/tables", body, kind)) as answer:
            assert answer.status == 201
    assert here.says("admin", "tables", "--data", "served").startswith("1 open\n")


@contextmanager
def serving(here: Environment) -> Iterator[str]:
    """A server of the environment, and its address."""
    words = [here.program("cubarium"), "serve", "--port", "0", "--data", "served", "--workers", "1"]
    environ = here.environ(warnings="default")
    with subprocess.Popen(
        words,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        cwd=here.folder,
        env=environ,
    ) as server:
        assert server.stdout is not None
        lines: list[str] = []
        for line in server.stdout:
            lines.append(line)
            if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                break
        else:
            raise AssertionError("".join(lines))
        try:
            yield found[0]
        finally:
            server.terminate()
