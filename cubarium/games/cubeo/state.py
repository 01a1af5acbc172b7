"""The plain data of Cube O': states, moves, views."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from cubarium.core.turn import Seat
from cubarium.games.cubeo.cards import Board, Card
from cubarium.games.cubeo.geometry import Column, Place

Colour: TypeAlias = str


@dataclass(frozen=True, slots=True)
class SetCorners:
    """Chance puts a cube of each colour on the corners."""

    colours: tuple[Colour, ...]


@dataclass(frozen=True, slots=True)
class Deal:
    """Chance gives a card to a seat."""

    card: Card


@dataclass(frozen=True, slots=True)
class Pull:
    """Chance pulls a cube out of the bag."""

    colour: Colour


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw a cube from the bag."""


@dataclass(frozen=True, slots=True)
class Put:
    """Place the cube that was drawn."""

    column: Column


@dataclass(frozen=True, slots=True)
class Carry:
    """Move the top cube of a column to another one."""

    source: Column
    target: Column


@dataclass(frozen=True, slots=True)
class Stand:
    """Place the twin upright on a column."""

    column: Column


@dataclass(frozen=True, slots=True)
class Lay:
    """Place the twin flat on two neighbouring columns."""

    first: Column
    second: Column


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, since there is nothing to do."""


Chance: TypeAlias = SetCorners | Deal | Pull
Move: TypeAlias = Chance | Draw | Put | Carry | Stand | Lay | Pass


@dataclass(frozen=True, slots=True)
class TieBreak:
    """Who takes part, the cards drawn so far in the same order, the turns left of all seats."""

    seats: tuple[Seat, ...]
    cards: tuple[Card, ...]
    turns: int


@dataclass(frozen=True, slots=True)
class State:
    """A position. Bag and pile have no order: they are what is nowhere else."""

    board: Board
    to_move: Seat
    hands: tuple[tuple[Card, ...], ...]
    """By seat, the oldest card first."""
    fulfilled: tuple[tuple[Card, ...], ...]
    """By seat, in the order of their names."""
    twins: tuple[tuple[Place, ...], ...]
    """By seat, where its twin is; empty: not on the board yet."""
    first_round: bool = False
    taboo: Column | None = None
    """The cube on top of it has just been moved, and could be moved again but for that."""
    drawing: bool = False
    """A cube is about to come out of the bag."""
    drawn: Colour | None = None
    """The cube that the seat to move has to place."""
    claimant: Seat | None = None
    """The seat that has shown a card and draws another one."""
    aside: tuple[Card, ...] = ()
    """Drawn for a tie-break, but fulfilled already."""
    tie: TieBreak | None = None
    departed: tuple[Seat, ...] = ()
    """The seats that have left: their cards neither end the game nor count."""


@dataclass(frozen=True, slots=True)
class View:
    """What a viewer knows: the board, all that was shown, and his own cards."""

    viewer: Seat | None
    board: Board
    to_move: Seat
    bag: Mapping[Colour, int] = field(hash=False)
    pile: int
    hand: tuple[Card, ...] | None
    """The viewer's own cards, the oldest first; None: a spectator."""
    hands: tuple[int, ...]
    fulfilled: tuple[tuple[Card, ...], ...]
    twins: tuple[tuple[Place, ...], ...]
    first_round: bool
    taboo: Column | None
    drawing: bool
    drawn: Colour | None
    claimant: Seat | None
    aside: tuple[Card, ...]
    tied: tuple[Seat, ...]
    """The seats in a tie-break; empty: there is none."""
    tie_cards: int
    """How many of them have drawn their card."""
    tie_card: Card | None
    """The viewer's own."""
    turns: int
    """Turns left in the tie-break."""
    departed: tuple[Seat, ...]
    laid_open: tuple[tuple[Card, ...], ...] | None = None
    """After the end: all hands, then the tie-break cards."""
