"""Offers and answers, and playing again."""

from typing import Any

from cubarium.core.turn import Seat
from cubarium.match.events import Offer, Offered, RematchAsked
from cubarium.match.session import Status
from cubarium.server.api.messages import MakeOffer, Reply
from cubarium.server.errors import Refused
from cubarium.server.identity import Actor
from cubarium.server.live.commands.base import Grant, check_position, check_status
from cubarium.server.live.hub import Caused, Hub
from cubarium.server.live.table import LiveTable
from cubarium.server.live.table_factory import rematch
from cubarium.server.live.timers import charge


def offer(hub: Hub, table: LiveTable, _: Actor, seat: Seat, wish: MakeOffer) -> Grant:
    check_status(table, Status.LIVE)
    check_position(table, wish.position)
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


def reply(hub: Hub, table: LiveTable, _: Actor, seat: Seat, wish: Reply) -> Grant:
    check_status(table, Status.LIVE)
    check_position(table, wish.position)
    events = table.live.match.answer(seat, wish.what, agreed=wish.agreed)
    taken_back = len(events) > 1
    return Grant([(event, None) for event in events], charge(hub, table, 0) if taken_back else 0)


def again(hub: Hub, table: LiveTable, _: Actor, seat: Seat, __: Any) -> Grant:
    check_status(table, Status.OVER, Status.ABORTED)
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
