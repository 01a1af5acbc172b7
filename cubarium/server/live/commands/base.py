"""What a wish causes, and what is checked again and again before."""

from collections.abc import Callable
from dataclasses import dataclass, field

from cubarium.core.turn import Seat
from cubarium.match.session import Status
from cubarium.server.errors import Refused
from cubarium.server.live.hub import Caused
from cubarium.server.live.table import LiveTable
from cubarium.store.writer import Change


@dataclass
class Grant:
    """What a wish causes: events, and other changes that are written with them."""

    caused: list[Caused]
    spent: int = 0
    more: list[Change] = field(default_factory=list)
    then: list[Callable[[], None]] = field(default_factory=list)
    """Done once it is written."""
    named: bool = True
    """Is the client's name for it kept, to know it when it comes again?"""


def check_status(table: LiveTable, *right: Status) -> None:
    status = table.live.status
    if status in right:
        return
    codes = {
        Status.OPEN: ("not_begun", "The game has not begun: seats are free."),
        Status.LIVE: ("not_over", "The game is still going on."),
        Status.OVER: ("match_over", "The game is over."),
        Status.ABORTED: ("match_over", "The game was called off."),
    }
    raise Refused(409, *codes[status])


def check_plays(table: LiveTable, seat: Seat) -> None:
    """Whoever has left a game has no more say in it, even if an engine plays on in its place."""
    if seat in table.live.match.departed:
        raise Refused(409, "left", "You have left this game.")


def check_position(table: LiveTable, position: int | None) -> None:
    if position is not None and position != table.live.position:
        raise Refused(
            409, "stale", "The position has changed since then: look at it again.", where="position"
        )
