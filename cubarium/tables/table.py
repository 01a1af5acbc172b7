"""A table in the server's memory: its session, who may act for its seats, who watches."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Final

from cubarium.core.turn import Seat
from cubarium.match.chat import ChatLine
from cubarium.match.clocks import DAY, Span
from cubarium.match.command_context import CommandContext, CommandRefused
from cubarium.match.command_rules import SessionRefusal
from cubarium.match.commands import AnyCommand, FillSeat, Say, StandUp
from cubarium.match.configuration import DaysClock
from cubarium.match.event_data import seat_of
from cubarium.match.events import Drawn, Moved, Speaker, Stood
from cubarium.match.revision import Revision
from cubarium.match.session import Entry, Session
from cubarium.match.status import Status
from cubarium.match.step_sequence import Step
from cubarium.tables.identity import Identity, new_table_id
from cubarium.tables.presence import TablePresence
from cubarium.tables.stored_table import LogEnd, StoredTable
from cubarium.tables.subscriber import Subscriber
from cubarium.tables.table_log import reading_log

ABSENCE: Final = 60_000
"""Milliseconds that engines play on when the last person has gone."""
KEPT_LINES: Final = 200
"""Lines that newcomers are shown: of those who play, and of those who watch."""


class Table:
    """One table as this process knows it: what is stored of it, and who is connected."""

    def __init__(self, stored: StoredTable, now: int) -> None:
        self.id: str = stored.row.id
        self.created: int = stored.row.created
        self.presence = TablePresence(self.created)
        self.restore(stored)
        self.presence.away = dict.fromkeys(range(self.game.players), now)

    def restore(self, stored: StoredTable) -> None:
        """Be what is stored, whatever was known before. Raises BrokenLog."""
        session = stored.opened()
        self.configuration, self.game = session.configuration, session.match.game
        self.session = replace(session, chat=stored.chat_state())
        self.keys = stored.keys
        self.chat: list[ChatLine] = []
        for line in stored.chat:
            self.add_chat_line(line)
        self.log: list[Entry] = stored.entries[: -len(stored.unfolded) or None]
        """Its entries, without those that came before its checkpoint."""
        self.log_start = Revision(session.revision - len(self.log))
        """The entry before the first of them."""
        self.knows_commands = stored.base is None
        """Are the commands of all entries known?"""
        self.steps: dict[int, Step] = {}
        """Moves and draws, by the revision of their entry."""
        self.commands: dict[tuple[Speaker | None, str], Revision] = {}
        """The revision after a command, by its seat (or the spectator) and its id."""
        self.departures = stored.departures
        """The same for those who have stood up, by their secret's hash and the command's id."""
        self.returns = stored.returns
        """When a seat was back after a restart, by the seat and the time of the restart."""
        for entry in self.log:
            self._note_command(entry)
        with reading_log():
            for entry in stored.unfolded:
                self.take([entry], self.session.after([entry]))
        self.commands.update(stored.chat_commands)

    def take(self, entries: Sequence[Entry], session: Session) -> None:
        """These entries are on the disk."""
        actions = [entry for entry in entries if isinstance(entry.event, Moved | Drawn)]
        if actions:
            for entry, step in zip(actions, session.match.steps[-len(actions) :], strict=True):
                self.steps[entry.revision] = step
        for entry in entries:
            if isinstance(entry.event, Stood):  # the next player there has commands of their own
                seat = entry.event.seat
                self.commands = {key: at for key, at in self.commands.items() if key[0] != seat}
            else:
                self._note_command(entry)
        self.log.extend(entries)
        self.session = session

    def _note_command(self, entry: Entry) -> None:
        if entry.command:
            self.commands[seat_of(entry.event), entry.command] = entry.revision
            self.presence.note_act(entry.at)

    def recall(self, whole: "Table") -> None:
        """Know what came before the checkpoint, and the boards then, from a table that was read
        whole; it may be ahead of this one."""
        self.log[:0] = whole.log[: self.log_start]
        self.steps = {**self.steps, **whole.steps}
        self.log_start = whole.log_start

    @property
    def log_end(self) -> LogEnd:
        """Its last entry, as the database knows it too."""
        return LogEnd(self.session.revision, self.log[-1].at if self.log else self.created)

    # who may act, and who is there

    def held_by(self, identity: Identity) -> tuple[Seat, ...]:
        """The seats that somebody may act for."""
        seats = range(self.game.players)
        return tuple(seat for seat in seats if identity.holds(self.keys.get(seat, ())))

    def subscriber(
        self, identity: Identity, view: Seat | None = None, *, scenes: bool = True
    ) -> Subscriber:
        """A viewer, through the eyes of a seat of theirs. Raises CommandRefused."""
        holds = self.held_by(identity)
        if view is not None and view not in holds:
            raise CommandRefused(SessionRefusal.NOT_YOUR_SEAT, "This is not your seat.")
        if view is None and len(holds) == 1:
            (view,) = holds
        self.presence.note_address(identity, holds)
        return Subscriber(identity, holds, view, scenes)

    def context(
        self,
        identity: Identity,
        now: int,
        downtimes: Sequence[Span],
        away: Mapping[Seat, int],
        engines: Callable[[], Mapping[str, str]],
        rng: Random,
    ) -> CommandContext:
        """What the commands of a person are judged by."""
        holds = self.held_by(identity)
        self.presence.note_address(identity, holds)
        return CommandContext(
            now=now,
            rng=rng,
            holds=holds,
            shared=self._shared,
            elapsed=self.session.clocks.elapsed(now, downtimes),
            lag=identity.lag,
            away=away,
            engines=engines,
            next_table=new_table_id,
            guest=identity.name if identity.digests else "",
        )

    def _shared(self, seat: Seat) -> frozenset[Seat]:
        keys = set(self.keys.get(seat, ()))
        found = (other for other, theirs in self.keys.items() if keys.intersection(theirs))
        return frozenset({seat, *found})

    def known_revision(self, identity: Identity, command: AnyCommand) -> Revision | None:
        """The revision after a command that came before from a holder of the same seats, whichever
        seat is to move by now; or by which its sender has stood up."""
        holds = self.held_by(identity)
        if isinstance(command, StandUp):
            left = (self.departures.get((key, command.id)) for key in identity.digests)
            return next((revision for revision in left if revision is not None), None)
        seats: Sequence[Speaker]
        if isinstance(command, FillSeat):
            seats = [command.seat] if holds else ()
        elif isinstance(command, Say) and command.room == "spectators":
            seats = [identity.name]
        else:
            seats = [seat for seat in holds if command.seat in (None, seat)]
        found = (self.commands.get((seat, command.id)) for seat in seats)
        return next((revision for revision in found if revision is not None), None)

    def sit(self, seat: Seat, key: bytes) -> None:
        """A seat has a holder: those of its connections that watch already hold it too."""
        self.keys.setdefault(seat, []).append(key)
        for subscriber in self.presence.subscribers:
            if subscriber.identity.holds([key]):
                subscriber.holds = (*subscriber.holds, seat)
                subscriber.view = seat
                self.presence.hold([seat])

    def stand(self, seat: Seat) -> None:
        """Nobody holds a seat any more."""
        self.keys.pop(seat, None)
        for subscriber in self.presence.subscribers:
            subscriber.holds = tuple(one for one in subscriber.holds if one != seat)
            if subscriber.view not in subscriber.holds:
                subscriber.view = None

    def add_chat_line(self, line: ChatLine) -> None:
        """Somebody has said something. What was said long ago is no longer shown."""
        self.chat.append(line)
        same = [one for one in self.chat if (one.seat is None) == (line.seat is None)]
        if len(same) > KEPT_LINES:
            self.chat.remove(same[0])

    def hush(self, number: int) -> ChatLine | None:
        """A line of the chat is taken away: what is left of it; None: it is shown no longer."""
        for at, line in enumerate(self.chat):
            if line.number == number:
                self.chat[at] = replace(line, text="", name="")
                return self.chat[at]
        return None

    def revoke(self, guest: str) -> None:
        """Whoever has a secret whose hash begins so holds no seat any more."""
        for seat, keys in self.keys.items():
            self.keys[seat] = [key for key in keys if not key.hex().startswith(guest)]
        for subscriber in self.presence.subscribers:
            subscriber.holds = self.held_by(subscriber.identity)
            if subscriber.view not in subscriber.holds:
                subscriber.view = None

    @property
    def has_engines(self) -> bool:
        """Does an engine play in a game that goes on?"""
        match = self.session.match
        return self.session.status is Status.LIVE and any(map(match.engine, match.seated))

    def counts(self, holds: Sequence[Seat]) -> bool:
        """Is whoever holds these seats a person of this table? Where engines play each other,
        everybody is."""
        return bool(holds) or not self.session.people()

    def is_attended(self, now: int) -> bool:
        """Is a person of this table here, or was a short while ago? In a game of days people look
        in once a day. Engines play for nobody else."""
        seats, spectators = self.presence.present()
        if seats or (spectators and self.counts([])):
            return True
        is_slow = isinstance(self.configuration.clock, DaysClock)
        return now - self.presence.attended < (DAY if is_slow else ABSENCE)

    def is_alone(self, seats: Sequence[Seat]) -> bool:
        """Is one of these the only seat of a person? Two people on one device are two."""
        people = self.session.people()
        return len(people) == 1 and people[0] in seats

    @property
    def is_open_book(self) -> bool:
        """Is nothing hidden (any more)?"""
        return not self.game.has_secrets or self.session.status is Status.OVER
