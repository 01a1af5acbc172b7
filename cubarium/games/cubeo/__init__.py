"""Cube O': two to four players, coloured cubes on a board of four by four, secret task cards."""

from cubarium.core.info import GameInfo, Option
from cubarium.core.room import declare_room
from cubarium.games.cubeo.messages import REMARKS, SENTENCES

COLOURS = "RBYG"
"""Red, blue, yellow, green."""
USUAL = "usual"
CUBES = 14
"""Of each colour, the start cube included."""
HAND = 3
NUMBERS = {2: 7, 3: 6, 4: 5}
"""By players, how many fulfilled cards end the game."""
TIE_TURNS = 20
"""Of each seat, in a tie-break."""


def read_twins(players: int, text: str) -> tuple[str, ...] | str:
    """`G,R`: the colour of each seat's twin; `usual`: as the rules say."""
    if text == USUAL:
        return USUAL
    twins = tuple(text.split(","))
    if len(twins) != players:
        raise ValueError(f"there must be {players}, one for each seat")
    if len(set(twins)) != players or not set(twins) <= set(COLOURS):
        raise ValueError(f"there must be different letters out of {COLOURS}")
    return twins


INFO = GameInfo(
    name="cubeo",
    title="Cube O'",
    summary="Build with coloured cubes: show your secret cards from above or from a side.",
    players=(2, 3, 4),
    options=(
        Option(
            name="twins",
            help="The colour of each seat's twin cube.",
            default=USUAL,
            form="colours by seat, such as G,R; or usual",
            read=read_twins,
            examples={2: (USUAL,), 3: ("G,R,B",), 4: (USUAL,)},
        ),
        Option(
            name="closed_rows",
            help="Cubes in a closed row (four in a line on one level) may not be moved either.",
            default=False,
            choices=dict.fromkeys((2, 3, 4), (False, True)),
        ),
    ),
    rules_version=1,
    credit="Cube O' and its name belong to their owners. This is an unofficial implementation.",
    sentences=SENTENCES,
    remarks=REMARKS,
)

ROOM = declare_room(
    __name__,
    INFO,
    "kernel",
    "evaluation",
    "observation",
    "levels",
    "course",
    "puzzles",
    "great_games",
)
