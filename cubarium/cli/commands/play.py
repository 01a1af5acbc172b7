"""`cubarium play`."""

import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import click

from cubarium import catalog, extras
from cubarium.cli.files import read_records
from cubarium.cli.option_types import CountType, finite
from cubarium.cli.output import ascii_only, console, plain_option
from cubarium.cli.save_files import Keeper
from cubarium.cli.seats import CHOICE, seated
from cubarium.cli.table_options import complete_game, game_of, table_options
from cubarium.core.errors import CubariumError
from cubarium.core.levels import NUMBERS
from cubarium.core.record import GameRecord
from cubarium.engines import registry
from cubarium.match.match import Limits, Match
from cubarium.records import replayed


@click.command("play")
@click.argument("name", metavar="GAME", required=False, shell_complete=complete_game)
@table_options
@click.option(
    "--seats",
    metavar="WHO,WHO,…",
    help=f"Who sits where, in turn order: {CHOICE}. "
    f"Usually you sit in the first seat, and {registry.USUAL} in the others.",
)
@click.option(
    "--level",
    type=click.IntRange(min(NUMBERS), max(NUMBERS)),
    help="You sit in the first seat, and engines of this level in the others. "
    "With --resume: the engines go on at this level.",
)
@click.option(
    "--seconds",
    type=click.FloatRange(min=0.01),
    callback=finite,
    help=f"How long `{registry.FULL}` thinks about a move; usually {registry.SECONDS:g}.",
)
@click.option("--position", help="Start from this position.")
@click.option("--resume", type=click.Path(path_type=Path), help="Go on with a saved game.")
@click.option("--seed", type=int, help="Makes chance, levels and random players repeatable.")
@click.option(
    "--repetitions",
    type=CountType(least=2),
    metavar="N|none",
    help="The game ends when a position comes up so often; usually 3.",
)
@click.option(
    "--ply-limit",
    type=CountType(least=1),
    metavar="N|none",
    help="The game ends after so many turns; usually 400.",
)
@plain_option
def command(
    name: str | None,
    players: int | None,
    seats: str | None,
    level: int | None,
    seconds: float | None,
    position: str | None,
    resume: Path | None,
    seed: int | None,
    repetitions: str | None,
    ply_limit: str | None,
    *,
    plain: bool,
    **options: str | None,
) -> None:
    """Play GAME in the terminal.

    Type a move, or `help` for all that you can type. Ctrl-C and Ctrl-D leave the table; the game
    is kept, and `--resume FILE` goes on with it.
    """
    rng = Random(seed)
    said = {"Repetitions": repetitions, "PlyLimit": ply_limit}
    limits = {tag: text for tag, text in said.items() if text is not None}
    if resume is not None:
        if players is not None or position is not None or any(options.values()):
            raise CubariumError("--resume takes the table and the position from the file")
        match, record = _resumed(resume, limits)
        tags = dict(record.tags)
        if name is not None and name.lower() != match.game.name:
            raise CubariumError(f"the game in {resume} is {match.game.name}, not {name}")
    elif name is None:
        raise CubariumError("which game? `cubarium games` lists them: cubarium play GAME")
    else:
        count = _counted(name, seats) if players is None else players
        game = game_of(name, count, options)
        start = None if position is None else game.whole_position(position)
        match = Match.open(game, _limits(limits), start)
        tags = {"Started": datetime.now(UTC).isoformat(timespec="seconds")}
        record = None
    match = match.after(seated(match, seats, level, tags))
    if resume is None and seats is None and level is None and not registry.can_think(match.game):
        click.echo(f"People sit in every seat: {extras.missing('engines')}.", err=True)
    for seat in sorted(match.departed):
        if not match.engine(seat):
            name = match.game.seat_names[seat]
            raise CubariumError(f"{name} has left: nobody but an engine can sit there")
    if seconds is not None and registry.FULL not in map(match.engine, range(match.game.players)):
        raise CubariumError(f"--seconds is for `{registry.FULL}`: it does not sit at this table")
    keeper = Keeper(tags, (resume, record) if resume and record else None)
    if resume is not None:
        keeper.saved = match
    match = match.after(match.draw(rng))

    from cubarium.cli.terminal import Terminal

    out = console(plain=plain)
    terminal = Terminal(
        match,
        rng,
        out,
        keeper,
        seconds=registry.SECONDS if seconds is None else seconds,
        ascii_only=ascii_only(plain=plain),
    )
    sys.exit(terminal.run())


def _counted(name: str, seats: str | None) -> int | None:
    """As many players as seats are said, if the game can be played so."""
    count = 0 if seats is None else seats.count(",") + 1
    return count if count in catalog.info(name.lower()).players else None


def _limits(tags: Mapping[str, str]) -> Limits:
    """The limits that tags name; what they do not name is usual."""

    def limit(tag: str, usual: int | None) -> int | None:
        text = tags.get(tag)
        if text is None:
            return usual
        return int(text) if text.isdecimal() else None

    usual = Limits()
    return Limits(limit("Repetitions", usual.repetitions), limit("PlyLimit", usual.plies))


def _resumed(file: Path, limits: Mapping[str, str]) -> tuple[Match, GameRecord]:
    """The match of a saved game, with its own limits where no others are said."""
    found = read_records(file)
    if len(found) > 1:
        raise CubariumError(f"{file} holds {len(found)} games; expected one")
    record = found[0]
    if record.result is not None:
        raise CubariumError(f"the game in {file} is over; `cubarium replay {file}` shows it")
    played = replayed(record)
    opened = Match.open(played.game, _limits({**record.tags, **limits}), played.start)
    return opened.after(step.event for step in played.steps), record
