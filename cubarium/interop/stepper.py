"""A board for programs in a hurry: the compiled rules, stepped move by move."""

from collections.abc import Callable
from operator import index
from random import Random
from typing import Self

from cubarium import catalog, extras
from cubarium.core.action_ids import action_id, returns
from cubarium.core.chance import drawn
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.turn import Seat

extras.require("engines")

import numpy as np  # noqa: E402

from cubarium.core.operations import CHANCE, PackedState  # noqa: E402
from cubarium.search.step_kernel import ILLEGAL, LOOK, POP, stepper_of  # noqa: E402

ROOM = 256
"""Moves for which there is room at first."""


class Stepper:
    """Like Board, with action ids for moves and without repetitions, records and pictures: moves
    are made and taken back hundreds of thousands of times a second. A game without a kernel is
    stepped by its readable rules, in the same way and slowly."""

    __slots__ = (
        "_code",
        "_depth",
        "_kernel",
        "_packed",
        "_room",
        "_size",
        "_step",
        "_words",
        "game",
    )

    def __new__(cls, game: AnyGame, state: object = None) -> Self:
        del state
        if cls is not Stepper or catalog.has_observation(game.name):
            return object.__new__(cls)
        from cubarium.interop.rules_stepper import RulesStepper

        return object.__new__(RulesStepper)  # type: ignore[return-value]  # it is a Stepper

    def __init__(self, game: AnyGame, state: object = None) -> None:
        self.game = game
        self._kernel = catalog.kernel(game)
        catalog.observation(game)  # brings the masks
        actions = len(game.actions())
        packed = self._kernel.pack(game.initial() if state is None else state)
        self._packed: Callable[..., PackedState] = type(packed)
        self._size = len(packed)
        self._room = ROOM
        self._words = np.zeros(self._size + actions + 2 + ROOM * self._size, np.uint64)
        self._words[: self._size] = packed
        self._step = stepper_of(self._packed, actions)  # type: ignore[arg-type]  # a class can be hashed
        self._code = self._step(self._words, LOOK)
        self._depth = 0

    @property
    def seat(self) -> Seat | None:
        """The seat to move; None: chance, or nobody any more."""
        seat = (self._code & 7) - 2
        return seat if seat >= 0 else None

    @property
    def is_chance(self) -> bool:
        """Is it chance's turn?"""
        return (self._code & 7) - 2 == CHANCE

    @property
    def is_over(self) -> bool:
        """Has it ended?"""
        return not self._code & 7

    @property
    def legal_ids(self) -> list[int]:
        """The ids of what may be done now, ascending: by the seat to move, or by chance."""
        begin = self._size
        found: list[int] = self._words[begin : begin + (self._code >> 3)].tolist()
        return found

    def push(self, action: int) -> None:
        """Make a move or a draw. Raises CubariumError, and nothing has changed."""
        try:
            code = self._step(self._words, index(action)) if action >= 0 else ILLEGAL
        except TypeError:
            raise self._refusal(action) from None
        if code == ILLEGAL:
            raise self._refusal(action)
        self._code = code
        self._depth += 1
        if self._depth == self._room:
            more = np.zeros(self._room * self._size, np.uint64)
            self._words = np.concatenate([self._words, more])
            self._room *= 2

    def pop(self) -> None:
        """Take the last move or draw back. Raises CubariumError at the start."""
        if not self._depth:
            raise self._at_start()
        self._code = self._step(self._words, POP)
        self._depth -= 1

    def reset(self) -> None:
        """Take everything back."""
        begin = len(self._words) - self._room * self._size
        if self._depth:
            self._words[: self._size] = self._words[begin : begin + self._size]
            self._words[begin - 1] = self._depth = 0
            self._code = self._step(self._words, LOOK)

    @property
    def plies(self) -> int:
        """The moves and draws that can be taken back."""
        return self._depth

    def draw(self, rng: Random) -> None:
        """Let chance act, by weight, until it is a seat's turn."""
        while self.is_chance:
            self.push(action_id(self.game, drawn(self.game, self.state, rng)))

    @property
    def state(self) -> object:
        """The position, frozen, for the readable rules."""
        row = self._words[: self._size]
        return self._kernel.unpack(self._packed(*row))

    @property
    def text(self) -> str:
        """The whole position in one line."""
        return self.game.text(self.state)

    @property
    def returns(self) -> tuple[float, ...]:
        """Every seat's reward: they add up to 0, and are 0 before the end."""
        return returns(self.game, self.state)

    def copy(self) -> Self:
        """Another one with the same past."""
        twin = object.__new__(type(self))
        for name in self.__slots__:
            setattr(twin, name, getattr(self, name))
        twin._words = self._words.copy()
        return twin

    def _at_start(self) -> CubariumError:
        return CubariumError("there is nothing to take back: this is the start")

    def _refusal(self, action: object) -> CubariumError:
        if self.is_over:
            return CubariumError("the game is over: nothing can be done any more")
        texts = self.game.actions()
        if not isinstance(action, int) or not 0 <= action < len(texts):
            return CubariumError(f"action ids are 0 to {len(texts) - 1} here; not {action!r}")
        return CubariumError(f"action {action} ({texts[action]}) is not legal now")
