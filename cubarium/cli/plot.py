"""The values of a game as a drawing: SVG by hand, readable on white and on black."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from cubarium.cli.output import counted
from cubarium.cli.values import say_value, sides
from cubarium.cli.verdicts import MARKS, player, say_judgement
from cubarium.core.engine import Proven
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.record import GameRecord
from cubarium.play.judgement import Value, side_share
from cubarium.play.review import Judged, Review

SVG = "http://www.w3.org/2000/svg"
WIDTH, HEIGHT = 760, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 736, 84, 344
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
MOST_LABELS = 14
LONGEST = 72

STYLE = """
text { font: 13px system-ui, sans-serif; fill: #222 }
.name { font-size: 17px; font-weight: 600 }
.mark { font-weight: 700; text-anchor: middle; stroke: #fff; stroke-width: 3; paint-order: stroke }
.paper { fill: #fff }
.grid { stroke: #ddd }
.curve { fill: none; stroke-width: 2; stroke-linejoin: round }
.c0 { stroke: #0072b2 } .c1 { stroke: #c44e00 } .c2 { stroke: #00805c } .c3 { stroke: #a8508a }
.c1 { stroke-dasharray: 7 3 } .c2 { stroke-dasharray: 2 3 } .c3 { stroke-dasharray: 9 3 2 3 }
circle { stroke-dasharray: none !important; stroke-width: 2; fill: #fff }
circle.f0 { fill: #0072b2 } circle.f1 { fill: #c44e00 }
circle.f2 { fill: #00805c } circle.f3 { fill: #a8508a }
@media (prefers-color-scheme: dark) {
text { fill: #e8e8e8 }
.paper { fill: #16181c }
.grid { stroke: #3c4048 }
.mark { stroke: #16181c }
circle { fill: #16181c }
.c0 { stroke: #56b4e9 } .c1 { stroke: #f08c3c } .c2 { stroke: #2fc79a } .c3 { stroke: #e39ac4 }
circle.f0 { fill: #56b4e9 } circle.f1 { fill: #f08c3c }
circle.f2 { fill: #2fc79a } circle.f3 { fill: #e39ac4 }
}
"""


def draw_plot(review: Review, record: GameRecord, judged: Sequence[Judged]) -> str:
    """The share of the win of every side, move by move. Values that are proved are filled points,
    bad moves are marked."""
    game = review.game
    values = _values(review, judged)
    scale = _Scale(min(values), max(values))
    who = ", ".join(player(game, record, seat) for seat in range(game.players))
    title = f"{game.table.info.title}: {who}"
    described = "The share of the win of every side after each move. Filled points are proved."
    parts = [
        f'<svg xmlns="{SVG}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="t d">',
        f'<title id="t">{escape(title)}</title>',
        f'<desc id="d">{described}</desc>',
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>',
        f'<text class="name" x="{LEFT}" y="30">{escape(_short(title))}</text>',
        *_axes(scale),
    ]
    for number, (team, name) in enumerate(sides(game).items()):
        parts += _legend(number, name)
        parts += _curve(game, values, scale, number, team)
    parts += [mark for one in judged for mark in _mark(game, values, scale, one)]
    return "\n".join([*parts, "</svg>", ""])


def _short(title: str) -> str:
    return title if len(title) <= LONGEST else f"{title[: LONGEST - 1]}…"


class _Scale:
    """From moves and shares to the drawing."""

    def __init__(self, first: int, last: int) -> None:
        self.first, self.last = first, last

    def x(self, moves: int) -> float:
        wide = max(self.last - self.first, 1)
        return round(LEFT + (RIGHT - LEFT) * (moves - self.first) / wide, 1)

    def y(self, share: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * share, 1)


def _values(review: Review, judged: Sequence[Judged]) -> dict[int, Value]:
    """After so many moves: the value, where it is known. The end of the game is a fact."""
    values: dict[int, Value] = {}
    for one in judged:
        if one.after is not None:
            values[one.number] = one.after
    for one in judged:
        if one.before is not None:
            values[one.number - 1] = one.before
    played = len(review.moves)
    if review.end is not None and judged[-1].number == played:
        values[played] = review.end
    if not values:
        raise CubariumError("nothing is known of this game: there is nothing to draw")
    return values


def _axes(scale: _Scale) -> Iterator[str]:
    for percent in (0, 25, 50, 75, 100):
        y = scale.y(percent / 100)
        yield f'<line class="grid" x1="{LEFT}" y1="{y}" x2="{RIGHT}" y2="{y}"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 4}" text-anchor="end">{percent}%</text>'
    length = scale.last - scale.first
    step = next((one for one in STEPS if length <= one * MOST_LABELS), STEPS[-1])
    for moves in range(-(-scale.first // step) * step, scale.last + 1, step):
        yield f'<text x="{scale.x(moves)}" y="{BOTTOM + 20}" text-anchor="middle">{moves}</text>'
    middle = (TOP + BOTTOM) / 2
    yield (
        f'<text x="{(LEFT + RIGHT) / 2}" y="{HEIGHT - 12}" text-anchor="middle">Moves played</text>'
    )
    yield (
        f'<text transform="translate(16 {middle}) rotate(-90)" text-anchor="middle">'
        "Share of the win</text>"
    )


def _legend(number: int, name: str) -> Iterator[str]:
    x = LEFT + number * 130
    yield f'<path class="curve c{number}" d="M{x} 52h32"/>'
    yield f'<text x="{x + 40}" y="56">{escape(name)}</text>'


def _curve(
    game: AnyGame, values: Mapping[int, Value], scale: _Scale, number: int, team: int
) -> Iterator[str]:
    """One side: a line with gaps where nothing is known, and a point for each value."""
    seat, name = game.teams.index(team), sides(game)[team]
    path, before = [], None
    points = []
    for moves, value in sorted(values.items()):
        x, y = scale.x(moves), scale.y(side_share(game, value, seat))
        path.append(f"{'L' if before == moves - 1 else 'M'}{x} {y}")
        before = moves
        proved = isinstance(value, Proven)
        look = f"c{number} f{number}" if proved else f"c{number}"
        said = escape(f"{name} after {counted(moves, 'move')}: {say_value(game, value, seat)}")
        points.append(
            f'<circle class="{look}" cx="{x}" cy="{y}" r="{4.5 if proved else 2}">'
            f"<title>{said}</title></circle>"
        )
    yield f'<path class="curve c{number}" d="{"".join(path)}"/>'
    yield from points


def _mark(game: AnyGame, values: Mapping[int, Value], scale: _Scale, one: Judged) -> Iterator[str]:
    """A bad move: its mark above the value that it led to."""
    verdict = one.judgement.verdict if one.judgement else None
    if verdict is None or one.after is None:
        return
    y = scale.y(side_share(game, values[one.number], one.seat)) - 10
    name, move = game.seat_names[one.seat], game.write(one.move)
    said = escape(f"Move {one.number}, {name} {move}: {say_judgement(one)}")
    yield (
        f'<text class="mark" x="{scale.x(one.number)}" y="{y}">{MARKS[verdict]}'
        f"<title>{said}</title></text>"
    )
