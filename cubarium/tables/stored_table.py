"""What is stored of a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from cubarium.core.turn import Seat
from cubarium.match.chat import Chat, ChatLine
from cubarium.match.configuration import Configuration
from cubarium.match.events import Speaker
from cubarium.match.revision import Revision
from cubarium.match.session import Entry, Session
from cubarium.tables.table_log import check_log, reading_log


@dataclass(frozen=True)
class TableRow:
    """What is stored of a table beside its events."""

    id: str
    game: str
    rules: int
    configuration: Mapping[str, object]
    start: str | None
    status: str
    revision: Revision
    created: int


class LogEnd(NamedTuple):
    """Which entry of a log is the last one, and when it was written."""

    revision: Revision
    at: int


@dataclass(frozen=True)
class StoredTable:
    """All that the database holds about a table."""

    row: TableRow
    entries: list[Entry]
    keys: dict[Seat, list[bytes]]
    chat: list[ChatLine]
    mutes: set[tuple[Seat, Seat]]
    returns: dict[tuple[Seat, int], int]
    chat_commands: dict[tuple[Speaker | None, str], Revision]
    """What was acknowledged of what was said, by the speaker and the command's name."""
    departures: dict[tuple[bytes, str], Revision]
    """The same of those who have stood up, by their secret's hash."""
    base: Session | None = None
    """Where its session stood after the first of these entries, by its checkpoint; None: they are
    all entries that there are."""
    fault: str = ""
    """Why its checkpoint is of no use."""

    def chat_state(self) -> Chat:
        """How much was said, and who does not want to hear whom."""
        return Chat(
            lines=self.chat[-1].number if self.chat else 0,
            spectator_lines=sum(line.seat is None for line in self.chat),
            mutes=frozenset(self.mutes),
        )

    @property
    def unfolded(self) -> list[Entry]:
        """The entries that `opened` knows nothing of."""
        return self.entries if self.base is None else self.entries[1:]

    def session(self) -> Session:
        """Where its session stands. Raises BrokenLog."""
        with reading_log():
            return self.opened().after(self.unfolded)

    def opened(self) -> Session:
        """The session before its first entry, or at its checkpoint. Raises BrokenLog also if
        entries are missing."""
        if self.base is not None:
            check_log(self.unfolded, self.row.revision, self.base.revision)
            return self.base
        check_log(self.entries, self.row.revision)
        return self.unopened()

    def unopened(self) -> Session:
        """The session before its first entry. Raises BrokenLog."""
        with reading_log():
            configuration = Configuration.model_validate(self.row.configuration)
            return Session.open(configuration, self.row.start)
