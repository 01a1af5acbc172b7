"""People at the tables of a real server, through WebSockets: they watch, move, come back."""

import asyncio
import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from random import Random
from typing import Any, Protocol, TypeAlias

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from cubarium.core.turn import Seat
from tests.server.flat import flat
from tests.server.processes import PATIENCE

Message: TypeAlias = dict[str, Any]
_NAMES = count(1)


def new_table(http: httpx.Client, **wanted: Any) -> tuple[str, dict[Seat, str]]:
    """A new table; its name and the tokens of its seats. All seats: people on this device."""
    made = http.post("/api/tables", json=wanted)
    assert made.status_code == 201, made.text
    body = made.json()
    return body["update"]["table"], {int(seat): key for seat, key in body["tokens"].items()}


def command(http: httpx.Client, table: str, token: str, **wanted: Any) -> httpx.Response:
    """Make a command by HTTP."""
    wanted.setdefault("id", f"command{next(_NAMES)}")
    headers = {"Authorization": f"Bearer {token}"}
    return http.post(f"/api/tables/{table}/commands", json=wanted, headers=headers)


def shown(http: httpx.Client, table: str, token: str = "") -> Message:
    """A table as somebody sees it."""
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    found = http.get(f"/api/tables/{table}", headers=headers)
    assert found.status_code == 200, found.text
    return flat(found.json())


def move_on(http: httpx.Client, table: str, tokens: dict[Seat, str]) -> httpx.Response:
    """Let whoever is to move make a legal move, in the same position always the same."""
    seat = shown(http, table)["turn"]["seat"]
    seen = shown(http, table, tokens[seat])
    move = {
        "board_revision": seen["board_revision"],
        "move": Random(seen["board_revision"]).choice(seen["legal"]),
    }
    return command(http, table, tokens[seat], type="move", **move)


class Site(Protocol):
    """Where a socket is opened: a server, or whichever of several is asked."""

    @property
    def socket_url(self) -> str: ...


