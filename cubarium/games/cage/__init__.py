"""Rubik's Cage: two to four players, a cage of three layers that twist."""

from cubarium.core.info import GameInfo, Option
from cubarium.core.room import declare_room
from cubarium.games.cage.messages import SENTENCES

COLOURS = "RBYGOW"
"""Red, blue, yellow, green, orange, white."""
USUAL = "usual"


def usual_colours(players: int) -> tuple[str, ...]:
    """Two players have three colours each, three two, four one (two colours stay out)."""
    each = len(COLOURS) // players
    return tuple(COLOURS[seat * each : (seat + 1) * each] for seat in range(players))


def read_colours(players: int, text: str) -> tuple[str, ...] | str:
    """`RBY,GOW`: the colours of each seat; `usual`: as the rules say."""
    if text == USUAL:
        return USUAL
    colours = tuple(text.split(","))
    letters = "".join(colours)
    right = [len(seat) for seat in usual_colours(players)]
    lengths = [len(seat) for seat in colours]
    if lengths != right and not (players == 2 and lengths == [1, 1]):
        raise ValueError(f"expected {right[0]} for each of {players} seats")
    if len(set(letters)) != len(letters) or not set(letters) <= set(COLOURS):
        raise ValueError(f"expected different letters out of {COLOURS}")
    return colours


INFO = GameInfo(
    name="cage",
    title="Rubik's Cage",
    summary="Drop cubes, twist layers, flip the cage: three of your colour in a row win.",
    players=(2, 3, 4),
    options=(
        Option(
            name="colours",
            help="The colours of each seat.",
            default=USUAL,
            form="colours by seat, such as RBY,GOW (one letter each with one_colour), or usual",
            read=read_colours,
            examples={3: (USUAL, "WO,BR,GY")},
        ),
        Option(
            name="one_colour",
            help="One colour of twelve cubes each; lines for both at once are a draw.",
            default=False,
            choices={2: (False, True), 3: (False,), 4: (False,)},
        ),
    ),
    rules_version=1,
    credit="Rubik's Cage and its name belong to their owners. "
    "This is an unofficial implementation.",
    sentences=SENTENCES,
)

ROOM = declare_room(
    __name__,
    INFO,
    "kernel",
    "evaluation",
    "observation",
    "levels",
    "course",
    "themes",
    "wins",
    "great_games",
)
