"""A session: a match with its clocks, its seats and its talk, as a pure fold of numbered entries.

    applied = session.apply(command, context)   # raises CommandRefused, InvalidMove or IllegalMove
    applied.entries                             # what to append to the log
    applied.effects                             # what to do beside that
    applied.session                             # the session afterwards

Nothing here reads a clock, a disk or a socket: time, luck and presence come with the context.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from itertools import repeat
from random import Random

from cubarium import catalog
from cubarium.core.turn import Seat, ToDraw, ToMove
from cubarium.match.chat import Chat
from cubarium.match.clocks import Clocks
from cubarium.match.command_context import CommandContext
from cubarium.match.command_rules import decide
from cubarium.match.commands import AnyCommand, Command, StandUp
from cubarium.match.configuration import FRIEND, Configuration, control_of
from cubarium.match.effects import Effect, MakeTable
from cubarium.match.events import (
    Aborted,
    Claimed,
    Closed,
    Drawn,
    Event,
    LogEvent,
    Moved,
    Muted,
    RematchAsked,
    Rematched,
    Said,
    Seated,
    Stood,
    TakenBack,
    TimedOut,
)
from cubarium.match.match import Match, Sequel
from cubarium.match.revision import START, START_BOARD, BoardRevision, Revision
from cubarium.match.server_commands import Open, ServerCommand
from cubarium.match.server_rules import decide_for_server
from cubarium.match.status import Status


@dataclass(frozen=True, slots=True)
class Entry:
    """One event of the log."""

    revision: Revision
    event: LogEvent
    at: int
    """Milliseconds since 1970."""
    spent: int = 0
    """What the clock of the seat to move was charged."""
    command: str = ""
    """The sender's own name for the command that caused it."""


@dataclass(frozen=True, slots=True)
class Applied:
    """What a command has caused."""

    entries: tuple[Entry, ...]
    session: "Session"
    effects: tuple[Effect, ...] = ()


@dataclass(frozen=True)
class Session:
    """Where a session stands after its entries."""

    match: Match
    clocks: Clocks
    configuration: Configuration
    chat: Chat = field(default_factory=Chat)
    revision: Revision = START
    board_revision: BoardRevision = START_BOARD
    is_called_off: bool = False
    rematch: frozenset[Seat] = frozenset()
    """Who wants to play again."""
    next_table: str = ""

    @classmethod
    def open(cls, configuration: Configuration, start: str | None = None) -> "Session":
        """Before the first entry; `start`: a position to begin from. Raises InvalidOption."""
        game = catalog.game(configuration.spec())
        state = None if start is None else game.whole_position(start)
        clocks = Clocks.new(control_of(configuration.clock), game.players)
        return cls(Match.open(game, start=state), clocks, configuration)

    # what is known

    @cached_property
    def status(self) -> Status:
        if self.is_called_off:
            return Status.ABORTED
        if self.match.outcome is not None:
            return Status.OVER
        return Status.LIVE if self.is_full else Status.OPEN

    @property
    def is_full(self) -> bool:
        """Are all seats taken?"""
        return len(self.match.seated) == self.match.game.players

    @property
    def to_move(self) -> Seat | None:
        """The seat whose turn it is in a game that goes on."""
        turn = self.match.turn
        return turn.seat if self.status is Status.LIVE and isinstance(turn, ToMove) else None

    def engine(self, seat: Seat, substitute: str) -> str:
        """The engine that plays for a seat: its own, or a substitute for somebody who has left;
        empty: a person does."""
        return substitute if seat in self.match.departed else self.match.engine(seat)

    def people(self) -> list[Seat]:
        """The seats of people who have not left."""
        return [seat for seat in self.match.remaining if not self.match.engine(seat)]

    def free_seats(self) -> list[Seat]:
        return [seat for seat in range(self.match.game.players) if seat not in self.match.seated]

    # what happens

    def apply(self, command: AnyCommand | ServerCommand, context: CommandContext) -> Applied:
        """What a command causes; if it is refused, nothing has changed. The only way a table
        changes. Raises MatchRefused, InvalidMove or IllegalMove."""
        if isinstance(command, Command):
            decision = decide(command, self, context)
            # the next player in that seat may name commands the same
            name = "" if isinstance(command, StandUp) else command.id
        else:
            decision, name = decide_for_server(command, self, context), ""
        entries = tuple(
            Entry(Revision(self.revision + at), event, context.now, *first)
            for at, event in enumerate(decision.events, 1)
            for first in [(decision.spent, name) if at == 1 else ()]
        )
        session = self._extended(entries, decision.events)
        for effect in decision.effects:
            if isinstance(effect, Said | Muted):
                session = replace(session, chat=session.chat.after(effect, context.now))
        return Applied(entries, session, decision.effects)

    def after(self, entries: Sequence[Entry]) -> "Session":
        """After these entries."""
        return self._extended(entries, ())

    def seating(self, event: Seated, rng: Random) -> tuple[Event, ...]:
        """A player takes a seat; with the last one the game begins, and chance may act."""
        after = self.match.after([event])
        begins = len(after.seated) == after.game.players
        return (event, *(after.draw(rng) if begins else ()))

    def rematch_table(self, table: str, context: CommandContext) -> MakeTable:
        """The next table, with the same players."""
        seats, match = self._next_seats(context.rng), self.match
        occupants = self.configuration.seats or (FRIEND,) * match.game.players
        configuration = self.configuration.model_copy(
            update={"seats": [occupants[seat] for seat in seats]}
        )
        seated = [replace(match.seated[seat], seat=new) for new, seat in enumerate(seats)]
        opened = Session.open(configuration, configuration.position).apply(Open(seated), context)
        return MakeTable(table, opened, tuple(seats))

    def _next_seats(self, rng: Random) -> list[Seat]:
        """Who sits where in a rematch: for each seat, the one that its player has now."""
        seats = list(range(self.match.game.players))
        if self.configuration.order == "drawn":
            rng.shuffle(seats)
        elif self.configuration.order == "rotated":
            seats = seats[1:] + seats[:1]
        return seats

    def _extended(self, entries: Sequence[Entry], events: Sequence[LogEvent]) -> "Session":
        """After these entries, whose matches are known if their events are a sequel."""
        known = events.matches[1:] if isinstance(events, Sequel) else repeat(None)
        session = self
        for entry, match in zip(entries, known, strict=False):
            session = session._fold(entry, match)
        return session

    def _fold(self, entry: Entry, match: Match | None) -> "Session":
        event = entry.event
        changed = partial(replace, self, revision=entry.revision)
        if isinstance(event, Claimed):
            return changed()
        if isinstance(event, Rematched):
            return changed(next_table=event.table)
        if isinstance(event, RematchAsked):
            return changed(rematch=self.rematch | {event.seat})
        if isinstance(event, Aborted | Closed):
            session = changed(is_called_off=True)
        elif isinstance(event, Stood):
            session = changed(match=self.match.without(event.seat))
        else:
            changes = isinstance(event, Moved | Drawn | TakenBack)
            session = changed(
                match=self.match.after([event]) if match is None else match,
                board_revision=BoardRevision(self.board_revision + changes),
            )
        if not self.clocks.control:
            return session
        return replace(session, clocks=session._clocks(entry))

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
