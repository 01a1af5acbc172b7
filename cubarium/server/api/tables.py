"""Tables over HTTP: made, found, looked at, and every wish of a seat."""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import StringConstraints

from cubarium.core.errors import CubariumError
from cubarium.core.turn import Seat
from cubarium.match.session import Status
from cubarium.records import json_format, text_format
from cubarium.server.api.messages import Ack, AnyWish, Happening, SeatNumber, Snapshot, TableId
from cubarium.server.api.schemas import Form, Question
from cubarium.server.configuration import NewTable, Setting
from cubarium.server.dependencies import actor_of, hub_of, known_or_new
from cubarium.server.errors import FAULTS, Refused
from cubarium.server.identity import Actor, digest, new_secret
from cubarium.server.live.commands import acting, grant
from cubarium.server.live.game_record import record_of_table
from cubarium.server.live.hub import Hub
from cubarium.server.live.subscriber import Viewer
from cubarium.server.live.table import LiveTable, game_of
from cubarium.server.live.table_factory import open_table
from cubarium.server.live.views import happenings, snapshot
from cubarium.store import repository

router = APIRouter(tags=["tables"], responses=FAULTS)
MOST_LISTED = 100
MOST_KEYS = 20


class Made(Form):
    """A new table: how it stands, and the tokens of your seats. A token stands for its holder: it
    is for programs, and for links to another device; nobody else may see it."""

    snapshot: Snapshot
    tokens: dict[Seat, str]


class Sitter(Form):
    """Who sits in a seat."""

    name: str
    engine: str


class TableCard(Form):
    """A table in a list. Where it started is not told if that tells of cards."""

    table: str
    setting: Setting
    status: Status
    seats: list[Sitter | None]
    """Null: free."""
    to_move: Seat | None
    your_turn: bool
    version: int
    created: int
    changed: int


class Token(Form):
    """A secret that stands for a seat."""

    seat: Seat
    token: str


class ShownToken(Question):
    """The token of a private link, and the seat that it is for."""

    seat: SeatNumber
    token: Annotated[str, StringConstraints(min_length=1, max_length=64)]


def card(row: Any, *, your_turn: bool = False) -> TableCard:
    """A table in a list."""
    seats = [None if one is None else Sitter(name=one[0], engine=one[1]) for one in row.seated]
    setting = Setting.model_validate(row.setting)
    if setting.position is not None and game_of(setting).has_secrets:
        setting = setting.model_copy(update={"position": None})
    return TableCard(
        table=row.id,
        setting=setting,
        status=Status(row.status),
        seats=seats,
        to_move=row.to_move,
        your_turn=your_turn,
        version=row.version,
        created=row.created,
        changed=row.changed,
    )


def seen_by(request: Request, table: LiveTable, actor: Actor, view: Seat | None = None) -> Viewer:
    """Somebody who looks once. Raises Refused."""
    holds = tuple(table.held(actor))
    if view is not None and view not in holds:
        raise Refused(403, "not_your_seat", "This is not your seat.")
    if view is None and len(holds) == 1:
        view = holds[0]
    hub_of(request).returned(table, holds)
    return Viewer(request.app.state.nowhere, actor, holds, view)


@router.post("/tables", status_code=201)
async def create_table(request: Request, response: Response, wanted: NewTable) -> Made:
    """Make a table. One that needs nobody else can be played at once."""
    hub = hub_of(request)
    request.app.state.limits.creating(request)
    actor = known_or_new(request, response)
    table, tokens = await open_table(hub, wanted, actor)
    viewer = seen_by(request, table, actor)
    form = snapshot(table, viewer, hub.now(), hub.uncharged(table))
    return Made.model_construct(snapshot=form, tokens=tokens)


@router.get("/tables")
async def list_tables(
    request: Request,
    status: Annotated[Literal["open", "live"], Query()] = "open",
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 50,
) -> list[TableCard]:
    """The lobby: public tables with free seats, or those where people play."""
    rows = await hub_of(request).read(
        lambda connection: repository.lobby(connection, Status(status), limit)
    )
    return [card(row) for row in rows]


@router.get("/me/tables")
async def list_my_tables(
    request: Request, limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 50
) -> list[TableCard]:
    """Your tables: those where it is your turn first."""
    digests = actor_of(request).digests
    rows = await hub_of(request).read(
        lambda connection: repository.of_keys(connection, digests, limit)
    )
    return [card(row, your_turn=bool(row.waits)) for row in rows]


