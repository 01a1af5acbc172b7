"""Eight levels of strength at every table, each above the one before.

A level is a number of nodes and a rate of errors, so it is the same on every machine. From level 3
on no win in one is missed, from level 4 on none is allowed to the next seat, if it can be helped;
in games with secrets that can't be known. The highest never throws away what the tables of solved
openings know, the one below only by an error. How the numbers were found: docs/strength.md.
"""

from typing import Final, NamedTuple


class Grade(NamedTuple):
    """Positions (alpha-beta) or simulations (Monte-Carlo) a move, and the rate of random moves."""

    nodes: int
    errors: float


NUMBERS: Final = range(1, 9)
TAKES_WINS: Final = 3
SEES_THREATS: Final = 4
KNOWS_OPENINGS: Final = 7

_GRADES: Final[dict[tuple[str, int], str]] = {
    ("quixo", 2): "0:.3 100:.66 300:.5 1000:.75 5000:.58 30000:.38 300000:.1 15000000:0",
    ("quixo", 4): "0:.3 100:.66 300:.47 1000:.73 5000:.58 30000:.38 300000:.1 15000000:0",
    ("cage", 2): "0:.3 100:.72 300:.6 1000:.93 5000:.62 30000:.41 300000:.1 7000000:0",
    ("cage", 3): "0:.3 30:.6 100:.56 300:.94 1000:.5 4000:.3 15000:.12 100000:0",
    ("cage", 4): "0:.3 30:.6 100:.62 300:.9 1000:.6 4000:.36 15000:.17 50000:0",
    ("cubulus", 2): "0:.3 100:.66 300:.47 1000:.78 5000:.72 30000:.55 300000:.15 15000000:0",
    ("cubulus", 3): "0:.3 30:.69 100:.5 300:.6 1000:.3 4000:.15 15000:.06 100000:0",
    ("cubeo", 2): "20:.75 40:.65 100:.55 200:.46 500:.37 1000:.27 4000:.14 30000:0",
    ("cubeo", 3): "20:.75 40:.65 100:.55 200:.46 500:.37 1000:.27 4000:.14 20000:0",
    ("cubeo", 4): "20:.75 40:.65 100:.5 200:.42 500:.37 1000:.27 4000:.14 20000:0",
}
"""By game and players, level by level: nodes and errors."""


def _read(text: str) -> tuple[Grade, ...]:
    parts = (part.split(":") for part in text.split())
    return tuple(Grade(int(nodes), float(errors)) for nodes, errors in parts)


GRADES: Final = {table: _read(text) for table, text in _GRADES.items()}
USUAL: Final = GRADES["cage", 3]
"""For a game that has no grades of its own yet."""

ROLLOUTS: Final = tuple(2 << number for number in NUMBERS)
"""Level by level, for a game that has no kernel: games that the readable rules play on a move."""


def grade(name: str, players: int, number: int) -> Grade:
    """The grade of a level at a table."""
    return GRADES.get((name, players), USUAL)[number - 1]
