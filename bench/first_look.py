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

from cubarium.database import checkpoints, repository
from cubarium.database.database import prepared
from cubarium.database.summary import summary
from cubarium.match.checkpoint import CHECKPOINT_ENTRIES
from cubarium.match.command_context import CommandContext
from cubarium.match.command_rules import MOST_ENTRIES
from cubarium.match.commands import AnswerOffer, AnyCommand, MakeOffer
from cubarium.match.configuration import Configuration, LiveClock
from cubarium.match.events import Offer, Seated
from cubarium.match.server_commands import EngineMove, Open, ServerCommand
from cubarium.match.session import Entry, Session
from cubarium.match.status import Status
from cubarium.tables.identity import Identity
from cubarium.tables.stored_table import StoredTable
from cubarium.tables.table import Table
from cubarium.tables.views import snapshot

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

    def apply(command: AnyCommand | ServerCommand) -> None:
        nonlocal session
        applied = session.apply(command, CommandContext(len(log), rng, holds=(0, 1)))
        session = applied.session
        log.extend(applied.entries)

    apply(Open([Seated(seat, "Ann") for seat in range(2)]))
    while session.status is Status.LIVE and len(log) < MOST_ENTRIES:
        mover, match = session.to_move, session.match
        assert mover is not None
        moves = list(map(match.game.write, match.game.moves(match.state)))
        rng.shuffle(moves)
        going_on = (one for one in moves[:TRIED] if not match.move(mover, one, rng).match.outcome)
        apply(EngineMove(mover, session.board_revision, next(going_on, moves[0]), 1))
        if takes_back and session.match.outcome is None and session.match.plies > 2:
            apply(MakeOffer(id="o", seat=mover, what=Offer.TAKEBACK))
            apply(AnswerOffer(id="a", seat=1 - mover, what=Offer.TAKEBACK, agreed=True))
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
    subscriber = table.subscriber(Identity())
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
