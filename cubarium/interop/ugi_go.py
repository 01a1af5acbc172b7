"""What `go` says: how long to think."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from cubarium.core.errors import CubariumError
from cubarium.core.turn import Seat

ALIASES: Final = {"wtime": "p1time", "btime": "p2time", "winc": "p1inc", "binc": "p2inc"}
"""What uci says for the first two seats."""
SEATS: Final = range(1, 5)
NUMBERS: Final = {
    "movetime": 1,
    "nodes": 1,
    "depth": 1,
    "movestogo": 1,
    **{f"p{seat}time": 0 for seat in SEATS},
    **{f"p{seat}inc": 0 for seat in SEATS},
}
"""Words that a number follows, and the lowest one."""
INFINITE: Final = "infinite"
MOVES_LEFT: Final = 25
"""The share of a clock for one move, where nobody says how many are left."""
MOST_OF_IT: Final = 0.8
"""No move takes more of what is left on a clock."""
LAG: Final = 0.03
"""Seconds of each move that are left for whoever keeps the clock."""
LEAST: Final = 0.01


@dataclass(frozen=True)
class GoLimit:
    """When to answer; with none of the first three: when the engine thinks fit. An infinite one is
    answered only after `stop`."""

    seconds: float | None = None
    nodes: int | None = None
    depth: int | None = None
    is_infinite: bool = False

    @property
    def is_open(self) -> bool:
        """Is nothing said about time?"""
        return self == GoLimit()


def read_go(words: Sequence[str], seat: Seat) -> GoLimit:
    """What these words say to a seat. Raises CubariumError."""
    given: dict[str, int] = {}
    is_infinite = False
    rest = iter(words)
    for word in rest:
        name = ALIASES.get(word, word)
        if name == INFINITE:
            is_infinite = True
            continue
        if name not in NUMBERS:
            raise CubariumError(f"go: {word!r} is not known; expected {', '.join(NUMBERS)}")
        text = next(rest, "")
        if not (text.isascii() and text.isdecimal() and int(text[:20]) >= NUMBERS[name]):
            raise CubariumError(f"go {word}: expected a number from {NUMBERS[name]}; not {text!r}")
        given[name] = int(text[:20])
    seconds = given["movetime"] / 1000 if "movetime" in given else _from_clock(given, seat)
    if is_infinite and given:
        raise CubariumError("go infinite: expected no other limit")
    return GoLimit(seconds, given.get("nodes"), given.get("depth"), is_infinite)


def _from_clock(given: dict[str, int], seat: Seat) -> float | None:
    """A move's part of what is left on the seat's clock."""
    left = given.get(f"p{seat + 1}time")
    if left is None:
        return None
    moves = given.get("movestogo", MOVES_LEFT)
    part = left / 1000 / moves + given.get(f"p{seat + 1}inc", 0) / 1000 * MOST_OF_IT
    return max(LEAST, min(part, left / 1000 * MOST_OF_IT) - LAG)
