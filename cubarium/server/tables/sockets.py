"""The WebSocket: one for each browser, for all tables that it watches."""

import asyncio
import time
from contextlib import suppress
from dataclasses import replace
from random import random
from typing import Annotated, Final

import structlog
from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from cubarium.core.errors import CubariumError
from cubarium.match.revision import Revision
from cubarium.server.http.connections import ABORT
from cubarium.server.http.errors import api_error
from cubarium.server.http.services import Services, ServicesDep
from cubarium.server.people.bans import Bans, banned
from cubarium.server.people.guests import address_of
from cubarium.server.process.rate_limits import Bucket
from cubarium.server.tables.outbox import Outbox, OutboxFull
from cubarium.server.tables.table_actor import TableActor
from cubarium.tables.errors import ApiError, ErrorBody
from cubarium.tables.identity import Identity, digest
from cubarium.tables.messages import (
    PROTOCOL,
    REQUESTS,
    Ack,
    CommandMessage,
    ErrorMessage,
    Join,
    Leave,
    Ping,
    Pong,
    Request,
)
from cubarium.tables.subscriber import Subscriber

MOST_TABLES: Final = 100
RATE: Final = (50.0, 200.0)
"""Messages a second that are read from one socket, and how many at once."""
JOIN: Final = 4.0
"""A join counts as so many messages: its answer is long."""
PING: Final = 5.0
"""Seconds between two pings of a socket. Each has a phase of its own: all at once would keep
everybody waiting."""
SILENCE: Final = 30.0
"""Seconds after which a client is let go that answers no ping and says nothing else, or that takes
nothing of what waits for it."""
MOST_TOKENS: Final = 8
"""Of one table."""
TOO_SLOW: Final = 1013
OTHER_PROTOCOL: Final = 4400
NO_PONG: Final = 4408
KICKED: Final = 4403
"""The codes with which a socket is closed."""
REASONS: Final = {TOO_SLOW: "slow_reader", NO_PONG: "no_pong", KICKED: "kicked"}
PARTING: Final = 1.0
"""Seconds to say goodbye to a client that does not read."""

log = structlog.get_logger("cubarium.sockets")
router = APIRouter()


