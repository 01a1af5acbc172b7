"""How strong the eight levels of Quixo are: see cubarium.core.levels."""

from typing import Final

from cubarium.core.levels import Level, LevelsByPlayers

LEVELS: Final[LevelsByPlayers] = {
    2: (
        Level(0, 0.3),
        Level(100, 0.66),
        Level(300, 0.5),
        Level(1_000, 0.75),
        Level(5_000, 0.58),
        Level(30_000, 0.38),
        Level(300_000, 0.1),
        Level(15_000_000, 0),
    ),
    4: (
        Level(0, 0.3),
        Level(100, 0.66),
        Level(300, 0.47),
        Level(1_000, 0.73),
        Level(5_000, 0.58),
        Level(30_000, 0.38),
        Level(300_000, 0.1),
        Level(15_000_000, 0),
    ),
}
