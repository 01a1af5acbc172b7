"""The page for people: built from ui/, kept in memory, sent compressed."""

import gzip
import mimetypes
import re
from collections.abc import Awaitable, Callable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

from fastapi import Request, Response
from starlette.exceptions import HTTPException

from cubarium.core.errors import CubariumError
from cubarium.server.http.errors import http_response
from cubarium.server.http.services import ServerApp
from cubarium.server.pictures.link_preview import preview_of
from cubarium.tables.errors import ApiError

FOLDER: Final = Path(__file__).parent / "page"
INDEX: Final = "index.html"
PAGES: Final = (
    "/",
    "/t/{name}",
    "/new/{name}",
    "/rules/{name}",
    "/learn",
    "/learn/{name}",
    "/learn/{name}/{exercise}",
    "/puzzles",
    "/puzzles/{name}",
    "/puzzles/{game}/{name}",
    "/analyse",
    "/review",
    "/review/{name}",
    "/watch",
    "/watch/{game}/{name}",
)
"""The addresses of pages."""
OWN_FILE: Final = re.compile(rb'(href|src)="\.?/')
METHODS: Final = ("GET", "HEAD")
FOREVER: Final = "public, max-age=31536000, immutable"
"""For assets: their names change with their contents."""

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")  # unknown to Python on machines without a list of types


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
            kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
            found[file.relative_to(folder).as_posix()] = _sheet(file.read_bytes(), kind)
    return found


def _sheet(body: bytes, kind: str) -> Sheet:
    return Sheet(body, gzip.compress(body, mtime=0), kind, f'"{sha256(body).hexdigest()[:16]}"')


def install_page(app: ServerApp, sheets: Mapping[str, Sheet]) -> None:
    """Let an app send the page: every address of a page of ours is the same file, which finds out
    itself. A browser that asks for what is not there gets it too, and a 404."""
    index = _placed(sheets[INDEX], app.services.path)

    async def show_page(request: Request) -> Response:
        try:
            preview = await preview_of(request)
        except ApiError as error:
            return _sent(request, index, "no-cache", 404 if error.status == 404 else 200)
        return _sent(request, _with_head(index, preview.tags(request)), "no-cache")

    async def show_nothing(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        if _is_for_a_person(request):
            return _sent(request, index, "no-cache", 404)
        return http_response(error)

    for path in PAGES:
        app.add_route(path, show_page, methods=[*METHODS], include_in_schema=False)
    for name, sheet in sheets.items():
        if name != INDEX:
            send = _sender(sheet, name)
            app.add_route(f"/{name}", send, methods=[*METHODS], include_in_schema=False)
    app.add_exception_handler(404, show_nothing)


def _placed(sheet: Sheet, path: str) -> Sheet:
    """The page, told where it is: it is shown under many addresses, and names its files from the
    top of the site."""
    body = OWN_FILE.sub(rf'\1="{path}/'.encode(), sheet.body)
    return _sheet(body.replace(b"<html", f'<html data-path="{path}"'.encode(), 1), sheet.kind)


def _with_head(sheet: Sheet, tags: str) -> Sheet:
    """The page with more in its head."""
    return _sheet(sheet.body.replace(b"</head>", f"{tags}</head>".encode(), 1), sheet.kind)


def _is_for_a_person(request: Request) -> bool:
    """Does a browser ask for something to show? What is below /api is for programs."""
    accepted = request.headers.get("accept", "")
    path = request.url.path
    return request.method in METHODS and "text/html" in accepted and not path.startswith("/api/")


def _sender(sheet: Sheet, name: str) -> Callable[[Request], Awaitable[Response]]:
    async def send(request: Request) -> Response:
        return _sent(request, sheet, FOREVER if name.startswith("assets/") else "no-cache")

    return send


def _sent(request: Request, sheet: Sheet, caching: str, status: int = 200) -> Response:
    headers = {"Cache-Control": caching, "ETag": sheet.tag, "Vary": "Accept-Encoding"}
    if status == 200 and request.headers.get("if-none-match") == sheet.tag:
        return Response(status_code=304, headers=headers)
    body = sheet.body
    if "gzip" in request.headers.get("accept-encoding", ""):
        body = sheet.packed
        headers["Content-Encoding"] = "gzip"
    return Response(body, status, headers, media_type=sheet.kind)
