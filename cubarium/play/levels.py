"""Eight levels of strength at every table, each above the one before.

A level is a number of nodes and a rate of errors, so it is the same on every machine. From level 3
on no win in one is missed, from level 4 on none is allowed to the next seat, if it can be helped;
in games with secrets that can't be known. How the numbers were found: docs/strength.md.
"""

from typing import Final, NamedTuple


class Grade(NamedTuple):
    """Positions (alpha-beta) or simulations (Monte-Carlo) a move, and the rate of random moves."""

    nodes: int
    errors: float


NUMBERS: Final = range(1, 9)
TAKES_WINS: Final = 3
SEES_THREATS: Final = 4

GRADES: Final[dict[tuple[str, int], tuple[Grade, ...]]] = {}
USUAL: Final = (
    Grade(0, 0.3),
    Grade(100, 0.35),
    Grade(300, 0.25),
    Grade(1_000, 0.15),
    Grade(5_000, 0.08),
    Grade(30_000, 0.03),
    Grade(500_000, 0.0),
    Grade(15_000_000, 0.0),
)


def grade(name: str, players: int, number: int) -> Grade:
    """The grade of a level at a table."""
    return GRADES.get((name, players), USUAL)[number - 1]
