"""What the server writes and reads as JSON. The dataclasses of core are their own schemas; the
others are here."""

from collections.abc import Sequence
from typing import Annotated, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from cubarium.core import turn
from cubarium.core.scene import Motion
from cubarium.core.turn import Seat

Turn: TypeAlias = Annotated[turn.Turn, Field(discriminator="kind")]
Steps: TypeAlias = Sequence[Sequence[Motion]]
"""The phases of an animation; the motions of one phase go together."""


class ResponseModel(BaseModel):
    """A part of an answer. Every field is always there."""

    model_config = ConfigDict(
        frozen=True,
        from_attributes=True,
        use_attribute_docstrings=True,
        json_schema_serialization_defaults_required=True,
    )


class RequestModel(BaseModel):
    """The body of a request. What it does not know is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class Estimate(ResponseModel):
    """A guess: each seat's share of the win, adding up to 1."""

    proved: Literal[False] = False
    shares: list[float]


class Proven(ResponseModel):
    """A fact: how the game ends with best play, and in how many plies if that is known."""

    proved: Literal[True] = True
    winners: list[Seat]
    reason: str
    plies: int | None
    shares: list[float]


Value: TypeAlias = Proven | Estimate


class Thought(ResponseModel):
    """What an engine thinks of a move: what it is worth, and how the game may go on."""

    move: str
    value: Value
    line: list[str]
    depth: int
    nodes: int
