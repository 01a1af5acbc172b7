"""Stones: a toy game with chance, secrets, scores and three seats, for laws that no real game
tests yet. docs/adding-a-game.md walks through it.

Each seat is dealt a secret card worth 1 to 4. Then the seats take 1 or 2 stones in turn; when none
is left, the most stones and card points together win.
"""

from cubarium.core import GameInfo, Option, declare_room


def read_stones(players: int, text: str) -> int:
    """The option's reader: it refuses with a sentence."""
    if not text.isdecimal() or not players <= int(text) <= 20:
        raise ValueError("there must be enough stones for all, and at most 20")
    return int(text)


INFO = GameInfo(
    name="stones",
    title="Stones",
    summary="Take stones; a secret card counts too.",
    players=(2, 3),
    options=(
        Option("stones", "Stones at the start.", 9, form="a number up to 20", read=read_stones),
        Option(
            "quick", "Take up to three.", default=False, choices={2: (False, True), 3: (False,)}
        ),
    ),
    rules_version=1,
    credit="Everybody's.",
    sentences={
        "most": "the most points",
        "too_many": "There are not that many stones: {where}.",
        "dealt": "{where} is not in the pile.",
        "over": "The game is over.",
    },
)

ROOM = declare_room(__name__, INFO)
