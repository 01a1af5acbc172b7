"""What other places show of a link to a page of ours as Open Graph: title, sentence, picture."""

from dataclasses import dataclass
from html import escape
from typing import Final

from fastapi import Request

from cubarium.server.http.requests import game_info
from cubarium.server.http.services import services_of
from cubarium.server.pictures import contents
from cubarium.server.pictures.poster import HEIGHT, WIDTH

NAME: Final = "Cubarium"
GAME_PAGES: Final = {"rules": "The rules of", "new": "A table for", "learn": "Learn"}
"""By the first word of an address, what its page has for a game."""
SITE: Final = "Cube games against friends or the computer. No account, no waiting."


@dataclass(frozen=True)
class LinkPreview:
    """What links say about a page; `picture` is an address on this server."""

    title: str
    description: str
    picture: str

    def tags(self, request: Request) -> str:
        """As tags for the head of the page, with whole addresses."""
        site = site_of(request)
        properties = {
            "og:site_name": NAME,
            "og:type": "website",
            "og:title": self.title,
            "og:description": self.description,
            "og:url": site + request.url.path,
            "og:image": site + self.picture,
            "og:image:type": "image/png",
            "og:image:width": str(WIDTH),
            "og:image:height": str(HEIGHT),
            "og:image:alt": self.description,
        }
        card = '<meta name="twitter:card" content="summary_large_image">'
        parts = (
            f'<meta property="{name}" content="{escape(value)}">'
            for name, value in properties.items()
        )
        return "".join((*parts, card))


def site_of(request: Request) -> str:
    """How whoever asks calls this site: its address without a slash at its end."""
    services = services_of(request)
    scheme = "https" if services.https else request.url.scheme
    return f"{scheme}://{request.url.netloc}{services.path}"


async def preview_of(request: Request) -> LinkPreview:
    """Of the page that a request asks for. Raises ApiError if it is about something unknown."""
    name = request.path_params.get("name", "")
    room = request.url.path.split("/")[1]
    if room == "t" or (room == "review" and name):
        return await _of_table(request, name)
    if name and room in GAME_PAGES:
        info = game_info(name)
        what = GAME_PAGES[room]
        return LinkPreview(f"{what} {info.title}", info.summary, f"/api/games/{name}/picture")
    return LinkPreview(NAME, SITE, "/api/picture")


async def _of_table(request: Request, name: str) -> LinkPreview:
    table = (await services_of(request).tables.find(name)).table
    names = contents.names_of(table)
    people = ", ".join(filter(None, names))
    description = ". ".join(filter(None, (people, contents.status(table, names))))
    picture = f"/api/tables/{table.id}/picture?revision={table.session.revision}"
    return LinkPreview(f"{table.game.spec.info.title} · {NAME}", f"{description}.", picture)
