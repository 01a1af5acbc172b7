"""A bot: makes a table or takes a free seat at one, and plays random moves to the end of the game.

python -m examples.bot http://127.0.0.1:8787 quixo               # make a table, print its link
python -m examples.bot http://127.0.0.1:8787/t/ID                # take a free seat
python -m examples.bot http://127.0.0.1:8787/t/ID#seat=0.TOKEN   # play on in a seat of yours
"""

import asyncio
import json
import random
import secrets
import sys
from contextlib import suppress
from typing import Any
from urllib.parse import urlsplit

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed


class Bot:
    """One seat at one table."""

    def __init__(self, server: str, token: str = "") -> None:
        self.server, self.token = server, token or secrets.token_urlsafe(20)
        self.table, self.seats = "", list[int]()
        self.standing: dict[str, Any] = {}  # the newest that we were told
        self.waiting: dict[str, Any] | None = None  # sent, not acknowledged yet
        self.answered: int | None = None  # the last position that we have moved in

    async def ask(self, path: str, body: dict[str, Any]) -> Any:
        """One request; the token says who asks."""
        headers = {"Authorization": f"Bearer {self.token}"}
        async with httpx.AsyncClient(base_url=self.server, headers=headers) as client:
            return (await client.post(f"/api{path}", json=body)).raise_for_status().json()

    async def make(self, game: str) -> None:
        """Make a table for two; the other seat is free."""
        setting = {"game": game, "players": 2, "seats": ["me", "friend"], "name": "Bot"}
        self.table = (await self.ask("/tables", setting))["snapshot"]["table"]

    async def sit(self) -> None:
        """Take the first free seat."""
        await self.ask(f"/tables/{self.table}/wishes", {"type": "sit", "id": "sit", "name": "Bot"})

    async def play(self) -> dict[str, Any]:
        """Play to the end: how the table stands then. A lost connection is made again."""
        async for socket in connect(self.server.replace("http", "ws", 1) + "/ws"):
            with suppress(ConnectionClosed):
                await self.talk(socket)
                break
        return self.standing

    async def talk(self, socket: ClientConnection) -> None:
        """Play over one connection. What was not acknowledged is sent again: it happens once."""
        join = {"type": "join", "table": self.table, "token": self.token, "scenes": False}
        await socket.send(json.dumps({**join, "last": self.standing.get("version")}))
        if self.waiting is not None:
            await socket.send(json.dumps(self.waiting))
        while self.standing.get("status") not in ("over", "aborted"):
            for answer in self.heard(json.loads(await socket.recv())):
                await socket.send(json.dumps(answer))
        await socket.close()

    def heard(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        """What we answer to a message."""
        if message["type"] == "ping":
            return [{"type": "pong", "number": message["number"]}]
        if message["type"] == "ack":
            self.waiting = None
        elif message["type"] == "refused":
            if message["error"]["code"] != "stale":
                raise RuntimeError(message["error"]["message"])
            self.waiting, self.answered, message = None, None, message["snapshot"]
        if message["type"] in ("snapshot", "events"):
            self.standing = message
            self.seats = message.get("you", {}).get("holds", self.seats)
        turn, position = self.standing.get("turn") or {}, self.standing.get("position")
        if self.waiting or turn.get("seat") not in self.seats or position == self.answered:
            return []
        self.answered, move = position, random.choice(self.standing["legal"])
        wish = {"type": "move", "id": f"move {position}", "position": position, "move": move}
        self.waiting = {"type": "do", "table": self.table, "wish": wish}
        return [self.waiting]


async def main(link: str, game: str = "quixo") -> None:
    parts = urlsplit(link)
    bot = Bot(f"{parts.scheme}://{parts.netloc}", parts.fragment.rpartition(".")[2])
    bot.table = parts.path.rpartition("/")[2]
    if not parts.fragment:
        await (bot.sit() if bot.table else bot.make(game))
    print(f"{bot.server}/t/{bot.table}", flush=True)
    print((await bot.play())["outcome"])


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
