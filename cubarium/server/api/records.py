"""Records: read, checked against the rules, and written in another form."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field

from cubarium import records
from cubarium.core.record import GameRecord
from cubarium.records import json_format
from cubarium.records.export import RecordForm, written
from cubarium.schema.model import RequestModel, ResponseModel
from cubarium.server.api.requests import PARTS, RecordText
from cubarium.server.errors import ERROR_RESPONSES, ApiError

router = APIRouter(tags=["records"], responses=ERROR_RESPONSES)


class RecordRequest(RequestModel):
    """Games as a text, in the manner of PGN or as JSON."""

    text: RecordText


class ReadRecord(ResponseModel):
    """A game, and the position that it came to."""

    record: GameRecord
    position: str


class ReadRecords(ResponseModel):
    """All games of a text."""

    games: list[ReadRecord]


class WriteRequest(RequestModel):
    """Games, and how they are to be written."""

    records: Annotated[list[GameRecord], Field(min_length=1, max_length=100)]
    form: RecordForm


class Written(ResponseModel):
    """Games as a text."""

    text: str


@router.post("/records/read")
def read_records(request: RecordRequest) -> ReadRecords:
    """The games in a text. An error says where, as line:column."""
    found = records.read(request.text, PARTS)
    return ReadRecords(
        games=[
            ReadRecord.model_construct(record=record, position=_position(record))
            for record in found
        ]
    )


@router.post("/records/write")
def write_records(request: WriteRequest) -> Written:
    """Games in another form. An error says where, as a path such as `records.0.acts.3.text`."""
    if sum(len(record.acts) for record in request.records) > PARTS:
        raise ApiError(413, "too_large", f"There are more than {PARTS} acts.", where="records")
    try:
        found = [
            json_format.checked(record, ("records", at))
            for at, record in enumerate(request.records)
        ]
    except json_format.WrongPart as wrong:
        where = ".".join(map(str, wrong.path))
        raise ApiError(422, "invalid_record", str(wrong), where=where) from wrong
    return Written(text=written(found, request.form))


def _position(record: GameRecord) -> str:
    match = records.replayed(record)
    return match.game.text(match.state)
