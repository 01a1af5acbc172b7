"""Fits the weights of Quixo for two to exact values: positions from games, valued by a solution.

    python -m scripts.fit.solved 5 collect positions.npz
    python -m scripts.fit.solved 5 value positions.npz --device gpu
    python -m scripts.fit.solved 5 fit positions.npz

The first and the last step need no solution; the second one solves the whole game on the way.
"""

import argparse
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubarium import catalog
from cubarium.core.operations import ENDED, PackedState, features, from_row
from cubarium.jit import compiled
from cubarium.search.kernel_calls import seat_to_move, successor
from cubarium.solve.prober import classed
from cubarium.solve.solver import tiers
from cubarium.solve.sweep import LOSS, WIN
from scripts.fit.__main__ import save
from scripts.fit.games import Played, random_act
from scripts.fit.regression import fitted

BESIDE = 2
"""For each position of a game, so many that a random move leads to."""


class Collected(Played):
    """Keeps the positions of games, and some beside them."""

    def __init__(self, game: Any, nodes: int, seed: int) -> None:
        super().__init__(game, nodes, seed)
        self.words: set[int] = set()

    def looked_at(self, state: PackedState, seat: int) -> list[tuple[NDArray[np.int64], int]]:
        self.words.add(int(state.word))
        for _ in range(BESIDE):
            other = successor(state, random_act(state, self.rng))
            if seat_to_move(other) != ENDED:
                self.words.add(int(other.word))
        return super().looked_at(state, seat)


def collect(size: int, games: int, nodes: int) -> NDArray[np.uint64]:
    """Words of positions (see cubarium.games.quixo.kernel), each once."""
    played = Collected(catalog.load("quixo", 2, size=size), nodes, 1)
    for number in range(games):
        played.one()
        if number % 500 == 0:
            print(f"{number} games, {len(played.words)} positions", flush=True)
    return np.array(sorted(played.words), np.uint64)


def valued(size: int, words: NDArray[np.uint64], device: str) -> NDArray[np.float64]:
    """The exact value of each position for its mover: 1, 0.5 or 0."""
    numbering = catalog.solver_index("quixo")
    index = numbering.index(size)
    if device == "gpu":
        from cubarium.solve.gpu import Gpu

        backend: Any = Gpu(index)
    else:
        from cubarium.solve.cpu import Cores

        backend = Cores(index, None)
    me = (words & np.uint64(0xFFFFFFFF)).astype(np.uint32)
    op = (words >> np.uint64(32)).astype(np.uint32)
    counts = np.bitwise_count(me).astype(np.int64) * 32 + np.bitwise_count(op)
    results = np.full(len(words), np.nan)
    for tier in tiers(index, backend):
        for which, found in tier.values.items():
            chosen = np.flatnonzero(counts == which[0] * 32 + which[1])
            if len(chosen):
                whole = backend.fetched(found)
                codes = classed(size, numbering, which, whole, me[chosen], op[chosen])
                results[chosen] = np.where(codes == WIN, 1.0, np.where(codes == LOSS, 0.0, 0.5))
        print(f"{tier.cubes} cubes: {np.isfinite(results).sum()} of {len(words)}", flush=True)
    return results


@compiled
def _every_pattern(like: PackedState, words: Any, out: Any, rows: Any) -> None:
    """The patterns of all positions."""
    for number in range(len(words)):
        rows[0] = words[number]
        features(from_row(like, rows), 0, out[number])


def fit(size: int, words: NDArray[np.uint64], results: NDArray[np.float64], ridge: float) -> float:
    """Write the weights; the mean loss."""
    game = catalog.load("quixo", 2, size=size)
    like = catalog.kernel(game).pack(game.initial())
    out = np.zeros((len(words), 2 * size + 2), np.int64)
    _every_pattern(like, words, out, np.zeros(len(like), np.uint64))
    return save("quixo", f"2-{size}", lambda count: fitted(out, results, count, ridge))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("size", type=int)
    parser.add_argument("step", choices=["collect", "value", "fit"])
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=6000)
    parser.add_argument("--nodes", type=int, default=800)
    parser.add_argument("--device", choices=["cpu", "gpu"], default="cpu")
    parser.add_argument("--ridge", type=float, default=2e-6)
    given = parser.parse_args()
    if given.step == "collect":
        np.savez_compressed(given.file, words=collect(given.size, given.games, given.nodes))
        return
    words = np.load(given.file)["words"]
    if given.step == "value":
        results = valued(given.size, words, given.device)
        np.savez_compressed(given.file, words=words, results=results)
        return
    loss = fit(given.size, words, np.load(given.file)["results"], given.ridge)
    print(f"{len(words)} positions, loss {loss:.4f}")


if __name__ == "__main__":
    main()
