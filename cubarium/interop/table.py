"""A game that environments step: chance acts by itself, and a game that is too long is stopped."""

from random import Random
from typing import Final

from cubarium import extras
from cubarium.core.action_ids import action, returns
from cubarium.core.chance import past_chance
from cubarium.core.errors import InvalidOption
from cubarium.core.game import AnyGame
from cubarium.core.turn import Ended, Seat, ToMove
from cubarium.render.board_text import draw
from cubarium.render.raster import draw_pixels
from cubarium.render.scene_text import turn_text

extras.require("research")

import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from cubarium.interop.seat_observer import SeatObserver  # noqa: E402

RENDER_MODES: Final = ("human", "ansi", "rgb_array")
PIXELS: Final = 400
LONGEST: Final = 1000
Seen = dict[str, NDArray[np.int8]]


class EnvironmentTable:
    """What the environments of PettingZoo and Gymnasium share."""

    def __init__(self, game: AnyGame, render_mode: str | None, longest: int) -> None:
        if render_mode not in (None, *RENDER_MODES):
            listed = ", ".join(RENDER_MODES)
            raise InvalidOption(f"a board is rendered as {listed}; not {render_mode}")
        if longest < 1:
            raise InvalidOption(f"a game has one move at least; not {longest}")
        self.game = game
        self.render_mode = render_mode
        self.longest = longest
        self.observer = SeatObserver(game)
        self.rng = Random()
        self.state: object = game.initial()
        self.last: object = None
        self.plies = 0

    def observation_space(self) -> spaces.Dict:
        """An observation and a mask of legal actions, for any seat."""
        seen = self.observer.space
        board = spaces.Box(seen.lowest, seen.highest, seen.shape, np.int8)
        mask = spaces.Box(0, 1, (len(self.game.actions()),), np.int8)
        return spaces.Dict({"observation": board, "action_mask": mask})

    def action_space(self) -> "spaces.Discrete[np.int64]":
        """All action ids."""
        return spaces.Discrete(len(self.game.actions()))

    def reset(self, seed: int | None) -> None:
        """Begin anew; without a seed the random numbers go on."""
        if seed is not None:
            self.rng = Random(seed)
        self.state, self.last, self.plies = self.game.initial(), None, 0
        self.state = past_chance(self.game, self.state, self.rng)

    def push(self, number: int) -> None:
        """The seat to move does this. Raises CubariumError, and nothing has changed."""
        move = action(self.game, self.state, number)
        state = self.game.play(self.state, move)
        self.state, self.last = past_chance(self.game, state, self.rng), move
        self.plies += 1

    @property
    def seat(self) -> Seat | None:
        """The seat to move; None: it is over by the rules."""
        turn = self.game.turn(self.state)
        return turn.seat if isinstance(turn, ToMove) else None

    @property
    def is_terminated(self) -> bool:
        """Have the rules ended it?"""
        return isinstance(self.game.turn(self.state), Ended)

    @property
    def is_truncated(self) -> bool:
        """Was it stopped because it was too long?"""
        return self.plies >= self.longest and not self.is_terminated

    def returns(self) -> tuple[float, ...]:
        """Every seat's reward at the end."""
        return returns(self.game, self.state)

    def seen(self, seat: Seat) -> Seen:
        """What a seat sees and may do."""
        mask = self.observer.mask(self.state, seat)
        if self.is_truncated:
            mask[:] = 0
        return {"observation": self.observer.observation(self.state, seat), "action_mask": mask}

    def render(self) -> str | NDArray[np.uint8] | None:
        """The board as the seat to move may see it, in the way that was asked for."""
        if self.render_mode is None:
            return None
        scene = self.game.scene(self.game.view(self.state, self.seat), self.last)
        if self.render_mode == "rgb_array":
            pixels, size = draw_pixels(scene, PIXELS)
            return np.frombuffer(pixels, np.uint8).reshape(size, size, 3)
        text = f"{draw(scene).plain}{turn_text(self.game, scene)}\n"
        if self.render_mode == "ansi":
            return text
        print(text)
        return None
