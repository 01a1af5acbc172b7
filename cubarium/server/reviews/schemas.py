"""What is asked of a review, and the lines that it has."""

from typing import Annotated, Literal

from pydantic import Field, RootModel

from cubarium.analysis.review import AnnotatedMove, SeatSummary, Summaries
from cubarium.core.record import GameRecord
from cubarium.schema.model import COMPLETE, RequestModel, ResponseModel
from cubarium.server.http.ndjson import Done, Failed
from cubarium.server.http.requests import RecordText


class ReviewRequest(RequestModel):
    """One recorded game, and how long each move is looked at."""

    text: RecordText
    seconds: Annotated[float, Field(ge=0.05, le=2, allow_inf_nan=False)] = 0.2
    first: Annotated[int, Field(ge=1, le=100_000)] | None = Field(default=None, alias="from")
    """The first move to annotate, counted from 1, whoever makes it."""
    last: Annotated[int, Field(ge=1, le=100_000)] | None = Field(default=None, alias="to")
    """The last one."""
    quick: bool = False
    """Are all moves looked at quickly first, and told again when they are known better?"""


class ReviewBegun(ResponseModel):
    """The first line: which moves will be annotated."""

    kind: Literal["begun"] = "begun"
    game: str
    seat_names: tuple[str, ...]
    numbers: list[int]
    record: GameRecord


class ReviewSummary(ResponseModel):
    """After all moves: how well each seat has played, as far as it is known."""

    kind: Literal["summary"] = "summary"
    seats: tuple[SeatSummary, ...]


class ReviewLine(RootModel[ReviewBegun | AnnotatedMove[str] | ReviewSummary | Done | Failed]):
    """A line of a review."""

    model_config = COMPLETE


def annotated_line(answer: AnnotatedMove[str] | Summaries) -> AnnotatedMove[str] | ReviewSummary:
    """A move, or after all moves their summary."""
    return answer if isinstance(answer, AnnotatedMove) else ReviewSummary(seats=answer)
