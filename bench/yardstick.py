"""The least that a table server must do, for comparison: sockets, one commit a move, two messages.

It knows no rules, no clocks, no limits and no secrets; clients of the bench take it for a server.
"""

import json
import socket
import sqlite3
import sys
from itertools import count
from pathlib import Path
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect


class Yardstick:
    """Tables that are lists of sockets, and a log on the disk."""

    def __init__(self, folder: Path) -> None:
        self._database = sqlite3.connect(folder / "moves.db", isolation_level=None)
        for pragma in ("journal_mode = WAL", "synchronous = FULL"):
            self._database.execute(f"PRAGMA {pragma}")
        self._database.execute("CREATE TABLE moves (number INTEGER PRIMARY KEY, move TEXT)")
        self._tables: dict[str, list[WebSocket]] = {}
        self._names = count(1)

    async def create(self, request: Request) -> JSONResponse:
        await request.body()
        name = str(next(self._names))
        self._tables[name] = []
        made = {"update": {"table": name}, "tokens": {"0": "a", "1": "b"}}
        return JSONResponse(made, status_code=201)

    async def talk(self, wire: WebSocket) -> None:
        await wire.accept()
        try:
            while True:
                await self._heard(wire, json.loads(await wire.receive_text()))
        except WebSocketDisconnect:
            return

    async def _heard(self, wire: WebSocket, message: dict[str, Any]) -> None:
        sockets = self._tables[message["table"]]
        if message["type"] == "join":
            sockets.append(wire)
            await wire.send_text('{"type":"update"}')
            return
        move = json.dumps(message["command"])
        self._database.execute("INSERT INTO moves (move) VALUES (?)", (move,))
        await wire.send_text('{"type":"ack"}')
        for one in sockets:
            await one.send_text(f'{{"type":"update","move":{move}}}')


def main() -> None:
    yardstick = Yardstick(Path(sys.argv[1]))
    app = Starlette(
        routes=[
            Route("/api/tables", yardstick.create, methods=["POST"]),
            WebSocketRoute("/ws", yardstick.talk),
        ]
    )
    with socket.create_server(("127.0.0.1", 0), backlog=2048) as opened:
        print(f"http://127.0.0.1:{opened.getsockname()[1]}", flush=True)
        config = uvicorn.Config(app, log_level="warning", ws_per_message_deflate=False)
        uvicorn.Server(config).run(sockets=[opened])


if __name__ == "__main__":
    main()
