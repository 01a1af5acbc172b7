"""Pictures of tables and games, for links in other places, and films of finished games. They show
what everybody may see."""

from collections.abc import Callable
from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from cubarium import __version__
from cubarium.engines.pool import Urgency
from cubarium.match.status import Status
from cubarium.server.http.errors import ERROR_RESPONSES, Responses
from cubarium.server.http.requests import game_info
from cubarium.server.http.services import IdentityDep, Services, ServicesDep
from cubarium.server.pictures import contents, film
from cubarium.server.pictures.film_job import FilmJob
from cubarium.server.pictures.poster import Poster, draw
from cubarium.tables.errors import ApiError
from cubarium.tables.messages import TableId
from cubarium.tables.table import Table

router = APIRouter(tags=["pictures"])
PICTURE: Responses = {
    200: {
        "description": "The picture: 1200 by 630.",
        "content": {"image/png": {"schema": {"type": "string", "format": "binary"}}},
    },
    304: {"description": "The picture that you know."},
    **ERROR_RESPONSES,
}
STILL: Responses = {
    200: {
        "description": "The picture: 960 by 1040.",
        "content": {"image/png": {"schema": {"type": "string", "format": "binary"}}},
    },
    **ERROR_RESPONSES,
}
FORMS: Final = {"gif": "image/gif", "webp": "image/webp"}
FILM: Responses = {
    200: {
        "description": "The film: 480 by 520.",
        "content": {
            kind: {"schema": {"type": "string", "format": "binary"}} for kind in FORMS.values()
        },
    },
    **ERROR_RESPONSES,
}
HEADERS: Final = {"Cache-Control": "no-cache", "Cross-Origin-Resource-Policy": "cross-origin"}
"""Whoever shows a link may show its picture."""


async def _answer(
    request: Request, services: Services, tag: str, poster: Callable[[], Poster]
) -> Response:
    headers = {**HEADERS, "ETag": f'"{tag}"'}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    body = await services.pictures.find(
        tag, lambda: draw(poster()), lambda: services.limits.check_work(request)
    )
    return Response(body, headers=headers, media_type="image/png")


@router.get("/picture", response_class=Response, responses=PICTURE)
async def show_site_picture(request: Request, services: ServicesDep) -> Response:
    """A picture of all games."""
    return await _answer(request, services, f"site-{__version__}", contents.of_site)


@router.get("/games/{name}/picture", response_class=Response, responses=PICTURE)
async def show_game_picture(request: Request, services: ServicesDep, name: str) -> Response:
    """A picture of a game."""
    game_info(name)
    tag = f"{name}-{__version__}"
    return await _answer(request, services, tag, lambda: contents.of_game(name))


@router.get("/tables/{table_id}/picture", response_class=Response, responses=PICTURE)
async def show_table_picture(
    request: Request, services: ServicesDep, table_id: TableId
) -> Response:
    """A picture of a table as it stands, through the eyes of a spectator."""
    table = (await services.tables.find(table_id)).table
    tag = f"{table.id}-{table.session.revision}"
    return await _answer(request, services, tag, lambda: contents.of_table(table))


@router.get("/tables/{table_id}/still", response_class=Response, responses=STILL)
async def show_still(
    request: Request,
    services: ServicesDep,
    table_id: TableId,
    at: Annotated[int | None, Query(ge=0, le=100_000)] = None,
) -> Response:
    """The board of a finished game after so many acts (all of them, if nothing is said), as PNG."""
    table = await finished_table(services, table_id)
    acts = len(table.session.match.steps)
    if at is not None and at > acts:
        raise ApiError(422, "invalid_input", f"This game has {acts} acts.", where="at")
    body = await services.pictures.find(
        f"{table.id}-still-{at}",
        lambda: film.still(table.session.match, at),
        lambda: services.limits.check_work(request),
    )
    return download(body, "image/png", f"{table.game.name}-{table.id}.png")


@router.get("/tables/{table_id}/film", response_class=Response, responses=FILM)
async def show_film(
    request: Request,
    services: ServicesDep,
    identity: IdentityDep,
    table_id: TableId,
    form: Annotated[film.Form, Query()] = "webp",
) -> Response:
    """All boards of a finished game one after another, as animated WebP or GIF."""
    table = await finished_table(services, table_id)
    job = FilmJob(table.session.match, form)
    body = await services.pictures.made(
        f"{table.id}-film-{form}",
        lambda: services.workers.last(
            job, owner=identity.name, address=identity.address, urgency=Urgency.STUDY
        ),
        lambda: services.limits.check_work(request),
    )
    return download(body, FORMS[form], f"{table.game.name}-{table.id}.{form}")


async def finished_table(services: Services, table_id: str) -> Table:
    """A table whose game is over. Raises ApiError."""
    table = (await services.tables.find(table_id)).table
    if table.session.status is not Status.OVER:
        raise ApiError(409, "not_over", "A game can be reviewed when it is over.")
    return table


def download(body: bytes, kind: str, name: str) -> Response:
    """A file to be kept."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "no-cache"}
    return Response(body, media_type=kind, headers=headers)
