"""Positions in which a side is short of moves, so that it may have to make the other's line.

They hardly ever come up in games, but an engine that believes that only the winner's move wins
would be wrong in them. Nothing is known of how to reach them from the start.
"""

from collections.abc import Iterator
from random import Random
from typing import Any

from cubarium.core.game import AnyGame

EDGE = [cell for cell in range(25) if cell // 5 in (0, 4) or cell % 5 in (0, 4)]
BOARDS = 400_000
SEED = 8


def crowded(game: AnyGame) -> Iterator[Any]:
    """States of Quixo; other games are never so crowded."""
    rng = Random(SEED)
    if game.name == "quixo":
        for _ in range(BOARDS):
            yield game.position(_board(game, rng))


def _board(game: AnyGame, rng: Random) -> str:
    """No blank cubes, and few on the edge that the mover may take."""
    seat = rng.randrange(game.players)
    mover = game.seat_names[seat]
    others = [
        name
        for at, name in enumerate(game.seat_names)
        for _ in range(1 if game.teams[at] == game.teams[seat] else 2)
        if name != mover
    ]
    cubes = [rng.choice((*others, mover)) for _ in range(25)]
    for cell in EDGE:
        cubes[cell] = rng.choice(others)
    for cell in rng.sample(EDGE, rng.randint(1, 4)):
        cubes[cell] = mover
    ranks = ("".join(cubes[at : at + 5]) for at in range(0, 25, 5))
    return f"{'/'.join(ranks)} {mover}"
