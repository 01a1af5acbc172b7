"""Clients that nobody wants, each from an address of its own. They are bounded in count and pace,
and speak to a server of this machine alone."""

import asyncio
import json
import os
from collections.abc import Awaitable, Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from itertools import cycle
from typing import Any, Final, TypeAlias

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.server.processes import Target
from tests.server.readers import Reader

PAUSE: Final = 0.02
READERS: Final = 200
NONSENSE: Final = (
    b"\xff\xfe",
    "{",
    "[" * 30_000,
    '{"type":"join"}',
    '{"type":1e999}',
    "x" * 60_000,
)


def address(number: int) -> dict[str, str]:
    """What a proxy says of one of them."""
    return {"X-Forwarded-For": f"203.0.113.{number}"}


@contextmanager
def _whatever() -> Iterator[None]:
    """A server that throws them out, or is killed, is none of their business."""
    lost = (OSError, ConnectionClosed, InvalidHandshake, InvalidMessage, httpx.HTTPError)
    with suppress(*lost, TimeoutError):
        yield


async def rejoin(target: Target, table: str) -> None:
    """Joins the same table again and again, on five sockets."""

    async def one() -> None:
        with _whatever():
            async with connect(target.socket_url, additional_headers=address(1)) as wire:
                for _ in range(500):
                    await wire.send(json.dumps({"type": "join", "table": table, "scenes": True}))
                    await asyncio.sleep(PAUSE)

    await asyncio.gather(*(one() for _ in range(5)))


async def babble(target: Target, table: str) -> None:
    """Sends what makes no sense."""
    del table
    for text in NONSENSE * 5:
        with _whatever():
            async with connect(target.socket_url, additional_headers=address(2)) as wire:
                for _ in range(20):
                    await wire.send(text)
                    await asyncio.sleep(PAUSE)


async def linger(target: Target, table: str) -> None:
    """Begins two hundred requests and ends none."""
    del table
    head = (
        f"GET / HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: 203.0.113.3\r\n{'X-A: b' * 20}\r\n"
    )
    opened = []
    for _ in range(200):
        with _whatever():
            _, writer = await asyncio.open_connection("127.0.0.1", target.port)
            writer.write(head.encode())
            opened.append(writer)
    await asyncio.sleep(20)
    for writer in opened:
        writer.close()


async def ignore(target: Target, table: str) -> None:
    """Watches on two hundred sockets of one address, and reads nothing. They say something now and
    then, so that they seem to be alive."""
    with ExitStack() as stack:
        readers = [await _reader(stack, target) for _ in range(READERS)]
        for _ in range(8):
            for one in readers:
                with _whatever():
                    one.join(table)
            await asyncio.sleep(5)


async def _reader(stack: ExitStack, target: Target) -> Reader:
    """One that is closed in the end; if it is not let in it tries again."""
    while True:
        try:
            reader = await asyncio.to_thread(Reader, target)
        except OSError:
            await asyncio.sleep(1)
        else:
            stack.callback(reader.close)
            return reader


async def haggle(target: Target, table: str) -> None:
    """Fills the log of a table of its own with offers that it declines, watches it on sockets that
    read nothing, and asks for the whole log ten times a second."""
    del table
    wanted = {"game": "cubeo", "seats": ["me", "device"]}
    async with httpx.AsyncClient(base_url=target.url, headers=address(7), timeout=10) as http:
        with _whatever():
            made = (await http.post("/api/tables", json=wanted)).raise_for_status().json()
            own, tokens = made["update"]["table"], made["tokens"]
            offer = {"type": "offer", "what": "draw"}
            answer = {"type": "answer", "what": "draw", "agreed": False, "board_revision": 0}
            with ExitStack() as stack:
                for _ in range(40):
                    (await _reader(stack, target)).join(own)
                await asyncio.gather(
                    *(_repeat(target, own, tokens["0"], offer) for _ in range(3)),
                    *(_repeat(target, own, tokens["1"], answer) for _ in range(3)),
                    _ask_for_events(http, own),
                )


async def _repeat(target: Target, table: str, token: str, command: dict[str, Any]) -> None:
    """The same command again and again, as fast as it may."""
    with _whatever():
        async with connect(target.socket_url, additional_headers=address(7)) as wire:
            await wire.send(json.dumps({"type": "join", "table": table, "token": token}))
            reading = asyncio.create_task(_read(wire))
            for number in range(1000):
                fresh = {**command, "id": f"{id(wire)}-{number}"}
                await wire.send(json.dumps({"type": "command", "table": table, "command": fresh}))
                await asyncio.sleep(PAUSE)
            reading.cancel()


async def _read(wire: ClientConnection) -> None:
    with _whatever():
        async for _ in wire:
            pass


async def _ask_for_events(http: httpx.AsyncClient, table: str) -> None:
    for _ in range(200):
        with _whatever():
            await http.get(f"/api/tables/{table}/events?after=0")
        await asyncio.sleep(0.1)


async def swarm(target: Target, table: str) -> None:
    """Asks from a new address each time, all of one network."""
    async with httpx.AsyncClient(base_url=target.url, timeout=10) as http:
        for number in range(2000):
            own = {"X-Forwarded-For": f"2001:db8:7:{number:x}::1"}
            with _whatever():
                await http.get(f"/api/tables/{table}?scenes=true", headers=own)
                if number % 20 == 0:
                    async with connect(target.socket_url, additional_headers=own) as wire:
                        await wire.send(json.dumps({"type": "join", "table": table}))
            await asyncio.sleep(PAUSE / 4)


async def hoard(target: Target, table: str) -> None:
    """Opens as many tables of engines as it is given."""
    del table
    wanted: dict[str, Any] = {"game": "quixo", "seats": ["level1", "level1"]}
    async with httpx.AsyncClient(base_url=target.url, headers=address(5), timeout=10) as http:
        for _ in range(200):
            with _whatever():
                await http.post("/api/tables", json=wanted)
            await asyncio.sleep(PAUSE)


async def hammer(target: Target, table: str) -> None:
    """Asks for lists and tables as fast as it may."""
    async with httpx.AsyncClient(base_url=target.url, headers=address(6), timeout=10) as http:
        for number in range(1000):
            with _whatever():
                await http.get(("/api/tables", f"/api/tables/{table}", "/api/games")[number % 3])
            await asyncio.sleep(PAUSE / 4)


Rude: TypeAlias = Callable[[Target, str], Awaitable[None]]
ALL: Final[tuple[Rude, ...]] = (rejoin, babble, linger, ignore, haggle, swarm, hoard, hammer)


def disturb(target: Target, table: str, seconds: float) -> None:
    """All of them, one after another, in a process of their own. They stand for other machines:
    those whom they want to disturb are served first by this one."""

    async def run() -> None:
        async with asyncio.timeout(seconds):
            for rude in cycle(ALL):
                await rude(target, table)

    os.nice(10)
    with suppress(TimeoutError):
        asyncio.run(run())
