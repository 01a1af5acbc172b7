"""Somebody who watches a table through one connection."""

from collections.abc import Callable
from dataclasses import dataclass

from cubarium.core.turn import Seat
from cubarium.server.identity import Actor


@dataclass(eq=False, slots=True)
class Subscriber:
    """One connection at one table. `view`: through whose eyes; None: a spectator's."""

    actor: Actor
    holds: tuple[Seat, ...] = ()
    view: Seat | None = None
    scenes: bool = True
    send: Callable[[str], None] = lambda _: None
    """Queues a message, and never waits; for somebody who looks only once it does nothing."""
