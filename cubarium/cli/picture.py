"""A scene as a picture for the terminal: any game's, layer beside layer.

The same drawing serves all terminals: colours come on top, lines are drawn or made of ASCII.
"""

from dataclasses import dataclass

from rich.text import Text

from cubarium.core.game import AnyGame
from cubarium.core.scene import Item, Place, Scene
from cubarium.core.turn import Ended, Outcome, ToMove

STYLES = {
    "red": "bold #e0604e",
    "blue": "bold #5b9bdd",
    "yellow": "bold #e3b23c",
    "green": "bold #54b277",
    "orange": "bold #e07b2a",
    "white": "bold #f2efe8",
}
MARK_STYLES = {"win": "reverse", "last": "underline"}
MARK_SIGNS = {"win": ("*", "*"), "last": ("[", "]"), "": (" ", " ")}


CLOSED = "#"
Grid = dict[tuple[int, int, int], Place]


@dataclass(frozen=True)
class Frame:
    """The signs that lines are made of."""

    bar: str
    left: str
    cross: str
    right: str
    line: str


ASCII = (Frame("|", "+", "+", "+", "-"),) * 3
DRAWN = (
    Frame("│", "┌", "┬", "┐", "─"),
    Frame("│", "├", "┼", "┤", "─"),
    Frame("│", "└", "┴", "┘", "─"),
)


def draw(scene: Scene, *, ascii_only: bool = False, width: int = 80) -> Text:
    """The board of a scene: layers side by side, or below each other where it is narrow."""
    frames = ASCII if ascii_only else DRAWN
    items = {item.place: item for item in scene.items}
    marked: dict[str, str] = {}
    for mark in scene.marks:
        if mark.kind in MARK_STYLES:
            marked.update(dict.fromkeys(mark.places, mark.kind))
    cell = max((len(item.symbol + item.facing) for item in scene.items), default=0) or 1
    grid = {(place.x, place.y, place.z): place for place in scene.places}
    heights = sorted({place.z for place in scene.places})
    layers = [
        _layer(grid, height, items, marked, cell, frames, titled=len(heights) > 1)
        for height in heights
    ]
    picture = Text()
    if sum(len(layer[0]) + 3 for layer in layers) > width + 3:
        for row in (row for layer in layers for row in layer):
            picture.append_text(row).append("\n")
        return picture
    for rows in zip(*layers, strict=True):
        picture.append_text(Text("   ").join(rows)).append("\n")
    return picture


def _layer(
    grid: Grid,
    height: int,
    items: dict[str, Item],
    marked: dict[str, str],
    width: int,
    frames: tuple[Frame, ...],
    *,
    titled: bool,
) -> list[Text]:
    """One layer, with the names of its files and ranks; a place that is not there is closed."""
    across = sorted({x for x, _, z in grid if z == height})
    upwards = sorted({y for _, y, z in grid if z == height}, reverse=True)
    names = "".join(f" {_label(grid, height, x=x):^{width + 2}}" for x in across)
    files = Text(f"   {names} ", "dim")
    rows = [Text(f"   layer {height + 1}", "dim")] if titled else []
    rows.append(files)
    for y in upwards:
        rows.append(_rule(frames[0 if y == upwards[0] else 1], len(across), width))
        name = _label(grid, height, y=y)
        row = Text().append(f" {name} ", "dim")
        for x in across:
            row.append(frames[1].bar, "dim")
            place = grid.get((x, y, height))
            if place is None:
                row.append(CLOSED * (width + 2), "dim")
            else:
                row.append_text(_cell(items.get(place.id), marked.get(place.id, ""), width))
        rows.append(row.append(f"{frames[1].bar} {name}", "dim"))
    rows += [_rule(frames[2], len(across), width), files.copy()]
    longest = max(len(row) for row in rows)
    for row in rows:
        row.pad_right(longest - len(row))
    return rows


def _label(grid: Grid, height: int, x: int | None = None, y: int | None = None) -> str:
    """A file's letter or a rank's number: what the names of its places share."""
    names = (
        place.id
        for (file, rank, layer), place in grid.items()
        if layer == height and x in (None, file) and y in (None, rank)
    )
    return next(names)[0 if x is not None else 1]


def _rule(frame: Frame, columns: int, width: int) -> Text:
    cells = frame.cross.join([frame.line * (width + 2)] * columns)
    return Text(f"   {frame.left}{cells}{frame.right}", "dim")


def _cell(item: Item | None, mark: str, width: int) -> Text:
    sign = f"{item.symbol}{item.facing}" if item else ""
    before, after = MARK_SIGNS[mark]
    style = STYLES.get(item.colour, "") if item else ""
    cell = Text(f"{before}{sign:^{width}}{after}", style)
    if mark:
        cell.stylize(MARK_STYLES[mark])
    return cell


def say_turn(game: AnyGame, scene: Scene) -> str:
    """Whose turn it is, or how it ended, in a sentence."""
    turn = scene.turn
    if isinstance(turn, Ended):
        return say_outcome(game, turn.outcome)
    if isinstance(turn, ToMove):
        return f"{game.seat_names[turn.seat]} to move: {len(scene.touches)} moves."
    return "Chance is to act."


def say_notes(game: AnyGame, scene: Scene) -> list[str]:
    """What the board does not show: stocks, and which moves are forbidden now and why."""
    stocks = [
        f"{'' if name in stock else f'{name} '}"
        f"{' '.join(f'{symbol}:{left}' for symbol, left in stock.items())}"
        for name, stock in scene.stocks.items()
    ]
    notes = [f"Left: {', '.join(stocks)}."] if stocks else []
    if isinstance(scene.turn, ToMove):
        moves = set(game.actions())
        places = {place.id for place in scene.places}
        sentences = game.table.info.sentences
        notes += [
            sentences[reason].format(where=target)
            for target, reason in scene.blocked.items()
            if target in moves and target not in places
        ]
    return notes


def say_outcome(game: AnyGame, outcome: Outcome) -> str:
    """Who has won, and by what."""
    sentences = {**game.table.info.sentences, **MATCH_SENTENCES}
    reason = sentences[outcome.reason]
    if not outcome.winners:
        return f"A draw: {reason}."
    names = " and ".join(game.seat_names[seat] for seat in sorted(outcome.winners))
    return f"{names} {'win' if len(outcome.winners) > 1 else 'wins'}: {reason}."


MATCH_SENTENCES = {
    "repetition": "the same position has come up too often",
    "ply_limit": "the limit of turns is reached",
    "agreement": "all players agreed",
    "resignation": "the other side resigned",
    "time_out": "the other side ran out of time",
}
