"""What a program that learns sees: channels of small whole numbers over a grid of cells."""

from dataclasses import dataclass
from typing import Final


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


VIEW_TEXT: Final = ObservationSpace(("the text of the view, letter by letter",), (512,), 0, 127)
"""That of games without a kernel."""
