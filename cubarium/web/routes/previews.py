"""What a move would do, before it is played."""

from typing import Annotated

from fastapi import APIRouter, Query, Request

from cubarium.core.errors import IllegalMove
from cubarium.play.live import Status
from cubarium.web.context import actor_of, hub_of
from cubarium.web.errors import FAULTS, Refused
from cubarium.web.forms import Form, Steps
from cubarium.web.protocol import SeatNumber, TableId
from cubarium.web.wishes import acting

router = APIRouter(tags=["tables"], responses=FAULTS)


class Preview(Form):
    """What a move would do, as an animation."""

    steps: Steps


@router.get("/tables/{table_id}/preview")
async def preview_move(
    request: Request,
    table_id: TableId,
    move: Annotated[str, Query(min_length=1, max_length=40)],
    seat: Annotated[SeatNumber | None, Query()] = None,
) -> Preview:
    """What a move of yours would do now, by what you may know. Nothing is changed."""
    table = await hub_of(request).find(table_id)
    mover = acting(table, actor_of(request), seat, moves=True)
    game, live = table.game, table.live
    if live.status is not Status.LIVE or live.to_move != mover:
        raise Refused(409, "not_your_turn", "It is not your turn.")
    try:
        act = game.read(live.match.state, move)
    except IllegalMove as error:
        message = game.table.info.say(error)
        raise Refused(409, str(error.reason), message, where=error.where) from error
    return Preview.model_construct(steps=game.steps(live.match.view(mover), act))
