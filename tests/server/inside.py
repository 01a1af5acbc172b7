"""The app in this process and on this event loop: guests who ask, and who watch through sockets."""

import asyncio
import json
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from typing import Any, Final

import httpx
from fastapi import FastAPI

from cubarium.database.database import prepared
from cubarium.database.site_place import Place
from cubarium.server.app import make_app
from cubarium.server.http.connections import ABORT
from cubarium.server.http.services import ServerApp
from cubarium.server.server_configuration import ServerConfiguration
from cubarium.server.tables.runtime import Runtime
from cubarium.server.tables.tables import Tables
from cubarium.tables.messages import PROTOCOL
from cubarium.tables.table import Table
from tests.server.flat import flat
from tests.server.made_database import copy_made

HOST: Final = "table.test"
PATIENCE: Final = 20.0
"""Seconds before a message that does not come is missed."""
Message = dict[str, Any]


class Wire:
    """A WebSocket, spoken to as a server speaks to an app. All that comes is kept."""

    def __init__(self, app: FastAPI, headers: dict[str, str], query: bytes) -> None:
        self.raw: list[str] = []
        """Every message, as it came."""
        self.code: int | None = None
        """With which code the app has closed it; None: it has not."""
        self.open = asyncio.Event()
        self.aborted = asyncio.Event()
        """The app has cut the connection."""
        self._inbox: asyncio.Queue[Message] = asyncio.Queue()
        self._outbox: asyncio.Queue[Message] = asyncio.Queue()
        self._fresh = asyncio.Condition()
        self._read = self.joined = 0
        self._numbers = count(1)
        self.gone = False
        """Nothing can be sent to it any more."""
        self.stuck = asyncio.Event()
        """While it is not set, nothing is taken from the app."""
        self.stuck.set()
        scope = {
            "type": "websocket",
            "asgi": {"revision": "3.0"},
            "http_version": "1.1",
            "scheme": "ws",
            "server": (HOST, 80),
            "client": ("127.0.0.1", 1),
            "path": "/ws",
            "raw_path": b"/ws",
            "query_string": query,
            "headers": [
                (name.lower().encode(), value.encode())
                for name, value in {"host": HOST, **headers}.items()
            ],
            "subprotocols": [],
            "state": {ABORT: self.aborted.set},
        }
        self._inbox.put_nowait({"type": "websocket.connect"})
        self.task = asyncio.ensure_future(app(scope, self._inbox.get, self._take))

    async def _take(self, message: Any) -> None:
        await self.stuck.wait()
        if self.gone:
            raise OSError("gone")
        async with self._fresh:
            if message["type"] == "websocket.accept":
                self.open.set()
            elif message["type"] == "websocket.close":
                self.code = message.get("code", 1000)
                self.open.set()
            else:
                self.raw.append(message["text"])
            self._fresh.notify_all()

    def put(self, text: str | bytes) -> None:
        """Send a frame as it is."""
        kind = "text" if isinstance(text, str) else "bytes"
        self._inbox.put_nowait({"type": "websocket.receive", kind: text})

    def send(self, **message: Any) -> None:
        self.put(json.dumps(message))

    def leave(self) -> None:
        """Go without a word."""
        self._inbox.put_nowait({"type": "websocket.disconnect", "code": 1006})

    async def closed(self) -> int | None:
        """Wait until the app has done with it; the code that it gave."""
        await asyncio.wait_for(self.task, PATIENCE)
        return self.code

    async def next(self, right: Callable[[Message], bool]) -> Message:
        """The next message that is right; those before it are passed over."""

        def found() -> Message | None:
            while self._read < len(self.raw):
                message: Message = flat(json.loads(self.raw[self._read]))
                self._read += 1
                if right(message):
                    return message
            return None

        async with self._fresh:
            late = time.monotonic() + PATIENCE
            while (message := found()) is None:
                left = late - time.monotonic()
                assert left > 0, f"nothing came; all there is: {self.raw[-3:]}"
                try:
                    await asyncio.wait_for(self._fresh.wait(), left)
                except TimeoutError:
                    continue
            return message

    async def kind(self, *kinds: str) -> Message:
        """The next message of one of these types."""
        return await self.next(lambda message: message["type"] in kinds)

    async def join(self, table: str, **more: Any) -> Message:
        """Watch a table; what is answered. Its number in `raw` is `joined`."""
        await settled()
        self._read = len(self.raw)
        self.send(type="join", table=table, **more)
        answer = await self.kind("joined", "update", "error")
        self.joined = self._read - 1
        return answer

    async def command(self, table: str, kind: str, **more: Any) -> Message:
        """Command for something; the acknowledgement or the refusal."""
        name = more.pop("id", None) or f"w{next(self._numbers)}"
        self.send(type="command", table=table, command={"type": kind, "id": name, **more})
        return await self.next(
            lambda message: message["type"] in ("ack", "error") and message["id"] == name
        )

    def messages(self, *kinds: str) -> list[Message]:
        """All messages of these types so far."""
        found = (flat(json.loads(text)) for text in self.raw)
        return [message for message in found if message["type"] in kinds]


