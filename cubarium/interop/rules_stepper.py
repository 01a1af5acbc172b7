"""A stepper by the readable rules, for games that have no kernel."""

from operator import index
from typing import Self

from cubarium.core.action_ids import action as act_of
from cubarium.core.action_ids import legal_ids
from cubarium.core.game import AnyGame
from cubarium.core.turn import Ended, Seat, ToDraw, ToMove
from cubarium.interop.stepper import Stepper


class RulesStepper(Stepper):
    """The same as Stepper, and slow."""

    __slots__ = ("_ids", "_states")

    def __init__(self, game: AnyGame, state: object = None) -> None:
        self.game = game
        self._states = [game.initial() if state is None else state]
        self._ids: list[int] | None = None

    @property
    def seat(self) -> Seat | None:
        turn = self.game.turn(self.state)
        return turn.seat if isinstance(turn, ToMove) else None

    @property
    def is_chance(self) -> bool:
        return isinstance(self.game.turn(self.state), ToDraw)

    @property
    def is_over(self) -> bool:
        return isinstance(self.game.turn(self.state), Ended)

    @property
    def legal_ids(self) -> list[int]:
        return [*self._known_ids()]

    def _known_ids(self) -> list[int]:
        if self._ids is None:
            self._ids = legal_ids(self.game, self.state)
        return self._ids

    def push(self, action: int) -> None:
        try:
            number = index(action)
        except TypeError:
            raise self._refusal(action) from None
        if number not in self._known_ids():
            raise self._refusal(action)
        act = act_of(self.game, self.state, number)
        self._states.append(self.game.play(self.state, act))
        self._ids = None

    def pop(self) -> None:
        if not self.plies:
            raise self._at_start()
        self._states.pop()
        self._ids = None

    def reset(self) -> None:
        del self._states[1:]
        self._ids = None

    @property
    def plies(self) -> int:
        return len(self._states) - 1

    @property
    def state(self) -> object:
        return self._states[-1]

    def copy(self) -> Self:
        twin = type(self)(self.game)
        twin._states = [*self._states]
        return twin
