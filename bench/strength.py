"""How strong engines are at any tables, against plain opponents too: `cubarium match` for benches.

python -m bench.strength --help
"""

import sys
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict

import click

from bench.opponents import GreedyCubeO, LookAhead, PlainUct
from bench.report import report
from cubarium import catalog
from cubarium.cli.render.match_report import PAIR_COLUMNS, pair_row, table_label
from cubarium.core.engine import Limit
from cubarium.core.errors import CubariumError, InvalidOption
from cubarium.core.game import AnyGame
from cubarium.engines.process_executor import executor_for
from cubarium.tournament.contender import (
    Contender,
    EngineMaker,
    check_fit,
    distinct,
    read_contender,
)
from cubarium.tournament.openings import random_openings
from cubarium.tournament.report import MatchReport, match_report
from cubarium.tournament.schedule import Schedule
from cubarium.tournament.tournament import play_rounds

OTHERS: dict[str, EngineMaker] = {
    "lookahead": LookAhead(),
    "uct": PlainUct(),
    "greedy": GreedyCubeO(),
}


def tables(text: str) -> list[AnyGame]:
    """`NAME`, `NAME:PLAYERS` or `NAME:PLAYERS:OPTION=VALUE:…`; `open` and `all` are many."""
    if text in ("all", "open"):
        games = [catalog.game(table) for name in catalog.names() for table in catalog.specs(name)]
        return [game for game in games if text == "all" or not game.has_secrets]
    name, *rest = text.split(":")
    players = int(rest.pop(0)) if rest and rest[0].isdecimal() else None
    options = dict(part.split("=", 1) for part in rest if "=" in part)
    if len(options) < len(rest):
        raise InvalidOption(f"{text!r}: expected a table like cubulus:2:neutrals=random")
    return [catalog.load(name, players, **options)]


def played(schedule: Schedule, workers: int) -> MatchReport:
    """The whole match."""
    with closing(play_rounds(schedule, executor_for(workers))) as rounds:
        return match_report(schedule, list(rounds))


def sides_of(text: str, usual: Limit) -> tuple[Contender, ...]:
    """`A,B`; against itself the second one gets another name."""
    names = text.split(",")
    if len(names) != 2:
        raise InvalidOption(f"{text!r}: expected two contenders, like uct,random")
    return distinct(read_contender(name, usual, others=OTHERS) for name in names)


def fits(game: AnyGame, sides: Sequence[Contender]) -> bool:
    """Can all of them play it? If not, that is said."""
    try:
        for one in sides:
            check_fit(one, game)
    except InvalidOption as unfit:
        print(f"{game!r}: left out, {unfit}", file=sys.stderr)
        return False
    return True


@click.command()
@click.option(
    "--table",
    "at",
    multiple=True,
    default=["open"],
    help="NAME[:PLAYERS[:OPTION=VALUE…]]; open: all tables without secrets; all. Repeatable.",
)
@click.option(
    "--match",
    "matches",
    multiple=True,
    required=True,
    help="Two contenders, A,B. Each is NAME, NAME@0.5s or NAME@1000n. Repeatable.",
)
@click.option("--seconds", type=float, help="Seconds a move, where a contender does not say.")
@click.option("--nodes", type=int, help="Nodes a move (of uct: simulations), likewise.")
@click.option("--pairs", default=20, show_default=True, help="Openings; each is played all ways.")
@click.option("--plies", type=int, help="Random plies of an opening.  [default: 2; 0 with secrets]")
@click.option(
    "--set-up/--no-set-up",
    default=True,
    help="Is the set-up (Cubulus: neutral balls) random too, or left to the contenders?",
)
@click.option("--workers", default=1, show_default=True, help="Processes.")
@click.option("--seed", default=0, show_default=True, help="The same seed, the same openings.")
@click.option("--name", default="strength", show_default=True, help="bench/results/NAME.json")
def main(
    *,
    at: tuple[str, ...],
    matches: tuple[str, ...],
    seconds: float | None,
    nodes: int | None,
    pairs: int,
    plies: int | None,
    set_up: bool,
    workers: int,
    seed: int,
    name: str,
) -> None:
    """Matches between two contenders at many tables. `cubarium match` plays any other match.

    Contenders: those of `cubarium match`, and lookahead (wins at once, does not lose at once, 30%
    at random), uct (textbook, only where nothing is secret), greedy (Cube O' alone).

    Example: python -m bench.strength --table quixo --table cage:3 --match uct@0.1s,random
    """
    rows, data = [], []
    try:
        usual = Limit(seconds, nodes)
        for game in (game for text in at for game in tables(text)):
            for sides in (sides_of(text, usual) for text in matches):
                if not fits(game, sides):
                    continue
                openings = random_openings(game, seed, plies, set_up=set_up)
                result = played(Schedule(game, sides, openings, pairs, seed), workers)
                (pair,) = result.matches
                what, *cells = pair_row(pair)
                row = dict(zip(PAIR_COLUMNS[1:], cells, strict=True))
                rows.append({"what": f"{table_label(result)}: {what}", **row})
                data.append(asdict(result))
    except CubariumError as wrong:
        raise click.ClickException(str(wrong)) from wrong
    if not rows:
        raise click.ClickException("no match was played")
    report(name, f"Strength ({pairs} pairs, seed {seed})", rows, data)


if __name__ == "__main__":
    main()
