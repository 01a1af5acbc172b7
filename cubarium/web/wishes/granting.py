"""One wish after another at each table: found, checked, written."""

from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias

from cubarium.core.errors import CubariumError, IllegalMove
from cubarium.core.turn import Seat
from cubarium.web import protocol as asked
from cubarium.web.errors import Refused, refused
from cubarium.web.hub import Hub
from cubarium.web.identity import Actor
from cubarium.web.table import LiveTable
from cubarium.web.wishes import agreeing, playing, seating
from cubarium.web.wishes.base import Grant
from cubarium.web.wishes.talking import mute, say

HANDLERS: Final[dict[type, Callable[..., Grant]]] = {
    asked.Move: playing.move,
    asked.Resign: playing.resign,
    asked.Abort: playing.abort,
    asked.Claim: playing.claim,
    asked.MakeOffer: agreeing.offer,
    asked.Reply: agreeing.reply,
    asked.Rematch: agreeing.again,
    asked.Sit: seating.sit,
    asked.Stand: seating.stand,
    asked.Fill: seating.fill,
}
TALK: Final[dict[type, Callable[..., Awaitable[Callable[[], None]]]]] = {
    asked.Say: say,
    asked.Mute: mute,
}
Acknowledge: TypeAlias = Callable[[int], None]


async def grant(
    hub: Hub, table: LiveTable, actor: Actor, wish: Any, acknowledge: Acknowledge
) -> None:
    """Grant a wish; who has it is told the version of the table that holds it, before anybody else
    hears of it. Raises Refused."""
    try:
        with hub.metrics.granting.time():
            await hub.whole(_granted(hub, table, actor, wish, acknowledge))
    except Refused as error:
        hub.metrics.refusals.labels(error.fault.code).inc()
        raise
    hub.metrics.wishes.labels(wish.type).inc()


async def _granted(
    hub: Hub, table: LiveTable, actor: Actor, wish: Any, acknowledge: Acknowledge
) -> None:
    async with table.lock:
        if hub.tables.get(table.id) is not table:
            raise Refused(404, "no_such_table", "There is no such table.")
        await hub.check(table)
        if isinstance(wish, asked.Sit | asked.Fill):
            seat = wish.seat
        else:
            seat = acting(table, actor, wish.seat, moves=isinstance(wish, asked.Move))
        known = _known(table, actor, wish, seat)
        if known is not None:
            acknowledge(known)
        elif isinstance(wish, asked.Say | asked.Mute):
            assert seat is not None
            tell = await TALK[type(wish)](hub, table, seat, wish)
            acknowledge(table.live.version)
            tell()
        else:
            granted = _checked(hub, table, actor, seat, wish)
            own = seat is None or getattr(granted.caused[0][0], "seat", None) == seat

            def taken() -> None:
                for done in granted.then:
                    done()
                if not own:  # a claim: its first event is another seat's
                    table.wishes[seat, wish.id] = table.live.version
                acknowledge(table.live.version)

            await hub.append(
                table,
                granted.caused,
                client=wish.id if own else "",
                spent=granted.spent,
                more=granted.more,
                then=taken,
            )


def _checked(hub: Hub, table: LiveTable, actor: Actor, seat: Seat | None, wish: Any) -> Grant:
    try:
        return HANDLERS[type(wish)](hub, table, actor, seat, wish)
    except IllegalMove as error:
        message = table.game.table.info.say(error)
        raise Refused(409, str(error.reason), message, where=error.where) from error
    except CubariumError as error:
        raise refused(error) from error


def _known(table: LiveTable, actor: Actor, wish: Any, seat: Seat | None) -> int | None:
    """The version of a wish that was granted already."""
    held = table.held(actor)
    if isinstance(wish, asked.Fill):
        seats = [wish.seat] if held else []
    else:
        seats = held if seat is None else [one for one in held if one == seat]
    found = (table.wishes.get((one, wish.id)) for one in seats)
    return next((version for version in found if version is not None), None)


def acting(table: LiveTable, actor: Actor, said: Seat | None, *, moves: bool = False) -> Seat:
    """The seat that somebody acts for. Raises Refused."""
    held = table.held(actor)
    if not held:
        raise Refused(403, "not_seated", "You have no seat at this table.")
    if said is None:
        if len(held) == 1:
            return held[0]
        if moves and table.live.to_move in held:
            return table.live.to_move
        raise Refused(422, "which_seat", "You hold several seats: say which one acts.")
    if said not in held:
        raise Refused(403, "not_your_seat", "This is not your seat.")
    return said
