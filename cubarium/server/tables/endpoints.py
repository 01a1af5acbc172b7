"""Tables over HTTP: made, found, looked at, and every command of a seat."""

from typing import Annotated, Literal, TypeAlias

from fastapi import APIRouter, Depends, Header, Query, Request, Response
from fastapi.responses import PlainTextResponse
from pydantic import StringConstraints, TypeAdapter
from sqlalchemy import Connection

from cubarium import catalog
from cubarium.core.errors import CubariumError
from cubarium.core.turn import Outcome, Seat
from cubarium.database import repository
from cubarium.database.repository import ListedTable
from cubarium.match.command_rules import own_seat
from cubarium.match.commands import AnyCommand, Say, SeatNumber, Sit
from cubarium.match.configuration import Configuration
from cubarium.match.revision import Revision
from cubarium.match.status import Status
from cubarium.records import json_format, text_format
from cubarium.schema.model import RequestModel, ResponseModel
from cubarium.server.http.errors import ERROR_RESPONSES
from cubarium.server.http.requests import NewTable
from cubarium.server.http.services import (
    IdentityDep,
    NewIdentityDep,
    ServicesDep,
    check_creation,
)
from cubarium.server.people.guests import COOKIE
from cubarium.server.tables.table_actor import TableActor
from cubarium.server.tables.table_factory import open_table
from cubarium.server.tables.table_record import no_such_table
from cubarium.tables.errors import ApiError
from cubarium.tables.game_record import record_of_table
from cubarium.tables.identity import SHORTEST, Identity, digest, new_secret
from cubarium.tables.inbox import AddKey, Recall
from cubarium.tables.messages import Ack, EventView, TableId, Update
from cubarium.tables.views import events

router = APIRouter(tags=["tables"], responses=ERROR_RESPONSES)
MOST_LISTED = 100
MOST_EVENTS = 200
"""In one answer."""
MOST_NAME = 64
OUTCOME: TypeAdapter[Outcome] = TypeAdapter(Outcome)


Result: TypeAlias = Literal["won", "lost", "drawn", "called_off"]


class CreatedTable(ResponseModel):
    """A new table: how it stands, and the tokens of your seats. A token stands for its holder: it
    is for programs, and for links to another device; nobody else may see it."""

    update: Update
    tokens: dict[Seat, str]


class ListedSeat(ResponseModel):
    """Who sits in a seat."""

    name: str
    engine: str


class TableCard(ResponseModel):
    """A table in a list. Where it started is not told if that tells of cards."""

    table: str
    configuration: Configuration
    status: Status
    seats: list[ListedSeat | None]
    """Null: free."""
    to_move: Seat | None
    your_turn: bool
    your_seats: list[Seat]
    """Those that you hold."""
    revision: Revision
    created: int
    changed: int
    plies: int
    """The turns that seats have had."""
    ended: int | None
    """When it ended; null: it goes on."""
    outcome: Outcome | None
    """How it ended; null: it goes on, or was called off."""
    result: Result | None
    """What that means for you; null: it goes on, or none of it, or both sides were yours."""


class EventPage(ResponseModel):
    """What has happened at a table, in the order in which it did."""

    events: list[EventView]
    next: Revision | None
    """Ask for what is `after` this revision to get more; null: that is all so far."""


class Forgotten(ResponseModel):
    """At how many tables something of yours was deleted."""

    tables: int


class Token(ResponseModel):
    """A secret that stands for a seat."""

    seat: Seat
    token: str


class ShownToken(RequestModel):
    """The token of a private link, and the seat that it is for."""

    seat: SeatNumber
    token: Annotated[str, StringConstraints(min_length=1, max_length=64)]


def card(row: ListedTable) -> TableCard:
    """A table in a list."""
    configuration = Configuration.model_validate(row.configuration)
    if configuration.position is not None and catalog.game(configuration.spec()).has_secrets:
        configuration = configuration.model_copy(update={"position": None})
    return TableCard(
        table=row.id,
        configuration=configuration,
        status=Status(row.status),
        seats=[
            None if one is None else ListedSeat(name=one[0], engine=one[1]) for one in row.seated
        ],
        to_move=row.to_move,
        your_turn=row.waits,
        your_seats=list(row.held),
        revision=row.revision,
        created=row.created,
        changed=row.changed,
        plies=row.plies,
        ended=row.ended,
        outcome=None if row.outcome is None else OUTCOME.validate_python(row.outcome),
        result=_result(row),
    )


