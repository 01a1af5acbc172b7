"""Hints, for one person who plays engines."""

from typing import Annotated

from fastapi import APIRouter, Query
from pydantic import RootModel

from cubarium.analysis.jobs import AnalysisJob
from cubarium.core.engine import Limit, Thought
from cubarium.engines.pool import Urgency
from cubarium.match.command_rules import own_seat
from cubarium.match.commands import SeatNumber
from cubarium.schema.model import COMPLETE
from cubarium.server.api.messages import TableId
from cubarium.server.errors import ERROR_RESPONSES, ApiError
from cubarium.server.live import fair_play
from cubarium.server.services import ActorDep, ServicesDep

router = APIRouter(tags=["tables"], responses=ERROR_RESPONSES)
SECONDS = 1.0


class Hint(RootModel[Thought[str]]):
    """What an engine thinks of the move that it would make."""

    model_config = COMPLETE


@router.post("/tables/{table_id}/hint")
async def give_hint(
    services: ServicesDep,
    actor: ActorDep,
    table_id: TableId,
    seat: Annotated[SeatNumber | None, Query()] = None,
) -> Hint:
    """What the engine would play in your place, by what you may know."""
    table = await services.registry.find(table_id)
    session, holds = table.session, table.held_by(actor)
    mover = own_seat(holds, seat, session.to_move)
    if not table.is_alone(holds):
        raise ApiError(403, "between_people", "There are no hints in games between people.")
    if session.to_move != mover:
        raise ApiError(409, "not_your_turn", "It is not your turn.")
    await fair_play.check_match(services.registry, actor, table.game, lambda: session.match)
    await services.registry.play_past(session.match)
    job = AnalysisJob(table.game.spec, session.match.story(mover), Limit(seconds=SECONDS))
    thoughts = await services.workers.last(
        job, owner=actor.name, address=actor.address, urgency=Urgency.HINT
    )
    return Hint(thoughts[0])
