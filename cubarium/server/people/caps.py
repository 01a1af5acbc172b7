"""How much one guest, and one address, may have at a time: a host can set each of them."""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Caps:
    """For one guest, and for all guests of one address together. A study is a question to the
    engines that is no move: an analysis, a review, a hint."""

    engine_tables: int = 12
    engine_tables_of_address: int = 60
    open_tables: int = 20
    open_tables_of_address: int = 60
    studies: int = 2
    studies_of_address: int = 8
    studies_waiting: int = 32
    """Of everybody."""


DEFAULT_CAPS: Final = Caps()
BEHIND_ONE_ADDRESS: Final = {
    "rate": 900.0,
    "connections": 10_000,
    "engine_tables_of_address": 600,
    "open_tables_of_address": 1000,
    "studies_of_address": 60,
    "studies_waiting": 90,
}
"""Options for thirty classes behind one address. What one guest may have stays as it is."""
