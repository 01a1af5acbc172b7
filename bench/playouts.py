"""Random games in moves per CPU-second: in a closed loop of compiled code, beside plain C twins,
and stepped from Python by the readable rules. OpenSpiel's games are played in both ways too:
compare closed loops with closed loops, and steps with steps.

make bench
"""

import random
import shutil
import subprocess
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from bench import openspiel
from bench.report import report
from cubarium import catalog
from cubarium.core.game import AnyGame
from cubarium.core.info import as_text
from cubarium.core.turn import Ended
from cubarium.search.playout import playouts

HERE = Path(__file__).parent
SECONDS = 1.5  # a round takes about so long
TWIN_GAMES = 300_000
ROUNDS = 5
LIMIT = 100_000
STEPS = 0.3
"""Seconds of stepping from Python, where every game is played to its end."""
YARDSTICKS = ("pentago", "connect_four")
RATE = "M moves/CPU-s"
STEPPED = "from Python"


def kernel_rate(game: AnyGame) -> tuple[float, float, float]:
    """Best of several rounds: millions of moves a CPU-second; moves a game; first seat's share."""
    root = catalog.kernel(game).pack(game.initial())
    totals = np.zeros(game.players)
    playouts(root, 10, LIMIT, np.uint64(1), totals)
    begun = time.process_time()
    playouts(root, 500, LIMIT, np.uint64(1), totals)
    games = int(500 * SECONDS / (time.process_time() - begun))
    best, moves = 0.0, 0
    for number in range(ROUNDS):
        totals[:] = 0
        begun = time.process_time()
        moves = playouts(root, games, LIMIT, np.uint64(number + 1), totals)
        best = max(best, moves / (time.process_time() - begun) / 1e6)
    side = [seat for seat, team in enumerate(game.teams) if team == game.teams[0]]
    return best, moves / games, float(sum(totals[side])) / games


def stepped_rate(game: AnyGame) -> float:
    """Millions of moves a CPU-second, where Python asks for the legal moves and plays one."""
    rng = random.Random(1)
    moves = 0
    begun = time.process_time()
    while time.process_time() - begun < STEPS:
        state = game.initial()
        while not isinstance(game.turn(state), Ended):
            acts = game.moves(state) or [*game.draws(state)]
            state = game.play(state, rng.choice(acts))
            moves += 1
    return moves / (time.process_time() - begun) / 1e6


def built(name: str) -> Path | None:
    """A game's C twin, compiled; None where there is no twin, or no compiler."""
    compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang")
    source = HERE / f"{name}.c"
    if compiler is None or not source.is_file():
        return None
    folder = HERE / "build"
    folder.mkdir(exist_ok=True)
    program = folder / name
    command = [compiler, "-O3", "-march=native", "-o", str(program), str(source)]
    subprocess.run(command, check=True)
    return program


def twin_rate(program: Path, players: int) -> tuple[float, float]:
    """Best of several rounds: millions of moves a CPU-second; the first side's share of wins."""
    best, share = 0.0, 0.0
    for _ in range(ROUNDS):
        command = [str(program), str(players), str(TWIN_GAMES)]
        done = subprocess.run(command, check=True, capture_output=True, text=True)
        moves, seconds, wins = done.stdout.split()
        best = max(best, int(moves) / float(seconds) / 1e6)
        share = int(wins) / TWIN_GAMES
    return best, share


def measured(game: AnyGame, twin: Path | None) -> dict[str, Any]:
    """One row; the C twin plays the usual options only."""
    rate, length, share = kernel_rate(game)
    options = game.spec.options
    unusual = [
        f", {one.name}={as_text(options[one.name])}"
        for one in game.spec.info.options
        if options[one.name] != one.default
    ]
    c_rate, c_share = twin_rate(twin, game.players) if twin and not unusual else (None, None)
    return {
        "what": f"{game.name}, {game.players} players{''.join(unusual)}",
        RATE: rate,
        "moves a game": length,
        "side 0 wins": share,
        "C twin": c_rate,
        "side 0 wins (C)": c_share,
        "kernel / C": rate / c_rate if c_rate else None,
        STEPPED: stepped_rate(game),
    }


def yardstick(name: str, columns: Iterable[str]) -> dict[str, Any] | None:
    """The row of a game of OpenSpiel; None where it is not installed."""
    game = openspiel.load(name)
    if game is None:
        return None
    steps, length = openspiel.stepped_rate(game)
    rate = openspiel.closed_rate(game, length)
    known = {"what": f"OpenSpiel: {name}", RATE: rate, "moves a game": length, STEPPED: steps}
    return dict.fromkeys(columns) | known


def main() -> None:
    """Measure every table of every game."""
    rows = []
    for name in catalog.names():
        twin = built(name)
        rows += [measured(catalog.game(table), twin) for table in catalog.specs(name)]
    others = [yardstick(name, rows[0]) for name in YARDSTICKS]
    if None in others:
        print("OpenSpiel is not installed: its games are missing from the table.")
    rows += [row for row in others if row is not None]
    report("playouts", f"Random games (about {SECONDS} s a round, best of {ROUNDS} rounds)", rows)


if __name__ == "__main__":
    main()
