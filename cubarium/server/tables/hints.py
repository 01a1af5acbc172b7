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
from cubarium.server.http.errors import ERROR_RESPONSES
from cubarium.server.http.services import IdentityDep, ServicesDep
from cubarium.server.people import fair_play
from cubarium.tables.errors import ApiError
from cubarium.tables.messages import TableId

router = APIRouter(tags=["tables"], responses=ERROR_RESPONSES)
SECONDS = 1.0


class Hint(RootModel[Thought[str]]):
    """What an engine thinks of the move that it would make."""

    model_config = COMPLETE


@router.post("/tables/{table_id}/hint")
async def give_hint(
    services: ServicesDep,
    identity: IdentityDep,
    table_id: TableId,
    seat: Annotated[SeatNumber | None, Query()] = None,
) -> Hint:
    """What the engine would play in your place, by what you may know."""
    table = (await services.tables.find(table_id)).table
    session, holds = table.session, table.held_by(identity)
    mover = own_seat(holds, seat, session.to_move)
    if not table.is_alone(holds):
        raise ApiError(403, "between_people", "There are no hints in games between people.")
    if session.to_move != mover:
        raise ApiError(409, "not_your_turn", "It is not your turn.")
    await fair_play.check_match(
        services.tables.in_memory(), identity, table.game, lambda: session.match
    )
    await services.tables.play_past(session.match)
    job = AnalysisJob(table.game.spec, session.match.story(mover), Limit(seconds=SECONDS))
    thoughts = await services.workers.last(
        job, owner=identity.name, address=identity.address, urgency=Urgency.HINT
    )
    return Hint(thoughts[0])
