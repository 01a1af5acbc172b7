"""All messages of the WebSocket, typed. docs/protocol.md tells how they go together."""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import AfterValidator, Field, StringConstraints, TypeAdapter

from cubarium.core.turn import Seat
from cubarium.match.events import Offer as OfferKind
from cubarium.match.session import Status
from cubarium.server.api.schemas import Form, Outcome, Question, Scene, Steps, Turn
from cubarium.server.configuration import Name, Setting, Who, visible
from cubarium.server.errors import Fault

TableId: TypeAlias = Annotated[str, StringConstraints(pattern=r"^[A-Za-z0-9]{1,16}$")]
WishId: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=64)]
SeatNumber: TypeAlias = Annotated[int, Field(ge=0, le=7)]

# what a seat wishes


class Wish(Question):
    """Something that a seat wants. `id` is the client's own name for it: a wish that comes again
    with the same id is acknowledged again, and happens once."""

    id: WishId
    seat: SeatNumber | None = None
    """Needed only by those who hold several seats."""


class Move(Wish):
    """Move in the position of this number; in any other one it is refused as `stale`."""

    type: Literal["move"] = "move"
    position: int = Field(ge=0)
    move: Annotated[str, StringConstraints(min_length=1, max_length=40)]


class Resign(Wish):
    """Give up."""

    type: Literal["resign"] = "resign"


class Abort(Wish):
    """Call the game off, before its second turn."""

    type: Literal["abort"] = "abort"


class MakeOffer(Wish):
    """Propose a draw, or to take back your last move."""

    type: Literal["offer"] = "offer"
    what: OfferKind
    position: int | None = Field(None, ge=0)
    """If it is said, the offer is about that position alone."""


class Reply(Wish):
    """Agree with an open offer, or decline it."""

    type: Literal["answer"] = "answer"
    what: OfferKind
    agreed: bool
    position: int | None = Field(None, ge=0)


class Claim(Wish):
    """End a game whose other players have left for too long."""

    type: Literal["claim"] = "claim"
    what: Literal["win", "draw"]


class Rematch(Wish):
    """Play again: when all want to, a new table is made."""

    type: Literal["rematch"] = "rematch"


class Sit(Question):
    """Take a free seat; without a number, the first one."""

    type: Literal["sit"] = "sit"
    id: WishId
    seat: SeatNumber | None = None
    name: Name = "Guest"


class Stand(Wish):
    """Leave a seat before the game begins."""

    type: Literal["stand"] = "stand"


class Fill(Question):
    """Put an engine into a free seat; for those who sit at the table."""

    type: Literal["fill"] = "fill"
    id: WishId
    seat: SeatNumber
    engine: Who


class Say(Wish):
    """Say something: to everybody at the table, or to your team."""

    type: Literal["say"] = "say"
    room: Literal["table", "team"] = "table"
    text: Annotated[
        str,
        StringConstraints(min_length=1, max_length=300, strip_whitespace=True),
        AfterValidator(visible),
    ]


class Mute(Wish):
    """Hear no more of another seat, or hear it again."""

    type: Literal["mute"] = "mute"
    whom: SeatNumber
    muted: bool = True


AnyWish: TypeAlias = Annotated[
    Move | Resign | Abort | MakeOffer | Reply | Claim | Rematch | Sit | Stand | Fill | Say | Mute,
    Field(discriminator="type"),
]

# what a client sends


class Join(Question):
    """Watch a table; `last` is the version known already. Joining again changes the view."""

    type: Literal["join"] = "join"
    table: TableId
    last: int | None = Field(None, ge=0)
    view: SeatNumber | None = None
    """Look through the eyes of this seat, of those that you hold; null: your own, if it is one."""
    scenes: bool = True
    """Are scenes and motions wanted? Programs do without."""
    token: Annotated[str, StringConstraints(min_length=1, max_length=64)] | None = None
    """A seat's token, for those without a cookie."""


class Leave(Question):
    """Watch a table no more."""

    type: Literal["leave"] = "leave"
    table: TableId


