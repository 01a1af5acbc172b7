"""A live table: its match, its clocks and who sits there, as a pure fold of numbered entries."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum, unique
from itertools import zip_longest
from typing import TypeAlias

from cubarium.core.errors import MatchRefused
from cubarium.core.turn import Seat, ToDraw, ToMove
from cubarium.match.clocks import Clocks
from cubarium.match.events import (
    Aborted,
    Claimed,
    Closed,
    Drawn,
    Event,
    Moved,
    RematchAsked,
    Rematched,
    Stood,
    TableEvent,
    TakenBack,
    TimedOut,
)
from cubarium.match.match import Match, MatchRefusal

AnyEvent: TypeAlias = Event | TableEvent
ABORTABLE = 2
"""A game can be called off while fewer turns have been played."""


@unique
class Status(StrEnum):
    """Where a table stands."""

    OPEN = "open"
    """Seats are free."""
    LIVE = "live"
    OVER = "over"
    ABORTED = "aborted"
    """Called off, or closed: nobody has won or lost."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of a table's log."""

    version: int
    event: AnyEvent
    at: int
    """Milliseconds since 1970."""
    spent: int = 0
    """What the clock of the seat to move was charged."""
    client: str = ""
    """The client's own name for the wish that caused it."""


@dataclass(frozen=True)
class Live:
    """Where a table stands after its entries."""

    match: Match
    clocks: Clocks
    version: int = 0
    position: int = 0
    """Counts what changes the board: moves, draws, takebacks. A move says which one it answers."""
    called_off: bool = False
    again: frozenset[Seat] = frozenset()
    """Who wants a rematch."""
    next_table: str = ""

    @property
    def status(self) -> Status:
        if self.called_off:
            return Status.ABORTED
        if self.match.outcome is not None:
            return Status.OVER
        return Status.LIVE if self.full else Status.OPEN

    @property
    def full(self) -> bool:
        """Are all seats taken?"""
        return len(self.match.seated) == self.match.game.players

    @property
    def to_move(self) -> Seat | None:
        """The seat whose turn it is in a game that goes on."""
        turn = self.match.turn
        return turn.seat if self.status is Status.LIVE and isinstance(turn, ToMove) else None

    def engine(self, seat: Seat, lowest: str) -> str:
        """The engine that plays for a seat: its own, or the lowest one for somebody who has left;
        empty: a person does."""
        return lowest if seat in self.match.departed else self.match.engine(seat)

    def people(self) -> list[Seat]:
        """The seats of people who have not left."""
        return [seat for seat in self.match.remaining if not self.match.engine(seat)]

    def after(self, entries: Sequence[Entry], matches: Sequence[Match] = ()) -> "Live":
        """After these entries; `matches`: the match after each of them, if they are known."""
        live = self
        for entry, match in zip_longest(entries, matches):
            live = live._fold(entry, match)
        return live

    def _fold(self, entry: Entry, known: Match | None) -> "Live":
        event = entry.event
        live = replace(self, version=entry.version)
        if isinstance(event, Claimed):
            return live
        if isinstance(event, Rematched):
            return replace(live, next_table=event.table)
        if isinstance(event, RematchAsked):
            return replace(live, again=self.again | {event.seat})
        if isinstance(event, Aborted | Closed):
            live = replace(live, called_off=True)
        elif isinstance(event, Stood):
            seated = {seat: who for seat, who in self.match.seated.items() if seat != event.seat}
            live = replace(live, match=replace(self.match, seated=seated))
        else:
            changes = isinstance(event, Moved | Drawn | TakenBack)
            match = known or self.match.after([event])
            live = replace(live, match=match, position=self.position + changes)
        return replace(live, clocks=live._clocks(entry)) if self.clocks.control else live

    def _clocks(self, entry: Entry) -> Clocks:
        """They run from the second turn of the game on, for seats that have not left."""
        clocks, event, match = self.clocks, entry.event, self.match
        if isinstance(event, TimedOut):
            clocks = clocks.emptied(event.seat)
        if self.status is not Status.LIVE:
            return clocks.turned(None, entry.at, entry.spent, turn_over=False)
        if isinstance(event, Moved | Drawn | TakenBack):
            if isinstance(match.turn, ToDraw):
                return clocks.turned(clocks.running, entry.at, entry.spent, turn_over=False)
            over = not isinstance(event, TakenBack) and match.game.is_turn_boundary(match.state)
            return clocks.turned(self._timed(), entry.at, entry.spent, turn_over=over)
        if clocks.running == self._timed() and not entry.spent:
            return clocks
        return clocks.turned(self._timed(), entry.at, entry.spent, turn_over=False)

    def _timed(self) -> Seat | None:
        """The seat whose clock runs now."""
        seat = self.to_move if self.match.plies else None
        return None if seat in self.match.departed else seat


def check_abort(live: Live) -> None:
    """May the game still be called off? Raises MatchRefused."""
    if live.status not in (Status.OPEN, Status.LIVE):
        raise MatchRefused(MatchRefusal.OVER, "the match is over")
    if live.match.plies >= ABORTABLE:
        raise MatchRefused(MatchRefusal.TOO_LATE, "the game is under way: resign, or offer a draw")
