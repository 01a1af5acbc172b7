"""Pictures and films of recorded games: as those of tables, from a text that nobody keeps."""

from hashlib import sha256
from typing import Annotated

from fastapi import APIRouter, Response
from pydantic import Field

from cubarium.engines.jobs import Job
from cubarium.engines.pool import Urgency
from cubarium.schema.model import RequestModel
from cubarium.server.http.posted_records import played_record
from cubarium.server.http.requests import RecordText
from cubarium.server.http.services import IdentityDep, Services, ServicesDep
from cubarium.server.pictures.endpoints import FILM, FORMS, STILL, download
from cubarium.server.pictures.film import Form
from cubarium.server.pictures.film_job import RecordFilmJob, RecordStillJob
from cubarium.tables.errors import ApiError
from cubarium.tables.identity import Identity

router = APIRouter(tags=["pictures"])


class StillRequest(RequestModel):
    """One recorded game, and which board of it."""

    text: RecordText
    at: Annotated[int, Field(ge=0, le=100_000)] | None = None
    """After so many acts; null: all of them."""


class FilmRequest(RequestModel):
    """One recorded game, and the form of its film."""

    text: RecordText
    form: Form = "webp"


@router.post("/records/still", response_class=Response, responses=STILL)
async def show_record_still(
    services: ServicesDep, identity: IdentityDep, request: StillRequest
) -> Response:
    """The board of a recorded game after so many acts, as PNG."""
    record = (await played_record(services, identity, request.text)).record
    if request.at is not None and request.at > len(record.acts):
        message = f"This game has {len(record.acts)} acts."
        raise ApiError(422, "invalid_input", message, where="at")
    body = await _made(
        services, identity, f"{request.at}", request.text, RecordStillJob(record, request.at)
    )
    return download(body, "image/png", f"{record.game}.png")


@router.post("/records/film", response_class=Response, responses=FILM)
async def show_record_film(
    services: ServicesDep, identity: IdentityDep, request: FilmRequest
) -> Response:
    """All boards of a recorded game one after another, as animated WebP or GIF."""
    record = (await played_record(services, identity, request.text)).record
    body = await _made(
        services, identity, request.form, request.text, RecordFilmJob(record, request.form)
    )
    return download(body, FORMS[request.form], f"{record.game}.{request.form}")


async def _made(
    services: Services, identity: Identity, what: str, text: str, job: Job[bytes]
) -> bytes:
    """A file, made by a worker if it was not made lately."""
    return await services.pictures.made(
        f"record-{what}-{sha256(text.encode()).hexdigest()}",
        lambda: services.workers.last(
            job, owner=identity.name, address=identity.address, urgency=Urgency.STUDY
        ),
        lambda: None,  # the router has asked for leave to work
    )
