"""What a person at a table may ask for. `Session.apply` decides what comes of it."""

from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from cubarium.match.configuration import NAMELESS, Occupant, SeatName, visible
from cubarium.match.events import Offer, Room
from cubarium.match.revision import BoardRevision

CommandId: TypeAlias = Annotated[
    str,
    StringConstraints(min_length=1, max_length=64, pattern=r"^[^\x00]+$"),  # no database keeps it
]
SeatNumber: TypeAlias = Annotated[int, Field(ge=0, le=7)]


class Command(BaseModel):
    """`id` is the sender's own name for it: a command that comes again with the same id is
    acknowledged again, and happens once."""

    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)

    id: CommandId
    seat: SeatNumber | None = None
    """Who acts; needed only by those who hold several seats."""


class Move(Command):
    """Move on the board of this revision; on any other one it is refused as `stale`."""

    type: Literal["move"] = "move"
    board_revision: BoardRevision = Field(ge=0)
    move: Annotated[str, StringConstraints(min_length=1, max_length=40)]


class Resign(Command):
    """Give up."""

    type: Literal["resign"] = "resign"


class Abort(Command):
    """Call the game off, before its second turn."""

    type: Literal["abort"] = "abort"


class MakeOffer(Command):
    """Propose a draw, or to take back your last move."""

    type: Literal["offer"] = "offer"
    what: Offer
    board_revision: BoardRevision | None = Field(default=None, ge=0)
    """If it is given, the offer is about that board alone."""


class AnswerOffer(Command):
    """Agree to an open offer, or decline it."""

    type: Literal["answer"] = "answer"
    what: Offer
    agreed: bool
    board_revision: BoardRevision | None = Field(default=None, ge=0)


class Claim(Command):
    """End a game whose other players have been away for too long."""

    type: Literal["claim"] = "claim"
    what: Literal["win", "draw"]


class Rematch(Command):
    """Play again: once everybody wants to, there is a new table."""

    type: Literal["rematch"] = "rematch"


class Sit(Command):
    """Take a free seat; without a number, the first one. In a seat of yours: change its name."""

    type: Literal["sit"] = "sit"
    name: SeatName = NAMELESS


class StandUp(Command):
    """Leave a seat before the game begins."""

    type: Literal["stand"] = "stand"


class FillSeat(Command):
    """Put an engine into a free seat; for those who sit at the table."""

    type: Literal["fill"] = "fill"
    seat: SeatNumber
    engine: Occupant


class Say(Command):
    """Say something: to everybody at the table, to your team, or to others who watch."""

    type: Literal["say"] = "say"
    room: Room = "table"
    name: SeatName = NAMELESS
    """What somebody without a seat is called."""
    text: Annotated[
        str,
        StringConstraints(min_length=1, max_length=300, strip_whitespace=True),
        AfterValidator(visible),
    ]


class Mute(Command):
    """Hear no more of another seat, or hear it again."""

    type: Literal["mute"] = "mute"
    whom: SeatNumber
    muted: bool = True


AnyCommand: TypeAlias = Annotated[
    Move
    | Resign
    | Abort
    | MakeOffer
    | AnswerOffer
    | Claim
    | Rematch
    | Sit
    | StandUp
    | FillSeat
    | Say
    | Mute,
    Field(discriminator="type"),
]
