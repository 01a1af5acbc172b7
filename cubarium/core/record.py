"""A record: the acts of one game in order, and how it ended. Texts only: it needs no rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final, Literal

from cubarium.core.turn import Seat

FORMAT: Final = "cubarium-record"
ANY_SEAT: Final[Seat] = -1
"""In a record that is yet to be checked: the seat whose turn it is."""


@dataclass(frozen=True, slots=True)
class Act:
    """A move of a seat, or a draw of chance (seat None), with what was said about it."""

    text: str
    seat: Seat | None = ANY_SEAT
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """How it ended. No winners: a draw. The reason is a code of the rules or of the match."""

    winners: frozenset[Seat]
    reason: str
    scores: tuple[int, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class GameRecord:
    """One game. `options` are texts; `start` is a position, None: the usual start. In this order
    it is written as JSON."""

    format: Literal["cubarium-record"] = FORMAT
    game: str
    rules: int
    players: int
    options: Mapping[str, str] = field(default_factory=dict)
    tags: Mapping[str, str] = field(default_factory=dict)
    """Free tags, such as Event, Site, Date (YYYY.MM.DD) and Seat0 to Seat3."""
    start: str | None = None
    comment: str = ""
    acts: tuple[Act, ...]
    result: Result | None = None
