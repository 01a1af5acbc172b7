"""A scene as a picture for the terminal, whatever the game, layer beside layer.

One drawing serves all terminals: colours are added on top, lines are box characters or ASCII.
"""

from dataclasses import dataclass

from rich.text import Text

from cubarium.core.scene import Place, Scene

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
class CellText:
    """What is written in a cell, and the kind of its mark."""

    text: Text
    mark: str = ""

    def __len__(self) -> int:
        return len(self.text)


CellTexts = dict[str, CellText]


@dataclass(frozen=True)
class Frame:
    """The characters that lines are made of."""

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
    """The board of a scene: layers side by side, or below each other on a narrow screen; stacked
    pieces in one layer, from the bottom up."""
    frames = ASCII if ascii_only else DRAWN
    texts = _cell_texts(scene)
    cell = max(map(len, texts.values()), default=0) or 1
    if scene.stacked:
        cell = max(place.z for place in scene.places) + 1
        for stack in texts.values():
            stack.text.pad_right(cell - len(stack))
    grid = {(place.x, place.y, place.z): place for place in scene.places}
    heights = [0] if scene.stacked else sorted({place.z for place in scene.places})
    layers = [
        _layer(grid, height, texts, cell, frames, has_title=len(heights) > 1) for height in heights
    ]
    picture = Text()
    if sum(len(layer[0]) + 3 for layer in layers) > width + 3:
        for row in (row for layer in layers for row in layer):
            picture.append_text(row).append("\n")
        return picture
    for rows in zip(*layers, strict=True):
        picture.append_text(Text("   ").join(rows)).append("\n")
    return picture


def _cell_texts(scene: Scene) -> CellTexts:
    """By place, the text of its items and the kind of its mark."""
    marked: dict[str, str] = {}
    for mark in scene.marks:
        if mark.kind in MARK_STYLES:
            marked.update(dict.fromkeys(mark.places, mark.kind))
    items = {item.place: item for item in scene.items}
    texts: CellTexts = {}
    lowest = {(place.x, place.y): place.id for place in scene.places if place.z == 0}
    for place in sorted(scene.places, key=lambda place: place.z):
        item, kind = items.get(place.id), marked.get(place.id, "")
        key = lowest[place.x, place.y] if scene.stacked else place.id
        text = Text()
        if item is not None:
            text.append(f"{item.symbol}{item.facing}", STYLES.get(item.colour, ""))
        before = texts.get(key, CellText(Text()))
        texts[key] = CellText(before.text + text, kind or before.mark)
    return texts


def _layer(
    grid: Grid,
    height: int,
    texts: CellTexts,
    width: int,
    frames: tuple[Frame, ...],
    *,
    has_title: bool,
) -> list[Text]:
    """One layer, with the names of its files and ranks; a place that is not there is closed."""
    across = sorted({x for x, _, z in grid if z == height})
    upwards = sorted({y for _, y, z in grid if z == height}, reverse=True)
    names = "".join(f" {_label(grid, height, x=x):^{width + 2}}" for x in across)
    files = Text(f"   {names} ", "dim")
    rows = [Text(f"   layer {height + 1}", "dim")] if has_title else []
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
                row.append_text(_cell(texts[place.id], width))
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


def _cell(content: CellText, width: int) -> Text:
    before, after = MARK_SIGNS[content.mark]
    left = (width - len(content)) // 2
    right = width - len(content) - left
    cell = Text(before + " " * left) + content.text + Text(" " * right + after)
    if content.mark:
        cell.stylize(MARK_STYLES[content.mark])
    return cell
