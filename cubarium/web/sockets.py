"""The WebSocket: one for each browser, for all tables that it watches."""

import asyncio
import time
from typing import Any, Final

import structlog
from fastapi import APIRouter, WebSocket, WebSocketDisconnect
from pydantic import ValidationError

from cubarium.web.errors import Fault, Refused
from cubarium.web.hub import Hub
from cubarium.web.identity import Actor, Guests, digest
from cubarium.web.limits import Bucket
from cubarium.web.protocol import REQUESTS, Ack, Do, Join, Leave, Ping, Pong, Refusal
from cubarium.web.showing import events_text, snapshot
from cubarium.web.table import LiveTable
from cubarium.web.viewer import Viewer
from cubarium.web.wishes import grant

MOST_WAITING: Final = 500
"""Messages that may wait for a slow client before it is let go."""
MOST_TABLES: Final = 100
MOST_MISSED: Final = 200
"""Whoever has missed more events gets a snapshot instead."""
RATE: Final = (50.0, 200.0)
"""Messages a second from one socket, and how many at once."""
NOT_UNDERSTOOD, TOO_SLOW, TOO_OFTEN = 1003, 1013, 1008

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
        self._waiting: asyncio.Queue[str | None] = asyncio.Queue(MOST_WAITING)
        self._pace = Bucket.full(*RATE)

    def send(self, text: str) -> None:
        """Let a message go out. A client that can't keep up is let go."""
        try:
            self._waiting.put_nowait(text)
        except asyncio.QueueFull:
            while not self._waiting.empty():
                self._waiting.get_nowait()
            self._waiting.put_nowait(None)

    def ping(self) -> None:
        """Find out how long messages take."""
        self._pinged += 1
        self._pings = {self._pinged: time.monotonic()}
        self.send(Ping(number=self._pinged, now=self._hub.now()).model_dump_json())

    async def run(self) -> None:
        """Until one of us leaves."""
        sending = asyncio.create_task(self._send_all())
        try:
            while True:
                message = await self._websocket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                wait = self._pace.take()
                if wait > 2:
                    await self._websocket.close(TOO_OFTEN, "too many messages")
                    return
                if wait:
                    await asyncio.sleep(wait)
                await self._received(message.get("text"))
        except (WebSocketDisconnect, RuntimeError):
            return
        finally:
            sending.cancel()
            for table, viewer in self._watched.values():
                self._hub.unwatch(table, viewer)

    async def _send_all(self) -> None:
        while (text := await self._waiting.get()) is not None:
            try:
                await self._websocket.send_text(text)
            except (WebSocketDisconnect, RuntimeError):
                return
        await self._websocket.close(TOO_SLOW, "too slow")

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
            self._refuse(error.fault, request)

    def _refuse(self, fault: Fault, request: Any = None) -> None:
        """Say no; who is at a table is shown how it stands."""
        table_id = getattr(request, "table", None)
        wish = request.wish.id if isinstance(request, Do) else None
        watched = self._watched.get(table_id) if table_id is not None else None
        fresh = None
        if wish is not None and watched is not None:
            fresh = snapshot(*watched, self._hub.now(), self._hub.outages)
        refusal = Refusal.model_construct(table=table_id, id=wish, error=fault, snapshot=fresh)
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
        if request.token is not None:
            self._actor = Actor((*self._actor.digests[-3:], digest(request.token)))
        holds = tuple(table.held(self._actor))
        view = request.view
        if view is not None and view not in holds:
            raise Refused(403, "not_your_seat", "This is not your seat.")
        if view is None and len(holds) == 1:
            view = holds[0]
        self._leave(request.table)
        viewer = Viewer(self, self._actor, holds, view, request.scenes)
        self._watched[table.id] = (table, viewer)
        hub.watch(table, viewer)
        last = request.last
        if last is not None and last <= table.live.version <= last + MOST_MISSED and last > 0:
            missed = table.log[last:]
            self.send(events_text(table, missed, viewer, hub.now(), hub.outages))
        else:
            form = snapshot(table, viewer, hub.now(), hub.outages)
            self.send(form.model_dump_json())

    def _leave(self, table_id: str) -> None:
        watched = self._watched.pop(table_id, None)
        if watched is not None:
            self._hub.unwatch(*watched)

    async def _do(self, request: Do) -> None:
        watched = self._watched.get(request.table)
        if watched is None:
            raise Refused(409, "not_joined", "Join the table first.")
        actor = Actor(self._actor.digests, self._lag)

        def acknowledge(version: int) -> None:
            ack = Ack(table=request.table, id=request.wish.id, version=version)
            self.send(ack.model_dump_json())

        await grant(self._hub, watched[0], actor, request.wish, acknowledge)


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
