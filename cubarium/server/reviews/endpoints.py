"""The reviews of a table's finished game, and of a posted record."""

from typing import Final

from fastapi import APIRouter, Depends, Request
from fastapi.responses import StreamingResponse

from cubarium.analysis.jobs import ReviewJob
from cubarium.analysis.review import moves_of
from cubarium.server.http.answer_stream import start_study
from cubarium.server.http.ndjson import ERRORS_AS_JSON, NdjsonSchema
from cubarium.server.http.posted_records import played_record
from cubarium.server.http.services import IdentityDep, ServicesDep, check_work
from cubarium.server.people import fair_play
from cubarium.server.reviews.pipeline import ReviewAnswers
from cubarium.server.reviews.review_job import record_job, review_key, table_job
from cubarium.server.reviews.schemas import ReviewBegun, ReviewLine, ReviewRequest
from cubarium.tables.errors import ApiError
from cubarium.tables.game_record import check_over, record_of_table
from cubarium.tables.messages import TableId

router = APIRouter(responses=ERRORS_AS_JSON)

NOT_OVER: Final = "A game can be reviewed when it is over."


@router.get(
    "/tables/{table_id}/review",
    response_class=NdjsonSchema,
    response_model=ReviewLine,
    tags=["reviews"],
)
async def review_table(
    request: Request, services: ServicesDep, identity: IdentityDep, table_id: TableId
) -> StreamingResponse:
    """What each move of a finished game was worth, and what was better: after a quick look
    everything is told again, known better. It is made once and kept."""
    table = (await services.tables.find(table_id)).table
    check_over(table, NOT_OVER)
    record = record_of_table(table)
    await fair_play.check_record(
        services.runtime.storage, services.tables.in_memory(), identity, record
    )
    moves = len(moves_of(table.session.match))
    if not moves:
        raise ApiError(409, "no_moves", "Nobody has moved in this game.")
    job = table_job(record, moves)

    async def start() -> ReviewAnswers:
        services.limits.check_work(request)
        return await start_study(services, identity, job)

    return await services.table_reviews.answer(table.id, _begun(job, table.game.seat_names), start)


@router.post(
    "/review",
    response_class=NdjsonSchema,
    response_model=ReviewLine,
    tags=["studies"],
    name="review",
    dependencies=[Depends(check_work)],
)
async def review_record(
    services: ServicesDep, identity: IdentityDep, request: ReviewRequest
) -> StreamingResponse:
    """What each move of a recorded game was worth, and what was better. If the same was asked
    lately, it is told at once."""
    game = await played_record(services, identity, request.text)
    job = record_job(game.record, game.moves, request)
    await fair_play.check_record(
        services.runtime.storage, services.tables.in_memory(), identity, game.record
    )
    return await services.record_reviews.answer(
        review_key(job),
        _begun(job, game.seat_names),
        lambda: start_study(services, identity, job),
    )


def _begun(job: ReviewJob, seat_names: tuple[str, ...]) -> ReviewBegun:
    return ReviewBegun(
        game=job.record.game,
        seat_names=seat_names,
        numbers=list(job.numbers or ()),
        record=job.record,
    )
