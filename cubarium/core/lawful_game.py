"""Games that name the law: what is against a move, and what a legal one does."""

from abc import abstractmethod
from enum import unique
from typing import TypeVar

from cubarium.core.errors import IllegalMove
from cubarium.core.game import Game
from cubarium.core.turn import Reason

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")


@unique
class Foreign(Reason):
    """Refused before any rule is asked."""

    NO_MOVE = "no_move"


class LawfulGame(Game[S, M, V]):
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

    @abstractmethod
    def well_formed(self, m: object) -> bool:
        """Is this a move of this game at all, legal or not?"""

    def play(self, s: S, m: M) -> S:
        if not self.well_formed(m):
            raise IllegalMove(Foreign.NO_MOVE, str(m))
        refusal = self.refusal(s, m)
        if refusal is not None:
            raise refusal
        return self.after(s, m)

    def play_text(self, s: S, text: str) -> tuple[M, S]:
        m = self.read(s, text)
        return m, self.after(s, m)

    def read(self, s: S, text: str) -> M:
        m = self.parse(s, text)
        refusal = self.refusal(s, m)
        if refusal is not None:
            raise refusal
        return m
