"""The review of a finished game, its boards as pictures, and as a film."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse

from cubarium.analysis.jobs import ReviewJob
from cubarium.analysis.review import moves_of
from cubarium.core.engine import Limit
from cubarium.match.status import Status
from cubarium.server.api.analysis import (
    QUICK,
    ReviewBegun,
    ReviewLine,
    annotated_line,
    check_no_live_game,
    start,
)
from cubarium.server.api.messages import TableId
from cubarium.server.api.ndjson import ERRORS_AS_JSON, MEDIA_TYPE, NdjsonSchema
from cubarium.server.errors import ERROR_RESPONSES, ApiError, Responses
from cubarium.server.live.game_record import record_of_table
from cubarium.server.live.table import Table
from cubarium.server.pictures import film
from cubarium.server.services import ActorDep, Services, ServicesDep

router = APIRouter(tags=["reviews"])

IN_ALL: Final = 21.0
"""Seconds for all positions of a game together, after the first look."""
LONGEST, SHORTEST = 0.35, 0.05
"""Seconds for each position."""
FORMS: Final = {"gif": "image/gif", "webp": "image/webp"}
PICTURE: Responses = {
    200: {
        "description": "The picture.",
        "content": {
            kind: {"schema": {"type": "string", "format": "binary"}}
            for kind in ("image/png", *FORMS.values())
        },
    },
    **ERROR_RESPONSES,
}


@router.get(
    "/tables/{table_id}/review",
    response_class=NdjsonSchema,
    response_model=ReviewLine,
    responses=ERRORS_AS_JSON,
)
async def review_table(
    request: Request, services: ServicesDep, actor: ActorDep, table_id: TableId
) -> StreamingResponse:
    """What each move of a finished game was worth, and what was better: after a quick look
    everything is told again, known better. It is made once and kept."""
    table = await _finished(services, table_id)
    await check_no_live_game(services, actor, table.game.name)
    lines = await services.reviews.find(table.id)
    if lines is None:
        record, count = record_of_table(table), len(moves_of(table.session.match))
        if not count:
            raise ApiError(409, "no_moves", "Nobody has moved in this game.")
        services.limits.check_work(request)
        limit = Limit(seconds=max(SHORTEST, min(LONGEST, IN_ALL / count)))
        answers = await start(services, actor, ReviewJob(record, limit, None, Limit(seconds=QUICK)))
        first = ReviewBegun(
            game=record.game,
            seat_names=table.game.seat_names,
            numbers=list(range(1, count + 1)),
            record=record,
        )
        lines = services.reviews.begin(table.id, first, answers, annotated_line)
    return StreamingResponse(lines, media_type=MEDIA_TYPE)


@router.get("/tables/{table_id}/still", response_class=Response, responses=PICTURE)
async def show_still(
    request: Request,
    services: ServicesDep,
    table_id: TableId,
    at: Annotated[int | None, Query(ge=0, le=100_000)] = None,
) -> Response:
    """The board of a finished game after so many acts (all of them, if nothing is said), as PNG."""
    table = await _finished(services, table_id)
    acts = len(table.session.match.steps)
    if at is not None and at > acts:
        raise ApiError(422, "invalid_input", f"This game has {acts} acts.", where="at")
    body = await services.pictures.find(
        f"{table.id}-still-{at}",
        lambda: film.still(table.session.match, at),
        lambda: services.limits.check_work(request),
    )
    return _download(body, "image/png", f"{table.game.name}-{table.id}.png")


@router.get("/tables/{table_id}/film", response_class=Response, responses=PICTURE)
async def show_film(
    request: Request,
    services: ServicesDep,
    table_id: TableId,
    form: Annotated[film.Form, Query()] = "webp",
) -> Response:
    """All boards of a finished game one after another, as animated WebP or GIF."""
    table = await _finished(services, table_id)
    body = await services.pictures.find(
        f"{table.id}-film-{form}",
        lambda: film.film(table.session.match, form),
        lambda: services.limits.check_work(request),
    )
    return _download(body, FORMS[form], f"{table.game.name}-{table.id}.{form}")


async def _finished(services: Services, table_id: str) -> Table:
    table = await services.registry.find(table_id)
    if table.session.status is not Status.OVER:
        raise ApiError(409, "not_over", "A game can be reviewed when it is over.")
    return table


def _download(body: bytes, kind: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-cache"}
    return Response(body, media_type=kind, headers=headers)
