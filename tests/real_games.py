"""By table, the fixed game that walks are mixed with, and what the fixed walks reach.

A walk over zeros is this game. `tests/laws/test_walks.py` counts what it reaches, and what the
other fixed walks add. A change of the rules may ask for another game: `python -m tests.census NAME`
looks for one."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple


class RealGame(NamedTuple):
    """Random bytes by their seed; see `tests.census.kinds` for what is reached."""

    seed: int
    reaches: str
    others_add: str
    hurried: bool = False
    """Is it one in which every seat brings the end nearer when it can? See `tests.tables.HURRY`."""


REAL_GAMES: Mapping[str, RealGame] = MappingProxyType(
    {
        "quixo-2-size=3": RealGame(265, "line push", "opponents_line"),
        "quixo-2-size=4": RealGame(1027, "opponents_line push", "line"),
        "quixo-2-size=5": RealGame(4, "opponents_line push", "line"),
        "quixo-4-size=5": RealGame(17, "line pass push", "opponents_line"),
        "cage-2-colours=usual-one_colour=false": RealGame(
            194, "drop flip forbidden full no_winner twist", "given_line line"
        ),
        "cage-2-colours=usual-one_colour=true": RealGame(
            628, "both_lines drop flip forbidden no_winner twist", "given_line line"
        ),
        "cage-3-colours=usual-one_colour=false": RealGame(
            50, "drop flip forbidden full no_winner twist", "given_line line"
        ),
        "cage-3-colours=WO,BR,GY-one_colour=false": RealGame(
            29, "drop flip forbidden full no_winner twist", "given_line line"
        ),
        "cage-4-colours=usual-one_colour=false": RealGame(
            1277, "drop flip forbidden full no_winner twist", "given_line line"
        ),
        "cubulus-2-neutrals=placed": RealGame(
            3, "forbidden given_square push put rearrange", "square"
        ),
        "cubulus-2-neutrals=random": RealGame(
            4, "forbidden given_square lay push put rearrange", "square"
        ),
        "cubulus-2-neutrals=a11,a13,a31,b12,b21,b22,b32,c11,c31": RealGame(
            3, "forbidden given_square push put rearrange", "square"
        ),
        "cubulus-3-neutrals=placed": RealGame(
            31, "forbidden given_square push put rearrange", "square"
        ),
        "cubeo-2-twins=usual-closed_rows=false": RealGame(
            583,
            "claimant deal draw drawn empty_bag pull put setcorners",
            "carry lay most_cards stand taboo tie tie_break",
            hurried=True,
        ),
        "cubeo-2-twins=usual-closed_rows=true": RealGame(
            2,
            "carry claimant deal draw drawn lay pull put setcorners taboo tie tie_break",
            "empty_bag most_cards stand",
        ),
        "cubeo-3-twins=G,R,B-closed_rows=false": RealGame(
            16,
            "carry claimant deal draw drawn lay pull put setcorners stand taboo tie tie_break",
            "most_cards",
        ),
        "cubeo-3-twins=G,R,B-closed_rows=true": RealGame(
            2523,
            "carry claimant deal draw drawn lay pass pull put setcorners stand taboo tie tie_break",
            "most_cards twin_point",
            hurried=True,
        ),
        "cubeo-4-twins=usual-closed_rows=false": RealGame(
            202,
            "carry claimant deal draw drawn lay pull put setcorners stand taboo tie tie_break",
            "most_cards",
        ),
        "cubeo-4-twins=usual-closed_rows=true": RealGame(
            675,
            "carry claimant deal draw drawn pull put setcorners stand taboo tie tie_break",
            "lay most_cards twin_point",
        ),
    }
)
