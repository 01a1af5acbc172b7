"""What a request brings along: the server's hub, and who asks."""

from fastapi import Request, Response

from cubarium.server.identity import Actor, Guests
from cubarium.server.live.hub import Hub


def hub_of(request: Request) -> Hub:
    """The tables of the server."""
    hub: Hub = request.app.state.hub
    return hub


def actor_of(request: Request) -> Actor:
    """Who asks, by cookie or token."""
    guests: Guests = request.app.state.guests
    return guests.actor(request)


def known_or_new(request: Request, response: Response) -> Actor:
    """Who asks; a newcomer gets a cookie."""
    guests: Guests = request.app.state.guests
    return guests.actor(request, response)


def owner_of(request: Request) -> str:
    """Whose turn it is in a fair queue: the guest, else the address."""
    guests: Guests | None = getattr(request.app.state, "guests", None)
    secret = None if guests is None else guests.read(request.cookies)
    return secret or (request.client.host if request.client else "unknown")
