"""Levels of strength: eight at every table, each above the one before. Rooms give the numbers.

A level is a number of nodes and a rate of errors, so it is the same on every machine. From level 3
on no win in one is missed, from level 4 on none is allowed to the next seat, if it can be helped;
in games with secrets that can't be known. The highest never throws away what the tablebase of
openings knows, the one below only by an error. How the numbers were found: docs/strength.md.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

NUMBERS: Final = range(1, 9)
TAKES_WINS: Final = 3
SEES_THREATS: Final = 4
KNOWS_OPENINGS: Final = 7


@dataclass(frozen=True, slots=True)
class Level:
    """Positions (alpha-beta) or simulations (Monte-Carlo) a move, and the rate of random moves."""

    nodes: int
    errors: float


Levels: TypeAlias = tuple[Level, ...]
LevelsByPlayers: TypeAlias = Mapping[int, Levels]

DEFAULT: Final[Levels] = (
    Level(0, 0.3),
    Level(30, 0.6),
    Level(100, 0.56),
    Level(300, 0.94),
    Level(1_000, 0.5),
    Level(4_000, 0.3),
    Level(15_000, 0.12),
    Level(100_000, 0),
)
"""For a game that has no levels of its own yet."""

ROLLOUTS: Final = tuple(2 << number for number in NUMBERS)
"""Level by level, for a game that has no kernel: rollouts a move by the readable rules."""


@dataclass(frozen=True, slots=True)
class Strength:
    """A handicap. The same on every machine: no clock is asked."""

    nodes: int
    """Positions or simulations a move; 0: nothing but a one-ply look-ahead."""
    errors: float
    """How often a move is made at random."""
    takes_wins: bool
    """Never misses a win in one."""
    sees_threats: bool
    """Never lets the next seat win in one, if it can be helped."""


def strength(level: Level, number: int) -> Strength:
    """The handicap of a level, by its number from 1 to 8."""
    return Strength(level.nodes, level.errors, number >= TAKES_WINS, number >= SEES_THREATS)
