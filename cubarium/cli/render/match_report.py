"""The result of a match as tables, and as a plot."""

from collections.abc import Iterator
from html import escape
from typing import Final, NamedTuple

from rich.table import Table

from cubarium.cli.render.plot import STYLE, SVG
from cubarium.render.number_text import counted
from cubarium.tournament.report import ContenderSummary, MatchReport, PairSummary

PAIR_COLUMNS: Final = (
    "match",
    "games",
    "score (95%)",
    "Elo (95%)",
    "won, drawn, lost",
    "alone",
)
COLUMNS: Final = (
    "contender",
    "rating (95%)",
    "games",
    "score",
    "fair",
    "s a move (longest)",
    "faults",
)
WIDTH: Final = 760
LEFT, RIGHT, TOP, ROW = 220, 700, 70, 34


def table_label(report: MatchReport) -> str:
    """The table at which it was played."""
    options = "".join(f", {name}={text}" for name, text in report.options.items())
    return f"{report.game}, {report.players} players{options}"


class ReportTable(NamedTuple):
    """A table before it is drawn."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]

    def drawn(self) -> Table:
        """For a terminal."""
        table = Table(title=self.title, title_justify="left")
        for number, name in enumerate(self.columns):
            table.add_column(name, justify="right" if number else "left", overflow="fold")
        for row in self.rows:
            table.add_row(*row)
        return table

    def written(self) -> Iterator[str]:
        """As Markdown, which is plain text too."""
        yield f"{self.title}:"
        yield ""
        for row in (self.columns, ("---",) * len(self.columns), *self.rows):
            yield f"| {' | '.join(row)} |"
        yield ""


def report_tables(report: MatchReport) -> Iterator[ReportTable]:
    """Who met whom, where two did; then everybody, the best one first."""
    if report.matches:
        yield ReportTable(table_label(report), PAIR_COLUMNS, [*map(pair_row, report.matches)])
    rows = [_rating_row(one) for one in ranked(report)]
    yield ReportTable("Ratings, against the average", COLUMNS, rows)


def pair_row(one: PairSummary) -> tuple[str, ...]:
    """What a table says about two contenders."""
    low, high = one.interval
    return (
        " against ".join(one.names),
        str(one.games),
        f"{one.score:.1%} ({low:.1%} to {high:.1%})",
        elo_text(one),
        f"{one.wins}, {one.draws}, {one.losses}",
        " / ".join(f"{share:.0%}" for share in one.share_alone),
    )


def elo_text(one: PairSummary) -> str:
    """Where all was won or lost there is only a bound."""
    low, high = one.elo_interval
    if one.elo is None:
        return f"over {low:+.0f}" if low is not None else f"under {high:+.0f}"
    ends = (f"{end:+.0f}" if end is not None else "?" for end in (low, high))
    return f"{one.elo:+.0f} ({' to '.join(ends)})"


def ranked(report: MatchReport) -> list[ContenderSummary]:
    """The best one first."""
    return sorted(report.contenders, key=lambda one: -one.rating.elo)


def _rating_row(one: ContenderSummary) -> tuple[str, ...]:
    low, high = one.rating.interval
    return (
        one.name,
        f"{one.rating.elo:+.0f} ({low:+.0f} to {high:+.0f})",
        str(one.games),
        f"{one.score:.1%}",
        f"{one.fair:.1%}",
        f"{one.seconds_a_move:.3f} ({one.longest_move:.3f})",
        str(one.faults),
    )


def report_lines(report: MatchReport) -> Iterator[str]:
    """What is said below the tables."""
    endings = ", ".join(f"{reason} {count}" for reason, count in report.endings.items())
    yield f"{counted(report.games, 'game')} of {report.plies:.1f} plies on average: {endings}."
    for fault in report.faults:
        yield f"Game {fault.game}: {fault.name} {fault.kind}: {fault.text}."
    if report.sprt is not None:
        test, (lower, upper) = report.sprt.test, report.sprt.bounds
        first = report.contenders[0].name
        verdict = report.sprt.verdict or "undecided"
        yield (
            f"SPRT, {test.elo0:g} against {test.elo1:g} Elo: {first} is {verdict} "
            f"(log-likelihood ratio {report.sprt.ratio:+.2f}, bounds {lower:.2f} and {upper:.2f})."
        )


def report_plot(report: MatchReport) -> str:
    """Ratings with their intervals, as SVG."""
    rows = ranked(report)
    low = min(one.rating.interval[0] for one in rows)
    high = max(one.rating.interval[1] for one in rows)
    wide = max(high - low, 1.0)
    height = TOP + ROW * len(rows) + 56

    def x(elo: float) -> float:
        return round(LEFT + (RIGHT - LEFT) * (elo - low) / wide, 1)

    bottom = TOP + ROW * len(rows)
    parts = [
        f'<svg xmlns="{SVG}" viewBox="0 0 {WIDTH} {height}" role="img" aria-labelledby="t d">',
        f'<title id="t">{escape(table_label(report))}</title>',
        '<desc id="d">The rating of every contender, with its 95% interval.</desc>',
        f"<style>{STYLE}</style>",
        f'<rect class="paper" width="{WIDTH}" height="{height}"/>',
        f'<text class="name" x="24" y="34">{escape(table_label(report))}</text>',
        f'<line class="grid" x1="{x(0)}" y1="{TOP - 14}" x2="{x(0)}" y2="{bottom}"/>',
    ]
    parts += [
        f'<text x="{x(elo)}" y="{bottom + 20}" text-anchor="middle">{elo:+.0f}</text>'
        for elo in dict.fromkeys((low, 0.0, high))
    ]
    middle = (LEFT + RIGHT) / 2
    parts.append(f'<text x="{middle}" y="{height - 10}" text-anchor="middle">Elo</text>')
    for number, one in enumerate(rows):
        y = TOP + ROW * number
        first, last = one.rating.interval
        title = escape(f"{one.name}: {one.rating.elo:+.0f} ({first:+.0f} to {last:+.0f})")
        parts += [
            f'<text x="{LEFT - 16}" y="{y + 5}" text-anchor="end">{escape(one.name[:28])}</text>',
            f'<path class="curve s0 first" d="M{x(first)} {y}H{x(last)}"/>',
            f'<circle class="first fact" cx="{x(one.rating.elo)}" cy="{y}" r="5">',
            f"<title>{title}</title></circle>",
        ]
    return "\n".join([*parts, "</svg>", ""])