@dataclass(eq=False)
class Client:
    """One connection at one table; without a token, a spectator's."""

    served: Site
    table: str
    token: str | None = None
    address: str = ""
    """Where a proxy says that it comes from."""
    state: Message = field(default_factory=dict)
    """The last message that said where the table stands."""
    revision: int = 0
    acts: dict[int, str] = field(default_factory=dict)
    """What was seen to be played, by revision."""
    inbox: list[Message] = field(default_factory=list)
    """All else."""
    closed: int | None = None
    """How the server has ended the connection."""
    _socket: ClientConnection | None = None
    _heard: asyncio.Event = field(default_factory=asyncio.Event)
    _reading: asyncio.Task[None] | None = None

    async def come(self) -> None:
        """Connect (again), and join with the revision that is known."""
        self._socket = await connect(
            self.served.socket_url,
            additional_headers={"X-Forwarded-For": self.address} if self.address else None,
            open_timeout=PATIENCE,
            max_size=None,
            ping_interval=None,
        )
        self.closed = None
        self.state = {}
        self._reading = asyncio.create_task(self._read(self._socket))
        join: Message = {"type": "join", "table": self.table, "scenes": False}
        if self.token is not None:
            join["token"] = self.token
        if self.revision:
            join["revision"] = self.revision
        known = len(self.inbox)
        await self.send(join)
        await self.until(lambda: bool(self.state) or self._refused(known) is not None)
        if not self.state:  # the database was away for a moment: a client asks again
            refused = self._refused(known)
            assert refused is not None
            assert refused["error"]["code"] == "storage", refused
            await self.go()
            raise ConnectionError

    def _refused(self, known: int) -> Message | None:
        """The first refusal after this many answers."""
        return next((one for one in self.inbox[known:] if one["type"] == "error"), None)

    @property
    def is_here(self) -> bool:
        return self._reading is not None and not self._reading.done()

    async def go(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._reading is not None:
            await self._reading

    async def send(self, message: Message) -> None:
        assert self._socket is not None
        await self._socket.send(json.dumps(message))

    async def do(self, **wanted: Any) -> None:
        wanted.setdefault("id", f"command{next(_NAMES)}")
        await self.send({"type": "command", "table": self.table, "command": wanted})

    async def answer(self, name: str) -> Message:
        """The answer to the command of this name: an `ack`, or a `refused`."""
        await self.until(lambda: any(one.get("id") == name for one in self.inbox))
        return next(one for one in self.inbox if one.get("id") == name)

    async def until(self, right: Callable[[], bool], patience: float = PATIENCE) -> None:
        """Wait for something. Raises ConnectionError if the server goes before."""
        async with asyncio.timeout(patience):
            while not right():
                if self.closed is not None:
                    raise ConnectionError
                self._heard.clear()
                await self._heard.wait()

    async def _read(self, socket: ClientConnection) -> None:
        with suppress(ConnectionClosed):
            while True:
                message = flat(json.loads(await socket.recv()))
                if message["type"] == "ping":
                    await socket.send(json.dumps({"type": "pong", "number": message["number"]}))
                self._hear(message)
                self._heard.set()
        self.closed = socket.close_code
        self._heard.set()

    def _hear(self, message: Message) -> None:
        kind = message["type"]
        if kind == "update":
            for event in message["events"]:
                assert event["revision"] == self.revision + 1, "events come one after another"
                self.revision = event["revision"]
                if event["action"] is not None:
                    self.acts[self.revision] = event["action"]
        if kind in ("update", "joined"):
            self.revision = message["revision"]
            self.state = message
        else:
            self.inbox.append(message)


@dataclass(eq=False)
class Player(Client):
    """Moves at random whenever it may, until `stops`; what is not acknowledged is sent again."""

    seat: Seat = 0
    rng: Random = field(default_factory=Random)
    acknowledged: dict[str, int] = field(default_factory=dict)
    """Versions of the moves, by the names that they were sent with."""
    sent: set[str] = field(default_factory=set)
    pending: Message | None = None
    rests: bool = False
    """Does it make no new move for now?"""
    stops: bool = False

    async def play(self) -> None:
        """Until `stops` or the end of the game, over all ends of the server."""
        while self.pending is not None or not self.stops:
            try:
                if not self.is_here:
                    await self.come()
                await self._move()
            except (ConnectionError, ConnectionClosed, InvalidHandshake, InvalidMessage):
                await asyncio.sleep(0.1)

    async def _move(self) -> None:
        if self.pending is None:
            await self.until(lambda: self.stops or self._may_move(), patience=120)
            if self.stops:
                return
            move = self.rng.choice(self.state["legal"])
            name = f"{self.table}-{self.seat}-{len(self.sent)}"
            board_revision = self.state["board_revision"]
            self.pending = {
                "type": "move",
                "id": name,
                "board_revision": board_revision,
                "move": move,
            }
            self.sent.add(name)
        name = self.pending["id"]
        await self.do(**self.pending)
        answer = await self.answer(name)
        if answer["type"] == "error" and answer["error"]["code"] == "storage":
            self.inbox.clear()  # it may be stored or not: whoever asks again is told
            await asyncio.sleep(0.1)
            return
        assert answer["type"] == "ack", answer
        self.acknowledged[name] = answer["revision"]
        self.pending = None
        self.inbox.clear()

    def _may_move(self) -> bool:
        if self.rests:
            return False
        at, turn = self.state, self.state["turn"]
        if self.revision < max(self.acknowledged.values(), default=0):
            return False  # the events come after the acknowledgement
        waits = turn is not None and turn["kind"] == "move" and turn["seat"] == self.seat
        return waits and at["status"] == "live" and bool(at["legal"])

    def go_on(self) -> None:
        """Rest no longer."""
        self.rests = False
        self._heard.set()

    def hurry(self) -> None:
        """Stop as soon as nothing is pending."""
        self.stops = True
        self._heard.set()
