"""The engine seats of one table: they move, and answer offers. The thinking is done elsewhere."""

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import structlog

from cubarium.analysis.draw_offers import story_for_offer
from cubarium.analysis.jobs import DrawOfferJob
from cubarium.core.errors import CubariumError, MatchRefused
from cubarium.core.turn import Seat
from cubarium.engines import registry as engines
from cubarium.engines.jobs import ChosenMove, MoveJob
from cubarium.engines.pool import Lost
from cubarium.match.command_context import CommandRefused
from cubarium.match.events import Offer
from cubarium.match.revision import BoardRevision
from cubarium.match.server_commands import EngineAnswer, EngineMove, EngineResign
from cubarium.server.cluster.leases import Leases
from cubarium.server.tables.runtime import Runtime
from cubarium.tables.errors import ApiError

if TYPE_CHECKING:
    from cubarium.server.tables.table_actor import TableActor

RETRY_SECONDS: Final = 2.0
"""Before an engine that could not move tries again."""

log = structlog.get_logger("cubarium.engine_seats")


class TableEngines:
    """What the engines of a table think about."""

    def __init__(self, actor: "TableActor", runtime: Runtime, leases: Leases) -> None:
        self._actor, self._runtime, self._leases = actor, runtime, leases
        self._thinking: asyncio.Task[None] | None = None
        self._thinks_about: BoardRevision | None = None
        self._answering: set[Seat] = set()

    @property
    def is_busy(self) -> bool:
        """Does an engine think, or answer?"""
        return self._thinking is not None or bool(self._answering)

    @property
    def is_thinking(self) -> bool:
        """Does an engine think about its move?"""
        return self._thinking is not None

    def react(self) -> None:
        """Something has changed: what an engine thinks about may be over, and what comes next may
        be an engine's to do. Where none of the players is, it waits until one comes back."""
        table = self._actor.table
        session = table.session
        seat, board = session.to_move, session.board_revision
        engine = "" if seat is None else session.engine(seat, engines.LOWEST)
        if self._thinks_about != board or not engine:
            self.cancel()
        if (
            engine
            and seat is not None
            and self._thinking is None
            and table.is_attended(self._runtime.clock.now())
            and self._leases.claim(table.id)
        ):
            self._thinks_about = board
            self._thinking = self._runtime.background.spawn(self._move(seat, engine, board))
        asked = self._seats_to_answer()
        if asked and self._leases.claim(table.id):
            self._answering.update(asked)
            for one in asked:
                self._runtime.background.spawn(self._answer(one))

    def cancel(self) -> None:
        """Think no more about a move."""
        if self._thinking is not None:
            self._thinking.cancel()
            self._thinking = None

    async def _move(self, seat: Seat, engine: str, board: BoardRevision) -> None:
        table, match = self._actor.table, self._actor.table.session.match
        try:
            await self._actor.play_past(match)
            seed = self._runtime.rng.getrandbits(63)
            job = MoveJob(table.game.spec, match.story(seat), engine, seed)
            while True:
                try:
                    chosen = await self._think(job)
                    with suppress(CommandRefused):  # the board has changed
                        await self._actor.ask(_command(seat, board, chosen))
                    break
                except (CubariumError, ApiError) as error:
                    details = error.details if isinstance(error, Lost) else str(error)
                    log.warning("an engine could not move", table=table.id, why=details)
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            if self._thinking is asyncio.current_task():
                self._thinking = None

    async def _think(self, job: MoveJob) -> ChosenMove:
        table = self._actor.table
        who = table.presence.attendant
        chosen = await self._runtime.thinkers.last(
            job, owner=who.name or table.id, address=who.address
        )
        if chosen.fault:
            log.warning("a program has lost", table=table.id, why=chosen.fault)
        return chosen

    def _seats_to_answer(self) -> list[Seat]:
        """The engines that have a draw offer to answer."""
        session = self._actor.table.session
        match, agreeing = session.match, session.match.offers.get(Offer.DRAW)
        if agreeing is None or session.to_move is None:
            return []
        return [
            seat
            for seat in match.remaining
            if match.engine(seat) and seat not in agreeing and seat not in self._answering
        ]

    async def _answer(self, seat: Seat) -> None:
        table = self._actor.table
        match, who = table.session.match, table.presence.attendant
        try:
            await self._actor.play_past(match)
            job = DrawOfferJob(table.game.spec, story_for_offer(match, seat), match.engine(seat))
            agreed = await self._runtime.thinkers.last(
                job, owner=who.name or table.id, address=who.address
            )
            await self._actor.ask(EngineAnswer(seat, Offer.DRAW, bool(agreed)))
        except MatchRefused:
            pass  # there is no such offer any more
        except (CubariumError, ApiError) as error:
            log.warning("an engine could not answer", table=table.id, why=str(error))
        finally:
            self._answering.discard(seat)


def _command(seat: Seat, board: BoardRevision, chosen: ChosenMove) -> EngineMove | EngineResign:
    """What an engine asks for; a program that broke the rules, or fell silent, has lost."""
    thought = round(chosen.seconds * 1000)
    if chosen.fault:
        return EngineResign(seat, board, thought)
    return EngineMove(seat, board, chosen.move, thought)
