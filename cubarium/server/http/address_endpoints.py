"""The server's addresses, for whoever sits at its machine and wants to invite others."""

from fastapi import APIRouter, Request

from cubarium.schema.model import ResponseModel
from cubarium.server.http.errors import ERROR_RESPONSES
from cubarium.server.http.proxy_headers import address_for_rights
from cubarium.server.http.services import ServicesDep
from cubarium.server.process.addresses import LAN_COMMAND, is_loopback

router = APIRouter(tags=["server"], responses=ERROR_RESPONSES)


class Addresses(ResponseModel):
    """Where others can open the page, the best one first; none: they can't."""

    addresses: list[str]
    command: str
    """What starts the server so that they can, on this machine."""


@router.get("/addresses")
async def list_addresses(request: Request, services: ServicesDep) -> Addresses:
    """The addresses that people nearby can open. Told on the server's own machine alone: whoever
    asks from elsewhere knows one that works."""
    if is_loopback(address_for_rights(request)) and is_loopback(request.url.hostname or ""):
        return Addresses(addresses=list(services.addresses), command=services.lan_command)
    return Addresses(addresses=[], command=LAN_COMMAND)
