"""What each subscriber gets to see of a table, and not a bit more."""

from collections.abc import Iterable, Sequence

from cubarium.core.game import Hidden
from cubarium.core.turn import Seat
from cubarium.match.chat import ChatLine
from cubarium.match.clocks import Span
from cubarium.match.configuration import Configuration
from cubarium.match.event_data import data_of, kind_of, seat_of
from cubarium.match.events import Offer, TakenBack
from cubarium.match.session import Entry
from cubarium.match.status import Status
from cubarium.tables.messages import (
    ClockView,
    EventView,
    OfferView,
    SeatView,
    SharedUpdate,
    TableState,
    Update,
    You,
)
from cubarium.tables.subscriber import Subscriber
from cubarium.tables.table import Table

ACTIONS = ("move", "draw")
"""The fields of events that are actions of the game: what they say depends on who looks."""


def snapshot(table: Table, subscriber: Subscriber, now: int, downtimes: Sequence[Span]) -> Update:
    """All about a table, for a subscriber who knows nothing of it yet."""
    return _own(
        table,
        subscriber,
        shared_update(table, subscriber, (), now, downtimes),
        since=None,
        actions=actions(table, subscriber.view),
        movers=movers(table),
        configuration=configuration(table, subscriber.view),
        chat=chat(table, subscriber),
    )


def catch_up(
    table: Table, subscriber: Subscriber, known: int, now: int, downtimes: Sequence[Span]
) -> Update:
    """What a subscriber has missed who knows the table as it was at a revision. Its log must go
    back to the next one."""
    entries = table.log[known - table.log_start :]
    missed = shared_update(table, subscriber, entries, now, downtimes)
    return _own(table, subscriber, missed, chat=chat(table, subscriber))


def _own(table: Table, subscriber: Subscriber, shared: SharedUpdate, **more: object) -> Update:
    """An update with what concerns one subscriber alone."""
    return Update.model_construct(**{**shared.__dict__, "you": you(table, subscriber), **more})


def shared_update(
    table: Table,
    subscriber: Subscriber,
    entries: Sequence[Entry],
    now: int,
    downtimes: Sequence[Span],
) -> SharedUpdate:
    """What has happened, and where the table stands now: the same for all who see the same."""
    session, seat = table.session, subscriber.view
    is_opened = table.game.has_secrets and session.status is Status.OVER
    changed = is_opened or any(isinstance(entry.event, TakenBack) for entry in entries)
    return SharedUpdate.model_construct(
        type="update",
        table=table.id,
        revision=session.revision,
        since=session.revision - len(entries),
        state=state(table, seat, now, downtimes, scenes=subscriber.scenes),
        events=events(table, entries, seat, scenes=subscriber.scenes),
        actions=actions(table, seat) if changed else None,
        movers=movers(table) if changed else None,
        configuration=None,
        chat=None,
    )


def state(
    table: Table, seat: Seat | None, now: int, downtimes: Sequence[Span], *, scenes: bool
) -> TableState:
    """Where a table stands, through the eyes of a seat."""
    session, game = table.session, table.game
    match, status = session.match, session.status
    view = match.view(seat)
    scene = game.scene(view, match.last) if scenes else None
    legal: list[str] | None = None
    if not scenes and status is not Status.LIVE:
        legal = []
    elif not scenes:
        known = list(game.known_moves(view)) if game.has_secrets else None
        legal = known or [game.write(move) for move in game.moves(match.state)]
    return TableState.model_construct(
        status=status,
        board_revision=session.board_revision,
        turn=match.turn if status in (Status.LIVE, Status.OVER) else None,
        seats=seats(table),
        spectators=table.presence.spectators(),
        offers=[
            OfferView.model_construct(what=Offer(what), by=sorted(by))
            for what, by in match.offers.items()
        ],
        undoable=list(match.undoable) if table.configuration.takebacks else [],
        clock=clock(table, now, downtimes),
        rematch=sorted(session.rematch),
        next_table=session.next_table or None,
        scene=scene if scenes else None,
        legal=legal,
        position=None if scenes else game.text(match.state if table.is_open_book else view),
    )


