"""How long the first look at a table takes: it is read and folded, and shown whole. First by its
log alone, then by its checkpoint and the entries after it.

    python -m bench.first_look

The games are as long as games can be, between two people on a clock; the last one is a log that has
no more room, where moves are made and taken back. Milliseconds of CPU, the best of five.
"""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final, TypeVar

from sqlalchemy import Engine

from cubarium.match.checkpoint import CHECKPOINT_ENTRIES
from cubarium.match.command_rules import MOST_ENTRIES
from cubarium.match.configuration import Configuration, LiveClock
from cubarium.match.events import Answered, Offer, Offered, Seated
from cubarium.match.session import Entry, Session
from cubarium.match.status import Status
from cubarium.server.identity import Actor
from cubarium.server.live.table import Table
from cubarium.server.live.views import snapshot
from cubarium.store import checkpoints, repository
from cubarium.store.database import prepared
from cubarium.store.repository import StoredTable
from cubarium.store.summary import summary

GAMES: Final = ("quixo", "cage", "cubulus", "cubeo")
TIMES: Final = 5
TRIED: Final = 6
"""Moves that are looked at for one that does not end the game."""
T = TypeVar("T")


def play(name: str, *, takes_back: bool = False) -> tuple[Configuration, list[Entry]]:
    """The log of a long game."""
    rng = Random(1)
    clock = LiveClock(base=3600)
    configuration = Configuration(game=name, players=2, seats=["me", "device"], clock=clock)
    session, log = Session.open(configuration), list[Entry]()
    for seat in range(2):
        applied = session.extended(session.seating(Seated(seat, "Somebody"), rng), 0)
        session, log = applied.session, [*log, *applied.entries]
    while session.status is Status.LIVE and len(log) < MOST_ENTRIES:
        mover, game = session.to_move, session.match.game
        assert mover is not None
        moves = list(game.moves(session.match.state))
        rng.shuffle(moves)
        for move in moves[:TRIED]:
            events = session.match.move(mover, game.write(move), rng)
            after = session.match.after(events)
            if after.outcome is None:
                break
        if takes_back and after.outcome is None and after.plies > 2:
            events += (
                Offered(mover, Offer.TAKEBACK),
                Answered(1 - mover, Offer.TAKEBACK, agreed=True),
            )
            (*_, taken) = after.after(events[-2:-1]).answer(1 - mover, Offer.TAKEBACK, agreed=True)
            events += (taken,)
        applied = session.extended(events, len(log))
        session, log = applied.session, [*log, *applied.entries]
    return configuration, log


def store(engine: Engine, name: str, configuration: Configuration, log: list[Entry]) -> None:
    session = Session.open(configuration).after(log)
    row = {
        "id": name,
        "game": configuration.game,
        "rules": session.match.game.spec.info.rules_version,
        "configuration": configuration.model_dump(mode="json"),
        "start": None,
        "public": False,
        "created": 0,
        **summary(session, 0),
    }
    with engine.begin() as connection:
        repository.create(connection, row, log)


def keep(engine: Engine, name: str, configuration: Configuration, log: list[Entry]) -> None:
    """The checkpoint that a server would have left."""
    due = log[: len(log) // CHECKPOINT_ENTRIES * CHECKPOINT_ENTRIES]
    session = Session.open(configuration).after(due)
    with engine.begin() as connection:
        checkpoints.put(connection, name, session, due[-1].at)


def measure(work: Callable[[], T]) -> tuple[float, T]:
    """Milliseconds that it takes, and what it gives."""
    best = float("inf")
    for _ in range(TIMES):
        began = time.process_time()
        found = work()
        best = min(best, 1000 * (time.process_time() - began))
    return best, found


def look(engine: Engine, table_id: str, what: str) -> None:
    def read() -> StoredTable:
        with engine.connect() as connection:
            stored = checkpoints.load(connection, table_id)
        assert stored is not None
        return stored

    reading, stored = measure(read)
    folding, table = measure(lambda: Table(stored, 0))
    subscriber = table.subscriber(Actor())
    showing, _ = measure(lambda: snapshot(table, subscriber, 0, ()).model_dump_json())
    print(f"{what:19} {reading:6.1f} {folding:6.1f} {showing:6.1f}")


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        engine = prepared(Path(folder))
        print(f"{'':11}entries    read   fold   show (ms)")
        for name, takes_back in (*((game, False) for game in GAMES), ("quixo", True)):
            configuration, log = play(name, takes_back=takes_back)
            table_id = f"{name}{len(log)}"
            store(engine, table_id, configuration, log)

            look(engine, table_id, f"{name:10} {len(log):7}")
            keep(engine, table_id, configuration, log)
            look(engine, table_id, "  with a checkpoint")
        engine.dispose()


if __name__ == "__main__":
    main()
