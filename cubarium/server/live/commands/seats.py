"""Taking a seat and leaving it; engines in free seats."""

from typing import Any

from sqlalchemy import Connection

from cubarium.core.turn import Seat
from cubarium.engines import registry
from cubarium.match.events import Seated, Stood
from cubarium.match.session import Status
from cubarium.server.api.messages import Fill, Sit
from cubarium.server.errors import Refused
from cubarium.server.identity import Actor
from cubarium.server.live.commands.base import Grant, check_status
from cubarium.server.live.hub import Hub
from cubarium.server.live.table import LiveTable
from cubarium.server.live.table_factory import sitting_down
from cubarium.store import repository


def sit(hub: Hub, table: LiveTable, actor: Actor, said: Seat | None, wish: Sit) -> Grant:
    check_status(table, Status.OPEN)
    if not actor.digests:
        raise Refused(403, "no_cookie", "Who takes a seat needs a cookie, or a token.")
    if table.held(actor):
        raise Refused(409, "seated_already", "You have a seat at this table.")
    seat = _free(table, said)
    mark = actor.digests[0]
    return Grant(
        sitting_down(table.live.match, Seated(seat, wish.name), hub.rng),
        more=[lambda connection: repository.add_key(connection, table.id, seat, mark)],
        then=[lambda: _got(hub, table, seat, mark)],
    )


def _got(hub: Hub, table: LiveTable, seat: Seat, mark: bytes) -> None:
    """A seat has a holder: those of its connections that watch already hold it too."""
    table.keys.setdefault(seat, []).append(mark)
    for viewer in table.viewers:
        if viewer.actor.holds([mark]):
            viewer.holds = (*viewer.holds, seat)
            viewer.view = seat
            table.away.pop(seat, None)
    hub.returned(table, [seat])
    hub.tell_presence(table)


def _free(table: LiveTable, said: Seat | None) -> Seat:
    free = [seat for seat in range(table.game.players) if seat not in table.live.match.seated]
    if said is None:
        return free[0]
    if said not in range(table.game.players):
        raise Refused(422, "no_such_seat", "There is no such seat at this table.", where="seat")
    if said not in free:
        raise Refused(409, "seat_taken", "Somebody sits there.", where="seat")
    return said


def stand(hub: Hub, table: LiveTable, _: Actor, seat: Seat, __: Any) -> Grant:
    check_status(table, Status.OPEN)
    if seat not in table.live.match.seated:
        raise Refused(409, "not_seated", "Nobody sits there.")

    def gone() -> None:
        table.keys.pop(seat, None)
        for viewer in table.viewers:
            viewer.holds = tuple(one for one in viewer.holds if one != seat)
            viewer.view = viewer.view if viewer.view in viewer.holds else None
        hub.tell_presence(table)

    def drop(connection: Connection) -> None:
        repository.drop_keys(connection, table.id, seat)
        repository.drop_wishes(connection, table.id, seat)

    return Grant([(Stood(seat), None)], more=[drop], then=[gone], named=False)


def fill(hub: Hub, table: LiveTable, actor: Actor, said: Seat | None, wish: Fill) -> Grant:
    check_status(table, Status.OPEN)
    if not table.held(actor):
        raise Refused(403, "not_seated", "You have no seat at this table.")
    if wish.engine not in registry.NAMES:
        message = f"There is no engine {wish.engine!r}; expected {registry.CHOICE}."
        raise Refused(422, "no_such_engine", message, where="engine")
    seat = _free(table, said)
    event = Seated(seat, registry.title(wish.engine), wish.engine)
    return Grant(sitting_down(table.live.match, event, hub.rng))
