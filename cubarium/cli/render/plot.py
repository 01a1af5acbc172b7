"""The values of a game as a plot: plain SVG, readable on white and on black."""

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from cubarium.analysis.annotation import side_share
from cubarium.analysis.review import AnnotatedMove, Review
from cubarium.cli.render.annotations import MARKS, annotation_text, player_text
from cubarium.cli.render.value_text import side_names, value_text
from cubarium.core.engine import Proven, Value
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.record import GameRecord
from cubarium.render.number_text import counted

SVG = "http://www.w3.org/2000/svg"
WIDTH, HEIGHT = 760, 400
LEFT, RIGHT, TOP, BOTTOM = 64, 736, 84, 344
STEPS = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
MOST_LABELS = 14
LONGEST = 72
SHARE = "Share of the win"
SECRET = "Share of the win, as the mover knew it"

PAINTS = {
    "first": ("#0072b2", "#56b4e9"),
    "second": ("#c44e00", "#f08c3c"),
    "R": ("#c62828", "#ff7b72"),
    "B": ("#1565c0", "#6cb0ff"),
    "Y": ("#8f6b00", "#e6c229"),
    "G": ("#1f7a3a", "#4fce7a"),
    "O": ("#c44e00", "#f08c3c"),
    "W": ("#6b6b6b", "#c8c8c8"),
}
"""On white and on black. Sides that are named after colours have these, others the first two."""


def _painted(ground: int) -> str:
    return "\n".join(
        f".{name} {{ stroke: {paints[ground]} }} .{name}.fact {{ fill: {paints[ground]} }}"
        for name, paints in PAINTS.items()
    )


STYLE = f"""
text {{ font: 13px system-ui, sans-serif; fill: #222 }}
.name {{ font-size: 17px; font-weight: 600 }}
.mark {{ font-weight: 700; text-anchor: middle; stroke: #fff; stroke-width: 3 }}
.mark {{ paint-order: stroke }}
.paper {{ fill: #fff }}
.grid {{ stroke: #ddd }}
.curve {{ fill: none; stroke-width: 2; stroke-linejoin: round }}
.s1 {{ stroke-dasharray: 7 3 }} .s2 {{ stroke-dasharray: 2 3 }} .s3 {{ stroke-dasharray: 9 3 2 3 }}
circle {{ stroke-width: 2; fill: #fff }}
{_painted(0)}
@media (prefers-color-scheme: dark) {{
text {{ fill: #e8e8e8 }}
.paper {{ fill: #16181c }}
.grid {{ stroke: #3c4048 }}
.mark {{ stroke: #16181c }}
circle {{ fill: #16181c }}
{_painted(1)}
}}
"""


def draw_plot(
    review: Review, record: GameRecord, annotated: Sequence[AnnotatedMove[object]]
) -> str:
    """The share of the win of every side, move by move. Values that are proved are filled points,
    bad moves are marked."""
    game = review.game
    values = _values(review, annotated)
    scale = _Scale(min(values), max(values))
    players = ", ".join(player_text(game, record, seat) for seat in range(game.players))
    title = f"{game.spec.info.title}: {players}"
    described = "The share of the win of every side after each move. Filled points are proved."
    parts = [
        f'<svg xmlns="{SVG}" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-labelledby="t d">',
        f'<title id="t">{escape(title)}</title>',
        f'<desc id="d">{described}</desc>',
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{WIDTH}" height="{HEIGHT}"/>',
        f'<text class="name" x="{LEFT}" y="30">{escape(_short(title))}</text>',
        *_axes(scale, SECRET if game.has_secrets else SHARE),
    ]
    for number, team in enumerate(side_names(game)):
        parts += _legend(game, number, team)
        parts += _curve(game, values, scale, number, team)
    parts += [mark for one in annotated for mark in _mark(game, values, scale, one)]
    return "\n".join([*parts, "</svg>", ""])


def _paint(game: AnyGame, number: int, team: int) -> str:
    """The colour of a side: its own, where sides are named after colours."""
    names = side_names(game)
    if all(set(name) <= PAINTS.keys() for name in names.values()):
        return names[team][0]
    return ("first", "second")[number % 2]


def _short(title: str) -> str:
    return title if len(title) <= LONGEST else f"{title[: LONGEST - 1]}…"


class _Scale:
    """From moves and shares to points of the plot."""

    def __init__(self, first: int, last: int) -> None:
        self.first, self.last = first, last

    def x(self, moves: int) -> float:
        wide = max(self.last - self.first, 1)
        return round(LEFT + (RIGHT - LEFT) * (moves - self.first) / wide, 1)

    def y(self, share: float) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * share, 1)


def _values(review: Review, annotated: Sequence[AnnotatedMove[object]]) -> dict[int, Value]:
    """By number of moves played, the value where it is known. The end of the game is a fact."""
    values: dict[int, Value] = {}
    for one in annotated:
        if one.after is not None:
            values[one.number] = one.after
    for one in annotated:
        if one.before is not None:
            values[one.number - 1] = one.before
    played = len(review.moves)
    if review.end is not None and annotated[-1].number == played:
        values[played] = review.end
    if not values:
        raise CubariumError("nothing is known about this game: there is nothing to draw")
    return values


def _axes(scale: _Scale, what: str) -> Iterator[str]:
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
        f'<text transform="translate(16 {middle}) rotate(-90)" text-anchor="middle">{what}</text>'
    )


def _legend(game: AnyGame, number: int, team: int) -> Iterator[str]:
    x = LEFT + number * 130
    yield f'<path class="curve s{number} {_paint(game, number, team)}" d="M{x} 52h32"/>'
    yield f'<text x="{x + 40}" y="56">{escape(side_names(game)[team])}</text>'


def _curve(
    game: AnyGame, values: Mapping[int, Value], scale: _Scale, number: int, team: int
) -> Iterator[str]:
    """One side: a line with gaps where nothing is known, and a point for each value."""
    seat, name = game.teams.index(team), side_names(game)[team]
    paint = _paint(game, number, team)
    path, before = [], None
    points = []
    for moves, value in sorted(values.items()):
        x, y = scale.x(moves), scale.y(side_share(game, value, seat))
        path.append(f"{'L' if before == moves - 1 else 'M'}{x} {y}")
        before = moves
        is_proved = isinstance(value, Proven)
        style = f"{paint} fact" if is_proved else paint
        label = escape(f"{name} after {counted(moves, 'move')}: {value_text(game, value, seat)}")
        points.append(
            f'<circle class="{style}" cx="{x}" cy="{y}" r="{4.5 if is_proved else 2}">'
            f"<title>{label}</title></circle>"
        )
    yield f'<path class="curve s{number} {paint}" d="{"".join(path)}"/>'
    yield from points


def _mark(
    game: AnyGame, values: Mapping[int, Value], scale: _Scale, one: AnnotatedMove[object]
) -> Iterator[str]:
    """A bad move: its mark above the value that it led to."""
    verdict = one.annotation.verdict if one.annotation else None
    if verdict is None or one.after is None:
        return
    y = scale.y(side_share(game, values[one.number], one.seat)) - 10
    name, move = game.seat_names[one.seat], game.write(one.move)
    label = escape(f"Move {one.number}, {name} {move}: {annotation_text(one)}")
    yield (
        f'<text class="mark" x="{scale.x(one.number)}" y="{y}">{MARKS[verdict]}'
        f"<title>{label}</title></text>"
    )
