"""`cubarium match`."""

import hashlib
import sys
from pathlib import Path

import click

from cubarium.cli.executor_choice import chosen_executor
from cubarium.cli.match_run import MatchOutput, run_match
from cubarium.cli.option_types import CountType, finite
from cubarium.cli.output import json_option, plain_option
from cubarium.cli.table_options import game_argument, game_of, table_options
from cubarium.cli.terminal.match_setup import limits_of
from cubarium.core.engine import Limit
from cubarium.core.errors import CubariumError
from cubarium.engines.foreign_program import MEGABYTES
from cubarium.tournament.contender import check_fit, distinct, read_contender
from cubarium.tournament.openings import random_openings, read_openings
from cubarium.tournament.schedule import Schedule
from cubarium.tournament.sprt import Sprt

SHARE = click.FloatRange(min=0, max=0.5, min_open=True, max_open=True)


@click.command("match")
@game_argument
@click.argument("who", nargs=-1, required=True, metavar="CONTENDER CONTENDER …")
@table_options
@click.option(
    "--pairs", type=click.IntRange(min=1), default=20, show_default=True, help="Openings."
)
@click.option("--gauntlet", is_flag=True, help="The first contender against each other one.")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.001),
    callback=finite,
    help="Seconds a move, where a contender names no limit.",
)
@click.option("--nodes", type=click.IntRange(min=1), help="Nodes a move, likewise.")
@click.option(
    "--plies",
    type=click.IntRange(min=0),
    help="Random plies of an opening; usually 2, and none where cards are dealt.",
)
@click.option(
    "--set-up/--no-set-up",
    default=True,
    help="Is the set-up random too, or left to the contenders?",
)
@click.option(
    "--openings",
    "opening_file",
    type=click.Path(path_type=Path),
    help="Openings from a file: recorded games, or lines of moves or positions.",
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="The same seed: the same games."
)
@click.option(
    "--sprt",
    metavar="ELO0,ELO1",
    help="Stop as soon as it is decided whether the first is stronger by ELO1 rather than ELO0.",
)
@click.option("--alpha", type=SHARE, default=0.05, help="SPRT: how often it may err upwards.")
@click.option("--beta", type=SHARE, default=0.05, help="SPRT: how often it may err downwards.")
@click.option("--workers", type=click.IntRange(min=1), help="Processes; usually one for each core.")
@click.option("--ray", metavar="ADDRESS", help="Play on a Ray cluster; `local`: on this machine.")
@click.option(
    "--program-memory",
    type=click.IntRange(min=64),
    default=MEGABYTES,
    show_default=True,
    metavar="MB",
    help="Address space of a foreign program.",
)
@click.option(
    "--log",
    type=click.Path(path_type=Path),
    help="Keep finished games in this file; the same command goes on where it was interrupted.",
)
@click.option("--records", type=click.Path(path_type=Path), help="Write all games to this file.")
@click.option("--plot", type=click.Path(path_type=Path), help="Plot the ratings in this SVG file.")
@click.option("--force", is_flag=True, help="Replace the files of --records and --plot.")
@click.option("--repetitions", type=CountType(lowest=2), metavar="N|none", help="Usually 3.")
@click.option("--ply-limit", type=CountType(lowest=1), metavar="N|none", help="Usually 400.")
@json_option
@plain_option
def command(
    name: str,
    who: tuple[str, ...],
    players: int | None,
    pairs: int,
    seconds: float | None,
    nodes: int | None,
    plies: int | None,
    opening_file: Path | None,
    seed: int,
    sprt: str | None,
    alpha: float,
    beta: float,
    workers: int | None,
    ray: str | None,
    program_memory: int,
    log: Path | None,
    records: Path | None,
    plot: Path | None,
    repetitions: str | None,
    ply_limit: str | None,
    *,
    gauntlet: bool,
    set_up: bool,
    force: bool,
    as_json: bool,
    plain: bool,
    **options: str | None,
) -> None:
    """Let engines and programs play a match of GAME, and say how strong they are.

    A contender is WHO[@LIMIT][;OPTION=VALUE…]: an engine (level1 to level8, engine, random) or a
    program (ugi:./program); a limit is 0.5s or 1000n. Each opening is played in all line-ups, so
    that nobody has the better seats. Everybody meets everybody, unless it is a gauntlet.

    Example: cubarium match GAME level3 level4 "ugi:./program --fast@0.1s;Hash=16" --pairs 50
    """
    game = game_of(name, players, options)
    usual = Limit(seconds, nodes)
    contenders = distinct(read_contender(one, usual, memory=program_memory) for one in who)
    for contender in contenders:
        check_fit(contender, game)
    test = None if sprt is None else _test(sprt, alpha, beta, len(contenders))
    given = {"Repetitions": repetitions, "PlyLimit": ply_limit}
    limits = limits_of({tag: text for tag, text in given.items() if text is not None})
    opened = f"random, plies={plies}, set_up={set_up}"
    openings = random_openings(game, seed, plies, set_up=set_up)
    if opening_file is not None:
        if plies is not None:
            raise CubariumError("--plies is for random openings, not for those of a file")
        text = opening_file.read_text("utf-8")
        book = read_openings(game, text)
        openings, pairs = iter(book), min(pairs, len(book))
        opened = f"file, {hashlib.sha256(text.encode()).hexdigest()}"
    schedule = Schedule(game, contenders, openings, pairs, seed, limits, gauntlet)
    output = MatchOutput(log, records, plot, force, as_json, plain)
    sys.exit(run_match(schedule, chosen_executor(workers, ray), opened, test, output))


def _test(text: str, alpha: float, beta: float, contenders: int) -> Sprt:
    if contenders != 2:
        raise CubariumError("--sprt compares two contenders, and no more")
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise CubariumError(f"--sprt {text}: expected two numbers, like 0,10") from None
    return Sprt(low, high, alpha, beta)
