"""The WebSocket: one for each browser, for all tables that it watches."""

import asyncio
import time
from contextlib import suppress
from typing import Any, Final

import structlog
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from cubarium.server.api.messages import REQUESTS, Ack, Do, Join, Leave, Ping, Pong, Refusal
from cubarium.server.errors import Fault, Refused
from cubarium.server.identity import Actor, Guests, digest
from cubarium.server.live.commands import grant
from cubarium.server.live.hub import Hub
from cubarium.server.live.subscriber import Viewer
from cubarium.server.live.table import LiveTable
from cubarium.server.live.views import events_text, snapshot
from cubarium.server.rate_limits import Bucket

MOST_WAITING: Final = 500
"""Messages that may wait for a slow client before it is let go."""
MOST_TABLES: Final = 100
MOST_MISSED: Final = 200
"""Whoever has missed more events gets a snapshot instead."""
RATE: Final = (50.0, 200.0)
"""Messages a second that are read from one socket, and how many at once."""
MOST_TOKENS: Final = 8
"""Of one table."""
TOO_SLOW: Final = 1013
PARTING: Final = 1.0
"""Seconds to say goodbye to a client that does not read."""

log = structlog.get_logger("cubarium.sockets")
router = APIRouter()


class Socket:
    """One connection."""

    def __init__(self, websocket: WebSocket, hub: Hub, actor: Actor) -> None:
        self._websocket = websocket
        self._hub = hub
        self._actor = actor
        self._lag = 0
        self._pings: dict[int, float] = {}
        self._pinged = 0
        self._watched: dict[str, tuple[LiveTable, Viewer]] = {}
        self._waiting: asyncio.Queue[str] = asyncio.Queue(MOST_WAITING)
        self._pace = Bucket.full(*RATE)
        self._too_slow = asyncio.Event()

    def send(self, text: str) -> None:
        """Let a message go out. A client that can't keep up is let go."""
        try:
            self._waiting.put_nowait(text)
        except asyncio.QueueFull:
            self._too_slow.set()

    def ping(self) -> None:
        """Find out how long messages take."""
        self._pinged += 1
        self._pings = {self._pinged: time.monotonic()}
        self.send(Ping(number=self._pinged, now=self._hub.now()).model_dump_json())

    async def run(self) -> None:
        """Until one of us leaves."""
        parts = (self._receive_all(), self._too_slow.wait(), self._send_all())
        tasks = [asyncio.ensure_future(part) for part in parts]
        try:  # whoever reads no more may still have asked for something before
            await asyncio.wait(tasks[:2], return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            for table, viewer in self._watched.values():
                self._hub.unwatch(table, viewer)
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
            self._refuse(Fault(code="not_text", message="Expected a text, not bytes.", where=""))
            return
        try:
            request = REQUESTS.validate_json(text)
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False, include_input=False)[0]
            where = ".".join(str(part) for part in first["loc"])
            message = f"{where}: {first['msg']}" if where else first["msg"]
            self._refuse(Fault(code="invalid_message", message=message, where=where))
            return
        try:
            await self._answer(request)
        except Refused as error:
            self._refuse(error.fault, request, error.retry_after)
        except Exception:
            log.exception("a message failed", type=request.type)
            message = "Something went wrong here. Nothing is lost."
            self._refuse(Fault(code="internal", message=message, where=""), request)

    def _refuse(self, fault: Fault, request: Any = None, retry_after: float | None = None) -> None:
        """Say no; who is at a table is shown how it stands."""
        table_id = getattr(request, "table", None)
        wish = request.wish.id if isinstance(request, Do) else None
        watched = self._watched.get(table_id) if table_id is not None else None
        fresh = None
        if wish is not None and watched is not None:
            fresh = snapshot(*watched, self._hub.now(), self._hub.uncharged(watched[0]))
        refusal = Refusal.model_construct(
            table=table_id, id=wish, error=fault, retry_after=retry_after, snapshot=fresh
        )
        self.send(refusal.model_dump_json())

    async def _answer(self, request: Join | Leave | Do | Pong) -> None:
        if isinstance(request, Pong):
            sent = self._pings.pop(request.number, None)
            if sent is not None:
                self._lag = round((time.monotonic() - sent) * 1000)
        elif isinstance(request, Join):
            await self._join(request)
        elif isinstance(request, Leave):
            self._leave(request.table)
        else:
            await self._do(request)

    async def _join(self, request: Join) -> None:
        hub = self._hub
        if request.table not in self._watched and len(self._watched) >= MOST_TABLES:
            raise Refused(409, "too_many_tables", f"No more than {MOST_TABLES} tables at once.")
        table = await hub.find(request.table)
        actor = self._known(request)
        holds = tuple(table.held(actor))
        view = request.view
        if view is not None and view not in holds:
            raise Refused(403, "not_your_seat", "This is not your seat.")
        if view is None and len(holds) == 1:
            view = holds[0]
        self._leave(request.table)
        viewer = Viewer(self, actor, holds, view, request.scenes)
        self._watched[table.id] = (table, viewer)
        hub.watch(table, viewer)
        last = request.last
        if last is not None and last <= table.live.version <= last + MOST_MISSED and last > 0:
            missed = table.log[last:]
            self.send(events_text(table, missed, viewer, hub.now(), hub.uncharged(table)))
        else:
            form = snapshot(table, viewer, hub.now(), hub.uncharged(table))
            self.send(form.model_dump_json())

    def _known(self, request: Join) -> Actor:
        """Who joins: by the cookie, and by the tokens that were shown at this table."""
        watched = self._watched.get(request.table)
        shown = () if watched is None else watched[1].actor.digests[len(self._actor.digests) :]
        if request.token is not None:
            new = digest(request.token)
            shown = (*(mark for mark in shown if mark != new), new)[-MOST_TOKENS:]
        return Actor((*self._actor.digests, *shown))

    def _leave(self, table_id: str) -> None:
        watched = self._watched.pop(table_id, None)
        if watched is not None:
            self._hub.unwatch(*watched)

    async def _do(self, request: Do) -> None:
        watched = self._watched.get(request.table)
        if watched is None:
            raise Refused(409, "not_joined", "Join the table first.")
        table, viewer = watched
        actor = Actor(viewer.actor.digests, self._lag)

        def acknowledge(version: int) -> None:
            ack = Ack(table=request.table, id=request.wish.id, version=version)
            self.send(ack.model_dump_json())

        await grant(self._hub, table, actor, request.wish, acknowledge)


@router.websocket("/ws")
async def live(websocket: WebSocket) -> None:
    """All live tables of one browser."""
    state = websocket.app.state
    hub: Hub = state.hub
    guests: Guests = state.guests
    secret = guests.read(websocket.cookies)
    actor = Actor(() if secret is None else (digest(secret),))
    await websocket.accept()
    socket = Socket(websocket, hub, actor)
    state.sockets.add(socket)
    hub.metrics.sockets.inc()
    try:
        await socket.run()
    finally:
        state.sockets.discard(socket)
        hub.metrics.sockets.dec()
