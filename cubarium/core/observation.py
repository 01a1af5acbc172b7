"""What a program that learns sees: channels of small whole numbers over a grid of cells."""

from dataclasses import dataclass


@dataclass(frozen=True)
class ObservationSpace:
    """The shape of a table's observations: from the view of the seat to move alone."""

    channels: tuple[str, ...]
    """What each of them shows, in words."""
    grid: tuple[int, ...]
    """Ranks and files; before them layers, where there are some."""
    lowest: int = 0
    highest: int = 1

    @property
    def shape(self) -> tuple[int, ...]:
        """Channels first."""
        return (len(self.channels), *self.grid)
