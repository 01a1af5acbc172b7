"""The games of a batch, stepped by compiled code on several cores."""

import copy

from cubarium import catalog, extras
from cubarium.core.game import AnyGame
from cubarium.interop.batch_arrays import BatchArrays

extras.require("engines")

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from cubarium.search import batch_kernel  # noqa: E402
from cubarium.search.threads import SliceRunner, cores  # noqa: E402


class CompiledGames:
    """See GamesInStep."""

    def __init__(
        self, game: AnyGame, start: object, arrays: BatchArrays, threads: int | None
    ) -> None:
        n = len(arrays.seats)
        self._kernel = catalog.kernel(game)
        self._root = self._kernel.pack(start)
        self._sides = game.sides
        self._arrays = arrays
        self._runner = SliceRunner(n, threads or cores())
        self._rows = np.zeros((n, len(self._root)), np.uint64)
        self._rngs = np.zeros(n, np.uint64)

    def seed(self, seeds: NDArray[np.uint64]) -> None:
        self._rngs[:] = seeds

    def start(self) -> None:
        kept = self._arrays
        self._runner.run_again(
            "start",
            lambda *part: batch_kernel.start_games(
                self._root,
                self._rows,
                self._rngs,
                kept.plies,
                kept.seats,
                kept.masks,
                kept.seen,
                *part,
            ),
        )

    def step(self, actions: NDArray[np.int64], longest: int, again: int) -> None:
        kept = self._arrays
        self._runner.run_again(
            "step",
            lambda *part: batch_kernel.step_games(
                self._root,
                actions,
                self._rows,
                self._rngs,
                kept.plies,
                kept.seats,
                kept.masks,
                kept.seen,
                kept.rewards,
                kept.finished,
                self._sides,
                longest,
                again,
                *part,
            ),
        )

    def sample(self, out: NDArray[np.int64]) -> None:
        kept = self._arrays
        self._runner.run_again(
            "sample",
            lambda *part: batch_kernel.sample_actions(
                self._root, self._rows, kept.seats, self._rngs, out, *part
            ),
        )

    def states(self) -> list[object]:
        like = type(self._root)
        return [self._kernel.unpack(like(*row)) for row in self._rows]

    def copy(self, arrays: BatchArrays) -> "CompiledGames":
        """The threads are shared: they keep nothing of the games."""
        other = copy.copy(self)
        other._arrays = arrays
        other._rows, other._rngs = self._rows.copy(), self._rngs.copy()
        return other
