"""Tables in a database, made without a server."""

from collections.abc import Sequence
from random import Random

from sqlalchemy import Engine

from cubarium import catalog
from cubarium.match.clocks import Clocks, TimeControl
from cubarium.match.events import Moved, Seated
from cubarium.match.match import Match
from cubarium.match.session import AnyEvent, Entry, Live
from cubarium.store import repository

LOWEST = "level1"


def opened(name: str = "quixo", control: TimeControl | None = None, players: int = 2) -> Live:
    """A table before its first event."""
    game = catalog.load(name, players)
    return Live(Match.open(game), Clocks.new(control or TimeControl(), players))


def entries(events: Sequence[AnyEvent], at: int, first: int = 1) -> list[Entry]:
    return [Entry(first + number, event, at) for number, event in enumerate(events)]


def begun(moves: int = 2) -> list[AnyEvent]:
    """Two people sit down at Quixo and play."""
    match = opened().match.after([Seated(0, "Ann"), Seated(1, "Ben")])
    found: list[AnyEvent] = [*match.seated.values()]
    for number in range(moves):
        text = match.game.write(Random(number).choice([*match.game.moves(match.state)]))
        event = Moved(number % 2, text)
        match = match.after([event])
        found.append(event)
    return found


def put(engine: Engine, table: str, events: Sequence[AnyEvent], at: int) -> None:
    """A table of Quixo where this has happened at that time."""
    log = entries(events, at)
    live = opened().after(log)
    columns = repository.summary(live, at, None, LOWEST)
    row = {
        "id": table,
        "game": "quixo",
        "rules": 1,
        "setting": {"game": "quixo", "players": 2, "seats": ["me", "device"]},
        "start": None,
        "public": False,
        "created": at,
        **columns,
    }
    with engine.begin() as connection:
        repository.create(connection, row)
        repository.append(connection, table, log, columns)
        repository.add_key(connection, table, 0, b"0" * 32)
