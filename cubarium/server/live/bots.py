"""Engine seats: they move, and answer offers, by themselves. The thinking is done elsewhere."""

import asyncio
from typing import Any, Final

import structlog

from cubarium.analysis.draw_offers import story_for_offer
from cubarium.analysis.jobs import DrawOfferJob
from cubarium.core.errors import CubariumError, MatchRefused
from cubarium.core.turn import Seat
from cubarium.engines import registry
from cubarium.engines.jobs import MoveJob
from cubarium.engines.pool import Lost, Workers
from cubarium.match.events import Offer
from cubarium.server.errors import Refused
from cubarium.server.live.hub import Hub
from cubarium.server.live.table import LiveTable

AGAIN: Final = 2.0
"""Seconds before an engine that could not move tries again."""

log = structlog.get_logger("cubarium.players")


class Players:
    """The engines of all tables."""

    def __init__(self, hub: Hub, workers: Workers) -> None:
        self._hub = hub
        self._workers = workers
        hub.changed.append(self.watch)

    def watch(self, table: LiveTable) -> None:
        """A table has changed: what was thought about may not matter any more, what is to be done
        may be an engine's to do."""
        live = table.live
        seat = live.to_move
        engine = "" if seat is None else live.engine(seat, registry.LOWEST)
        if table.thinking is not None and (table.thinks_about != live.position or not engine):
            table.thinking.cancel()
            table.thinking = None
        if engine and seat is not None and table.thinking is None:
            table.thinks_about = live.position
            table.thinking = self._hub.spawn(self._move(table, seat, engine, live.position))
        for one in self._asked(table):
            table.answering.add(one)
            self._hub.spawn(self._answer(table, one))

    async def _move(self, table: LiveTable, seat: Seat, engine: str, position: int) -> None:
        hub = self._hub
        story, seed = table.live.match.story(seat), hub.rng.getrandbits(63)
        job = MoveJob(table.game.spec, story, engine, seed)
        moved = False
        try:
            while not moved:
                try:
                    chosen = await self._workers.last(job, owner=table.id)
                    await hub.whole(self._play(table, seat, position, chosen))
                    moved = True
                except (CubariumError, Refused) as error:
                    details = error.details if isinstance(error, Lost) else str(error)
                    log.warning("an engine could not move", table=table.id, why=details)
                    await asyncio.sleep(AGAIN)
        finally:
            if table.thinking is asyncio.current_task():
                table.thinking = None

    async def _play(self, table: LiveTable, seat: Seat, position: int, chosen: Any) -> None:
        hub = self._hub
        async with table.lock:
            await hub.check(table)
            live = table.live
            if live.position != position or live.to_move != seat:
                return
            caused = live.match.moved(seat, chosen.move, hub.rng)
            timed = live.clocks.running == seat
            await hub.append(table, caused, spent=round(chosen.seconds * 1000) if timed else 0)

    def _asked(self, table: LiveTable) -> list[Seat]:
        """The engines that have an offer of a draw to answer."""
        match = table.live.match
        agreeing = match.offers.get(Offer.DRAW)
        if agreeing is None or table.live.to_move is None:
            return []
        return [
            seat
            for seat in match.remaining
            if match.engine(seat) and seat not in agreeing and seat not in table.answering
        ]

    async def _answer(self, table: LiveTable, seat: Seat) -> None:
        hub, match = self._hub, table.live.match
        try:
            job = DrawOfferJob(table.game.spec, story_for_offer(match, seat), match.engine(seat))
            agreed = await self._workers.last(job, owner=table.id)
            async with table.lock:
                await hub.check(table)
                answers = table.live.match.answer(seat, Offer.DRAW, agreed=bool(agreed))
                await hub.append(table, [(event, None) for event in answers])
        except MatchRefused:
            pass  # the offer is no more
        except (CubariumError, Refused) as error:
            log.warning("an engine could not answer", table=table.id, why=str(error))
        finally:
            table.answering.discard(seat)
