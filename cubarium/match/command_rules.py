"""What each command causes, and when it is refused. Pure: see Session.apply."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import unique
from functools import singledispatch
from typing import TYPE_CHECKING, Final

from cubarium.core.turn import Reason, Seat
from cubarium.match import commands
from cubarium.match.command_context import CommandContext, CommandRefused
from cubarium.match.effects import Effect, GiveKey, TakeKeys
from cubarium.match.events import (
    Aborted,
    Answered,
    Claimed,
    Event,
    LogEvent,
    Muted,
    Offer,
    Offered,
    RematchAsked,
    Rematched,
    Said,
    Seated,
    Stood,
    TakenBack,
)
from cubarium.match.match import Match
from cubarium.match.revision import BoardRevision
from cubarium.match.status import Status

if TYPE_CHECKING:
    from cubarium.match.session import Session

ABORTABLE: Final = 2
"""A game can be called off while fewer turns than this have been played."""
UNTIMED_GRACE: Final = 60 * 60 * 1000
"""Without a clock, a game can be claimed when the others have been away for this long."""
SHORTEST_GRACE: Final = 30_000
LONGEST_GRACE: Final = 120_000
"""With a clock: a fifth of it, but no less and no more than this."""

MOST_ENTRIES: Final = 2500
"""Of one log, for what could go on without end: moves and takebacks, taking seats. The longest
games have some four hundred turns. What ends a game can always be written."""


@unique
class SessionRefusal(Reason):
    """Why a command is refused before the match is asked."""

    NOT_BEGUN = "not_begun"
    NOT_OVER = "not_over"
    OVER = "match_over"
    LEFT = "left"
    STALE = "stale"
    TIME_UP = "time_up"
    TOO_LATE = "too_late"
    NO_TAKEBACKS = "no_takebacks"
    CLOCK_DECIDES = "clock_decides"
    STILL_HERE = "still_here"
    REMATCHED = "rematched"
    ASKED_ALREADY = "asked_already"
    NOT_SEATED = "not_seated"
    NOT_YOUR_SEAT = "not_your_seat"
    WHICH_SEAT = "which_seat"
    NO_COOKIE = "no_cookie"
    SEATED_ALREADY = "seated_already"
    NO_SUCH_SEAT = "no_such_seat"
    SEAT_TAKEN = "seat_taken"
    NO_SUCH_ENGINE = "no_such_engine"
    NO_TEAM = "no_team"
    NO_CONFERRING = "no_conferring"
    NO_CHAT = "no_chat"
    CHAT_FULL = "chat_full"
    TOO_OFTEN = "too_often"
    LOG_FULL = "log_full"


R = SessionRefusal


@dataclass(frozen=True, slots=True)
class Decision:
    """What a command causes. The first of its events is charged."""

    events: Sequence[LogEvent] = ()
    spent: int = 0
    effects: tuple[Effect, ...] = ()


@singledispatch
def decide(command: commands.Command, session: "Session", context: CommandContext) -> Decision:
    """What a command causes. Raises CommandRefused, InvalidMove or IllegalMove."""
    raise NotImplementedError(type(command))


@decide.register(commands.Move)
def _(command: commands.Move, session: "Session", context: CommandContext) -> Decision:
    seat = acting_seat(command, session, context)
    check_status(session, Status.LIVE)
    _check_plays(session, seat)
    _check_board(session, command.board_revision)
    _check_room(session)
    spent, clocks = context.spent(context.lag), session.clocks
    if clocks.running == seat and spent >= clocks.left[seat]:
        raise CommandRefused(R.TIME_UP, "Your time is up.")
    return Decision(session.match.move(seat, command.move, context.rng), spent)


@decide.register(commands.Resign)
def _(command: commands.Resign, session: "Session", context: CommandContext) -> Decision:
    seat = acting_seat(command, session, context)
    check_status(session, Status.LIVE)
    return Decision(session.match.resign(seat), context.spent())


@decide.register(commands.Abort)
def _(command: commands.Abort, session: "Session", context: CommandContext) -> Decision:
    seat = acting_seat(command, session, context)
    check_status(session, Status.OPEN, Status.LIVE)
    if session.match.plies >= ABORTABLE:
        raise CommandRefused(R.TOO_LATE, "The game is under way: resign, or offer a draw.")
    _check_plays(session, seat)
    return Decision((Aborted(seat),), context.spent())


@decide.register(commands.MakeOffer)
def _(command: commands.MakeOffer, session: "Session", context: CommandContext) -> Decision:
    seat = acting_seat(command, session, context)
    check_status(session, Status.LIVE)
    _check_board(session, command.board_revision)
    if command.what is Offer.TAKEBACK and not session.configuration.takebacks:
        raise CommandRefused(R.NO_TAKEBACKS, "Nothing is taken back at this table.")
    if command.what is Offer.TAKEBACK:
        _check_room(session)
    events: tuple[Event, ...] = session.match.offer(seat, command.what)
    if isinstance(events[-1], Offered):
        events += _agreed_alone(session, context, seat, events[-1])
    return Decision(events, _cost(events, context))


def _agreed_alone(
    session: "Session", context: CommandContext, seat: Seat, offered: Offered
) -> tuple[Event, ...]:
    """The one player who holds all seats of people agrees for all of them."""
    others = [one for one in session.people() if one != seat]
    if not others or not context.shared(seat).issuperset(others):
        return ()
    match = session.match.after([offered])
    events: tuple[Event, ...] = ()
    for one in others:
        answers = match.answer(one, offered.offer, agreed=True)
        match = match.after(answers)
        events += answers
    return events


@decide.register(commands.AnswerOffer)
def _(command: commands.AnswerOffer, session: "Session", context: CommandContext) -> Decision:
    seat = acting_seat(command, session, context)
    check_status(session, Status.LIVE)
    _check_board(session, command.board_revision)
    events = session.match.answer(seat, command.what, agreed=command.agreed)
    return Decision(events, _cost(events, context))


def _cost(events: tuple[Event, ...], context: CommandContext) -> int:
    """A takeback ends the turn in which it is agreed to."""
    return context.spent() if isinstance(events[-1], TakenBack) else 0


@decide.register(commands.Claim)
def _(command: commands.Claim, session: "Session", context: CommandContext) -> Decision:
    seat = acting_seat(command, session, context)
    check_status(session, Status.LIVE)
    _check_plays(session, seat)
    control = session.clocks.control
    if control.turn:
        raise CommandRefused(R.CLOCK_DECIDES, "The clock decides this game.")
    fifth = min(LONGEST_GRACE, max(SHORTEST_GRACE, control.base // 5))
    grace = fifth if control else UNTIMED_GRACE
    others = [one for one in session.people() if one != seat]
    left = {one: grace - (context.now - context.away.get(one, context.now)) for one in others}
    away = [one for one in others if left[one] <= 0]
    match, teams = session.match, session.match.game.teams
    if command.what == "draw":
        if not others or away != others or len(session.people()) != len(match.remaining):
            raise _still_here(left, context)
        return Decision((Claimed(seat), *_drawn(match, [seat, *others])))
    away = [one for one in away if teams[one] != teams[seat]]
    if not away:
        raise _still_here(left, context)
    events: list[LogEvent] = [Claimed(seat)]
    for one in away:
        if match.outcome is None:
            timed_out = match.time_out(one)
            match = timed_out.match
            events += timed_out
    return Decision(tuple(events), context.spent())


def _drawn(match: Match, seats: list[Seat]) -> list[Event]:
    """All of them agree to a draw, whoever has offered it."""
    events: list[Event] = []
    for one in seats:
        agreeing = match.offers.get(Offer.DRAW)
        if agreeing is not None and one in agreeing:
            continue
        if agreeing is None:
            events.append(Offered(one, Offer.DRAW))
        else:
            events.append(Answered(one, Offer.DRAW, agreed=True))
        match = match.after(events[-1:])
    return events


def _still_here(left: dict[Seat, int], context: CommandContext) -> CommandRefused:
    waits = [wait for one, wait in left.items() if one in context.away]
    message = "They are still here, or have not been away for long enough."
    retry = max(1, min(waits) / 1000) if waits else None
    return CommandRefused(R.STILL_HERE, message, retry_after=retry)


@decide.register(commands.Rematch)
def _(command: commands.Rematch, session: "Session", context: CommandContext) -> Decision:
    seat = acting_seat(command, session, context)
    check_status(session, Status.OVER, Status.ABORTED)
    if session.next_table:
        message = "There is a next game already."
        raise CommandRefused(R.REMATCHED, message, where=session.next_table)
    if not session.is_full:
        raise CommandRefused(R.NOT_BEGUN, "The game has not begun: seats are free.")
    match = session.match
    people = {one for one in range(match.game.players) if not match.engine(one)}
    agreed = people & context.shared(seat)
    new = agreed - session.rematch
    if not new:
        raise CommandRefused(R.ASKED_ALREADY, "You have asked for it already.")
    events = [RematchAsked(one) for one in sorted(new, key=seat.__ne__)]
    if session.rematch | agreed < people:
        return Decision(tuple(events))
    made = session.rematch_table(context.next_table(), context)
    return Decision((*events, Rematched(made.table)), effects=(made,))


@decide.register(commands.Sit)
def _(command: commands.Sit, session: "Session", context: CommandContext) -> Decision:
    check_status(session, Status.OPEN)
    _check_room(session)
    if not context.guest:
        raise CommandRefused(R.NO_COOKIE, "Whoever takes a seat needs a cookie, or a token.")
    if command.seat in context.holds:
        return Decision((Seated(command.seat, command.name),))  # the same, by another name
    if context.holds:
        raise CommandRefused(R.SEATED_ALREADY, "You have a seat at this table.")
    seat = _free_seat(session, command.seat)
    seating = session.seating(Seated(seat, command.name), context.rng)
    return Decision(seating, effects=(GiveKey(seat),))


@decide.register(commands.StandUp)
def _(command: commands.StandUp, session: "Session", context: CommandContext) -> Decision:
    seat = acting_seat(command, session, context)
    check_status(session, Status.OPEN)
    if seat not in session.match.seated:
        raise CommandRefused(R.NOT_SEATED, "Nobody sits there.")
    return Decision((Stood(seat),), effects=(TakeKeys(seat),))


@decide.register(commands.FillSeat)
def _(command: commands.FillSeat, session: "Session", context: CommandContext) -> Decision:
    check_status(session, Status.OPEN)
    _check_room(session)
    if not context.holds:
        raise CommandRefused(R.NOT_SEATED, "You have no seat at this table.")
    engines = context.engines()
    title = engines.get(command.engine)
    if title is None:
        message = f"There is no engine {command.engine!r}; the engines: "
        raise CommandRefused(R.NO_SUCH_ENGINE, f"{message}{', '.join(engines)}.", where="engine")
    seat = _free_seat(session, command.seat)
    return Decision(session.seating(Seated(seat, title, command.engine), context.rng))


@decide.register(commands.Say)
def _(command: commands.Say, session: "Session", context: CommandContext) -> Decision:
    if command.room == "spectators":
        _check_spectator(session, context)
        said = Said(None, command.room, command.text, command.name, context.guest)
        return _spoken(session, context, said)
    seat = acting_seat(command, session, context)
    configuration, teams = session.configuration, session.match.game.teams
    if command.room == "team":
        if teams.count(teams[seat]) < 2:
            raise CommandRefused(R.NO_TEAM, "You play alone.")
        if not configuration.conferring:
            raise CommandRefused(R.NO_CONFERRING, "Partners may not talk at this table.")
    elif not configuration.chat:
        raise CommandRefused(R.NO_CHAT, "There is no chat at this table.")
    return _spoken(session, context, Said(seat, command.room, command.text))


def _check_spectator(session: "Session", context: CommandContext) -> None:
    """May somebody write to those who watch?"""
    if not session.configuration.spectator_chat:
        raise CommandRefused(R.NO_CHAT, "Spectators can't write at this table.")
    if context.holds:
        raise CommandRefused(
            R.SEATED_ALREADY, "You play here: only spectators write to each other."
        )
    if not context.guest:
        raise CommandRefused(R.NO_COOKIE, "Whoever writes needs a cookie, or a token.")


def _spoken(session: "Session", context: CommandContext, said: Said) -> Decision:
    """It is said, unless that is too much."""
    if session.chat.is_full(said.speaker):
        raise CommandRefused(R.CHAT_FULL, "Enough has been said at this table.")
    wait = session.chat.wait(said.speaker, context.now)
    if wait:
        raise CommandRefused(R.TOO_OFTEN, "Not so fast.", retry_after=wait / 1000)
    return Decision(effects=(said,))


@decide.register(commands.Mute)
def _(command: commands.Mute, session: "Session", context: CommandContext) -> Decision:
    seat = acting_seat(command, session, context)
    if command.whom not in range(session.match.game.players) or command.whom == seat:
        raise CommandRefused(R.NO_SUCH_SEAT, "There is no such other seat.", where="whom")
    return Decision(effects=(Muted(seat, command.whom, command.muted),))


# what is checked again and again


def acting_seat(command: commands.Command, session: "Session", context: CommandContext) -> Seat:
    """The seat that somebody acts for. Raises CommandRefused."""
    usual = session.to_move if isinstance(command, commands.Move) else None
    return own_seat(context.holds, command.seat, usual)


def own_seat(holds: Sequence[Seat], wanted: Seat | None, usual: Seat | None = None) -> Seat:
    """The seat that somebody means: the wanted one, else the only one that they hold, else the
    usual one. Raises CommandRefused."""
    if not holds:
        raise CommandRefused(R.NOT_SEATED, "You have no seat at this table.")
    if wanted is not None and wanted not in holds:
        raise CommandRefused(R.NOT_YOUR_SEAT, "This is not your seat.")
    if wanted is not None:
        return wanted
    if len(holds) == 1:
        return holds[0]
    if usual is not None and usual in holds:
        return usual
    raise CommandRefused(R.WHICH_SEAT, "You hold several seats: say which one acts.")


def _free_seat(session: "Session", wanted: Seat | None) -> Seat:
    free = session.free_seats()
    if wanted is None:
        return free[0]
    if wanted not in range(session.match.game.players):
        message = "There is no such seat at this table."
        raise CommandRefused(R.NO_SUCH_SEAT, message, where="seat")
    if wanted not in free:
        raise CommandRefused(R.SEAT_TAKEN, "Somebody sits there.", where="seat")
    return wanted


def check_status(session: "Session", *expected: Status) -> None:
    status = session.status
    if status in expected:
        return
    refusals = {
        Status.OPEN: (R.NOT_BEGUN, "The game has not begun: seats are free."),
        Status.LIVE: (R.NOT_OVER, "The game is still going on."),
        Status.OVER: (R.OVER, "The game is over."),
        Status.ABORTED: (R.OVER, "The game was called off."),
    }
    raise CommandRefused(*refusals[status])


def _check_plays(session: "Session", seat: Seat) -> None:
    """Whoever has left a game has no more say in it, even if an engine plays on in its place."""
    if seat in session.match.departed:
        raise CommandRefused(R.LEFT, "You have left this game.")


def _check_room(session: "Session") -> None:
    if session.revision >= MOST_ENTRIES:
        message = "So much has happened at this table that no more fits: resign, or offer a draw."
        raise CommandRefused(R.LOG_FULL, message)


def _check_board(session: "Session", board_revision: BoardRevision | None) -> None:
    if board_revision is not None and board_revision != session.board_revision:
        message = "The board has changed since then: look at it again."
        raise CommandRefused(R.STALE, message, where="board_revision")
