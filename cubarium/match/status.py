"""Where a session stands."""

from enum import StrEnum, unique


@unique
class Status(StrEnum):
    """Where a session stands."""

    OPEN = "open"
    """Seats are free."""
    LIVE = "live"
    OVER = "over"
    ABORTED = "aborted"
    """Called off, or closed: nobody has won or lost."""
