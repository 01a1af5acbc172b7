"""How a game has come to where it stands: every board of it, once."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Final

from fastapi import APIRouter, Query, Response

from cubarium.core.scene import Card, Holder, Item, Mark, Scene, Sight
from cubarium.core.turn import Seat
from cubarium.match.commands import SeatNumber
from cubarium.match.events import Drawn, Moved
from cubarium.match.match import Match
from cubarium.match.revision import Revision
from cubarium.match.step_sequence import Step
from cubarium.schema.model import ResponseModel
from cubarium.server.http.errors import ERROR_RESPONSES
from cubarium.server.http.services import IdentityDep, ServicesDep
from cubarium.tables.messages import TableId

router = APIRouter(tags=["tables"], responses=ERROR_RESPONSES)
MOST_BOARDS: Final = 100
"""In one answer: each is some kilobytes."""


class PastBoard(ResponseModel):
    """What was on the board: a scene without what never changes, and without what could be done."""

    items: tuple[Item, ...]
    marks: tuple[Mark, ...]
    stocks: Mapping[str, Mapping[str, int]]
    holders: tuple[Holder, ...]
    sights: tuple[Sight, ...]
    cards: tuple[Card, ...]


class History(ResponseModel):
    """The boards of a game, as you may know them."""

    revision: Revision
    boards: list[PastBoard]
    """The board before each of the actions."""
    next: int | None
    """Ask for what is `after` this many boards to get more; null: these are the last ones."""


@router.get("/tables/{table_id}/history", response_model=History)
async def show_history(
    services: ServicesDep,
    identity: IdentityDep,
    table_id: TableId,
    view: Annotated[SeatNumber | None, Query()] = None,
    after: Annotated[int, Query(ge=0)] = 0,
) -> Response:
    """The boards of a game from its start on, to step through it: a page of them."""
    table = (await services.tables.find(table_id)).table
    subscriber = table.subscriber(identity, view)
    session = table.session

    def write() -> str:
        acts = [step for step in session.match.steps if isinstance(step.event, Moved | Drawn)]
        end = after + MOST_BOARDS
        following = end if end < len(acts) else None
        boards = [*_boards(session.match, subscriber.view, acts, after, end)]
        page = History.model_construct(revision=session.revision, boards=boards, next=following)
        return page.model_dump_json()

    written = await services.pages.work(write)
    return Response(written, media_type="application/json")


def _boards(
    match: Match, seat: Seat | None, acts: Sequence[Step], start: int, end: int
) -> Iterator[PastBoard]:
    game = match.game
    view = game.view if match.outcome is None else game.opened
    last = None
    for at, step in enumerate(acts[:end]):
        if at >= start:
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
