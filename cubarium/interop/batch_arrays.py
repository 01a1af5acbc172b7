"""What a batch keeps of its games, and what can step them."""

from dataclasses import dataclass, fields
from typing import Protocol

from cubarium import extras

extras.require("engines")

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402


@dataclass(frozen=True, eq=False)
class BatchArrays:
    """By game, as `Batch` describes them."""

    seen: NDArray[np.int8]
    masks: NDArray[np.bool_]
    seats: NDArray[np.int8]
    plies: NDArray[np.int32]
    rewards: NDArray[np.float32]
    finished: NDArray[np.int8]
    """By the last step: 1: ended by the rules, 2: stopped."""

    def copy(self) -> "BatchArrays":
        """The same in arrays of their own."""
        return BatchArrays(**{one.name: getattr(self, one.name).copy() for one in fields(self)})


class GamesInStep(Protocol):
    """Games that write into the arrays of a batch: by a kernel, or by the readable rules."""

    def seed(self, seeds: NDArray[np.uint64]) -> None:
        """Give every game its own random numbers."""

    def start(self) -> None:
        """Begin all of them."""

    def step(self, actions: NDArray[np.int64], longest: int, again: int) -> None:
        """Make a legal move in each. `again`: see search.batch_kernel."""

    def sample(self, out: NDArray[np.int64]) -> None:
        """Write a random legal action of each into `out`."""

    def states(self) -> list[object]:
        """Their states, frozen."""

    def copy(self, arrays: BatchArrays) -> "GamesInStep":
        """The same games, with the same random numbers, which write into other arrays."""
