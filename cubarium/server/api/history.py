"""How a game has come to where it stands: every board of it, once."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from fastapi import APIRouter, Query
from fastapi.concurrency import run_in_threadpool

from cubarium.core.scene import Card, Holder, Item, Mark, Scene, Sight
from cubarium.core.turn import Seat
from cubarium.match.commands import SeatNumber
from cubarium.match.events import Drawn, Moved
from cubarium.match.match import Match
from cubarium.match.revision import Revision
from cubarium.schema.model import ResponseModel
from cubarium.server.api.messages import TableId
from cubarium.server.errors import ERROR_RESPONSES
from cubarium.server.services import ActorDep, ServicesDep

router = APIRouter(tags=["tables"], responses=ERROR_RESPONSES)


class PastBoard(ResponseModel):
    """What was on the board: a scene without what never changes, and without what could be done."""

    items: tuple[Item, ...]
    marks: tuple[Mark, ...]
    stocks: Mapping[str, Mapping[str, int]]
    holders: tuple[Holder, ...]
    sights: tuple[Sight, ...]
    cards: tuple[Card, ...]


class History(ResponseModel):
    """All boards of a game, as you may know them."""

    revision: Revision
    boards: list[PastBoard]
    """The board before each of the actions."""


@router.get("/tables/{table_id}/history")
async def show_history(
    services: ServicesDep,
    actor: ActorDep,
    table_id: TableId,
    view: Annotated[SeatNumber | None, Query()] = None,
) -> History:
    """The boards of a game from its start on, for whoever wants to step through it."""
    table = await services.registry.find(table_id)
    subscriber = table.subscriber(actor, view)
    session = table.session
    boards = await run_in_threadpool(lambda: [*_boards(session.match, subscriber.view)])
    return History.model_construct(revision=session.revision, boards=boards)


def _boards(match: Match, seat: Seat | None) -> Iterator[PastBoard]:
    game = match.game
    view = game.view if match.outcome is None else game.opened
    last = None
    for step in match.steps:
        if not isinstance(step.event, Moved | Drawn):
            continue
        yield _board(game.scene(view(step.before, seat), last))
        if last is None or isinstance(step.event, Moved):
            last = step.act


def _board(scene: Scene) -> PastBoard:
    return PastBoard.model_construct(
        items=scene.items,
        marks=scene.marks,
        stocks=scene.stocks,
        holders=scene.holders,
        sights=scene.sights,
        cards=scene.cards,
    )
