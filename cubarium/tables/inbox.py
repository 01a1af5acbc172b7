"""What arrives for a table beside the commands of the server."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from cubarium.core.turn import Seat
from cubarium.match.commands import AnyCommand
from cubarium.match.revision import Revision
from cubarium.match.server_commands import ServerCommand
from cubarium.tables.identity import Identity


@dataclass(frozen=True, slots=True)
class PersonCommand:
    """A person asks for something."""

    identity: Identity
    command: AnyCommand
    acknowledge: Callable[[Revision], None]
    """Called as soon as it is on the disk, before anything else is told of it."""


@dataclass(frozen=True, slots=True)
class TakeEntries:
    """Another process has written entries, and nothing else: take them over."""


@dataclass(frozen=True, slots=True)
class Refresh:
    """Another process may have changed something: take it over."""

    since: float
    """What was read after this time of the event loop is new enough."""


@dataclass(frozen=True, slots=True)
class Recall:
    """All entries are wanted, those before the checkpoint too."""


@dataclass(frozen=True, slots=True)
class Settle:
    """A write has failed: ask the database what is true."""


@dataclass(frozen=True, slots=True)
class AddKey:
    """Let the holder of a secret with this hash act for a seat, if it is still its owner's."""

    owner: Identity
    seat: Seat
    key: bytes


@dataclass(frozen=True, slots=True)
class RevokeKeys:
    """A guest whose hash begins like this holds no seat any more."""

    guest: str


@dataclass(frozen=True, slots=True)
class HushLine:
    """A line of the chat was taken away."""

    number: int


@dataclass(frozen=True, slots=True)
class Delete:
    """Delete the table, with all that belongs to it."""


Message: TypeAlias = (
    PersonCommand
    | ServerCommand
    | TakeEntries
    | Refresh
    | Recall
    | Settle
    | AddKey
    | RevokeKeys
    | HushLine
    | Delete
)
