"""`cubarium play`."""

import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import click

from cubarium.cli.files import read_records
from cubarium.cli.keeper import NO_LIMIT, Keeper
from cubarium.cli.output import ascii_only, console, plain_option
from cubarium.cli.table_options import game_of, table_options
from cubarium.core.engine import Engine
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.record import GameRecord
from cubarium.play.events import Event, Seated
from cubarium.play.match import Limits, Match
from cubarium.play.records import replayed
from cubarium.search.random_player import RandomPlayer

PERSON = "person"
ENGINES = {"random": RandomPlayer}


class Count(click.ParamType[str]):
    """A number from `least` on, or `none`: as a text."""

    name = "count"

    def __init__(self, least: int) -> None:
        self.least = least

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        text = str(value).lower()
        if text != NO_LIMIT and not (text.isdecimal() and int(text) >= self.least):
            self.fail(f"expected a number from {self.least} on, or none; not {text}", param, ctx)
        return text


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
    type=Count(least=2),
    metavar="N|none",
    help="The game ends when a position comes up so often; usually 3.",
)
@click.option(
    "--ply-limit",
    type=Count(least=1),
    metavar="N|none",
    help="The game ends after so many turns; usually 400.",
)
@plain_option
def command(
    name: str | None,
    players: int | None,
    seats: str | None,
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
        game = game_of(name, players, options)
        start = None if position is None else game.whole_position(position)
        match = Match.open(game, _limits(limits), start)
        tags = {"Started": datetime.now(UTC).isoformat(timespec="seconds")}
        record = None
    match = match.after(_seated(match.game, seats, tags))
    for seat in sorted(match.gone):
        if not match.engine(seat):
            name = match.game.seat_names[seat]
            raise CubariumError(f"{name} has left: nobody but an engine can sit there")
    keeper = Keeper(tags, (resume, record) if resume and record else None)
    if resume is not None:
        keeper.saved = match
    match = match.after(match.draw(rng))
    engines: dict[str, Engine] = {who: made(rng) for who, made in ENGINES.items()}

    from cubarium.cli.terminal import Terminal

    out = console(plain=plain)
    terminal = Terminal(match, engines, rng, out, keeper, ascii_only=ascii_only(plain=plain))
    sys.exit(terminal.run())


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
        raise CubariumError(f"--seats names {len(wanted)}; expected {game.players}")
    events: list[Event] = []
    for seat, who in enumerate(wanted):
        kind, _, name = who.partition(":")
        if kind == PERSON:
            name = (
                " ".join(name.encode("utf-8", "replace").decode().split())
                or f"Player {game.seat_names[seat]}"
            )
            events.append(Seated(seat, name))
        elif who in ENGINES:
            events.append(Seated(seat, who, who))
        else:
            right = ", ".join([PERSON, f"{PERSON}:NAME", *ENGINES])
            raise CubariumError(f"{who!r} can't sit there; expected one of {right}")
    return events


def _person(tags: dict[str, str], seat: int) -> str:
    return f"{PERSON}:{tags.get(f'Seat{seat}', '')}"
