"""A site below a path of its host: https://club.example.org/games/, not a host of its own."""

import re
from typing import Final

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from cubarium.core.errors import CubariumError

SITE_PATH: Final = re.compile(r"(/[A-Za-z0-9._~-]+)+")


def site_path(text: str) -> str:
    """The path below which the site is, without a slash at its end; empty: none. Raises
    CubariumError."""
    path = text.rstrip("/")
    if path and (not SITE_PATH.fullmatch(path) or {"..", "."} & set(path.split("/"))):
        raise CubariumError(f"{text} is no path for a site: expected one like /games")
    return path


class SitePathMiddleware:
    """Takes the path of the site away, whether the proxy has done so already or not: the app itself
    knows nothing of it."""

    def __init__(self, app: ASGIApp, *, path: str) -> None:
        self._app = app
        self._path = path

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket"):
            asked = scope["path"]
            if asked == self._path and scope["type"] == "http":
                await RedirectResponse(f"{self._path}/", 308)(scope, receive, send)
                return
            if asked.startswith(f"{self._path}/"):
                rest = asked.removeprefix(self._path)
                raw = scope.get("raw_path", b"").removeprefix(self._path.encode())
                scope = {**scope, "path": rest, "raw_path": raw}
        await self._app(scope, receive, send)
