"""What the processes of one site tell each other. A site of one process has nobody to tell."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from cubarium.core.turn import Seat


@dataclass(frozen=True)
class TablesChanged:
    """What is stored of these tables is new."""

    tables: list[str]
    kind: Literal["changed"] = "changed"


@dataclass(frozen=True)
class EntriesAppended:
    """Entries are new at a table, up to this revision, and nothing else is."""

    table: str
    revision: int
    kind: Literal["appended"] = "appended"


@dataclass(frozen=True)
class TablesDropped:
    """These tables must not be kept in memory as they are."""

    tables: list[str]
    kind: Literal["dropped"] = "dropped"


@dataclass(frozen=True)
class PresenceTold:
    """Who is connected to a table through the process that tells it."""

    table: str
    seats: list[Seat]
    spectators: int
    kind: Literal["presence"] = "presence"


@dataclass(frozen=True)
class PresenceAsked:
    """Somebody wants to know who is connected to a table."""

    table: str
    kind: Literal["presence_asked"] = "presence_asked"


@dataclass(frozen=True)
class TokensSpent:
    """What addresses have taken from their buckets of a limit."""

    limit: str
    costs: dict[str, float]
    kind: Literal["spent"] = "spent"


@dataclass(frozen=True)
class CountsTold:
    """How many of something addresses or guests have in the process that tells it: what has
    changed, or all of it."""

    limit: str
    counts: dict[str, int]
    is_whole: bool = False
    kind: Literal["counts"] = "counts"


@dataclass(frozen=True)
class CountsAsked:
    """Somebody wants to know all that is counted."""

    kind: Literal["counts_asked"] = "counts_asked"


@dataclass(frozen=True)
class AdminCommandDone:
    """An admin command that concerns every process."""

    command: str
    argument: str
    kind: Literal["admin"] = "admin"


@dataclass(frozen=True)
class DowntimeEnded:
    """Nobody could write through a process for a while."""

    began: int
    ended: int
    kind: Literal["downtime"] = "downtime"


BusMessage: TypeAlias = (
    TablesChanged
    | EntriesAppended
    | TablesDropped
    | PresenceTold
    | PresenceAsked
    | TokensSpent
    | CountsTold
    | CountsAsked
    | AdminCommandDone
    | DowntimeEnded
)
Received: TypeAlias = Callable[[str, BusMessage], None]
"""Takes the name of a process, and what it tells."""


class Bus(Protocol):
    """How processes reach each other."""

    is_shared: bool
    """Can there be other processes?"""

    def publish(self, message: BusMessage) -> None:
        """Tell all other processes, soon. A message may be lost: nothing durable hangs on it."""

    async def run(self, received: Received, missed: Callable[[], None]) -> None:
        """Until the server ends: hand over what others tell. `missed` is called when some of it may
        have been lost."""


class SoleBus:
    """For one process alone."""

    is_shared = False

    def publish(self, message: BusMessage) -> None:
        del message

    async def run(self, received: Received, missed: Callable[[], None]) -> None:
        del received, missed
