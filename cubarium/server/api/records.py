"""Records: read, checked against the rules, and written in another form."""

from typing import Annotated, Literal

from fastapi import APIRouter
from pydantic import Field

from cubarium import records
from cubarium.core.record import GameRecord, Result
from cubarium.records import json_format
from cubarium.records.export import RecordForm, written
from cubarium.server.api.requests import PARTS, Name, OptionText, PositionText, RecordText
from cubarium.server.api.schemas import RequestModel, ResponseModel
from cubarium.server.errors import ERROR_RESPONSES, ApiError

router = APIRouter(tags=["records"], responses=ERROR_RESPONSES)


class RecordRequest(RequestModel):
    """Games as a text, in the manner of PGN or as JSON."""

    text: RecordText


class RecordAct(ResponseModel):
    """A move of a seat, or a draw of chance (seat null), with what was said about it."""

    text: str
    seat: int | None
    comment: str


class Record(ResponseModel):
    """One game."""

    format: Literal["cubarium-record"]
    game: str
    rules: int
    players: int
    options: dict[str, str]
    tags: dict[str, str]
    start: str | None
    """A position; null: the usual start."""
    comment: str
    acts: list[RecordAct]
    result: Result | None


class ReadRecord(ResponseModel):
    """A game, and the position that it came to."""

    record: Record
    position: str


class ReadRecords(ResponseModel):
    """All games of a text."""

    games: list[ReadRecord]


class AskedAct(RequestModel):
    """A move or a draw; whose it is follows from the rules."""

    text: Name
    seat: Annotated[int, Field(ge=0, le=8)] | None = None
    comment: Annotated[str, Field(max_length=10_000)] = ""


class AskedResult(RequestModel):
    """How it ended. No winners: a draw."""

    winners: Annotated[list[Annotated[int, Field(ge=0, le=8)]], Field(max_length=9)]
    reason: Name
    scores: (
        Annotated[list[Annotated[int, Field(ge=-1000, le=1000)]], Field(max_length=9)] | None
    ) = None


class AskedRecord(RequestModel):
    """One game to be written; it is checked against the rules."""

    format: Literal["cubarium-record"] = "cubarium-record"
    game: Name
    rules: Annotated[int, Field(ge=0, le=1_000)]
    players: Annotated[int, Field(ge=1, le=9)]
    options: Annotated[dict[Name, OptionText], Field(max_length=20)] = Field(default_factory=dict)
    tags: Annotated[dict[Name, OptionText], Field(max_length=50)] = Field(default_factory=dict)
    start: PositionText | None = None
    comment: Annotated[str, Field(max_length=10_000)] = ""
    acts: Annotated[list[AskedAct], Field(max_length=1_000)]
    result: AskedResult | None = None


class WriteRequest(RequestModel):
    """Games, and how they are to be written."""

    records: Annotated[list[AskedRecord], Field(min_length=1, max_length=100)]
    form: RecordForm


class Written(ResponseModel):
    """Games as a text."""

    text: str


@router.post("/records/read")
def read_records(wanted: RecordRequest) -> ReadRecords:
    """The games in a text. An error says where, as line:column."""
    found = records.read(wanted.text, PARTS)
    return ReadRecords(
        games=[
            ReadRecord(
                record=Record.model_validate(json_format.as_json(record)),
                position=_position(record),
            )
            for record in found
        ]
    )


@router.post("/records/write")
def write_records(wanted: WriteRequest) -> Written:
    """Games in another form. An error says where, as a path such as `records.0.acts.3.text`."""
    if sum(len(record.acts) for record in wanted.records) > PARTS:
        raise ApiError(413, "too_large", f"There are more than {PARTS} acts.", where="records")
    try:
        found = [
            json_format.from_json(_plain(record), ("records", at))
            for at, record in enumerate(wanted.records)
        ]
    except json_format.WrongPart as wrong:
        where = ".".join(map(str, wrong.path))
        raise ApiError(422, "invalid_record", str(wrong), where=where) from wrong
    return Written(text=written(found, wanted.form))


def _position(record: GameRecord) -> str:
    match = records.replayed(record)
    return match.game.text(match.state)


def _plain(record: AskedRecord) -> dict[str, object]:
    """What was said, and nothing else: where a seat is not named, any may be to move."""
    return {**record.model_dump(exclude_unset=True), "format": record.format}