def _result(row: ListedTable) -> Result | None:
    """What the end of a game means for whoever holds seats there."""
    if row.status == Status.ABORTED:
        return "called_off"
    if row.outcome is None:
        return None
    winners = row.outcome["winners"]
    if len(winners) in (0, len(row.seated)):
        return "drawn"
    won = {seat in winners for seat in row.held}
    if len(won) != 1:
        return None
    return "won" if won == {True} else "lost"


def looking(
    actor: TableActor, identity: Identity, view: Seat | None = None, *, scenes: bool = False
) -> Update:
    """All about a table, for somebody who looks once. Raises CommandRefused."""
    return actor.snapshot(actor.subscriber(identity, view, scenes=scenes))


@router.post("/tables", status_code=201, dependencies=[Depends(check_creation)])
async def create_table(
    services: ServicesDep,
    identity: NewIdentityDep,
    wanted: NewTable,
    idempotency_key: Annotated[
        str | None, Header(min_length=SHORTEST, max_length=MOST_NAME, pattern=r"^[!-~]+$")
    ] = None,
) -> CreatedTable:
    """Make a table. One that needs nobody else can be played at once. Whoever sends the same
    `Idempotency-Key`, a secret of their own, gets the same table again."""
    creator = services.guests.address_hash(identity.address)
    secrets = services.guests.table_secrets(idempotency_key)
    actor, tokens = await open_table(
        services.runtime, services.tables, wanted, identity, creator, secrets
    )
    return CreatedTable.model_construct(update=looking(actor, identity), tokens=tokens)


@router.get("/tables")
async def list_tables(
    services: ServicesDep,
    status: Annotated[Literal["open", "live"], Query()] = "open",
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 50,
    before: Annotated[TableId | None, Query()] = None,
) -> list[TableCard]:
    """The lobby: public tables with free seats, or those where people play, the newest change
    first. `before`: the last table of the page before."""
    rows = await services.runtime.storage.read(
        lambda connection: repository.lobby(connection, Status(status), limit, before)
    )
    if rows is None:
        raise no_such_table()
    return [card(row) for row in rows]


@router.get("/me/tables")
async def list_my_tables(
    request: Request,
    response: Response,
    services: ServicesDep,
    identity: IdentityDep,
    status: Annotated[Literal["going_on", "ended"] | None, Query()] = None,
    limit: Annotated[int, Query(ge=1, le=MOST_LISTED)] = 50,
    before: Annotated[TableId | None, Query()] = None,
) -> list[TableCard]:
    """Your tables: those where it is your turn first, or those that have ended, the newest first.
    `before`: the last table of the page before, in a list of those that have ended. Your cookie is
    renewed."""
    services.guests.renew(request, response)
    if before is not None and status != "ended":
        message = "Only a list of games that have ended comes in pages: say status=ended."
        raise ApiError(422, "invalid_input", message, where="query.before")

    def query(connection: Connection) -> list[ListedTable] | None:
        if status == "ended":
            return repository.ended_of_keys(connection, identity.digests, limit, before)
        going_on = status == "going_on"
        return repository.of_keys(connection, identity.digests, limit, going_on=going_on)

    rows = await services.runtime.storage.read(query)
    if rows is None:
        raise no_such_table()
    return [card(row) for row in rows]


@router.get("/tables/{table_id}")
async def show_table(
    services: ServicesDep,
    identity: IdentityDep,
    table_id: TableId,
    view: Annotated[SeatNumber | None, Query()] = None,
    scenes: Annotated[bool, Query()] = False,  # noqa: FBT002 (a query parameter)
) -> Update:
    """A table as you may see it; with scenes for boards, without them for programs."""
    actor = await services.tables.find(table_id)
    return looking(actor, identity, view, scenes=scenes)


@router.get("/tables/{table_id}/events", response_model=EventPage)
async def list_events(
    services: ServicesDep,
    identity: IdentityDep,
    table_id: TableId,
    after: Annotated[int, Query(ge=0)] = 0,
    limit: Annotated[int, Query(ge=1, le=MOST_EVENTS)] = MOST_EVENTS,
    view: Annotated[SeatNumber | None, Query()] = None,
) -> Response:
    """What has happened at a table since a revision, as you may know it: a page of it."""
    actor = await services.tables.find(table_id)
    subscriber, table = actor.subscriber(identity, view), actor.table
    while after < table.log_start:
        await actor.ask(Recall())
    entries = table.log[after - table.log_start :][:limit]
    has_more = after + limit < table.session.revision
    following = entries[-1].revision if has_more else None

    def write() -> str:
        found = events(table, entries, subscriber.view, scenes=False)
        return EventPage.model_construct(events=found, next=following).model_dump_json()

    return Response(await services.pages.work(write), media_type="application/json")


