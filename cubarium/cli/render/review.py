"""A file, reviewed: the moves that are wanted, one by one, then the whole."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from cubarium import catalog
from cubarium.analysis.review import AnnotatedMove, Review, Thoughts, summaries, wanted
from cubarium.analysis.schemas import review_as_json
from cubarium.cli.files import Taken, read_records, write_text
from cubarium.cli.output import ascii_only, console, counted, print_json
from cubarium.cli.progress import ProgressLine
from cubarium.cli.render.analysis import INTERRUPTED
from cubarium.cli.render.verdicts import Rows, say_tally
from cubarium.core.engine import Analyst, Limit
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.record import GameRecord

PLOT = ".svg"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which moves of which game of a file, and where to draw them."""

    number: int | None = None
    first: int | None = None
    last: int | None = None
    seat: str | None = None
    plot: Path | None = None
    force: bool = False

    def said(self) -> dict[str, object]:
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
        """Refuse a drawing that can't be written, before anything is searched."""
        if self.plot is None:
            if self.force:
                raise CubariumError("--force is about a drawing: say --plot FILE.svg")
            return
        if self.plot.suffix.lower() != PLOT:
            raise CubariumError(f"--plot draws SVG: expected a file named *{PLOT}, not {self.plot}")
        if not self.plot.parent.is_dir():
            raise CubariumError(f"there is no folder {self.plot.parent}")
        if self.plot.is_dir():
            raise CubariumError(f"{self.plot} is a folder")
        if self.plot.exists() and not self.force:
            raise Taken(f"{self.plot} exists already: choose another name, or say --force")

    def record(self, file: Path, name: str | None) -> GameRecord:
        """The game of the file; it must be one of `name`, if that is said."""
        found = read_records(file)
        if self.number is None and len(found) > 1:
            raise CubariumError(f"{file} holds {len(found)} games: say which one, with --game N")
        number = 1 if self.number is None else self.number
        if number > len(found):
            games = counted(len(found), "game")
            raise CubariumError(f"{file} holds {games}; there is no game {number}")
        record = found[number - 1]
        if name is not None and record.game != name:
            raise CubariumError(f"{file} holds a game of {record.game}, not of {name}")
        return record

    def moves(self, review: Review) -> list[int]:
        """The numbers of the moves to judge."""
        game = review.game
        chosen = wanted(len(review.moves), self.first, self.last)
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
    file: Path,
    name: str | None,
    wanted: Wanted,
    analyst: Callable[[AnyGame], Analyst],
    limit: Limit,
    *,
    as_json: bool,
    plain: bool,
) -> int:
    """Print the review of a recorded game; the exit code."""
    wanted.check_plot()
    record = wanted.record(file, name)
    out, line = console(plain=plain), ProgressLine()

    def tell(thoughts: Thoughts) -> None:
        line.say(f"move {len(annotated) + 1} of {len(numbers)}, depth {thoughts[0].depth}")

    game = catalog.load(record.game, record.players, **record.options)
    review = Review(record, analyst(game), limit, tell)
    numbers = wanted.moves(review)
    moves = [game.write(review.match.steps[at].act) for at in review.moves]
    rows = Rows(out, game, moves, ascii_only=ascii_only(plain=plain))
    annotated: list[AnnotatedMove] = []
    complete = False
    try:
        found = review.annotated(numbers)
        while len(annotated) < len(numbers):
            with line:
                annotated.append(next(found))
            if not as_json:
                rows.print(annotated[-1])
        complete = True
    except KeyboardInterrupt:
        pass
    _print_whole(out, review, record, annotated, as_json=as_json, complete=complete)
    if wanted.plot is not None and complete:
        from cubarium.cli.render.plot import draw_plot

        write_text(wanted.plot, draw_plot(review, record, annotated), replace=wanted.force)
    return 0 if complete else INTERRUPTED


def _print_whole(
    out: Console,
    review: Review,
    record: GameRecord,
    annotated: list[AnnotatedMove],
    *,
    as_json: bool,
    complete: bool,
) -> None:
    found = summaries(annotated)
    if as_json:
        print_json(review_as_json(review.game, annotated, found, complete=complete))
        return
    out.print()
    for summary in found:
        out.print(say_tally(review.game, record, summary), markup=False)
    if found:
        out.print("Accuracy: 100% less what a move gave away of the win, on average.")
    if not complete:
        out.print(f"Stopped after {counted(len(annotated), 'move')}.")
