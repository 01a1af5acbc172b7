"""A puzzle as it stands, drawn."""

from collections import Counter
from collections.abc import Sequence

from cubarium.core.scene import Card, Holder, Item, Scene, Touch
from cubarium.core.turn import ToMove
from cubarium.games.cubeo import COLOURS, CUBES, scene_parts
from cubarium.games.cubeo.cards import Board
from cubarium.games.cubeo.geometry import COLUMN_NAMES, SIDE

HAND = "hand"


def draw(cards: Sequence[str], board: Board) -> Scene:
    """The board, its five views, and the cards with how near they are."""
    used = Counter(cube for cubes in board for cube in cubes)
    left = {colour: CUBES - used[colour] for colour in COLOURS}
    items = [Item(f"card {card}", "card", HAND, card) for card in cards]
    return Scene(
        viewer=0,
        turn=ToMove(0),
        places=scene_parts.places(),
        items=(*scene_parts.cubes(board), *items),
        touches=(
            *(
                Touch(f"{colour}{name}", (colour, name))
                for colour in COLOURS
                if left[colour]
                for column, name in enumerate(COLUMN_NAMES)
                if len(board[column]) < SIDE
            ),
            *(
                Touch(f"-{name}", ("-", name))
                for column, name in enumerate(COLUMN_NAMES)
                if board[column]
            ),
        ),
        stocks={"cubes": left},
        stacked=True,
        holders=(Holder(HAND, HAND),),
        sights=scene_parts.sights(board),
        cards=tuple(
            Card(item.id, scene_parts.squares(item.symbol), scene_parts.near(item.symbol, board))
            for item in items
        ),
    )
