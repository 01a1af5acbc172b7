"""Engine seats: they move, and answer offers, by themselves. The thinking is done elsewhere."""

import asyncio
from functools import partial
from typing import Final

import structlog

from cubarium.analysis.draw_offers import story_for_offer
from cubarium.analysis.jobs import DrawOfferJob
from cubarium.core.errors import CubariumError, MatchRefused
from cubarium.core.turn import Seat
from cubarium.engines import registry as engines
from cubarium.engines.jobs import ChosenMove, MoveJob, Thinkers
from cubarium.engines.pool import Lost
from cubarium.match.events import Offer
from cubarium.server.errors import ApiError
from cubarium.server.live.registry import Registry
from cubarium.server.live.table import Table

RETRY: Final = 2.0
"""Seconds before an engine that could not move tries again."""

log = structlog.get_logger("cubarium.bots")


class Bots:
    """The engine seats of all tables."""

    def __init__(self, registry: Registry, thinkers: Thinkers) -> None:
        self._registry = registry
        self._thinkers = thinkers

    def watch(self, table: Table) -> None:
        """A table has changed: what an engine thinks about may be over, and what comes next may be
        an engine's to do. Where nobody is, it waits until somebody comes back."""
        registry, session = self._registry, table.session
        seat, board = session.to_move, session.board_revision
        engine = "" if seat is None else session.engine(seat, engines.LOWEST)
        if table.thinking is not None and (table.thinks_about != board or not engine):
            table.thinking.cancel()
            table.thinking = None
        if (
            engine
            and seat is not None
            and table.thinking is None
            and table.is_attended(registry.clock.now())
            and registry.leases.claim(table.id)
        ):
            table.thinks_about = board
            table.thinking = registry.background.spawn(self._move(table, seat, engine, board))
        asked = self._engines_to_answer(table)
        if asked and registry.leases.claim(table.id):
            table.answering.update(asked)
            for one in asked:
                registry.background.spawn(self._answer(table, one))

    async def _move(self, table: Table, seat: Seat, engine: str, board: int) -> None:
        registry, match = self._registry, table.session.match
        moved = False
        try:
            await registry.play_past(match)
            job = MoveJob(table.game.spec, match.story(seat), engine, registry.rng.getrandbits(63))
            while not moved:
                try:
                    who = table.attendant
                    chosen = await self._thinkers.last(
                        job, owner=who.name or table.id, address=who.address
                    )
                    work = partial(self._play, table, seat, board, chosen)
                    await registry.background.finish(registry.change(table, work))
                    moved = True
                except (CubariumError, ApiError) as error:
                    details = error.details if isinstance(error, Lost) else str(error)
                    log.warning("an engine could not move", table=table.id, why=details)
                    await asyncio.sleep(RETRY)
        finally:
            if table.thinking is asyncio.current_task():
                table.thinking = None

    async def _play(self, table: Table, seat: Seat, board: int, chosen: ChosenMove) -> None:
        registry, session = self._registry, table.session
        if session.board_revision != board or session.to_move != seat:
            return
        if chosen.fault:
            log.warning("a program has lost", table=table.id, seat=seat, why=chosen.fault)
            events = session.match.resign(seat)
        else:
            events = session.match.move(seat, chosen.move, registry.rng)
        spent = round(chosen.seconds * 1000) if session.clocks.running == seat else 0
        await registry.commit(table, session.extended(events, registry.clock.now(), spent))

    def _engines_to_answer(self, table: Table) -> list[Seat]:
        """The engines that have a draw offer to answer."""
        match = table.session.match
        agreeing = match.offers.get(Offer.DRAW)
        if agreeing is None or table.session.to_move is None:
            return []
        return [
            seat
            for seat in match.remaining
            if match.engine(seat) and seat not in agreeing and seat not in table.answering
        ]

    async def _answer(self, table: Table, seat: Seat) -> None:
        registry, match = self._registry, table.session.match
        try:
            await registry.play_past(match)
            job = DrawOfferJob(table.game.spec, story_for_offer(match, seat), match.engine(seat))
            who = table.attendant
            agreed = await self._thinkers.last(job, owner=who.name or table.id, address=who.address)
            await registry.change(table, partial(self._agree, table, seat, agreed=bool(agreed)))
        except MatchRefused:
            pass  # there is no such offer any more
        except (CubariumError, ApiError) as error:
            log.warning("an engine could not answer", table=table.id, why=str(error))
        finally:
            table.answering.discard(seat)

    async def _agree(self, table: Table, seat: Seat, *, agreed: bool) -> None:
        registry, session = self._registry, table.session
        events = session.match.answer(seat, Offer.DRAW, agreed=agreed)
        await registry.commit(table, session.extended(events, registry.clock.now()))
