"""`cubarium play`."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import click

from cubarium.cli.files import read_records
from cubarium.cli.output import ascii_only, console, plain_option
from cubarium.cli.table_options import game_of, table_options
from cubarium.core.engine import Engine
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.play.events import Drawn, Event, Moved, Seated
from cubarium.play.match import Limits, Match
from cubarium.play.records import replayed
from cubarium.search.random_player import RandomPlayer

PERSON = "person"
ENGINES = {"random": RandomPlayer}


class Count(click.ParamType[int | None]):
    """A number of at least 1, or `none`."""

    name = "N|none"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int | None:
        text = str(value)
        if text == "none":
            return None
        if not text.isdecimal() or int(text) < 1:
            self.fail(f"expected a number from 1 on, or none; not {text}", param, ctx)
        return int(text)


@click.command("play")
@click.argument("name", metavar="GAME", required=False)
@table_options
@click.option(
    "--seats",
    metavar="WHO,WHO,…",
    help="Who sits where, in turn order: person, person:NAME or random. "
    "Usually you sit in the first seat, and random players in the others.",
)
@click.option("--position", help="Start from this position.")
@click.option("--resume", type=click.Path(path_type=Path), help="Go on with a saved game.")
@click.option("--seed", type=int, help="Makes chance and random players repeatable.")
@click.option(
    "--repetitions",
    type=Count(),
    default="3",
    show_default=True,
    help="A draw when a position comes up so often, or none.",
)
@click.option(
    "--ply-limit",
    type=Count(),
    default="400",
    show_default=True,
    help="A draw after so many turns, or none.",
)
@plain_option
def command(
    name: str | None,
    players: int | None,
    seats: str | None,
    position: str | None,
    resume: Path | None,
    seed: int | None,
    repetitions: int | None,
    ply_limit: int | None,
    *,
    plain: bool,
    **options: str | None,
) -> None:
    """Play GAME in the terminal.

    Type a move, or `help` for all that you can type. Ctrl-C and Ctrl-D leave the table; the game
    is kept, and `--resume FILE` goes on with it.
    """
    rng = Random(seed)
    limits = Limits(repetitions, ply_limit)
    if resume is not None:
        if name is not None or players is not None or position is not None or any(options.values()):
            raise CubariumError("--resume takes the game, its table and its position from the file")
        match, tags = _resumed(resume, limits)
    elif name is None:
        raise CubariumError("which game? `cubarium games` lists them: cubarium play GAME")
    else:
        game = game_of(name, players, options)
        start = None if position is None else game.position(position)
        match = Match.open(game, limits, start)
        tags = {"Started": datetime.now(UTC).isoformat(timespec="seconds")}
    match = match.after(_seated(match.game, seats, tags))
    match = match.after(match.draw(rng))
    engines: dict[str, Engine] = {who: made(rng) for who, made in ENGINES.items()}

    from cubarium.cli.terminal import Terminal

    out = console(plain=plain)
    terminal = Terminal(
        match, engines, rng, out, tags, resumed=resume, ascii_only=ascii_only(plain=plain)
    )
    sys.exit(terminal.run())


def _resumed(file: Path, limits: Limits) -> tuple[Match, dict[str, str]]:
    """The match of a saved game, with the limits counted from its start."""
    found = read_records(file)
    if len(found) > 1:
        raise CubariumError(f"{file} holds {len(found)} games; expected one")
    record = found[0]
    if record.result is not None:
        raise CubariumError(f"the game in {file} is over; `cubarium replay {file}` shows it")
    played = replayed(record)
    events: list[Event] = [
        step.event for step in played.steps if isinstance(step.event, Moved | Drawn)
    ]
    return Match.open(played.game, limits, played.start).after(events), dict(record.tags)


def _seated(game: AnyGame, seats: str | None, tags: dict[str, str]) -> list[Event]:
    """Who sits where: as said, as in the tags of a saved game, or one person and engines."""
    if seats is None:
        known = [
            tags.get(f"Seat{seat}Engine") or _person(tags, seat) for seat in range(game.players)
        ]
        usual = [PERSON] + ["random"] * (game.players - 1)
        wanted = known if "Seat0" in tags else usual
    else:
        wanted = [who.strip() for who in seats.split(",")]
    if len(wanted) != game.players:
        raise CubariumError(f"--seats names {len(wanted)} seats; expected {game.players}")
    events: list[Event] = []
    for seat, who in enumerate(wanted):
        kind, _, name = who.partition(":")
        if kind == PERSON:
            events.append(Seated(seat, name or f"Player {game.seat_names[seat]}"))
        elif who in ENGINES:
            events.append(Seated(seat, who, who))
        else:
            right = ", ".join([PERSON, f"{PERSON}:NAME", *ENGINES])
            raise CubariumError(f"{who!r} can't sit there; expected one of {right}")
    return events


def _person(tags: dict[str, str], seat: int) -> str:
    return f"{PERSON}:{tags.get(f'Seat{seat}', '')}"
