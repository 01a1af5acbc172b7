"""One wish after another at each table: found, checked, written."""

from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeAlias

from cubarium.core.errors import CubariumError, IllegalMove
from cubarium.core.turn import Seat
from cubarium.server.api import messages as asked
from cubarium.server.errors import Refused, refused
from cubarium.server.identity import Actor
from cubarium.server.live.commands import agreements, play
from cubarium.server.live.commands import seats as seating
from cubarium.server.live.commands.base import Grant
from cubarium.server.live.commands.chat import mute, say
from cubarium.server.live.hub import Hub
from cubarium.server.live.table import LiveTable

HANDLERS: Final[dict[type, Callable[..., Grant]]] = {
    asked.Move: play.move,
    asked.Resign: play.resign,
    asked.Abort: play.abort,
    asked.Claim: play.claim,
    asked.MakeOffer: agreements.offer,
    asked.Reply: agreements.reply,
    asked.Rematch: agreements.again,
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
    """Grant a wish; who has it is told the version of its event, before anybody else hears of it,
    and the same version whenever the wish comes again. Raises Refused."""
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
        await hub.check(table)
        known = _known(table, actor, wish)
        if known is not None:
            acknowledge(known)
            return
        if isinstance(wish, asked.Sit | asked.Fill):
            seat = wish.seat
        else:
            seat = acting(table, actor, wish.seat, moves=isinstance(wish, asked.Move))
            hub.returned(table, [seat])
        if isinstance(wish, asked.Say | asked.Mute):
            assert seat is not None
            tell = await TALK[type(wish)](hub, table, seat, wish)
            acknowledge(table.live.version)
            tell()
        else:
            granted = _checked(hub, table, actor, seat, wish)
            version = table.live.version + 1  # its own event's; what that causes comes after it

            def taken() -> None:
                for done in granted.then:
                    done()
                acknowledge(version)

            await hub.append(
                table,
                granted.caused,
                client=wish.id if granted.named else "",
                spent=granted.spent,
                more=granted.more,
                then=taken,
            )


def _checked(hub: Hub, table: LiveTable, actor: Actor, seat: Seat | None, wish: Any) -> Grant:
    try:
        return HANDLERS[type(wish)](hub, table, actor, seat, wish)
    except IllegalMove as error:
        message = table.game.spec.info.say(error)
        raise Refused(409, str(error.reason), message, where=error.where) from error
    except CubariumError as error:
        raise refused(error) from error


def _known(table: LiveTable, actor: Actor, wish: Any) -> int | None:
    """The version of a wish that was granted already, whoever is to move by now."""
    held = table.held(actor)
    if isinstance(wish, asked.Fill):
        seats = [wish.seat] if held else []
    else:
        seats = [seat for seat in held if wish.seat in (None, seat)]
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