class Do(Question):
    """A wish, at a table that you have joined."""

    type: Literal["do"] = "do"
    table: TableId
    wish: AnyWish


class Pong(Question):
    """The answer to a ping, with its number."""

    type: Literal["pong"] = "pong"
    number: int


AnyRequest: TypeAlias = Annotated[Join | Leave | Do | Pong, Field(discriminator="type")]
REQUESTS: TypeAdapter[Join | Leave | Do | Pong] = TypeAdapter(AnyRequest)

# what the server sends


class SeatForm(Form):
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


class ClockForm(Form):
    """What each seat has left in milliseconds, at the server's time `at`; the clock of `running`
    goes on."""

    left: list[int]
    running: Seat | None
    at: int


class OfferForm(Form):
    """An open offer, and who agrees."""

    what: OfferKind
    by: list[Seat]


class Happening(Form):
    """One event, as the viewer may know it."""

    version: int
    kind: str
    seat: Seat | None = None
    act: str | None = None
    """The move or the draw as a text; `=?` if it is not for your eyes."""
    steps: Steps | None = None
    """How it is animated; null: not at all."""
    at: int
    data: dict[str, Any]
    """What else there is: name, engine, offer, agreed, table."""


class Standing(Form):
    """Where a table stands, as the viewer may know it."""

    table: str
    version: int
    position: int
    status: Status
    turn: Turn | None
    """Null: the game has not begun, or was called off."""
    outcome: Outcome | None
    offers: list[OfferForm]
    undoable: list[Seat]
    """The seats whose last move could be taken back now, if all agree."""
    clock: ClockForm | None
    rematch: list[Seat]
    """Who wants to play again."""
    next_table: str | None
    legal: list[str]
    """The legal moves, for whoever may see them."""
    text: str
    """The position (or the view) as a text."""
    scene: Scene | None


class Line(Form):
    """What somebody said."""

    number: int
    room: Literal["table", "team"]
    seat: Seat
    text: str
    at: int


class You(Form):
    """What the server knows about the viewer."""

    holds: list[Seat]
    view: Seat | None
    """Through whose eyes the table is seen; null: a spectator's."""
    hints: bool
    """May you ask for hints?"""
    muted: list[Seat]
    """Whom you do not want to hear."""


class Snapshot(Standing):
    """All about a table."""

    type: Literal["snapshot"] = "snapshot"
    setting: Setting
    seats: list[SeatForm]
    you: You
    acts: list[str]
    """All acts so far, as the viewer may know them."""
    chat: list[Line]
    spectators: int
    created: int


class Events(Standing):
    """What has happened, and where the table stands now."""

    type: Literal["events"] = "events"
    seats: list[SeatForm]
    events: list[Happening]


class Ack(Form):
    """A wish was granted: it is on the disk."""

    type: Literal["ack"] = "ack"
    table: str
    id: str
    version: int


class Refusal(Form):
    """A wish was not granted, or a message could not be read. Nothing has changed."""

    type: Literal["refused"] = "refused"
    table: str | None = None
    id: str | None = None
    error: Fault
    retry_after: float | None = None
    """It is worth to try again after so many seconds."""
    snapshot: Snapshot | None = None


class Said(Form):
    """Somebody said something."""

    type: Literal["said"] = "said"
    table: str
    line: Line


class Presence(Form):
    """Who is connected now."""

    type: Literal["presence"] = "presence"
    table: str
    here: list[Seat]
    spectators: int


class Ping(Form):
    """Answer with a pong: so the server knows how long messages take."""

    type: Literal["ping"] = "ping"
    number: int
    now: int
    """The server's time in milliseconds since 1970."""


class Removed(Form):
    """The table is no more."""

    type: Literal["removed"] = "removed"
    table: str


AnyMessage: TypeAlias = Snapshot | Events | Ack | Refusal | Said | Presence | Ping | Removed
MESSAGES: TypeAdapter[AnyMessage] = TypeAdapter(Annotated[AnyMessage, Field(discriminator="type")])
