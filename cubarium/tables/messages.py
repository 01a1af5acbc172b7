"""All messages of the WebSocket, typed. docs/protocol.md tells how they go together."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field, StringConstraints, TypeAdapter

from cubarium.core.scene import Scene
from cubarium.core.turn import Seat
from cubarium.match.chat import ChatLine
from cubarium.match.commands import AnyCommand, SeatNumber
from cubarium.match.configuration import Configuration
from cubarium.match.events import Offer
from cubarium.match.revision import BoardRevision, Revision
from cubarium.match.status import Status
from cubarium.schema.model import RequestModel, ResponseModel, Steps, Turn
from cubarium.tables.errors import ErrorBody
from cubarium.tables.identity import SHORTEST

PROTOCOL: Final = 2
"""Clients say which version they speak when they connect; another one is refused."""

TableId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9]{1,16}$")]

# what a client sends


class Join(RequestModel):
    """Watch a table; `revision` is the one known already. Joining again changes the view."""

    type: Literal["join"] = "join"
    table: TableId
    revision: Revision | None = Field(default=None, ge=0)
    view: SeatNumber | None = None
    """Look through the eyes of this seat, of those that you hold; null: your own, if it is one."""
    scenes: bool = True
    """Are scenes and motions wanted? Programs get legal moves and positions instead."""
    token: Annotated[str, StringConstraints(min_length=SHORTEST, max_length=64)] | None = None
    """A seat's token, for those without a cookie."""


class Leave(RequestModel):
    """Stop watching a table."""

    type: Literal["leave"] = "leave"
    table: TableId


class CommandMessage(RequestModel):
    """A command, at a table that you have joined."""

    type: Literal["command"] = "command"
    table: TableId
    command: AnyCommand


class Pong(RequestModel):
    """The answer to a ping, with its number."""

    type: Literal["pong"] = "pong"
    number: int


Request: TypeAlias = Join | Leave | CommandMessage | Pong
AnyRequest: TypeAlias = Annotated[Request, Field(discriminator="type")]
REQUESTS: TypeAdapter[Request] = TypeAdapter(AnyRequest)

# what the server sends


class SeatView(ResponseModel):
    """Who sits there."""

    seat: Seat
    name: str | None
    """Null: the seat is free."""
    engine: str
    """Empty: a person."""
    here: bool
    """Is somebody connected who holds it?"""
    left: bool
    """Has it left the game?"""


class ClockView(ResponseModel):
    """What each seat has left in milliseconds, at the server's time `at`; the clock of `running`
    goes on."""

    left: list[int]
    running: Seat | None
    at: int


class OfferView(ResponseModel):
    """An open offer, and who agrees."""

    what: Offer
    by: list[Seat]


class EventView(ResponseModel):
    """One event, as the viewer may know it."""

    revision: Revision
    kind: str
    seat: Seat | None = None
    action: str | None = None
    """The move or the draw as a text; `=?` if it is not for your eyes."""
    steps: Steps | None = None
    """How it is animated; null: not at all."""
    at: int
    data: dict[str, str | bool]
    """What else there is: name, engine, offer, agreed, table."""


class TableState(ResponseModel):
    """Where a table stands, as the viewer may know it."""

    status: Status
    board_revision: BoardRevision
    """Counts what changes the board. A move says which one it answers."""
    turn: Turn | None
    """With the outcome at the end. Null: the game has not begun, or was called off."""
    seats: list[SeatView]
    spectators: int
    offers: list[OfferView]
    undoable: list[Seat]
    """The seats whose last move could be taken back now, if all agree."""
    clock: ClockView | None
    rematch: list[Seat]
    """Who wants to play again."""
    next_table: str | None
    scene: Scene | None
    """The board to be drawn; null for those who asked for no scenes."""
    legal: list[str] | None
    """The legal moves, for those who asked for no scenes."""
    position: str | None
    """The position (or the view) as a text, for those who asked for no scenes."""


class You(ResponseModel):
    """What the server knows about the viewer."""

    holds: list[Seat]
    view: Seat | None
    """Through whose eyes the table is seen; null: a spectator's."""
    hints: bool
    """May you ask for hints?"""
    muted: list[Seat]
    """Whom you do not want to hear."""


class SharedUpdate(ResponseModel):
    """What has happened at a table, and where it stands now: the same for all who see the same."""

    type: Literal["update"] = "update"
    table: str
    revision: Revision
    since: int | None
    """The events are those after this revision; null: here is all that there is to know."""
    state: TableState
    events: list[EventView]
    actions: list[str] | None
    """All moves and draws so far, as you may know them: when you join, after a takeback, and when
    nothing is hidden any more. Null: those that you know, and those of the events."""
    movers: list[Seat | None] | None
    """Together with the actions: the seat that made each of them; null: chance did."""
    configuration: Configuration | None
    """When you join."""
    chat: list[ChatLine] | None
    """When you join, or join again."""


class Update(SharedUpdate):
    """What has happened at a table, where it stands now, and what concerns you."""

    you: You


class Ack(ResponseModel):
    """A command was carried out: it is on the disk."""

    type: Literal["ack"] = "ack"
    table: str
    id: str
    revision: Revision


class ErrorMessage(ResponseModel):
    """A command was refused, or a message could not be read. Nothing has changed."""

    type: Literal["error"] = "error"
    table: str | None = None
    id: str | None = None
    error: ErrorBody
    retry_after: float | None = None
    """It is worth trying again after this many seconds."""
    update: Update | None = None
    """How the table stands, for those who gave a command there."""


class ChatMessage(ResponseModel):
    """Somebody said something."""

    type: Literal["chat"] = "chat"
    table: str
    line: ChatLine


class Presence(ResponseModel):
    """Who is connected now."""

    type: Literal["presence"] = "presence"
    table: str
    here: list[Seat]
    spectators: int


class Ping(ResponseModel):
    """Answer with a pong: so the server knows how long messages take."""

    type: Literal["ping"] = "ping"
    number: int
    now: int
    """The server's time in milliseconds since 1970."""


class Removed(ResponseModel):
    """The table no longer exists."""

    type: Literal["removed"] = "removed"
    table: str


AnyMessage: TypeAlias = Update | Ack | ErrorMessage | ChatMessage | Presence | Ping | Removed
MESSAGES: TypeAdapter[AnyMessage] = TypeAdapter(Annotated[AnyMessage, Field(discriminator="type")])
