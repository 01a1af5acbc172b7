"""How strong the eight levels of Cubulus are: see cubarium.core.levels."""

from typing import Final

from cubarium.core.levels import Level, LevelsByPlayers

LEVELS: Final[LevelsByPlayers] = {
    2: (
        Level(0, 0.3),
        Level(100, 0.66),
        Level(300, 0.47),
        Level(1_000, 0.78),
        Level(5_000, 0.72),
        Level(30_000, 0.55),
        Level(300_000, 0.15),
        Level(15_000_000, 0),
    ),
    3: (
        Level(0, 0.3),
        Level(30, 0.69),
        Level(100, 0.5),
        Level(300, 0.6),
        Level(1_000, 0.3),
        Level(4_000, 0.15),
        Level(15_000, 0.06),
        Level(100_000, 0),
    ),
}