def clock(table: Table, now: int, downtimes: Sequence[Span]) -> ClockView | None:
    """The clocks at this moment."""
    clocks = table.session.clocks
    if not clocks.control:
        return None
    left = list(clocks.shown(now, downtimes))
    return ClockView.model_construct(left=left, running=clocks.running, at=now)


def seats(table: Table) -> list[SeatView]:
    """Who sits where."""
    match, here = table.session.match, table.presence.here()
    found = []
    for seat in range(table.game.players):
        who = match.seated.get(seat)
        found.append(
            SeatView.model_construct(
                seat=seat,
                name=None if who is None else who.name,
                engine="" if who is None else who.engine,
                here=seat in here,
                left=seat in match.departed,
            )
        )
    return found


def you(table: Table, subscriber: Subscriber) -> You:
    """What the server knows about a subscriber."""
    holds = subscriber.holds
    return You.model_construct(
        holds=list(holds),
        view=subscriber.view,
        hints=bool(holds) and table.is_alone(holds),
        muted=sorted({other for seat, other in table.session.chat.mutes if seat in holds}),
    )


def actions(table: Table, seat: Seat | None) -> list[str]:
    """All moves and draws so far, as a seat may know them."""
    return table.session.match.seen_texts(seat)


def movers(table: Table) -> list[Seat | None]:
    """Who made each of the actions; None: chance did."""
    return list(table.session.match.movers)


def events(
    table: Table, entries: Iterable[Entry], seat: Seat | None, *, scenes: bool
) -> list[EventView]:
    """Events as a seat may know them."""
    return [_event(table, entry, seat, scenes=scenes) for entry in entries]


def _event(table: Table, entry: Entry, seat: Seat | None, *, scenes: bool) -> EventView:
    game, step = table.game, table.steps.get(entry.revision)
    action: str | None = None
    steps = None
    if step is not None:
        seen = step.act if table.is_open_book else game.seen(step.before, step.act, seat)
        action = game.act_text(seen)
        if scenes and not isinstance(seen, Hidden):
            steps = game.steps(game.view(step.before, seat), seen)
    return EventView.model_construct(
        revision=entry.revision,
        kind=kind_of(entry.event),
        seat=seat_of(entry.event),
        action=action,
        steps=steps,
        at=entry.at,
        data={name: value for name, value in data_of(entry.event).items() if name not in ACTIONS},
    )


def configuration(table: Table, seat: Seat | None) -> Configuration:
    """How a table is configured; where it started, as a seat may know it."""
    if table.configuration.position is None or table.is_open_book:
        return table.configuration
    start = table.game.view(table.session.match.start, seat)
    return table.configuration.model_copy(update={"position": table.game.text(start)})


def chat(table: Table, subscriber: Subscriber) -> list[ChatLine]:
    """What a subscriber may hear of what was said."""
    return [line for line in table.chat if hears(table, subscriber, line)]


def hears(table: Table, subscriber: Subscriber, line: ChatLine) -> bool:
    """May a subscriber read a line of the chat, and is there something to read?"""
    return bool(line.text) and may_hear(table, subscriber, line)


def may_hear(table: Table, subscriber: Subscriber, line: ChatLine) -> bool:
    """Is a line of the chat for a subscriber, and does it want to hear the speaker? What spectators
    say reaches nobody who plays before the game is over: it might be advice."""
    teams, holds = table.game.teams, subscriber.holds
    if line.seat is None:
        return not holds or is_over(table)
    if line.room == "team" and teams[line.seat] not in {teams[seat] for seat in holds}:
        return False
    return not any((seat, line.seat) in table.session.chat.mutes for seat in holds)


def is_over(table: Table) -> bool:
    """Is the game at a table over, or called off?"""
    return table.session.status in (Status.OVER, Status.ABORTED)
