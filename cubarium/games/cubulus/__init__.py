"""Cubulus: two or three players, an elastic cube of 27 places."""

from itertools import product

from cubarium.core.info import GameInfo, Option
from cubarium.core.room import declare_room
from cubarium.games.cubulus.messages import SENTENCES

PLACED = "placed"
RANDOM = "random"
PLACES = frozenset("".join(name) for name in product("abc", "123", "123"))
BALLS = 9


def read_neutrals(players: int, text: str) -> str | tuple[str, ...]:
    """`placed`, `random`, or nine places."""
    if text in (PLACED, RANDOM) and (players == 2 or text == PLACED):
        return text
    if players != 2:
        raise ValueError("with three players there are no neutral balls")
    places = tuple(sorted(name.strip() for name in text.split(",")))
    for name in places:
        if name not in PLACES:
            raise ValueError(f"{name!r} is no place")
    if len(places) != BALLS or len(set(places)) != BALLS:
        raise ValueError(f"there must be {BALLS} different places")
    return places


INFO = GameInfo(
    name="cubulus",
    title="Cubulus",
    summary="Push balls into an elastic cube: four of yours in a square on a face win.",
    players=(2, 3),
    options=(
        Option(
            name="neutrals",
            help="With two players, how the nine neutral balls come into the cage.",
            default=PLACED,
            form="placed (by the second player), random, or nine places such as a11,c11,…",
            read=read_neutrals,
            examples={2: (PLACED, RANDOM, "a11,c11,b21,a31,c31,b12,b22,b32,a13")},
        ),
    ),
    rules_version=1,
    credit="Cubulus and its name belong to their owners. This is an unofficial implementation.",
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
    "rotation_index",
)