class Socket:
    """One connection."""

    def __init__(self, websocket: WebSocket, services: Services, identity: Identity) -> None:
        self._websocket = websocket
        self._tables, self._clock = services.tables, services.runtime.clock
        self._actor = identity
        self._lag = 0
        self._pings: dict[int, float] = {}
        self._pinged = 0
        self._watched: dict[str, tuple[TableActor, Subscriber]] = {}
        self._outbox = Outbox()
        self._pace = Bucket.full(*RATE)
        self._heard = self._taken = time.monotonic()
        """When something was received, and sent, last."""
        self._metrics = services.metrics
        self._limits = services.limit_log
        self._bans = services.bans
        self._dropped: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        """The code with which a client is let go."""
        self._timer: asyncio.TimerHandle | None = None

    @property
    def waiting(self) -> int:
        """Bytes that wait to be sent."""
        return self._outbox.size

    def send(self, *parts: str, topic: str = "", table: str = "") -> None:
        """Queue a message. A client that can't keep up gets snapshots of its tables instead of all
        that has happened there; one for which too much else waits is let go."""
        try:
            if self._outbox.put(*parts, topic=topic, table=table):
                self._metrics.fallen_behind.inc()
        except OutboxFull:
            self._drop(TOO_SLOW)

    def _snapshot(self, table_id: str) -> str | None:
        """All about a table as it stands now, if it is still there and watched."""
        watched = self._watched.get(table_id)
        if watched is None or watched[0].is_gone:
            return None
        actor, subscriber = watched
        return actor.snapshot(subscriber).model_dump_json()

    def _drop(self, code: int) -> None:
        if not self._dropped.done():
            self._limits.hit(REASONS[code], self._actor.address)
            self._dropped.set_result(code)

    def is_banned(self, bans: Bans) -> bool:
        """Is whoever is connected here kept out?"""
        if bans.has_address(self._actor.address):
            return True
        identities = (self._actor, *(one.identity for _, one in self._watched.values()))
        return any(bans.has_one_of(one.digests) for one in identities)

    def kick(self) -> None:
        """An admin wants it gone."""
        self._drop(KICKED)

    def _ping_after(self, seconds: float) -> None:
        self._timer = asyncio.get_running_loop().call_later(seconds, self._ping)

    def _ping(self) -> None:
        """Find out how long messages take, and whether anybody is there."""
        now = time.monotonic()
        if now - self._heard > SILENCE:
            self._drop(NO_PONG)
            return
        if now - self._taken > SILENCE and not self._outbox.is_empty:
            self._drop(TOO_SLOW)
            return
        self._pinged += 1
        self._pings = {self._pinged: now}
        ping = Ping(number=self._pinged, now=self._clock.now())
        self.send(ping.model_dump_json(), topic="ping")
        self._ping_after(PING)

    async def run(self) -> None:
        """Until one of us leaves."""
        receiving = asyncio.ensure_future(self._receive_all())
        tasks = [receiving, asyncio.ensure_future(self._send_all())]
        self._ping_after(random() * PING)
        try:  # whoever no longer reads may still have asked for something before
            ends: set[asyncio.Future[int] | asyncio.Future[None]] = {receiving, self._dropped}
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
        finally:
            if self._timer is not None:
                self._timer.cancel()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for actor, subscriber in self._watched.values():
                actor.presence.leave(subscriber)
            self._watched.clear()
        if self._dropped.done():
            await self._part(self._dropped.result())

    async def _part(self, code: int) -> None:
        """Say goodbye to somebody who may not hear it, and cut the connection soon: what waits for
        them in it would wait for ever, and keep a file open."""
        abort = self._websocket.scope.get("state", {}).get(ABORT)
        if abort is not None:
            asyncio.get_running_loop().call_later(2 * PARTING, abort)
        with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
            await asyncio.wait_for(self._websocket.close(code, REASONS[code]), PARTING)

    async def _receive_all(self) -> None:
        """Whoever sends too fast is read slowly."""
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            self._heard = time.monotonic()
            while wait := self._pace.take():
                await asyncio.sleep(wait)
            await self._received(message.get("text"))

    async def _send_all(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # it has gone: receiving ends too
            while True:
                await self._websocket.send_text(await self._outbox.take(self._snapshot))
                self._taken = time.monotonic()

    async def _received(self, text: str | None) -> None:
        if text is None:
            self._refuse(ErrorBody(code="not_text", message="Expected a text, not bytes."))
            return
        try:
            request = REQUESTS.validate_json(text)
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False, include_input=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            message = f"{where}: {first['msg']}" if where else first["msg"]
            self._refuse(ErrorBody(code="invalid_message", message=message, where=where))
            return
        try:
            match request:
                case CommandMessage():
                    await self._command(request)
                case Join():
                    while wait := self._pace.take(JOIN - 1):
                        await asyncio.sleep(wait)
                    await self._join(request)
                case Leave():
                    self._leave(request.table)
                case Pong():
                    self._measure_lag(request.number)
        except ApiError as error:
            self._refuse(error.body, request, error.retry_after)
        except CubariumError as refusal:
            self._refuse(api_error(refusal).body, request)
        except Exception:
            log.exception("a message failed", type=request.type)
            message = "Something went wrong here. Nothing is lost."
            self._refuse(ErrorBody(code="internal", message=message), request)

    def _refuse(
        self,
        body: ErrorBody,
        request: Request | None = None,
        retry_after: float | None = None,
    ) -> None:
        """Answer with an error; whoever is at a table is shown how it stands."""
        table_id = getattr(request, "table", None)
        command_id = fresh = None
        if isinstance(request, CommandMessage):
            command_id = request.command.id
            if request.table in self._watched:
                actor, subscriber = self._watched[request.table]
                fresh = actor.snapshot(subscriber)
        error = ErrorMessage.model_construct(
            table=table_id, id=command_id, error=body, retry_after=retry_after, update=fresh
        )
        self.send(error.model_dump_json())

    def _measure_lag(self, number: int) -> None:
        sent = self._pings.pop(number, None)
        if sent is not None:
            self._lag = round((time.monotonic() - sent) * 1000)

    async def _join(self, request: Join) -> None:
        since = asyncio.get_running_loop().time()
        if request.table not in self._watched and len(self._watched) >= MOST_TABLES:
            raise ApiError(409, "too_many_tables", f"No more than {MOST_TABLES} tables at once.")
        actor = await self._tables.find(request.table)
        await actor.refresh(since)
        identity = self._known(request)
        if self._bans.has_one_of(identity.digests):
            raise banned()
        subscriber = actor.table.subscriber(identity, request.view, scenes=request.scenes)
        subscriber.send = self.send
        self._leave(request.table)
        self._watched[request.table] = (actor, subscriber)
        actor.presence.enter(subscriber)
        message = actor.catch_up(subscriber, request.revision)
        self.send(message.model_dump_json(), table=request.table)

    def _known(self, request: Join) -> Identity:
        """Who joins: by the cookie, and by the tokens that were shown at this table."""
        watched = self._watched.get(request.table)
        shown = () if watched is None else watched[1].identity.digests[len(self._actor.digests) :]
        if request.token is not None:
            new = digest(request.token)
            shown = (*(key for key in shown if key != new), new)[-MOST_TOKENS:]
        return Identity((*self._actor.digests, *shown), address=self._actor.address)

    def _leave(self, table_id: str) -> None:
        watched = self._watched.pop(table_id, None)
        if watched is not None:
            actor, subscriber = watched
            actor.presence.leave(subscriber)

    async def _command(self, request: CommandMessage) -> None:
        watched = self._watched.get(request.table)
        if watched is None:
            raise ApiError(409, "not_joined", "Join the table first.")
        actor, subscriber = watched
        identity = replace(subscriber.identity, lag=self._lag)

        def acknowledge(revision: Revision) -> None:
            ack = Ack(table=request.table, id=request.command.id, revision=revision)
            self.send(ack.model_dump_json())

        await actor.execute(identity, request.command, acknowledge)


@router.websocket("/ws")
async def watch_tables(
    websocket: WebSocket,
    services: ServicesDep,
    protocol: Annotated[int | None, Query()] = None,
) -> None:
    """All tables of one browser."""
    await websocket.accept()
    if protocol != PROTOCOL:
        message = f"This server speaks protocol {PROTOCOL}: reload the page, or update the program."
        body = ErrorBody(code="other_protocol", message=message)
        await websocket.send_text(ErrorMessage(error=body).model_dump_json())
        await websocket.close(OTHER_PROTOCOL, "other protocol")
        return
    secret = services.guests.read(websocket.cookies)
    digests = () if secret is None else (digest(secret),)
    identity = Identity(digests, address=address_of(websocket))
    socket = Socket(websocket, services, identity)
    services.sockets.add(socket)
    services.metrics.sockets.inc()
    try:
        await socket.run()
    finally:
        services.sockets.discard(socket)
        services.metrics.sockets.dec()
