"""Pictures of tables and games, for links in other places. They show what everybody may see."""

from collections.abc import Callable
from typing import Final

from fastapi import APIRouter, Request, Response

from cubarium import __version__
from cubarium.server.api.games import game_info
from cubarium.server.api.messages import TableId
from cubarium.server.errors import ERROR_RESPONSES, Responses
from cubarium.server.pictures import contents
from cubarium.server.pictures.poster import Poster, draw
from cubarium.server.services import Services, ServicesDep

router = APIRouter(tags=["pictures"])
PICTURE: Responses = {
    200: {
        "description": "The picture: 1200 by 630.",
        "content": {"image/png": {"schema": {"type": "string", "format": "binary"}}},
    },
    304: {"description": "The picture that you know."},
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
    table = await services.registry.find(table_id)
    tag = f"{table.id}-{table.session.revision}"
    return await _answer(request, services, tag, lambda: contents.of_table(table))
