"""Moving, resigning, calling off, claiming a game whose players have left."""

from typing import Any, Final

from cubarium.core.turn import Seat
from cubarium.match.events import Aborted, Answered, Claimed, Offer, Offered
from cubarium.match.match import Match
from cubarium.match.session import Status, check_abort
from cubarium.server.api.messages import Claim, Move
from cubarium.server.errors import Refused
from cubarium.server.identity import Actor
from cubarium.server.live.commands.base import Grant, check_plays, check_position, check_status
from cubarium.server.live.hub import Caused, Hub
from cubarium.server.live.table import LiveTable
from cubarium.server.live.timers import charge

FORGIVING: Final = 60 * 60 * 1000
"""Without a clock, a game can be claimed when the others have been away for so long."""
IMPATIENT, PATIENT = 30_000, 120_000
"""With a clock: a fifth of it, but not less and not more than this."""


def move(hub: Hub, table: LiveTable, actor: Actor, seat: Seat, wish: Move) -> Grant:
    check_status(table, Status.LIVE)
    check_plays(table, seat)
    check_position(table, wish.position)
    spent, clocks = charge(hub, table, actor.lag), table.live.clocks
    if clocks.running == seat and spent >= clocks.left[seat]:
        raise Refused(409, "time_up", "Your time is up.")
    caused = table.live.match.moved(seat, wish.move, hub.rng)
    return Grant([*caused], spent)


def resign(hub: Hub, table: LiveTable, _: Actor, seat: Seat, __: Any) -> Grant:
    check_status(table, Status.LIVE)
    return Grant([(event, None) for event in table.live.match.resign(seat)], charge(hub, table, 0))


def abort(hub: Hub, table: LiveTable, _: Actor, seat: Seat, __: Any) -> Grant:
    check_abort(table.live)
    check_plays(table, seat)
    return Grant([(Aborted(seat), None)], charge(hub, table, 0))


def claim(hub: Hub, table: LiveTable, _: Actor, seat: Seat, wish: Claim) -> Grant:
    check_status(table, Status.LIVE)
    check_plays(table, seat)
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
        return Grant([(Claimed(seat), live.match), *_drawn(live.match, [seat, *others])])
    away = [one for one in away if game.teams[one] != game.teams[seat]]
    if not away:
        raise _too_early(table, others, now, grace)
    match = live.match
    caused: list[Caused] = [(Claimed(seat), match)]
    for one in away:
        if match.outcome is None:
            (event,) = match.time_out(one)
            match = match.after([event])
            caused.append((event, match))
    return Grant(caused, charge(hub, table, 0))


def _drawn(match: Match, seats: list[Seat]) -> list[Caused]:
    """All of them agree to a draw, whoever has offered it."""
    caused: list[Caused] = []
    for one in seats:
        agreeing = match.offers.get(Offer.DRAW)
        if agreeing is not None and one in agreeing:
            continue
        new = agreeing is None
        event = Offered(one, Offer.DRAW) if new else Answered(one, Offer.DRAW, agreed=True)
        match = match.after([event])
        caused.append((event, match))
    return caused


def _too_early(table: LiveTable, others: list[Seat], now: int, grace: int) -> Refused:
    waits = [grace - (now - table.away[one]) for one in others if one in table.away]
    message = "They are still here, or have not been away for long enough."
    return Refused(
        409, "still_here", message, retry_after=max(1, min(waits) / 1000) if waits else None
    )
