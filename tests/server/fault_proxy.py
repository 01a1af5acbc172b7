"""Between people and servers: messages are lost, late, doubled, out of order, and connections are
cut on one side or on both."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Final, TypeAlias

from websockets.asyncio.client import ClientConnection, connect
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from cubarium.tables.messages import PROTOCOL
from tests.server.clients import Message, Player
from tests.server.processes import Served

Side: TypeAlias = ClientConnection | ServerConnection
FAULTS: Final = {"drop": 0.01, "double": 0.02, "late": 0.05, "cut": 0.002, "half": 0.002}
"""How often each happens to a message."""
LATE: Final = 0.3
"""Seconds that a message is late at most: others overtake it."""
SILENCE: Final = 4.0
"""Seconds without an answer after which somebody comes anew."""


@dataclass
class FaultProxy:
    """Leads every connection to one of several servers."""

    servers: Sequence[Served]
    rng: Random
    port: int = 0
    done: dict[str, int] = field(default_factory=lambda: dict.fromkeys(FAULTS, 0))
    """How often each fault has happened."""

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws?protocol={PROTOCOL}"

    async def lead(self, client: ServerConnection) -> None:
        with suppress(OSError, ConnectionClosed, InvalidHandshake, TimeoutError):
            url = self.rng.choice(self.servers).socket_url
            async with connect(url, max_size=None, ping_interval=None) as server:
                ways = [
                    asyncio.create_task(self._pump(client, server)),
                    asyncio.create_task(self._pump(server, client)),
                ]
                try:
                    await asyncio.gather(*ways)
                finally:
                    for way in ways:
                        way.cancel()

    async def _pump(self, source: Side, target: Side) -> None:
        """Until one of them is gone, or a connection is cut."""
        async for message in source:
            fault = self._fault()
            match fault:
                case "drop":
                    continue
                case "late":
                    asyncio.get_running_loop().create_task(self._later(target, message))
                    continue
                case "cut":
                    raise OSError
                case "half":  # the other direction goes on for a while
                    await asyncio.sleep(2 * SILENCE)
                    raise OSError
                case "double":
                    await target.send(message)
            await target.send(message)
        raise OSError

    def _fault(self) -> str:
        at = self.rng.random()
        for name, share in FAULTS.items():
            at -= share
            if at < 0:
                self.done[name] += 1
                return name
        return ""

    async def _later(self, target: Side, message: str | bytes) -> None:
        await asyncio.sleep(self.rng.random() * LATE)
        with suppress(ConnectionClosed):
            await target.send(message)


@asynccontextmanager
async def fault_proxy(servers: Sequence[Served], rng: Random) -> AsyncIterator[FaultProxy]:
    proxy = FaultProxy(servers, rng)
    async with serve(proxy.lead, "127.0.0.1", 0, max_size=None, ping_interval=None) as listening:
        proxy.port = next(iter(listening.sockets)).getsockname()[1]
        yield proxy


class SturdyPlayer(Player):
    """What a page does: it comes anew when something is missing or nobody answers, passes over what
    it knows, and sends again what was not acknowledged."""

    async def come(self) -> None:
        try:
            async with asyncio.timeout(SILENCE):
                await super().come()
        except TimeoutError:
            await self._part()

    async def _move(self) -> None:
        try:
            async with asyncio.timeout(SILENCE):
                await super()._move()
        except TimeoutError:  # perhaps it is nobody's turn; perhaps a message was lost
            await self._part()

    async def _part(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        raise ConnectionError

    def _hear(self, message: Message) -> None:
        if message["type"] == "update" and message["since"] is not None:
            if message["revision"] < self.revision:
                return  # late: it is known
            message["events"] = [
                one for one in message["events"] if one["revision"] > self.revision
            ]
            if message["events"] and message["events"][0]["revision"] != self.revision + 1:
                assert self._socket is not None
                self._socket.transport.abort()  # and comes anew
                return
        elif message["type"] == "update" and message["revision"] < self.revision:
            return
        super()._hear(message)