class Guest:
    """A browser: one jar of cookies."""

    def __init__(self, inside: "Inside", **headers: str) -> None:
        self._inside = inside
        self.wires: list[Wire] = []
        transport = httpx.ASGITransport(inside.app, raise_app_exceptions=False)
        self.http = httpx.AsyncClient(
            transport=transport, base_url=f"http://{HOST}", headers=headers
        )
        self._numbers = count(1)

    async def get(self, path: str, **more: Any) -> httpx.Response:
        return await self.http.get(path, **more)

    async def post(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        return await self.http.post(path, json=body, **more)

    async def table(self, game: str = "quixo", *seats: str, **more: Any) -> str:
        """A new table."""
        answer = await self.post("/api/tables", {"game": game, "seats": [*seats], **more})
        assert answer.status_code == 201, answer.text
        made: str = answer.json()["update"]["table"]
        return made

    async def command(self, table: str, kind: str, **more: Any) -> httpx.Response:
        """Command for something over HTTP."""
        name = more.pop("id", None) or f"h{next(self._numbers)}"
        body = {"type": kind, "id": name, **more}
        return await self.post(f"/api/tables/{table}/commands", body)

    async def done(self, table: str, kind: str, **more: Any) -> Message:
        """A command that is granted."""
        answer = await self.command(table, kind, **more)
        assert answer.status_code == 200, answer.text
        ack: Message = answer.json()
        return ack

    async def refused(self, table: str, kind: str, **more: Any) -> tuple[int, str]:
        """A command that is not: the status and the code."""
        answer = await self.command(table, kind, **more)
        return answer.status_code, answer.json().get("error", {}).get("code", answer.text)

    async def look(self, table: str, **query: Any) -> Message:
        """A snapshot."""
        answer = await self.get(f"/api/tables/{table}", params=query)
        assert answer.status_code == 200, answer.text
        found: Message = flat(answer.json())
        return found

    async def wire(self, **headers: str) -> Wire:
        """A socket with this guest's cookies."""
        cookies = "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())
        query = f"protocol={PROTOCOL}".encode()
        made = Wire(
            self._inside.app, {**({"cookie": cookies} if cookies else {}), **headers}, query
        )
        self.wires.append(made)
        await asyncio.wait_for(made.open.wait(), PATIENCE)
        return made


class Inside:
    """A server in this process."""

    def __init__(self, app: ServerApp) -> None:
        self.app = app
        self.guests: list[Guest] = []

    @property
    def runtime(self) -> Runtime:
        return self.app.services.runtime

    @property
    def tables(self) -> Tables:
        return self.app.services.tables

    def known(self, table: str) -> Table:
        """What the server knows of a table that is in its memory."""
        return self.tables.loaded[table].table

    def replace(self, **parts: object) -> None:
        """Give the server other parts than its own: chance that can be foretold, and the like."""
        for name, part in parts.items():
            object.__setattr__(self.runtime, name, part)

    def guest(self, **headers: str) -> Guest:
        """Somebody new."""
        self.guests.append(Guest(self, **headers))
        return self.guests[-1]

    async def close(self) -> None:
        for guest in self.guests:
            for wire in guest.wires:
                wire.leave()
            await guest.http.aclose()
        wires = [wire.task for guest in self.guests for wire in guest.wires]
        await asyncio.wait_for(asyncio.gather(*wires, return_exceptions=True), PATIENCE)


async def settled() -> None:
    """Let everybody read what has been sent."""
    for _ in range(20):
        await asyncio.sleep(0)


@asynccontextmanager
async def serving(place: Place, **more: Any) -> AsyncIterator[Inside]:
    """A server on a place; its pace is free, and no engine plays, unless it is said."""
    usual = {"warm": False, "rate": 0.0, "workers": 0, "hosts": (HOST,)}
    configuration = ServerConfiguration(**{**usual, **more})
    if isinstance(place, Path):
        copy_made(place)
    engine = prepared(place, serves=True)
    app = make_app(configuration, engine)
    inside = Inside(app)
    try:
        async with app.router.lifespan_context(app):
            try:
                yield inside
            finally:
                await inside.close()
    finally:
        engine.dispose()
