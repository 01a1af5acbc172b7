"""Engines made ready before anybody waits for them: the likeliest tables first, and whatever table
is opened before all others."""

import structlog

from cubarium import catalog
from cubarium.core.game import AnyGame
from cubarium.engines.jobs import WarmUpJob
from cubarium.engines.pool import Urgency, Workers
from cubarium.tables.table import Table

log = structlog.get_logger("cubarium.warm_up")


class WarmUp:
    """The tables whose engines are not ready yet, in the order in which they will be."""

    def __init__(self, workers: Workers) -> None:
        self._workers = workers
        tables = [(name, count) for name in catalog.names() for count in catalog.info(name).players]
        self.waiting = sorted(tables, key=lambda table: table[1])
        """Fewer players are likelier."""
        self._count = len(self.waiting)

    def watch(self, table: Table) -> None:
        """A table has changed: if an engine plays there, it is needed soon."""
        if any(who.engine for who in table.session.match.seated.values()):
            self.first(table.game)

    def first(self, game: AnyGame) -> None:
        """Before all others."""
        table = (game.name, game.players)
        if table in self.waiting:
            self.waiting.remove(table)
            self.waiting.insert(0, table)

    async def run(self) -> None:
        """Until all are ready."""
        while self.waiting:
            name, players = self.waiting.pop(0)
            spec = catalog.info(name).spec(players)
            await self._workers.last(WarmUpJob(spec), urgency=Urgency.WARM_UP)
            ready = self._count - len(self.waiting)
            log.info("engines ready", game=name, players=players, tables=f"{ready}/{self._count}")
