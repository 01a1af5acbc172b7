"""Games that name the law: what is against a move, and what a legal one does."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from enum import unique
from functools import wraps
from typing import Any, Protocol, TypeVar

from cubarium.core.errors import IllegalMove
from cubarium.core.game import AnyGame, Game
from cubarium.core.scene import Motion, Scene
from cubarium.core.turn import Reason

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")
M_contra = TypeVar("M_contra", contravariant=True)
V_contra = TypeVar("V_contra", contravariant=True)


G = TypeVar("G", bound=AnyGame)
A = TypeVar("A")


def remembered(answer: Callable[[G, S], A]) -> Callable[[G, S], A]:
    """A question to a game about a state that keeps its last answer: whoever plays asks about the
    same state again and again. States are frozen, so nobody can tell."""
    name = f"_last_{answer.__name__}"

    @wraps(answer)
    def ask(game: G, s: S) -> A:
        last: tuple[S, A] | None = game.__dict__.get(name)
        if last is None or last[0] is not s:
            last = game.__dict__[name] = (s, answer(game, s))
        return last[1]

    return ask


@unique
class Foreign(Reason):
    """Refused before any rule is asked."""

    NO_MOVE = "no_move"


class SceneMaker(Protocol[M_contra, V_contra]):
    """The module `scene` of a room."""

    def draw(self, game: Any, view: V_contra, last: M_contra | None, /) -> Scene: ...

    def steps(self, game: Any, view: V_contra, act: M_contra, /) -> Sequence[Sequence[Motion]]: ...


class PositionNotation(Protocol[S]):
    """The module `notation` of a room, if nothing is hidden."""

    def write_position(self, game: Any, s: S, /) -> str: ...

    def read_position(self, game: Any, text: str, /) -> S: ...


class LawfulGame(Game[S, M, V]):
    """A game says what it has against a move, and what a legal one does; the rest follows."""

    scenes: SceneMaker[M, V]

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
    def is_well_formed(self, m: object) -> bool:
        """Is this a move of this game at all, legal or not?"""

    def play(self, s: S, m: M) -> S:
        if not self.is_well_formed(m):
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

    def scene(self, view: V, last: M | None = None) -> Scene:
        return self.scenes.draw(self, view, last)

    def steps(self, view: V, act: M) -> Sequence[Sequence[Motion]]:
        return self.scenes.steps(self, view, act)


class OpenGame(LawfulGame[S, M, V]):
    """A lawful game in which nothing is hidden: a text is that of a whole position."""

    positions: PositionNotation[S]

    def text(self, s: S) -> str:
        return self.positions.write_position(self, s)

    def position(self, text: str) -> S:
        return self.positions.read_position(self, text)
