"""How strong the eight levels of Cube O' are: see cubarium.core.levels."""

from typing import Final

from cubarium.core.levels import Level, LevelsByPlayers

LEVELS: Final[LevelsByPlayers] = {
    2: (
        Level(20, 0.75),
        Level(40, 0.65),
        Level(100, 0.55),
        Level(200, 0.46),
        Level(500, 0.37),
        Level(1_000, 0.27),
        Level(4_000, 0.14),
        Level(30_000, 0),
    ),
    3: (
        Level(20, 0.75),
        Level(40, 0.65),
        Level(100, 0.55),
        Level(200, 0.46),
        Level(500, 0.37),
        Level(1_000, 0.27),
        Level(4_000, 0.14),
        Level(20_000, 0),
    ),
    4: (
        Level(20, 0.75),
        Level(40, 0.65),
        Level(100, 0.5),
        Level(200, 0.42),
        Level(500, 0.37),
        Level(1_000, 0.27),
        Level(4_000, 0.14),
        Level(20_000, 0),
    ),
}
