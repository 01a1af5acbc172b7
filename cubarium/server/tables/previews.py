"""What a move would do, before it is played."""

from typing import Annotated

from fastapi import APIRouter, Query

from cubarium.core.errors import IllegalMove
from cubarium.match.command_rules import own_seat
from cubarium.match.commands import SeatNumber
from cubarium.schema.model import ResponseModel, Steps
from cubarium.server.http.errors import ERROR_RESPONSES
from cubarium.server.http.services import IdentityDep, ServicesDep
from cubarium.tables.errors import ApiError, illegal_move
from cubarium.tables.messages import TableId

router = APIRouter(tags=["tables"], responses=ERROR_RESPONSES)


class Preview(ResponseModel):
    """What a move would do, as an animation."""

    steps: Steps


@router.get("/tables/{table_id}/preview")
async def preview_move(
    services: ServicesDep,
    identity: IdentityDep,
    table_id: TableId,
    move: Annotated[str, Query(min_length=1, max_length=40)],
    seat: Annotated[SeatNumber | None, Query()] = None,
) -> Preview:
    """What a move of yours would do now, by what you may know. Nothing is changed."""
    table = (await services.tables.find(table_id)).table
    game, session = table.game, table.session
    mover = own_seat(table.held_by(identity), seat, session.to_move)
    if session.to_move != mover:
        raise ApiError(409, "not_your_turn", "It is not your turn.")
    try:
        action = game.read(session.match.state, move)
    except IllegalMove as error:
        raise illegal_move(game, error) from error
    return Preview.model_construct(steps=game.steps(session.match.view(mover), action))
