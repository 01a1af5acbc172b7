"""Game: the rules at one table with fixed options. Pure and stateless."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from random import Random
from typing import Any, Generic, TypeVar

from cubarium.core.info import GameSpec
from cubarium.core.scene import Card, Motion, Scene
from cubarium.core.turn import Ended, Outcome, Reason, Seat, ToMove, Turn

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")


@dataclass(frozen=True, slots=True)
class Hidden:
    """An act whose content the viewer may not know."""

    def __str__(self) -> str:
        return "=?"


HIDDEN = Hidden()


@dataclass(frozen=True, slots=True)
class KnownByText:
    """An act of which only its text has arrived: where things are hidden, a viewer can't play the
    acts again."""

    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Symmetry(Generic[S, M]):
    """A way to turn, mirror or relabel the whole table that leaves the rules as they are."""

    name: str
    state: Callable[[S], S]
    move: Callable[[M], M]
    seats: tuple[Seat, ...]
    """seats[i]: the seat that plays the part of seat i afterwards."""
    commutes: Callable[[M], bool] = bool
    """Does playing a move and turning the table give the same in either order? If not, the two
    are symmetric all the same."""


class Game(ABC, Generic[S, M, V]):
    """S: state, M: move (of players and of chance), V: view. See docs/architecture.md.

    A game is made from its table alone: so it is equal to another one of its class at an equal
    table, and can be pickled and copied."""

    spec: GameSpec
    teams: tuple[int, ...]
    """Per seat, the team that wins with it."""
    seat_names: tuple[str, ...]
    has_secrets: bool = False
    """Does a seat know things that others may not?"""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return type(self) is type(other) and self.spec == other.spec

    def __hash__(self) -> int:
        return hash((type(self), self.spec))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.spec,)

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.spec.options.items())
        return f"load({self.name!r}, players={self.players}{options})"

    @property
    def name(self) -> str:
        return self.spec.info.name

    @property
    def players(self) -> int:
        return self.spec.players

    @property
    def has_chance(self) -> bool:
        """May it ever be chance's turn?"""
        return type(self).draws is not Game.draws

    @property
    def sides(self) -> int:
        """How many teams there are."""
        return len(set(self.teams))

    @abstractmethod
    def initial(self) -> S:
        """The state at the start."""

    @abstractmethod
    def turn(self, s: S) -> Turn:
        """Whose turn it is, or how the game ended."""

    @abstractmethod
    def moves(self, s: S) -> Sequence[M]:
        """The legal moves, sorted by their texts, no duplicates; empty unless ToMove."""

    def draws(self, s: S) -> Mapping[M, int]:
        """What chance may do, with integer weights; empty unless ToDraw."""
        del s
        return {}

    @abstractmethod
    def play(self, s: S, m: M) -> S:
        """The state after a move or a draw. Raises IllegalMove."""

    @abstractmethod
    def actions(self) -> Sequence[str]:
        """The texts of all moves that can ever be made, and of all draws that have no move of the
        same text less the `=`; sorted: the index is the action id. Worked out once."""

    @cached_property
    def action_numbers(self) -> Mapping[str, int]:
        """The ids of actions by their texts."""
        return {text: number for number, text in enumerate(self.actions())}

    @abstractmethod
    def write(self, m: M) -> str:
        """The move as a text."""

    def act_text(self, act: M | Hidden | KnownByText) -> str:
        """An act as a text, as far as it is known."""
        return str(act) if isinstance(act, Hidden | KnownByText) else self.write(act)

    @abstractmethod
    def read(self, s: S, text: str) -> M:
        """The move that a text names in this state. Raises InvalidMove or IllegalMove."""

    def play_text(self, s: S, text: str) -> tuple[M, S]:
        """The move that a text names, and the state after it. Raises InvalidMove or IllegalMove."""
        m = self.read(s, text)
        return m, self.play(s, m)

    @abstractmethod
    def text(self, s: S) -> str:
        """The whole position in one line. Where a game hides things, that of a view too."""

    @abstractmethod
    def position(self, text: str) -> S | V:
        """The state (or the view) that a text describes. Raises InvalidPosition."""

    def whole_position(self, text: str) -> S:
        """The state that a text describes; what only a view says is refused."""
        return self.position(text)  # type: ignore[return-value]

    @abstractmethod
    def view(self, s: S, seat: Seat | None) -> V:
        """All that a seat may know (None: a spectator), built up from what is known."""

    def opened(self, s: S, seat: Seat | None) -> V:
        """What a seat may know when the match is over: everything."""
        return self.view(s, seat)

    def seen(self, s: S, m: M, seat: Seat | None) -> M | Hidden:
        """The act as that seat may know it; `s` is the state before it, or the end of the game,
        after which nothing is hidden."""
        del s, seat
        return m

    @abstractmethod
    def guess(self, view: V, rng: Random) -> S:
        """A state that the viewer cannot rule out."""

    @abstractmethod
    def scene(self, view: V, last: M | None = None) -> Scene:
        """The view, drawn; `last` is marked as the move that led to it."""

    def known_moves(self, view: V) -> Sequence[str]:
        """The texts of the legal moves, as far as the viewer may know them: those that its scene
        offers. A game may know them without drawing it."""
        return [touch.move for touch in self.scene(view).touches]

    @abstractmethod
    def steps(self, view: V, act: M) -> Sequence[Sequence[Motion]]:
        """The phases of an act's animation, from the view before it; motions of one phase go
        together."""

    def card(self, act: M) -> Card | None:
        """The card that chance deals by this act, drawn; None: it deals none."""
        del act
        return None

    def symmetries(self) -> Sequence[Symmetry[S, M]]:
        """The symmetries of the table, the identity first."""
        same = Symmetry[S, M]("same", lambda s: s, lambda m: m, tuple(range(self.players)))
        return (same,)

    def reveals(self, s: S, m: M) -> bool:
        """Does an act show something that was hidden? Draws aside, which always do."""
        del s, m
        return False

    def is_turn_boundary(self, s: S) -> bool:
        """Is this a moment between turns? Not while setting up or in the middle of a turn."""
        return isinstance(self.turn(s), ToMove)

    def draw_outcome(self, s: S, reason: Reason) -> Outcome:
        """How a match ends that goes on for too long: by its scores, or as a draw."""
        del s
        return Outcome(frozenset(), reason)

    def repetition_key(self, s: S) -> Hashable:
        """What is equal for two states exactly if they count as one position that has come up
        again."""
        return s

    def departed(self, s: S) -> frozenset[Seat]:
        """The seats that a state knows to have left."""
        del s
        return frozenset()

    def turn_without(self, s: S, departed: frozenset[Seat]) -> Turn:
        """Whose turn it is when some seats have left: they are passed over when the winner is
        determined; if the rules give the game to such seats alone, it is a draw."""
        turn = self.turn(s)
        if isinstance(turn, Ended):
            return Ended(replace(turn.outcome, winners=turn.outcome.winners - departed))
        return turn

    def leave(self, s: S, seat: Seat) -> S:
        """The state when a seat has left a game that others play on."""
        del seat
        return s


AnyGame = Game[Any, Any, Any]
