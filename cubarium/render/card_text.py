"""Cards and sights as pictures for the terminal."""

from collections.abc import Iterable

from rich.text import Text

from cubarium.core.scene import Card, Scene, Sight, Square
from cubarium.render.board_text import STYLES
from cubarium.render.number_text import counted

GAP = "   "
NOTHING = "."


def draw_sights(scene: Scene, width: int) -> Text:
    """The board as it is seen from each side, side by side."""
    return _side_by_side([_sight(sight) for sight in scene.sights], width)


def draw_cards(scene: Scene, width: int) -> Text:
    """The viewer's own cards, side by side, with how much of each is on the board already."""
    own = {card.id: card for card in scene.cards if card.near is not None}
    names = {item.id: item.symbol for item in scene.items}
    return _side_by_side([_card(names[card.id], card) for card in own.values()], width)


def cards_text(scene: Scene) -> list[str]:
    """How many cards each seat has, and which have been shown."""
    lines = []
    for holder in scene.holders:
        cards = [item for item in scene.items if item.place == holder.id and item.kind == "card"]
        known = " ".join(item.symbol for item in cards if item.symbol)
        if holder.kind == "hand" and holder.seat:
            lines.append(f"{holder.seat} holds {known or counted(len(cards), 'card')}")
        elif holder.kind == "shown":
            shown = f": {known}" if known else ""
            lines[-1] += f", has fulfilled {len(cards)}{shown}."
        elif cards and holder.kind in ("tie", "aside"):
            whose = f"{holder.seat}'s tie-break card" if holder.seat else "Laid aside"
            lines.append(f"{whose}: {known or 'hidden'}.")
        elif holder.kind == "held":
            (cube,) = (item for item in scene.items if item.place == holder.id)
            lines.append(f"{holder.seat} has drawn {cube.symbol}.")
    return lines


def shown_cards_text(before: Scene, after: Scene) -> list[str]:
    """The cards that have been shown between two scenes."""
    known = {item.id for item in before.items if item.kind == "card" and item.symbol}
    shown = {holder.id: holder for holder in after.holders if holder.kind in ("shown", "aside")}
    return [
        f"{shown[item.place].seat} has fulfilled {item.symbol}."
        if shown[item.place].seat
        else f"{item.symbol} is fulfilled already, and is laid aside."
        for item in after.items
        if item.place in shown and item.id not in known
    ]


def _grid(squares: Iterable[Square], width: int, height: int, nothing: str) -> list[Text]:
    """Rows from the top."""
    found = {(square.x, square.y): square for square in squares}
    rows = []
    for y in reversed(range(height)):
        signs = []
        for x in range(width):
            square = found.get((x, y))
            style = STYLES.get(square.colour, "") if square else "dim"
            signs.append(Text(square.symbol if square else nothing, style))
        rows.append(Text(" ").join(signs))
    return rows


def _sight(sight: Sight) -> list[Text]:
    title = Text(sight.id, "dim")
    return [title, *_grid(sight.squares, sight.width, sight.height, NOTHING)]


def _card(name: str, card: Card) -> list[Text]:
    assert card.near is not None
    width = 1 + max(square.x for square in card.squares)
    height = 1 + max(square.y for square in card.squares)
    seen, every = card.near.seen, len(card.squares)
    near = f"{seen} of {every}, {card.near.sight}" if seen else f"0 of {every}"
    rows = _grid(card.squares, width, height, " ")
    return [Text(name, "bold"), *rows, Text(near, "dim")]


def _side_by_side(blocks: list[list[Text]], width: int) -> Text:
    """Blocks in rows that fit."""
    picture = Text()
    while blocks:
        row: list[list[Text]] = []
        while blocks and sum(map(_breadth, (*row, blocks[0]))) <= width + len(GAP):
            row.append(blocks.pop(0))
        if not row:
            row.append(blocks.pop(0))
        for number in range(max(map(len, row))):
            line = Text()
            for block in row:
                part = block[number].copy() if number < len(block) else Text()
                part.pad_right(_breadth(block) - len(part))
                line.append_text(part)
            line.rstrip()
            picture.append(GAP).append_text(line).append("\n")
    return picture


def _breadth(block: list[Text]) -> int:
    return max(map(len, block)) + len(GAP)
