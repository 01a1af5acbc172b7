"""Somebody who watches a table through one connection."""

from dataclasses import dataclass
from typing import Protocol

from cubarium.core.turn import Seat
from cubarium.server.identity import Actor


class Outlet(Protocol):
    """Where messages go; never waits."""

    def send(self, text: str) -> None: ...


@dataclass(eq=False, slots=True)
class Viewer:
    """One connection at one table. `view`: through whose eyes; None: a spectator's."""

    outlet: Outlet
    actor: Actor
    holds: tuple[Seat, ...] = ()
    view: Seat | None = None
    scenes: bool = True
