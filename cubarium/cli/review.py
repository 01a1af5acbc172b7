"""`cubarium analyse` for a file: the chosen moves one by one, then the whole game."""

from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from cubarium import catalog
from cubarium.analysis.review import AnnotatedMove, Review, Thoughts, move_numbers, summaries
from cubarium.cli.analysis import AnalysisSettings
from cubarium.cli.output import ascii_only, console, game_json, print_json, status_line
from cubarium.cli.record_files import check_target, read_records, write_text
from cubarium.cli.render.annotations import AnnotatedRows, summary_text
from cubarium.cli.signals import INTERRUPTED
from cubarium.core.errors import CubariumError
from cubarium.core.record import GameRecord
from cubarium.render.number_text import counted

PLOT = ".svg"


@dataclass(frozen=True, slots=True)
class ReviewSelection:
    """Which moves of which game of a file to review, and where to plot them."""

    number: int | None = None
    first: int | None = None
    last: int | None = None
    seat: str | None = None
    plot: Path | None = None
    force: bool = False

    def options(self) -> dict[str, object]:
        """The options as they are called on the command line."""
        return {
            "game": self.number,
            "from": self.first,
            "to": self.last,
            "seat": self.seat,
            "plot": self.plot,
            "force": self.force,
        }

    def check_plot(self) -> None:
        """Refuse a plot that can't be written, before anything is searched."""
        if self.plot is None:
            if self.force:
                raise CubariumError("--force is for a plot: add --plot FILE.svg")
            return
        if self.plot.suffix.lower() != PLOT:
            raise CubariumError(f"--plot draws SVG: expected a file named *{PLOT}, not {self.plot}")
        check_target(self.plot, is_forced=self.force)

    def record(self, file: Path, name: str | None) -> GameRecord:
        """The game of the file; it must be one of `name`, if that is given."""
        found = read_records(file)
        if self.number is None and len(found) > 1:
            raise CubariumError(f"{file} holds {len(found)} games: choose one with --game N")
        number = 1 if self.number is None else self.number
        if number > len(found):
            games = counted(len(found), "game")
            raise CubariumError(f"{file} holds {games}; there is no game {number}")
        record = found[number - 1]
        if name is not None and record.game != name:
            raise CubariumError(f"{file} holds a game of {record.game}, not of {name}")
        return record

    def moves(self, review: Review) -> list[int]:
        """The numbers of the moves to annotate."""
        game = review.game
        chosen = move_numbers(len(review.moves), self.first, self.last)
        seats = range(game.players)
        if self.seat is not None:
            if self.seat not in game.seat_names:
                right = ", ".join(game.seat_names)
                raise CubariumError(f"--seat may be {right}; not {self.seat}")
            seats = range(at := game.seat_names.index(self.seat), at + 1)
        numbers = [one for one in chosen if review.mover(one) in seats]
        if not numbers:
            raise CubariumError(f"{self.seat} has no move there")
        return numbers


def review_file(
    file: Path, name: str | None, selection: ReviewSelection, settings: AnalysisSettings
) -> int:
    """Print the review of a recorded game; the exit code."""
    selection.check_plot()
    record = selection.record(file, name)
    out, line = console(plain=settings.plain), status_line()

    def tell(thoughts: Thoughts) -> None:
        line.update(f"move {len(annotated) + 1} of {len(numbers)}, depth {thoughts[0].depth}")

    game = catalog.load(record.game, record.players, **record.options)
    review = Review(record, settings.analyst(game), settings.limit, tell)
    numbers = selection.moves(review)
    moves = [game.write(review.match.steps[at].act) for at in review.moves]
    rows = AnnotatedRows(out, game, moves, ascii_only=ascii_only(plain=settings.plain))
    annotated: list[AnnotatedMove[object]] = []
    is_complete = False
    try:
        found = review.annotated(numbers)
        while len(annotated) < len(numbers):
            with line:
                annotated.append(next(found))
            if not settings.as_json:
                rows.print(annotated[-1])
        is_complete = True
    except KeyboardInterrupt:
        pass
    if settings.as_json:
        print_json(
            game_json(game)
            | {
                "seat_names": game.seat_names,
                "complete": is_complete,
                "moves": [one.written(game) for one in annotated],
                "seats": summaries(annotated),
            }
        )
    else:
        _print_summaries(out, review, record, annotated, is_complete=is_complete)
    if selection.plot is not None and is_complete:
        from cubarium.cli.render.plot import draw_plot

        write_text(selection.plot, draw_plot(review, record, annotated), replace=selection.force)
    return 0 if is_complete else INTERRUPTED


def _print_summaries(
    out: Console,
    review: Review,
    record: GameRecord,
    annotated: list[AnnotatedMove[object]],
    *,
    is_complete: bool,
) -> None:
    out.print()
    for summary in summaries(annotated):
        out.print(summary_text(review.game, record, summary), markup=False)
    if annotated:
        out.print("Accuracy: 100% minus the winning chances that a move gave away, on average.")
    if not is_complete:
        out.print(f"Stopped after {counted(len(annotated), 'move')}.")
