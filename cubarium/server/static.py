"""The page for people: built from ui/, kept in memory, sent compressed."""

import gzip
import mimetypes
from collections.abc import Awaitable, Callable
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from fastapi import APIRouter, Request, Response

from cubarium.core.errors import CubariumError

FOLDER: Final = Path(__file__).parent / "page"
INDEX: Final = "index.html"
FOREVER: Final = "public, max-age=31536000, immutable"
"""For assets: their names change with their contents."""


class Sheet(NamedTuple):
    """One file."""

    body: bytes
    packed: bytes
    kind: str
    tag: str


def read_page(folder: Path = FOLDER) -> dict[str, Sheet]:
    """All files of the page by name. Raises CubariumError if it was not built."""
    if not (folder / INDEX).is_file():
        raise CubariumError("the page is missing: install Cubarium anew (`make play` builds it)")
    found = {}
    for file in sorted(folder.rglob("*")):
        if file.is_file():
            body = file.read_bytes()
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            tag = f'"{sha256(body).hexdigest()[:16]}"'
            found[file.relative_to(folder).as_posix()] = Sheet(body, gzip.compress(body), kind, tag)
    return found


def page_router(sheets: dict[str, Sheet]) -> APIRouter:
    """Sends the page: every address of a page of ours is the same file, which finds out itself."""
    router = APIRouter(include_in_schema=False)

    @router.get("/")
    @router.get("/t/{name}")
    @router.get("/new/{name}")
    @router.get("/rules/{name}")
    async def show_page(request: Request) -> Response:
        return _sent(request, sheets[INDEX], "no-cache")

    for name, sheet in sheets.items():
        if name != INDEX:
            router.add_api_route(f"/{name}", _sender(sheet, name), methods=["GET"])
    return router


def _sender(sheet: Sheet, name: str) -> Callable[[Request], Awaitable[Response]]:
    async def send(request: Request) -> Response:
        return _sent(request, sheet, FOREVER if name.startswith("assets/") else "no-cache")

    return send


def _sent(request: Request, sheet: Sheet, caching: str) -> Response:
    headers = {"Cache-Control": caching, "ETag": sheet.tag, "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == sheet.tag:
        return Response(status_code=304, headers=headers)
    body = sheet.body
    if "gzip" in request.headers.get("accept-encoding", ""):
        body = sheet.packed
        headers["Content-Encoding"] = "gzip"
    return Response(body, headers=headers, media_type=sheet.kind)
