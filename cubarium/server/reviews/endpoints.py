"""The review of a table's finished game."""

from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from cubarium.analysis.jobs import ReviewJob
from cubarium.analysis.review import moves_of
from cubarium.core.engine import Limit
from cubarium.server.http.ndjson import ERRORS_AS_JSON, MEDIA_TYPE, NdjsonSchema
from cubarium.server.http.services import IdentityDep, ServicesDep
from cubarium.server.pictures.endpoints import finished_table
from cubarium.server.studies.endpoints import (
    QUICK,
    ReviewBegun,
    ReviewLine,
    annotated_line,
    check_no_help_with,
    start,
)
from cubarium.tables.errors import ApiError
from cubarium.tables.game_record import record_of_table
from cubarium.tables.messages import TableId

router = APIRouter(tags=["reviews"])

IN_ALL: Final = 24.0
"""Seconds for a review."""
LONGEST: Final = 0.35
"""Seconds for each position."""


@router.get(
    "/tables/{table_id}/review",
    response_class=NdjsonSchema,
    response_model=ReviewLine,
    responses=ERRORS_AS_JSON,
)
async def review_table(
    request: Request, services: ServicesDep, identity: IdentityDep, table_id: TableId
) -> StreamingResponse:
    """What each move of a finished game was worth, and what was better: after a quick look
    everything is told again, known better. It is made once and kept."""
    table = await finished_table(services, table_id)
    record, count = record_of_table(table), len(moves_of(table.session.match))
    await check_no_help_with(services, identity, record)
    lines = await services.reviews.find(table.id)
    if lines is None:
        if not count:
            raise ApiError(409, "no_moves", "Nobody has moved in this game.")
        services.limits.check_work(request)
        job = ReviewJob(record, Limit(seconds=LONGEST), None, Limit(seconds=QUICK), IN_ALL)
        answers = await start(services, identity, job)
        first = ReviewBegun(
            game=record.game,
            seat_names=table.game.seat_names,
            numbers=list(range(1, count + 1)),
            record=record,
        )
        lines = services.reviews.begin(table.id, first, answers, annotated_line)
    return StreamingResponse(lines, media_type=MEDIA_TYPE)
