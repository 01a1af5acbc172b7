"""How the server is."""

from fastapi import APIRouter, Request, Response
from fastapi.responses import JSONResponse

from cubarium import __version__
from cubarium.server.api.schemas import Form
from cubarium.server.dependencies import hub_of
from cubarium.server.metrics import CONTENT_TYPE_PLAIN_0_0_4
from cubarium.store import repository as tables

router = APIRouter(tags=["server"])


class Health(Form):
    """Is all well? `storage`: can anything be written? `damaged`: is a part of it lost?"""

    ok: bool
    version: str
    storage: bool
    damaged: bool
    tables: dict[str, int]


@router.get("/healthz", response_model=Health, responses={503: {"model": Health}})
async def check_health(request: Request) -> JSONResponse:
    """For whoever watches the server."""
    hub = hub_of(request)
    counts = await hub.read(tables.counts)
    storage = hub.clock.is_healthy
    damaged: bool = request.app.state.is_damaged
    ok = storage and not damaged
    form = Health(ok=ok, version=__version__, storage=storage, damaged=damaged, tables=counts)
    return JSONResponse(form.model_dump(), 200 if ok else 503)


@router.get("/metrics", include_in_schema=False)
async def show_metrics(request: Request) -> Response:
    """Numbers for Prometheus."""
    hub, workers = hub_of(request), request.app.state.workers
    metrics = hub.metrics
    metrics.commits.set(hub.writer.commits)
    metrics.changes.set(hub.writer.changes)
    metrics.engine_jobs.labels("waiting").set(workers.waiting)
    metrics.engine_jobs.labels("running").set(workers.running)
    metrics.tables.set(len(hub.tables))
    return Response(metrics.text(), media_type=CONTENT_TYPE_PLAIN_0_0_4)
