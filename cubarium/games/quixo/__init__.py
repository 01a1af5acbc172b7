"""Quixo: two players, or four in two teams."""

from cubarium.core.info import GameInfo, Option
from cubarium.core.room import declare_room
from cubarium.games.quixo.messages import SENTENCES

INFO = GameInfo(
    name="quixo",
    title="Quixo",
    summary="Take a cube from the edge, mark it, push it back in: five in a line win.",
    players=(2, 4),
    options=(
        Option(
            name="size",
            help="Cubes along one side of the board, and in a line.",
            default=5,
            choices={2: (3, 4, 5), 4: (5,)},
        ),
    ),
    rules_version=1,
    credit="Quixo is a game by Thierry Chapeau, published by Gigamic. "
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
    "solver_index",
)
