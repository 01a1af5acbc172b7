"""What a seat sees and may do, as arrays for environments."""

from dataclasses import replace

from cubarium import catalog, extras
from cubarium.core.action_ids import legal_ids
from cubarium.core.game import AnyGame
from cubarium.core.turn import Seat, ToMove

extras.require("engines")

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402


def seen_text(game: AnyGame, state: object, seat: Seat) -> str:
    """What a seat sees of a position, as a text."""
    return game.text(game.view(state, seat) if game.has_secrets else state)


class SeatObserver:
    """Observations of one table: as the kernel's `observe` has them, for any seat as if it were to
    move; for games without a kernel the text of the view, letter by letter."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.space = catalog.observation(game)
        self._kernel = catalog.kernel(game) if catalog.has_observation(game.name) else None

    def observation(self, state: object, seat: Seat) -> NDArray[np.int8]:
        """What a seat knows of a position: nothing else is in it."""
        out = np.zeros(self.space.shape, np.int8)
        flat = out.reshape(-1)
        if self._kernel is None:
            text = seen_text(self.game, state, seat).encode("ascii", "replace")[: len(flat)]
            flat[: len(text)] = np.frombuffer(text, np.int8)
        else:
            from cubarium.search.batch_kernel import observe_state

            seen = replace(state, to_move=seat)  # type: ignore[type-var]
            observe_state(self._kernel.pack(seen), flat)
        return out

    def mask(self, state: object, seat: Seat) -> NDArray[np.int8]:
        """By action id, 1 for what a seat may do now: nothing unless it is to move."""
        mask = np.zeros(len(self.game.actions()), np.int8)
        if self.game.turn(state) == ToMove(seat):
            mask[legal_ids(self.game, state)] = 1
        return mask
