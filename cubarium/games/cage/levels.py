"""How strong the eight levels of Rubik's Cage are: see cubarium.core.levels."""

from typing import Final

from cubarium.core.levels import Level, LevelsByPlayers

LEVELS: Final[LevelsByPlayers] = {
    2: (
        Level(0, 0.3),
        Level(100, 0.72),
        Level(300, 0.6),
        Level(1_000, 0.93),
        Level(5_000, 0.62),
        Level(30_000, 0.41),
        Level(300_000, 0.1),
        Level(7_000_000, 0),
    ),
    3: (
        Level(0, 0.3),
        Level(30, 0.6),
        Level(100, 0.56),
        Level(300, 0.94),
        Level(1_000, 0.5),
        Level(4_000, 0.3),
        Level(15_000, 0.12),
        Level(100_000, 0),
    ),
    4: (
        Level(0, 0.3),
        Level(30, 0.6),
        Level(100, 0.62),
        Level(300, 0.9),
        Level(1_000, 0.6),
        Level(4_000, 0.36),
        Level(15_000, 0.17),
        Level(50_000, 0),
    ),
}
