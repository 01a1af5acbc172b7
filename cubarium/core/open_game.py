"""Games that hide nothing: what Quixo, Rubik's Cage and Cubulus have in common."""

from abc import abstractmethod
from dataclasses import dataclass
from random import Random
from typing import Generic, TypeVar

from cubarium.core.errors import IllegalMove
from cubarium.core.game import Game
from cubarium.core.turn import Seat

S = TypeVar("S")
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class OpenView(Generic[S]):
    """What a viewer knows: everything."""

    viewer: Seat | None
    state: S


class OpenGame(Game[S, M, OpenView[S]]):
    """A game says what it has against a move, and what a legal one does; the rest follows."""

    @abstractmethod
    def refusal(self, s: S, m: M) -> IllegalMove | None:
        """What the rules have against a move; None: it is legal."""

    @abstractmethod
    def after(self, s: S, m: M) -> S:
        """The state after a legal move."""

    @abstractmethod
    def parse(self, s: S, text: str) -> M:
        """The move that a text names, legal or not. Raises InvalidMove."""

    def play(self, s: S, m: M) -> S:
        refusal = self.refusal(s, m)
        if refusal is not None:
            raise refusal
        return self.after(s, m)

    def read(self, s: S, text: str) -> M:
        m = self.parse(s, text)
        refusal = self.refusal(s, m)
        if refusal is not None:
            raise refusal
        return m

    def view(self, s: S, seat: Seat | None) -> OpenView[S]:
        return OpenView(seat, s)

    def guess(self, view: OpenView[S], rng: Random) -> S:
        del rng  # there is nothing to guess
        return view.state