@router.get("/tables/{table_id}")
async def show_table(
    request: Request, table_id: TableId, view: Annotated[SeatNumber | None, Query()] = None
) -> Snapshot:
    """A table as you may see it."""
    hub = hub_of(request)
    table = await hub.find(table_id)
    viewer = seen_by(request, table, actor_of(request), view)
    return snapshot(table, viewer, hub.now(), hub.uncharged(table))


@router.get("/tables/{table_id}/events")
async def list_events(
    request: Request,
    table_id: TableId,
    after: Annotated[int, Query(ge=0)] = 0,
    view: Annotated[SeatNumber | None, Query()] = None,
) -> list[Happening]:
    """What has happened at a table since a version, as you may know it."""
    table = await hub_of(request).find(table_id)
    viewer = seen_by(request, table, actor_of(request), view)
    return happenings(table, table.log[after:], viewer.view, scenes=False)


@router.post("/tables/{table_id}/wishes")
async def make_wish(request: Request, response: Response, table_id: TableId, wish: AnyWish) -> Ack:
    """Anything that a seat may wish: move, offer, resign, sit down, speak, …"""
    hub = hub_of(request)
    table = await hub.find(table_id)
    actor = known_or_new(request, response) if wish.type == "sit" else actor_of(request)
    versions: list[int] = []
    try:
        await grant(hub, table, actor, wish, versions.append)
    except Refused as error:
        viewer = seen_by(request, table, actor)
        form = snapshot(table, viewer, hub.now(), hub.uncharged(table))
        error.snapshot = form.model_dump(mode="json")
        raise
    return Ack(table=table.id, id=wish.id, version=versions[0])


@router.post("/tables/{table_id}/tokens", status_code=201)
async def create_token(
    request: Request, table_id: TableId, seat: Annotated[SeatNumber | None, Query()] = None
) -> Token:
    """One more token for your seat: for a private link to another device, or for a program."""
    hub = hub_of(request)
    request.app.state.limits.creating(request)
    table = await hub.find(table_id)
    token = new_secret()
    async with table.lock:
        holder = acting(table, actor_of(request), seat)
        await add_key(hub, table, holder, digest(token))
    return Token(seat=holder, token=token)


async def add_key(hub: Hub, table: LiveTable, seat: Seat, mark: bytes) -> None:
    """One more key for a seat. Whoever calls holds the table's lock. Raises Refused."""
    if len(table.keys.get(seat, ())) >= MOST_KEYS:
        raise Refused(409, "too_many_tokens", f"A seat has no more than {MOST_KEYS} keys.")
    await hub.write(lambda connection: repository.add_key(connection, table.id, seat, mark))
    table.keys.setdefault(seat, []).append(mark)


@router.post("/tables/{table_id}/resume")
async def resume_seat(
    request: Request, response: Response, table_id: TableId, shown: ShownToken
) -> Snapshot:
    """Take over a seat on this device, by the token of a private link."""
    hub = hub_of(request)
    table = await hub.find(table_id)
    async with table.lock:
        if not Actor((digest(shown.token),)).holds(table.keys.get(shown.seat, ())):
            raise Refused(403, "wrong_token", "This link does not open this seat.")
        actor = known_or_new(request, response)
        if not actor.holds(table.keys.get(shown.seat, ())):
            await add_key(hub, table, shown.seat, actor.digests[-1])
    viewer = seen_by(request, table, actor)
    return snapshot(table, viewer, hub.now(), hub.uncharged(table))


RECORD: dict[int | str, dict[str, Any]] = {
    200: {
        "description": "The record.",
        "content": {
            "text/plain": {"schema": {"type": "string"}},
            "application/json": {"schema": {"type": "array", "items": {"type": "object"}}},
        },
    }
}


@router.get("/tables/{table_id}/record", responses=RECORD)
async def export_record(
    request: Request,
    table_id: TableId,
    form: Annotated[Literal["text", "json"], Query()] = "text",
) -> PlainTextResponse:
    """The record of a game; where cards are secret, when it is over."""
    table = await hub_of(request).find(table_id)
    if not table.opened:
        raise Refused(409, "not_over", "The record holds all cards: it is to be had at the end.")
    try:
        record = record_of_table(table)
        written = text_format.write_all if form == "text" else json_format.write_all
        text = written([record])
    except CubariumError as error:  # pragma: no cover - a record of ours is always right
        raise Refused(409, "no_record", str(error)) from error
    kind = "text/plain" if form == "text" else "application/json"
    name = f"{table.game.name}-{table.id}.{'txt' if form == 'text' else 'json'}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(text, media_type=kind, headers=headers)
