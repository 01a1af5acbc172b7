"""A board as a picture: its pieces as cubes and balls, seen from above and a little from the right.
It knows no game: places, items and marks of a scene are all it needs."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import cos, hypot, radians, sin
from typing import Final, Protocol, TypeAlias

from cubarium.core.scene import Item, Place, Scene
from cubarium.render.palette import (
    AMBER,
    FLOOR,
    INK,
    LIGHT,
    PIECES,
    TRAY,
    WIRE,
    WOOD,
    Colour,
    shaded,
)
from cubarium.render.symbols import COLOURS, SHAPES, Polygon

Point: TypeAlias = tuple[float, float, float]
Pixel: TypeAlias = tuple[float, float]
Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, right, bottom."""
Face: TypeAlias = Callable[[float, float], Point]
"""Where something on a side of a piece is, by how far it is from the middle."""

TURN: Final = radians(28)
TILT: Final = radians(38)
CUBE, BALL, SYMBOL, MARGIN, SLAB = 0.46, 0.4, 0.62, 0.2, 0.28
"""Half of a cube's side, a ball's radius, the size of symbols, the board around its places and its
thickness, in steps between places."""


class Pen(Protocol):
    """What draws: Pillow's `ImageDraw`, or an SVG."""

    def polygon(self, xy: Sequence[Pixel], /, fill: Colour, outline: Colour | None) -> None: ...

    def line(self, xy: Sequence[Pixel], /, fill: Colour, width: int, joint: str | None) -> None: ...

    def ellipse(
        self, xy: Box, /, fill: Colour | None, outline: Colour | None, width: int
    ) -> None: ...


@dataclass(frozen=True)
class Camera:
    """Where a point of the board is in the picture. It stands in the south-east, far away."""

    scale: float = 1.0
    left: float = 0.0
    top: float = 0.0

    def __call__(self, point: Point) -> Pixel:
        x, y, z = point
        across = x * cos(TURN) + y * sin(TURN)
        away = y * cos(TURN) - x * sin(TURN)
        up = away * sin(TILT) + z * cos(TILT)
        return self.left + self.scale * across, self.top - self.scale * up


def fitted(scene: Scene, box: Box) -> Camera:
    """The camera that shows all of a board in a box of the picture; where things are stacked, the
    room above them is not shown."""
    used = {item.place for item in scene.items} if scene.stacked else set()
    shown = [
        place for place in scene.places if not scene.stacked or not place.z or place.id in used
    ]
    pixels = [Camera()(point) for point in _corners(*_bounds(shown, MARGIN + 0.5))]
    left, right = min(x for x, _ in pixels), max(x for x, _ in pixels)
    top, bottom = min(y for _, y in pixels), max(y for _, y in pixels)
    scale = min((box[2] - box[0]) / (right - left), (box[3] - box[1]) / (bottom - top))
    middle = (left + right) / 2, (top + bottom) / 2
    centre = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    return Camera(scale, centre[0] - scale * middle[0], centre[1] - scale * middle[1])


def is_painted(scene: Scene) -> bool:
    """Are pieces painted in their colours? Else they are of wood, and their symbols are painted."""
    return all(
        item.colour in PIECES and item.symbol.upper() == item.colour[0].upper()
        for item in _pieces(scene)
    )


def draw_board(pen: Pen, scene: Scene, box: Box) -> None:
    """Draw the board of a scene into a box of the picture."""
    Drawing(pen, scene, fitted(scene, box)).draw()


def _pieces(scene: Scene) -> Iterator[Item]:
    """The items on the board: nothing that anybody holds is drawn."""
    places = {place.id for place in scene.places}
    return (item for item in scene.items if item.place in places)


def _bounds(places: Sequence[Place], margin: float) -> tuple[Point, Point]:
    xs, ys, zs = zip(*((place.x, place.y, place.z) for place in places), strict=True)
    low = (min(xs) - margin, min(ys) - margin, min(zs) - 0.5 - SLAB)
    return low, (max(xs) + margin, max(ys) + margin, max(zs) + 0.5)


def _corners(low: Point, high: Point) -> list[Point]:
    return [
        (x, y, z) for x in (low[0], high[0]) for y in (low[1], high[1]) for z in (low[2], high[2])
    ]


