"""Wishes of seats: checked, granted, or refused with a reason. A refused wish changes nothing."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from cubarium.core.errors import CubariumError, IllegalMove
from cubarium.core.turn import Seat
from cubarium.play import engines
from cubarium.play.events import (
    Aborted,
    Answered,
    Offer,
    Offered,
    RematchAsked,
    Seated,
    Stood,
)
from cubarium.play.live import Status, check_abort
from cubarium.store import tables
from cubarium.store.writer import Change
from cubarium.web import protocol as asked
from cubarium.web.errors import Refused, refused
from cubarium.web.hub import Caused, Hub
from cubarium.web.identity import Actor
from cubarium.web.opening import rematch, sitting_down
from cubarium.web.table import LiveTable
from cubarium.web.talking import mute, say
from cubarium.web.timekeeper import charge

FORGIVING: Final = 60 * 60 * 1000
"""Without a clock, a game can be claimed when the others have been away for so long."""
IMPATIENT, PATIENT = 30_000, 120_000
"""With a clock: a fifth of it, but not less and not more than this."""


@dataclass
class Grant:
    """What a wish causes: events, and other changes that are written with them."""

    caused: list[Caused]
    spent: int = 0
    more: list[Change] = field(default_factory=list)
    then: Callable[[], None] | None = None
    """Done once it is written."""


async def grant(hub: Hub, table: LiveTable, actor: Actor, wish: Any) -> int:
    """Grant a wish: the version of the table that holds it. Raises Refused."""
    return int(await hub.alone(lambda: _granted(hub, table, actor, wish)))


async def _granted(hub: Hub, table: LiveTable, actor: Actor, wish: Any) -> int:
    async with table.lock:
        await hub.check(table)
        if isinstance(wish, asked.Sit | asked.Fill):
            seat = wish.seat
        else:
            seat = acting(table, actor, wish.seat, moves=isinstance(wish, asked.Move))
        known = table.wishes.get((seat, wish.id))
        if known is not None and (seat is None or seat in table.held(actor)):
            return known
        if isinstance(wish, asked.Say | asked.Mute):
            assert seat is not None
            return await (say if isinstance(wish, asked.Say) else mute)(hub, table, seat, wish)
        try:
            granted = HANDLERS[type(wish)](hub, table, actor, seat, wish)
        except IllegalMove as error:
            raise _illegal(table, error) from error
        except CubariumError as error:
            raise refused(error) from error
        await hub.append(
            table, granted.caused, client=wish.id, spent=granted.spent, more=granted.more
        )
        if granted.then is not None:
            granted.then()
        return table.live.version


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


def _illegal(table: LiveTable, error: IllegalMove) -> Refused:
    message = table.game.table.info.say(error)
    return Refused(409, str(error.reason), message, where=error.where)


def _check_status(table: LiveTable, *right: Status) -> None:
    status = table.live.status
    if status in right:
        return
    codes = {
        Status.OPEN: ("not_begun", "The game has not begun: seats are free."),
        Status.LIVE: ("not_over", "The game is still going on."),
        Status.OVER: ("match_over", "The game is over."),
        Status.ABORTED: ("match_over", "The game was called off."),
    }
    raise Refused(409, *codes[status])


def _check_position(table: LiveTable, position: int | None) -> None:
    if position is not None and position != table.live.position:
        raise Refused(
            409, "stale", "The position has changed since then: look at it again.", where="position"
        )


def _move(hub: Hub, table: LiveTable, actor: Actor, seat: Seat, wish: asked.Move) -> Grant:
    _check_status(table, Status.LIVE)
    _check_position(table, wish.position)
    caused = table.live.match.moved(seat, wish.move, hub.rng)
    return Grant([*caused], charge(hub, table, actor.lag))


def _resign(hub: Hub, table: LiveTable, _: Actor, seat: Seat, __: Any) -> Grant:
    _check_status(table, Status.LIVE)
    return Grant([(event, None) for event in table.live.match.resign(seat)], charge(hub, table, 0))


def _abort(hub: Hub, table: LiveTable, _: Actor, seat: Seat, __: Any) -> Grant:
    check_abort(table.live)
    return Grant([(Aborted(seat), None)], charge(hub, table, 0))


def _offer(hub: Hub, table: LiveTable, _: Actor, seat: Seat, wish: asked.MakeOffer) -> Grant:
    _check_status(table, Status.LIVE)
    _check_position(table, wish.position)
    takeback = wish.what is Offer.TAKEBACK
    if takeback and not table.setting.takebacks:
        raise Refused(409, "no_takebacks", "Nothing is taken back at this table.")
    caused: list[Caused] = [(event, None) for event in table.live.match.offer(seat, wish.what)]
    caused += _same_hand(table, caused, seat, wish.what)
    return Grant(caused, charge(hub, table, 0) if takeback and len(caused) > 1 else 0)


def _same_hand(table: LiveTable, caused: list[Caused], seat: Seat, what: Offer) -> list[Caused]:
    """Who holds all seats of people agrees with itself."""
    if not isinstance(caused[-1][0], Offered):
        return []
    keys = set(table.keys.get(seat, ()))
    others = [one for one in table.live.people() if one != seat]
    if not others or not all(keys & set(table.keys.get(one, ())) for one in others):
        return []
    match = table.live.match.after([caused[-1][0]])
    more: list[Caused] = []
    for one in others:
        answers = match.answer(one, what, agreed=True)
        match = match.after(answers)
        more += [(event, None) for event in answers]
    return more


def _reply(hub: Hub, table: LiveTable, _: Actor, seat: Seat, wish: asked.Reply) -> Grant:
    _check_status(table, Status.LIVE)
    _check_position(table, wish.position)
    events = table.live.match.answer(seat, wish.what, agreed=wish.agreed)
    taken_back = len(events) > 1
    return Grant([(event, None) for event in events], charge(hub, table, 0) if taken_back else 0)


def _claim(hub: Hub, table: LiveTable, _: Actor, seat: Seat, wish: asked.Claim) -> Grant:
    _check_status(table, Status.LIVE)
    live, game = table.live, table.game
    control = live.clocks.control
    if control.turn:
        raise Refused(409, "clock_decides", "The clock decides this game.")
    grace = min(PATIENT, max(IMPATIENT, control.base // 5)) if control else FORGIVING
    now = hub.now()
    others = [one for one in live.people() if one != seat]
    away = [one for one in others if now - table.away.get(one, now) >= grace]
    if wish.what == "draw":
        if not others or away != others or len(live.people()) != len(live.match.remaining):
            raise _too_early(table, others, now, grace)
        match = live.match.after([Offered(seat, Offer.DRAW)])
        caused: list[Caused] = [(Offered(seat, Offer.DRAW), match)]
        for one in others:
            event = Answered(one, Offer.DRAW, agreed=True)
            match = match.after([event])
            caused.append((event, match))
        return Grant(caused)
    away = [one for one in away if game.teams[one] != game.teams[seat]]
    if not away:
        raise _too_early(table, others, now, grace)
    match, caused = live.match, []
    for one in away:
        if match.outcome is None:
            (event,) = match.time_out(one)
            match = match.after([event])
            caused.append((event, match))
    return Grant(caused, charge(hub, table, 0))


def _too_early(table: LiveTable, others: list[Seat], now: int, grace: int) -> Refused:
    waits = [grace - (now - table.away[one]) for one in others if one in table.away]
    message = "They are still here, or have not been away for long enough."
    return Refused(
        409, "still_here", message, retry_after=max(1, min(waits) / 1000) if waits else None
    )


def _rematch(hub: Hub, table: LiveTable, _: Actor, seat: Seat, __: Any) -> Grant:
    _check_status(table, Status.OVER, Status.ABORTED)
    live = table.live
    if live.next_table:
        raise Refused(409, "rematched", "There is a next game already.", where=live.next_table)
    if not live.full:
        raise Refused(409, "not_begun", "The game has not begun: seats are free.")
    keys = set(table.keys.get(seat, ()))
    people = [one for one in range(table.game.players) if not live.match.engine(one)]
    agreed = {one for one in people if one == seat or keys & set(table.keys.get(one, ()))}
    new = agreed - live.again
    if not new:
        raise Refused(409, "asked_already", "You have asked for it already.")
    caused: list[Caused] = [(RematchAsked(one), None) for one in sorted(new, key=seat.__ne__)]
    if live.again | agreed < set(people):
        return Grant(caused)
    event, creation = rematch(hub, table)
    return Grant([*caused, (event, None)], more=[creation])


def _sit(hub: Hub, table: LiveTable, actor: Actor, said: Seat | None, wish: asked.Sit) -> Grant:
    _check_status(table, Status.OPEN)
    if not actor.digests:
        raise Refused(403, "no_cookie", "Who takes a seat needs a cookie, or a token.")
    if table.held(actor):
        raise Refused(409, "seated_already", "You have a seat at this table.")
    seat = _free(table, said)
    mark = actor.digests[0]
    return Grant(
        sitting_down(table.live.match, Seated(seat, wish.name), hub.rng),
        more=[lambda connection: tables.add_key(connection, table.id, seat, mark)],
        then=lambda: _got(hub, table, seat, mark),
    )


def _got(hub: Hub, table: LiveTable, seat: Seat, mark: bytes) -> None:
    """A seat has a holder: those of its connections that watch already hold it too."""
    table.keys.setdefault(seat, []).append(mark)
    for viewer in table.viewers:
        if viewer.actor.holds([mark]):
            viewer.holds = (*viewer.holds, seat)
            viewer.view = seat
            table.away.pop(seat, None)
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


def _stand(hub: Hub, table: LiveTable, _: Actor, seat: Seat, __: Any) -> Grant:
    _check_status(table, Status.OPEN)
    if seat not in table.live.match.seated:
        raise Refused(409, "not_seated", "Nobody sits there.")

    def gone() -> None:
        table.keys.pop(seat, None)
        for viewer in table.viewers:
            viewer.holds = tuple(one for one in viewer.holds if one != seat)
            viewer.view = viewer.view if viewer.view in viewer.holds else None
        hub.tell_presence(table)

    drop: Change = lambda connection: tables.drop_keys(connection, table.id, seat)  # noqa: E731
    return Grant([(Stood(seat), None)], more=[drop], then=gone)


def _fill(hub: Hub, table: LiveTable, actor: Actor, said: Seat | None, wish: asked.Fill) -> Grant:
    _check_status(table, Status.OPEN)
    if not table.held(actor):
        raise Refused(403, "not_seated", "You have no seat at this table.")
    if wish.engine not in engines.NAMES:
        message = f"There is no engine {wish.engine!r}; expected {engines.CHOICE}."
        raise Refused(422, "no_such_engine", message, where="engine")
    seat = _free(table, said)
    event = Seated(seat, engines.title(wish.engine), wish.engine)
    return Grant(sitting_down(table.live.match, event, hub.rng))


HANDLERS: Final[dict[type, Callable[..., Grant]]] = {
    asked.Move: _move,
    asked.Resign: _resign,
    asked.Abort: _abort,
    asked.MakeOffer: _offer,
    asked.Reply: _reply,
    asked.Claim: _claim,
    asked.Rematch: _rematch,
    asked.Sit: _sit,
    asked.Stand: _stand,
    asked.Fill: _fill,
}
