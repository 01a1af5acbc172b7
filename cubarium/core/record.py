"""A record: the acts of one game in order, and how it ended. Texts only: it needs no rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from cubarium.core.turn import Seat


@dataclass(frozen=True, slots=True)
class Act:
    """A move of a seat, or a draw of chance (seat None), with what was said about it."""

    text: str
    seat: Seat | None
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Result:
    """How it ended. No winners: a draw. The reason is a code of the rules or of the match."""

    winners: frozenset[Seat]
    reason: str
    scores: tuple[int, ...] | None = None


@dataclass(frozen=True)
class GameRecord:
    """One game. `options` are texts; `start` is a position, None: the usual start."""

    game: str
    rules: int
    players: int
    options: Mapping[str, str]
    acts: tuple[Act, ...] = ()
    result: Result | None = None
    start: str | None = None
    tags: Mapping[str, str] = field(default_factory=dict)
    """Free tags, such as Event, Site, Date (YYYY.MM.DD) and Seat0 to Seat3."""
    comment: str = ""
