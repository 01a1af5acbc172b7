"""Hints, for one person who plays engines."""

from typing import Annotated

from fastapi import APIRouter, Query, Request

from cubarium.analysis.jobs import AnalysisJob
from cubarium.core.engine import Limit
from cubarium.engines.pool import Urgency, Workers
from cubarium.match.session import Status
from cubarium.server.api.messages import SeatNumber, TableId
from cubarium.server.api.schemas import Thought
from cubarium.server.dependencies import actor_of, hub_of
from cubarium.server.errors import FAULTS, Refused
from cubarium.server.live.commands import acting

router = APIRouter(tags=["tables"], responses=FAULTS)
SECONDS = 1.0


@router.post("/tables/{table_id}/hint")
async def give_hint(
    request: Request, table_id: TableId, seat: Annotated[SeatNumber | None, Query()] = None
) -> Thought:
    """What the engine would play in your place, by what you may know."""
    table = await hub_of(request).find(table_id)
    actor = actor_of(request)
    mover = acting(table, actor, seat, moves=True)
    live = table.live
    if not table.alone(table.held(actor)):
        raise Refused(403, "between_people", "There are no hints in games between people.")
    if live.status is not Status.LIVE or live.to_move != mover:
        raise Refused(409, "not_your_turn", "It is not your turn.")
    job = AnalysisJob(table.game.spec, live.match.story(mover), Limit(seconds=SECONDS))
    workers: Workers = request.app.state.workers
    thoughts = await workers.last(job, owner=table.id, urgency=Urgency.HINT)
    return Thought.model_validate(thoughts[0])
