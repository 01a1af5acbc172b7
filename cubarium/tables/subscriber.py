"""Somebody who watches a table through one connection."""

from dataclasses import dataclass
from typing import Protocol

from cubarium.core.turn import Seat
from cubarium.tables.identity import Identity


class Send(Protocol):
    """Queues a message, and never waits: see Outbox.put."""

    def __call__(self, *parts: str, topic: str = "", table: str = "") -> None: ...


def ignore(*parts: str, topic: str = "", table: str = "") -> None:
    """For somebody who looks only once."""
    del parts, topic, table


@dataclass(eq=False, slots=True)
class Subscriber:
    """One connection at one table. `view`: through whose eyes; None: a spectator's."""

    identity: Identity
    holds: tuple[Seat, ...] = ()
    view: Seat | None = None
    scenes: bool = True
    send: Send = ignore
    known_presence: tuple[list[Seat], int] | None = None
    """Who is there, as this subscriber was last told."""
