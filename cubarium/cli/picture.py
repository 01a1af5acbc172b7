"""A scene as a picture for the terminal: any game's, layer beside layer.

The same drawing serves all terminals: colours come on top, lines are drawn or made of ASCII.
"""

from dataclasses import dataclass
from itertools import groupby

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


def draw(scene: Scene, *, ascii_only: bool = False) -> Text:
    """The board of a scene."""
    frames = ASCII if ascii_only else DRAWN
    items = {item.place: item for item in scene.items}
    marked: dict[str, str] = {}
    for mark in scene.marks:
        if mark.kind in MARK_STYLES:
            marked.update(dict.fromkeys(mark.places, mark.kind))
    width = max((len(item.symbol + item.facing) for item in scene.items), default=0) or 1
    layers = [
        _layer(list(places), items, marked, width, frames)
        for _, places in groupby(sorted(scene.places, key=_from_the_top), key=lambda p: p.z)
    ]
    picture = Text()
    for rows in zip(*layers, strict=True):
        picture.append_text(Text("   ").join(rows)).append("\n")
    return picture


def _from_the_top(place: Place) -> tuple[int, int, int]:
    return place.z, -place.y, place.x


def _layer(
    places: list[Place],
    items: dict[str, Item],
    marked: dict[str, str],
    width: int,
    frames: tuple[Frame, ...],
) -> list[Text]:
    ranks = [list(rank) for _, rank in groupby(places, key=lambda place: place.y)]
    columns = len(ranks[0])
    files = "".join(f" {place.id[0]:^{width + 2}}" for place in ranks[0])
    rows = [Text(f"   {files} ", "dim")]
    for number, rank in enumerate(ranks):
        rows.append(_rule(frames[0 if number == 0 else 1], columns, width))
        row = Text().append(f" {rank[0].id[1]} ", "dim")
        bar = frames[1].bar
        for place in rank:
            row.append(bar, "dim")
            row.append_text(_cell(items.get(place.id), marked.get(place.id, ""), width))
        row.append(bar, "dim").append(f" {rank[0].id[1]}", "dim")
        rows.append(row)
    rows.append(_rule(frames[2], columns, width))
    rows.append(rows[0].copy())
    longest = max(len(row) for row in rows)
    for row in rows:
        row.pad_right(longest - len(row))
    return rows


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
