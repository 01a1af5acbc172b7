"""This code against an older checkout of it, at equal times: how much stronger has it become?

python -m bench.against ../older --workers 16
"""

import subprocess
import sys
import time
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import click

from bench.report import report
from bench.strength import tables
from cubarium.cli.render.match_report import PAIR_COLUMNS, pair_row, table_label
from cubarium.core.engine import Limit
from cubarium.core.errors import CubariumError
from cubarium.engines.foreign_program import ForeignProgram
from cubarium.engines.process_executor import executor_for
from cubarium.tournament.contender import Contender, ForeignEngine
from cubarium.tournament.openings import random_openings
from cubarium.tournament.report import MatchReport, match_report
from cubarium.tournament.schedule import Schedule
from cubarium.tournament.sprt import Sprt
from cubarium.tournament.tournament import play_rounds

HERE: Final = Path(__file__).parents[1]
TABLES: Final = ("quixo", "cage", "cubulus:2:neutrals=random", "cubeo")
MOST_PAIRS: Final = 10_000
ENTER: Final = """\
import os, sys
os.chdir(sys.argv[1])
os.execv(sys.executable, [sys.executable, "-m", "cubarium", "engine"])
"""
FROM: Final = "import cubarium; print(cubarium.__file__)"


def check_code(checkout: Path) -> None:
    """Does Python, started in a checkout, run the code of it? Raises CubariumError."""
    command = [sys.executable, "-c", FROM]
    done = subprocess.run(command, cwd=checkout, capture_output=True, text=True, check=False)
    if not Path(done.stdout.strip()).is_relative_to(checkout):
        raise CubariumError(f"{checkout} holds no package that can be run: {done.stderr.strip()}")


def side(name: str, checkout: Path, seconds: float) -> Contender:
    """The engine of a checkout, in a process of its own. What it needs is compiled now."""
    check_code(checkout)
    subprocess.run([sys.executable, "-m", "scripts.warm_up"], cwd=checkout, check=True)
    command = (sys.executable, "-c", ENTER, str(checkout))
    return Contender(name, ForeignEngine(ForeignProgram(command, name=name)), Limit(seconds))


def played(schedule: Schedule, test: Sprt, workers: int, seconds: float) -> MatchReport:
    """Rounds until the test has decided, or the time is up."""
    until = time.monotonic() + seconds
    rounds = []
    with closing(play_rounds(schedule, executor_for(workers))) as match:
        for one in match:
            rounds.append(one)
            found = match_report(schedule, rounds, test)
            if found.is_complete or time.monotonic() > until:
                return found
    raise CubariumError("no round was finished")


def row(found: MatchReport) -> dict[str, Any]:
    """What a match has shown, for the table."""
    (pair,) = found.matches
    what, *cells = pair_row(pair)
    assert found.sprt is not None
    verdict = found.sprt.verdict or "undecided"
    known = dict(zip(PAIR_COLUMNS[1:], cells, strict=True))
    faults = len(found.faults)
    return {"what": f"{table_label(found)}: {what}", **known, "SPRT": verdict, "faults": faults}


@click.command(help=__doc__)
@click.argument("older", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--table", "at", multiple=True, default=TABLES, help="As in bench.strength.")
@click.option("--seconds", default=0.3, show_default=True, help="A move.")
@click.option("--elo", type=(float, float), default=(0, 30), show_default=True, help="SPRT.")
@click.option("--minutes", default=1.8, show_default=True, help="At most, for each table.")
@click.option("--plies", type=int, help="Random plies of an opening, as in bench.strength.")
@click.option("--workers", default=1, show_default=True, help="Games at the same time.")
@click.option("--seed", default=0, show_default=True, help="The same seed, the same openings.")
def main(
    *,
    older: Path,
    at: tuple[str, ...],
    seconds: float,
    elo: tuple[float, float],
    minutes: float,
    plies: int | None,
    workers: int,
    seed: int,
) -> None:
    rows, data = [], []
    try:
        sides = (side("new", HERE, seconds), side("old", older.resolve(), seconds))
        for game in (game for text in at for game in tables(text)):
            openings = random_openings(game, seed, plies, set_up=True)
            schedule = Schedule(game, sides, openings, MOST_PAIRS, seed)
            found = played(schedule, Sprt(*elo), workers, 60 * minutes)
            rows.append(row(found))
            data.append(asdict(found))
    except CubariumError as wrong:
        raise click.ClickException(str(wrong)) from wrong
    report("against", f"New against old at {seconds:g} s a move", rows, data)


if __name__ == "__main__":
    main()
