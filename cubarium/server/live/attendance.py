"""Who is connected to a table through one process."""

from typing import NamedTuple

from cubarium.core.turn import Seat


class Attendance(NamedTuple):
    """The seats for which somebody is connected, and how many watch without one."""

    seats: frozenset[Seat] = frozenset()
    spectators: int = 0
