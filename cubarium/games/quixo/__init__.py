"""Quixo: two players, or four in two teams."""

from cubarium.core.info import GameInfo, Option
from cubarium.core.room import Part, Room, TextFile
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

ROOM = Room(
    INFO,
    rules=Part(f"{__name__}.rules", "make"),
    kernel=Part(f"{__name__}.kernel", "make"),
    evaluation=Part(f"{__name__}.evaluation"),
    observation=Part(f"{__name__}.observation", "space"),
    levels=Part(f"{__name__}.levels", "LEVELS"),
    course=Part(f"{__name__}.course", "COURSE"),
    themes=Part(f"{__name__}.themes"),
    wins=TextFile(__name__, "wins.json"),
    great_games=TextFile(__name__, "great_games.txt"),
    solver_index=Part(f"{__name__}.solver_index"),
)
