"""A bot: makes a table or takes a free seat at one, and plays random moves to the end of the game.

python -m examples.bot http://127.0.0.1:8787 quixo  # make a table, print its link
python -m examples.bot http://127.0.0.1:8787/t/ID  # take a free seat
python -m examples.bot http://127.0.0.1:8787/t/ID#seat=0.TOKEN  # play on in a seat of yours
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
        self.update: dict[str, Any] = {"revision": None, "state": {"status": "open"}}  # the newest
        self.waiting: dict[str, Any] | None = None  # sent, not acknowledged yet
        self.answered: int | None = None  # the last board that we have moved on

    async def ask(self, path: str, body: dict[str, Any]) -> Any:
        """One request; the token says who asks."""
        headers = {"Authorization": f"Bearer {self.token}"}
        async with httpx.AsyncClient(base_url=self.server, headers=headers) as client:
            return (await client.post(f"/api{path}", json=body)).raise_for_status().json()

    async def make(self, game: str) -> None:
        """Make a table for two; the other seat is free."""
        wanted = {"game": game, "players": 2, "seats": ["me", "friend"], "name": "Bot"}
        self.table = (await self.ask("/tables", wanted))["update"]["table"]

    async def sit(self) -> None:
        """Take the first free seat."""
        command = {"type": "sit", "id": "sit", "name": "Bot"}
        await self.ask(f"/tables/{self.table}/commands", command)

    async def play(self) -> dict[str, Any]:
        """Play to the end: how the table stands then. A lost connection is made again."""
        async for socket in connect(self.server.replace("http", "ws", 1) + "/ws?protocol=2"):
            with suppress(ConnectionClosed):
                await self.talk(socket)
                break
        return self.update

    async def talk(self, socket: ClientConnection) -> None:
        """Play over one connection. What was not acknowledged is sent again: it happens once."""
        join = {"type": "join", "table": self.table, "token": self.token, "scenes": False}
        await socket.send(json.dumps({**join, "revision": self.update["revision"]}))
        if self.waiting is not None:
            await socket.send(json.dumps(self.waiting))
        while self.update["state"]["status"] not in ("over", "aborted"):
            for answer in self.heard(json.loads(await socket.recv())):
                await socket.send(json.dumps(answer))
        await socket.close()

    def heard(self, message: dict[str, Any]) -> list[dict[str, Any]]:
        """What we answer to a message."""
        if message["type"] == "ping":
            return [{"type": "pong", "number": message["number"]}]
        if message["type"] == "ack":
            self.waiting = None
        elif message["type"] == "error":
            if message["error"]["code"] != "stale":
                raise RuntimeError(message["error"]["message"])
            self.waiting, self.answered, message = None, None, message["update"]
        if message["type"] == "update":
            self.update, self.seats = message, message["you"]["holds"]
        state = self.update["state"]
        turn, board = state.get("turn") or {}, state.get("board_revision")
        if self.waiting or turn.get("seat") not in self.seats or board == self.answered:
            return []
        self.answered, move = board, random.choice(state["legal"])
        command = {"type": "move", "id": f"move {board}", "board_revision": board, "move": move}
        self.waiting = {"type": "command", "table": self.table, "command": command}
        return [self.waiting]


async def main(link: str, game: str = "quixo") -> None:
    parts = urlsplit(link)
    bot = Bot(f"{parts.scheme}://{parts.netloc}", parts.fragment.rpartition(".")[2])
    bot.table = parts.path.rpartition("/")[2]
    if not parts.fragment:
        await (bot.sit() if bot.table else bot.make(game))
    print(f"{bot.server}/t/{bot.table}", flush=True)
    print((await bot.play())["state"]["turn"])


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
