"""Clients that nobody wants, each from an address of its own. They are bounded in count and pace,
and speak to a server of this machine alone."""

import asyncio
import json
import os
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import cycle
from typing import Any, Final, TypeAlias

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.server.processes import Target

PAUSE: Final = 0.02
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
    """Watches on thirty sockets, and reads nothing."""

    async def one() -> None:
        with _whatever():
            join = json.dumps({"type": "join", "table": table, "scenes": True})
            wire = await connect(
                target.socket_url, additional_headers=address(4), max_queue=1, ping_interval=None
            )
            await wire.send(join)
            await asyncio.sleep(30)
            await wire.close()

    await asyncio.gather(*(one() for _ in range(30)))


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
ALL: Final[tuple[Rude, ...]] = (rejoin, babble, linger, ignore, hoard, hammer)


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
