"""Hints, for one person who plays engines."""

from typing import Annotated

from fastapi import APIRouter, Query, Request

from cubarium.core.engine import Limit
from cubarium.play.jobs import Analyse, Rules
from cubarium.play.live import Status
from cubarium.play.workers import Urgency, Workers
from cubarium.web.context import actor_of, hub_of
from cubarium.web.errors import FAULTS, Refused
from cubarium.web.forms import Thought
from cubarium.web.protocol import SeatNumber, TableId
from cubarium.web.wishes import acting

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
    job = Analyse(Rules.of(table.game), live.match.story(mover), Limit(seconds=SECONDS))
    workers: Workers = request.app.state.workers
    thoughts = await workers.last(job, owner=table.id, urgency=Urgency.HINT)
    return Thought.model_validate(thoughts[0])