class Drawing:
    """A board that is drawn, from what is farthest to what is nearest."""

    def __init__(self, pen: Pen, scene: Scene, camera: Camera) -> None:
        self.pen = pen
        self.scene = scene
        self.camera = camera
        self.painted = is_painted(scene)
        self.marked = {
            place: mark.kind
            for kind in ("last", "win")
            for mark in scene.marks
            if mark.kind == kind
            for place in mark.places
        }
        self.line = max(1, round(camera.scale * 0.03))

    def draw(self) -> None:
        floor = min(place.z for place in self.scene.places) - 0.5
        low, high = _bounds(self.scene.places, MARGIN + 0.5)
        self._box(low, (high[0], high[1], floor), TRAY)
        for place in self.scene.places:
            if place.z - 0.5 == floor:
                self._tile((place.x, place.y, floor))
        has_frame = high[2] - floor > 1 and not self.scene.stacked
        inner = _bounds(self.scene.places, 0.5)
        if has_frame:
            self._frame((*inner[0][:2], floor), inner[1], front=False)
        items = {item.place: item for item in _pieces(self.scene)}
        for place in sorted(self.scene.places, key=lambda one: (one.z, -one.y, one.x)):
            if place.id in items:
                self._piece(items[place.id], place)
        if has_frame:
            self._frame((*inner[0][:2], floor), inner[1], front=True)

    # pieces

    def _piece(self, item: Item, place: Place) -> None:
        centre = (float(place.x), float(place.y), float(place.z))
        colour = PIECES.get(item.colour, WOOD) if self.painted else WOOD
        mark = self.marked.get(place.id, "")
        if item.kind == "ball":
            self._ball(centre, colour, item, mark)
        else:
            self._cube(centre, colour, item, mark)

    def _cube(self, centre: Point, colour: Colour, item: Item, mark: str) -> None:
        low, high = _moved(centre, -CUBE), _moved(centre, CUBE)
        self._box(low, high, colour)
        x, y, z = centre
        self._symbol(item, colour, lambda u, v: (x + u, y + v, z + CUBE))
        self._symbol(item, colour, lambda u, v: (x + u, y - CUBE, z + v))
        if mark:
            top = [(low[0], low[1]), (high[0], low[1]), (high[0], high[1]), (low[0], high[1])]
            self._outline([(a, b, high[2]) for a, b in top], mark)

    def _ball(self, centre: Point, colour: Colour, item: Item, mark: str) -> None:
        x, y = self.camera(centre)
        radius = self.camera.scale * BALL
        self._disc(x, y, radius, shaded(colour, 0.72))
        self._disc(x - radius * 0.06, y - radius * 0.08, radius * 0.9, shaded(colour, 0.94))
        self._disc(x - radius * 0.22, y - radius * 0.28, radius * 0.55, shaded(colour, 1.06))
        size = radius * 0.95
        symbol = COLOURS.get(item.colour)
        if symbol:
            outline = [(x + size * u, y - size * v) for u, v in symbol]
            self.pen.polygon(outline, _ink(colour), None)
        if mark:
            width = self.line * (4 if mark == "win" else 2)
            ring = (x - radius, y - radius, x + radius, y + radius)
            self.pen.ellipse(ring, None, AMBER if mark == "win" else LIGHT, width)

    def _symbol(self, item: Item, colour: Colour, at: Face) -> None:
        if self.painted:
            polygons: tuple[Polygon, ...] = (COLOURS[item.colour],)
            ink = _ink(colour)
        else:
            polygons = SHAPES.get(item.symbol, ())
            ink = shaded(PIECES.get(item.colour, INK), 0.8)
        for polygon, fill in zip(polygons, (ink, colour), strict=False):
            points = [at(SYMBOL * u, SYMBOL * v) for u, v in polygon]
            self._polygon(points, fill)

    # parts

    def _box(self, low: Point, high: Point, colour: Colour) -> None:
        """A box: its top, its south side and its east side can be seen."""
        (a, b, c), (d, e, f) = low, high
        for points, light in (
            ([(a, b, f), (d, b, f), (d, e, f), (a, e, f)], 1.04),
            ([(a, b, c), (d, b, c), (d, b, f), (a, b, f)], 0.86),
            ([(d, b, c), (d, e, c), (d, e, f), (d, b, f)], 0.68),
        ):
            self._polygon(points, shaded(colour, light), shaded(colour, 0.55))

    def _tile(self, centre: Point) -> None:
        x, y, z = centre
        half = CUBE
        corners = [
            (x - half, y - half),
            (x + half, y - half),
            (x + half, y + half),
            (x - half, y + half),
        ]
        self._polygon([(a, b, z) for a, b in corners], FLOOR)

    def _frame(self, low: Point, high: Point, *, front: bool) -> None:
        """The edges of what stands in the room: those behind the pieces, or those before them."""
        corners = _corners(low, high)
        for one in corners:
            for other in corners:
                differ = [at for at in range(3) if one[at] != other[at]]
                if len(differ) != 1 or one > other:
                    continue
                near = sum((p[0] == high[0]) + (p[1] == low[1]) for p in (one, other))
                if (near > 2) == front:
                    self.pen.line([self.camera(one), self.camera(other)], WIRE, self.line, None)

    def _outline(self, points: Sequence[Point], mark: str) -> None:
        pixels = [self.camera(point) for point in points]
        width = self.line * (5 if mark == "win" else 3)
        self.pen.line([*pixels, *pixels[:2]], AMBER if mark == "win" else LIGHT, width, "curve")

    def _polygon(self, points: Iterable[Point], fill: Colour, line: Colour | None = None) -> None:
        self.pen.polygon([self.camera(point) for point in points], fill, line)

    def _disc(self, x: float, y: float, radius: float, fill: Colour) -> None:
        self.pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill, None, 1)


def _moved(point: Point, by: float) -> Point:
    return point[0] + by, point[1] + by, point[2] + by


def _ink(colour: Colour) -> Colour:
    """What can be seen on a colour."""
    return shaded(colour, 0.55) if hypot(*colour) > 250 else shaded(colour, 1.9)
