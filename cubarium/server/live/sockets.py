"""The WebSocket: one for each browser, for all tables that it watches."""

import asyncio
import time
from contextlib import suppress
from typing import Annotated, Final

import structlog
from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from cubarium.core.errors import CubariumError
from cubarium.match.revision import Revision
from cubarium.server.api.messages import (
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
from cubarium.server.errors import ApiError, ErrorBody, api_error
from cubarium.server.identity import Actor, digest
from cubarium.server.live.subscriber import Subscriber
from cubarium.server.live.table import Table
from cubarium.server.live.views import catch_up, snapshot
from cubarium.server.rate_limits import Bucket
from cubarium.server.services import Services, ServicesDep

MOST_WAITING: Final = 500
"""Messages that may wait for a slow client before it is let go."""
MOST_TABLES: Final = 100
MOST_MISSED: Final = 200
"""Whoever has missed more events than this gets a snapshot instead."""
RATE: Final = (50.0, 200.0)
"""Messages a second that are read from one socket, and how many at once."""
MOST_TOKENS: Final = 8
"""Of one table."""
TOO_SLOW: Final = 1013
OTHER_PROTOCOL: Final = 4400
"""The codes with which a socket is closed."""
PARTING: Final = 1.0
"""Seconds to say goodbye to a client that does not read."""

log = structlog.get_logger("cubarium.sockets")
router = APIRouter()


class Socket:
    """One connection."""

    def __init__(self, websocket: WebSocket, services: Services, actor: Actor) -> None:
        self._websocket = websocket
        self._registry = services.registry
        self._commands = services.commands
        self._actor = actor
        self._lag = 0
        self._pings: dict[int, float] = {}
        self._pinged = 0
        self._watched: dict[str, tuple[Table, Subscriber]] = {}
        self._waiting: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)
        self._pace = Bucket.full(*RATE)
        self._too_slow = asyncio.Event()

    def send(self, text: str) -> None:
        """Queue a message. A client that can't keep up is let go."""
        try:
            self._waiting.put_nowait(text)
        except asyncio.QueueFull:
            self._too_slow.set()

    def ping(self) -> None:
        """Find out how long messages take."""
        self._pinged += 1
        self._pings = {self._pinged: time.monotonic()}
        self.send(Ping(number=self._pinged, now=self._registry.clock.now()).model_dump_json())

    async def run(self) -> None:
        """Until one of us leaves."""
        parts = (self._receive_all(), self._too_slow.wait(), self._send_all())
        tasks = [asyncio.ensure_future(part) for part in parts]
        try:  # whoever no longer reads may still have asked for something before
            await asyncio.wait(tasks[:2], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for table, subscriber in self._watched.values():
                self._registry.unsubscribe(table, subscriber)
            self._watched.clear()
        if self._too_slow.is_set():
            with suppress(TimeoutError, WebSocketDisconnect, RuntimeError):
                await asyncio.wait_for(self._websocket.close(TOO_SLOW, "too slow"), PARTING)

    async def _receive_all(self) -> None:
        """Whoever sends too fast is read slowly."""
        while True:
            message = await self._websocket.receive()
            if message["type"] == "websocket.disconnect":
                return
            while wait := self._pace.take():
                await asyncio.sleep(wait)
            await self._received(message.get("text"))

    async def _send_all(self) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # it has gone: receiving ends too
            while True:
                await self._websocket.send_text(await self._waiting.get())

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
                table, subscriber = self._watched[request.table]
                clock = self._registry.clock
                fresh = snapshot(table, subscriber, clock.now(), clock.uncharged(table))
        error = ErrorMessage.model_construct(
            table=table_id, id=command_id, error=body, retry_after=retry_after, update=fresh
        )
        self.send(error.model_dump_json())

    def _measure_lag(self, number: int) -> None:
        sent = self._pings.pop(number, None)
        if sent is not None:
            self._lag = round((time.monotonic() - sent) * 1000)

    async def _join(self, request: Join) -> None:
        registry = self._registry
        if request.table not in self._watched and len(self._watched) >= MOST_TABLES:
            raise ApiError(409, "too_many_tables", f"No more than {MOST_TABLES} tables at once.")
        table = await registry.find(request.table)
        subscriber = table.subscriber(self._known(request), request.view, scenes=request.scenes)
        subscriber.send = self.send
        self._leave(request.table)
        self._watched[table.id] = (table, subscriber)
        registry.subscribe(table, subscriber)
        known, revision = request.revision, table.session.revision
        now, downtimes = registry.clock.now(), registry.clock.uncharged(table)
        if known is not None and 0 < known <= revision <= known + MOST_MISSED:
            message = catch_up(table, subscriber, known, now, downtimes)
        else:
            message = snapshot(table, subscriber, now, downtimes)
        self.send(message.model_dump_json())

    def _known(self, request: Join) -> Actor:
        """Who joins: by the cookie, and by the tokens that were shown at this table."""
        watched = self._watched.get(request.table)
        shown = () if watched is None else watched[1].actor.digests[len(self._actor.digests) :]
        if request.token is not None:
            new = digest(request.token)
            shown = (*(key for key in shown if key != new), new)[-MOST_TOKENS:]
        return Actor((*self._actor.digests, *shown))

    def _leave(self, table_id: str) -> None:
        watched = self._watched.pop(table_id, None)
        if watched is not None:
            self._registry.unsubscribe(*watched)

    async def _command(self, request: CommandMessage) -> None:
        watched = self._watched.get(request.table)
        if watched is None:
            raise ApiError(409, "not_joined", "Join the table first.")
        table, subscriber = watched
        actor = Actor(subscriber.actor.digests, self._lag)

        def acknowledge(revision: Revision) -> None:
            ack = Ack(table=request.table, id=request.command.id, revision=revision)
            self.send(ack.model_dump_json())

        await self._commands.execute(table, actor, request.command, acknowledge)


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
    actor = Actor(() if secret is None else (digest(secret),))
    socket = Socket(websocket, services, actor)
    services.sockets.add(socket)
    services.metrics.sockets.inc()
    try:
        await socket.run()
    finally:
        services.sockets.discard(socket)
        services.metrics.sockets.dec()
