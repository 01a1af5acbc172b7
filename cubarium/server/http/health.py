"""Whether the server is well."""

from contextlib import suppress

from fastapi import APIRouter, HTTPException, Request, Response
from fastapi.responses import JSONResponse

from cubarium import __version__
from cubarium.database import database, repository
from cubarium.schema.model import ResponseModel
from cubarium.server.http.proxy_headers import address_for_rights
from cubarium.server.http.services import ServicesDep
from cubarium.server.process.metrics import CONTENT_TYPE_PLAIN_0_0_4
from cubarium.tables.errors import ApiError

router = APIRouter(tags=["server"])


class Health(ResponseModel):
    """Is all well? `storage`: can anything be written? `damaged`: is a part of it lost?"""

    ok: bool
    version: str
    storage: bool
    damaged: bool
    tables: dict[str, int]


@router.get("/healthz", response_model=Health, responses={503: {"model": Health}})
async def check_health(services: ServicesDep) -> JSONResponse:
    """For whoever watches the server."""
    counts = await services.runtime.storage.read(repository.counts)
    storage, damaged = services.runtime.clock.is_healthy, services.is_damaged
    ok = storage and not damaged
    health = Health(ok=ok, version=__version__, storage=storage, damaged=damaged, tables=counts)
    return JSONResponse(health.model_dump(), 200 if ok else 503)


@router.get("/metrics", include_in_schema=False)
async def show_metrics(request: Request, services: ServicesDep) -> Response:
    """Numbers for Prometheus; nobody else is told that there are any."""
    if address_for_rights(request) not in services.observers:
        raise HTTPException(404)
    metrics, workers = services.metrics, services.workers
    with suppress(ApiError):  # the database is gone for a moment: all else can be told
        metrics.database_bytes.set(await services.runtime.storage.read(database.size))
    metrics.engine_jobs.labels("waiting").set(workers.waiting)
    metrics.engine_jobs.labels("running").set(workers.running)
    metrics.tables.set(len(services.tables.loaded))
    return Response(metrics.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4)
