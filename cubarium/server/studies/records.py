"""Records: read, checked against the rules, and written in another form."""

from typing import Annotated, Final

from fastapi import APIRouter
from fastapi.concurrency import run_in_threadpool
from pydantic import Field

from cubarium.core.record import GameRecord
from cubarium.engines.pool import Urgency
from cubarium.records.export import RecordForm
from cubarium.records.json_format import WrongPart
from cubarium.records.record_jobs import (
    PartFault,
    WriteRecordsJob,
    check_and_write,
)
from cubarium.schema.model import RequestModel, ResponseModel
from cubarium.server.http.errors import ERROR_RESPONSES
from cubarium.server.http.posted_records import played_records
from cubarium.server.http.requests import PARTS, RecordText
from cubarium.server.http.services import IdentityDep, ServicesDep
from cubarium.tables.errors import ApiError

router = APIRouter(tags=["records"], responses=ERROR_RESPONSES)

FEW: Final = 300
"""Acts of games that are written here."""


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
async def read_records(
    services: ServicesDep, identity: IdentityDep, request: RecordRequest
) -> ReadRecords:
    """The games in a text. An error says where, as line:column."""
    found = await played_records(services, identity, request.text)
    return ReadRecords(
        games=[
            ReadRecord.model_construct(record=one.record, position=one.position) for one in found
        ]
    )


@router.post("/records/write")
async def write_records(
    services: ServicesDep, identity: IdentityDep, request: WriteRequest
) -> Written:
    """Games in another form. An error says where, as a path such as `records.0.acts.3.text`."""
    acts = sum(len(record.acts) for record in request.records)
    if acts > PARTS:
        raise ApiError(413, "too_large", f"There are more than {PARTS} acts.", where="records")
    try:
        if acts <= FEW:
            text = await run_in_threadpool(check_and_write, request.records, request.form)
            return Written(text=text)
        found = await services.workers.last(
            WriteRecordsJob(request.records, request.form),
            owner=identity.name,
            address=identity.address,
            urgency=Urgency.STUDY,
        )
        if isinstance(found, PartFault):
            raise found.error()
    except WrongPart as wrong:
        where = ".".join(map(str, wrong.path))
        raise ApiError(422, "invalid_record", str(wrong), where=where) from wrong
    return Written(text=found)
