"""How much a review may take, and how long it is kept."""

from typing import Final

QUICK_LOOK_SECONDS: Final = 0.04
"""For each position at a first look."""
TABLE_POSITION_SECONDS: Final = 0.35
"""For each position of a table's game at the closer look, at most."""
TABLE_REVIEW_SECONDS: Final = 24.0
"""For both looks at a table's game together."""
MAX_MOVES: Final = 1_000
"""No more of a record are reviewed at once."""
MAX_KEPT_BYTES: Final = 16_000_000
"""Of reviews of records, compressed; one has about 5 KB."""
KEPT_SECONDS: Final = 24 * 3600.0
"""How long the review of a record is kept."""