@router.post("/tables/{table_id}/commands")
async def give_command(
    request: Request,
    response: Response,
    services: ServicesDep,
    table_id: TableId,
    command: AnyCommand,
) -> Ack:
    """Anything that a seat may ask for: move, offer, resign, sit down, speak, …"""
    actor = await services.tables.find(table_id)
    is_new = isinstance(command, Sit) or (isinstance(command, Say) and command.room == "spectators")
    identity = services.guests.identity(request, response if is_new else None)
    actor.presence.note_return(actor.table.held_by(identity), identity)
    revisions: list[Revision] = []
    try:
        await actor.execute(identity, command, revisions.append)
    except ApiError as error:
        error.update = looking(actor, identity).model_dump(mode="json")
        raise
    return Ack(table=table_id, id=command.id, revision=revisions[0])


@router.post("/tables/{table_id}/tokens", status_code=201, dependencies=[Depends(check_creation)])
async def create_token(
    services: ServicesDep,
    identity: IdentityDep,
    table_id: TableId,
    seat: Annotated[SeatNumber | None, Query()] = None,
) -> Token:
    """One more token for your seat: for a private link to another device, or for a program."""
    actor = await services.tables.find(table_id)
    await actor.refresh()
    token = new_secret()
    holder = own_seat(actor.table.held_by(identity), seat)
    await actor.ask(AddKey(identity, holder, digest(token)))
    return Token(seat=holder, token=token)


@router.post("/tables/{table_id}/resume")
async def resume_seat(
    request: Request,
    response: Response,
    services: ServicesDep,
    table_id: TableId,
    shown: ShownToken,
) -> Update:
    """Take over a seat on this device, by the token of a private link."""
    actor = await services.tables.find(table_id)
    await actor.refresh()
    owner, keys = Identity((digest(shown.token),)), actor.table.keys.get(shown.seat, ())
    if not owner.holds(keys):
        raise ApiError(403, "wrong_token", "This link does not open this seat.")
    identity = services.guests.identity(request, response)
    if not identity.holds(keys):
        await actor.ask(AddKey(owner, shown.seat, identity.digests[-1]))
    return looking(actor, identity)


@router.delete("/tables/{table_id}", status_code=204)
async def delete_table(services: ServicesDep, identity: IdentityDep, table_id: TableId) -> None:
    """Delete a table of yours alone, with all that is in it."""
    table = (await services.tables.find(table_id)).table
    holds = table.held_by(identity)
    if not holds:
        raise ApiError(403, "not_seated", "You do not sit at this table.")
    people = {seat for seat, who in table.session.match.seated.items() if not who.engine}
    if not people <= set(holds):
        raise ApiError(403, "between_people", "Others have played here too: it is theirs as well.")
    await services.tables.delete(table_id)


@router.delete("/me")
async def delete_me(
    request: Request, response: Response, services: ServicesDep, identity: IdentityDep
) -> Forgotten:
    """Delete all that belongs to you: your tables, and where others have played too, your name,
    what you have said and your keys. Games that go on are called off. Your cookie is deleted."""
    count = 0
    for one in identity.digests:
        count += await services.moderation.forget(one)
    if services.guests.read(request.cookies) is not None:
        response.delete_cookie(COOKIE, path="/")
    return Forgotten(tables=count)


RECORD: dict[int | str, dict[str, object]] = {
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
    services: ServicesDep,
    table_id: TableId,
    form: Annotated[Literal["text", "json"], Query()] = "text",
) -> PlainTextResponse:
    """The record of a game; where cards are secret, when it is over."""
    table = (await services.tables.find(table_id)).table
    if not table.is_open_book:
        message = "The record holds all cards: it can be had when the game is over."
        raise ApiError(409, "not_over", message)
    try:
        record = record_of_table(table)
        written = text_format.write_all if form == "text" else json_format.write_all
        text = written([record])
    except CubariumError as error:  # pragma: no cover - a record of ours is always right
        raise ApiError(409, "no_record", str(error)) from error
    kind = "text/plain" if form == "text" else "application/json"
    name = f"{table.game.name}-{table.id}.{'txt' if form == 'text' else 'json'}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return PlainTextResponse(text, media_type=kind, headers=headers)
