"""`cubarium match` at work: rounds are played and counted, then the result is told."""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import click
from rich.console import Console

from cubarium.cli.output import console, print_json
from cubarium.cli.record_files import check_target, write_text
from cubarium.cli.render.match_report import report_lines, report_plot, report_tables
from cubarium.cli.signals import INTERRUPTED
from cubarium.core.errors import CubariumError
from cubarium.engines.executor import Executor
from cubarium.records import json_format, text_format
from cubarium.tournament.game_log import game_log, header
from cubarium.tournament.report import MatchReport, match_report
from cubarium.tournament.schedule import Schedule
from cubarium.tournament.scores import GamePair, PlayedGame
from cubarium.tournament.sprt import Sprt
from cubarium.tournament.tournament import GameKey, PlayedRound, play_rounds

PLOT = ".svg"


@dataclass(frozen=True)
class MatchOutput:
    """Where the result goes. `log`: the file of finished games."""

    log: Path | None = None
    records: Path | None = None
    plot: Path | None = None
    is_forced: bool = False
    as_json: bool = False
    plain: bool = False

    def check(self) -> None:
        """Refuse what can't be written, before anything is played."""
        if self.plot is not None and self.plot.suffix.lower() != PLOT:
            raise CubariumError(f"--plot draws SVG: expected a file named *{PLOT}, not {self.plot}")
        for path in (self.records, self.plot):
            if path is not None:
                check_target(path, is_forced=self.is_forced)
        if self.log is not None and not self.log.parent.is_dir():
            raise CubariumError(f"there is no folder {self.log.parent}")


def run_match(
    schedule: Schedule, executor: Executor, openings: str, test: Sprt | None, output: MatchOutput
) -> int:
    """Play, and tell what came of it; the exit code. `openings` says how games are opened."""
    output.check()
    rounds: list[PlayedRound] = []
    code = 0
    try:
        with ExitStack() as stack:
            known: dict[GameKey, PlayedGame] = {}
            keep: Callable[[GameKey, PlayedGame], None] | None = None
            if output.log is not None:
                log = stack.enter_context(game_log(output.log, header(schedule, openings)))
                known, keep = log.known, log.add
            advance = stack.enter_context(_progress(schedule.games, len(known), test))

            def on_game(key: GameKey, game: PlayedGame) -> None:
                if keep is not None:
                    keep(key, game)
                advance(None)

            played = stack.enter_context(closing(play_rounds(schedule, executor, known, on_game)))
            _play(played, rounds, test, advance)
    except KeyboardInterrupt:
        code = INTERRUPTED
        if output.log is not None:
            click.echo(f"Stopped. The same command goes on from {output.log}.", err=True)
    if not rounds:
        raise CubariumError("no round was finished: there is nothing to tell")
    _tell(match_report(schedule, rounds, test), rounds, output)
    return code


def _play(
    played: Iterator[PlayedRound],
    rounds: list[PlayedRound],
    test: Sprt | None,
    advance: Callable[[float | None], None],
) -> None:
    """Round by round, until a test has decided."""
    scores: Counter[float] = Counter()
    for one in played:
        rounds.append(one)
        if test is None:
            continue
        scores[GamePair(one.games).score] += 1
        ratio = test.ratio_of(scores)
        advance(ratio)
        if test.decision(ratio) is not None:
            break


@contextmanager
def _progress(games: int, done: int, test: Sprt | None) -> Iterator[Callable[[float | None], None]]:
    """A bar with the time left, on a terminal only. Whoever calls it says that a game is over, or
    how far the test has come."""
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    shown = Console(stderr=True)
    with Progress(*columns, console=shown, transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("Games", total=games, completed=done)

        def advance(ratio: float | None) -> None:
            if ratio is None:
                bar.advance(task)
            elif test is not None:
                lower, upper = test.bounds
                bar.update(
                    task, description=f"Games, ratio {ratio:+.2f} ({lower:.2f}, {upper:.2f})"
                )

        yield advance


def _tell(report: MatchReport, rounds: list[PlayedRound], output: MatchOutput) -> None:
    if output.records is not None:
        form = json_format if output.records.suffix == ".json" else text_format
        games = [game.record for one in rounds for game in one.games]
        write_text(output.records, form.write_all(games), replace=output.is_forced)
    if output.plot is not None:
        write_text(output.plot, report_plot(report), replace=output.is_forced)
    if output.as_json:
        print_json(report)
        return
    out = console(plain=output.plain)
    for table in report_tables(report):
        if out.is_terminal and not output.plain:
            out.print(table.drawn())
        else:
            click.echo("\n".join(table.written()))
    for line in report_lines(report):
        out.print(line, markup=False)
