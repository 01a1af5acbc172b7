"""Session tables: folds of entries, one by one or all at once, with clocks that lose nothing."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubarium.core.errors import MatchRefused
from cubarium.core.turn import ToDraw
from cubarium.match.clocks import DAY, Clocks, TimeControl
from cubarium.match.command_context import CommandContext, CommandRefused
from cubarium.match.command_rules import MOST_ENTRIES, SessionRefusal
from cubarium.match.commands import (
    Abort,
    AnswerOffer,
    AnyCommand,
    Claim,
    FillSeat,
    MakeOffer,
    Move,
    Rematch,
    Resign,
    Sit,
)
from cubarium.match.configuration import Configuration
from cubarium.match.events import (
    Aborted,
    Claimed,
    Closed,
    LogEvent,
    Offer,
    RematchAsked,
    Rematched,
    Seated,
    Stood,
    TimedOut,
)
from cubarium.match.revision import BoardRevision, Revision
from cubarium.match.session import Applied, Entry, Session
from cubarium.match.status import Status
from tests.match.logs import logged
from tests.tables import SOAKING

CONTROLS = [
    TimeControl(),
    TimeControl(base=10**6, increment=2000),
    TimeControl(turn=3 * DAY),
]
PLACES = [("quixo", 2), ("quixo", 4), ("cage", 3), ("cubulus", 3), ("cubeo", 2)]
LONGEST = 40


def opened(name: str = "quixo", players: int = 2, control: TimeControl | None = None) -> Session:
    session = Session.open(Configuration(game=name, players=players))
    return replace(session, clocks=Clocks.new(control or TimeControl(), players))


def seated(session: Session) -> Session:
    seats = range(session.match.game.players)
    return session.after([Entry(Revision(seat + 1), Seated(seat, f"P{seat}"), 0) for seat in seats])


def caused(session: Session, rng: Random) -> tuple[LogEvent, ...]:
    """What some seat does, or what chance does."""
    match = session.match
    if isinstance(match.turn, ToDraw):
        return match.draw(rng)
    seat = session.to_move
    assert seat is not None
    deeds: list[Callable[[], tuple[LogEvent, ...]]] = [
        lambda: match.offer(rng.choice(match.remaining), rng.choice([*Offer])),
        lambda: match.answer(rng.choice(match.remaining), rng.choice([*Offer]), agreed=True),
        lambda: match.resign(rng.choice(match.remaining)) if rng.random() < 0.1 else (),
        lambda: match.time_out(seat) if rng.random() < 0.1 else (),
    ]
    if rng.random() < 0.3:
        with suppress(MatchRefused):
            events = rng.choice(deeds)()
            if events:
                return events
    text = match.game.write(rng.choice([*match.game.moves(match.state)]))
    return match.move(seat, text, rng)


def walk(session: Session, rng: Random) -> Iterator[tuple[Session, Sequence[Entry], Session]]:
    """A game with all that can happen: before, the entries, after."""
    session, now = seated(session), 0
    for _ in range(LONGEST):
        if session.status is not Status.LIVE:
            return
        now += rng.randrange(0, 5000)
        applied = logged(session, caused(session, rng), now, session.clocks.elapsed(now))
        yield session, applied.entries, applied.session
        session = applied.session


@pytest.mark.parametrize("control", CONTROLS)
@pytest.mark.parametrize(("name", "players"), PLACES)
@settings(max_examples=100 if SOAKING else 2)
@given(seed=st.integers(0, 10**6))
def test_all_folds_agree(name: str, players: int, control: TimeControl, seed: int) -> None:
    start = opened(name, players, control)
    log: list[Entry] = []
    for before, entries, after in walk(start, Random(seed)):
        one = before
        for entry in entries:
            one = one.after([entry])
        assert one == after == before.after(entries)
        log += entries
    assert seated(start).after(log) == after
    assert after.revision == players + len(log)


@pytest.mark.parametrize("control", CONTROLS[1:])
@pytest.mark.parametrize(("name", "players"), PLACES)
@settings(max_examples=100 if SOAKING else 2)
@given(seed=st.integers(0, 10**6))
def test_every_charge_counts(name: str, players: int, control: TimeControl, seed: int) -> None:
    """Whoever's clock runs loses what was charged, and gains no more than the rules give."""
    for before, entries, after in walk(opened(name, players, control), Random(seed)):
        (spent, *rest), who = [entry.spent for entry in entries], before.clocks.running
        happened = [entry.event for entry in entries]
        assert not any(rest)
        assert min(after.clocks.left) >= 0
        assert after.clocks.running is None or after.clocks.running == after.to_move
        assert after.clocks.running not in after.match.departed
        for seat in range(players):
            was, left = before.clocks.left[seat], after.clocks.left[seat]
            due = was - spent if seat == who else was
            right = {due, control.turn} if control.turn else {due, due + control.increment}
            assert left in right | ({0} if TimedOut(seat) in happened else set())


def moved(session: Session, seat: int) -> Session:
    """After the first legal move of a seat."""
    match, game = session.match, session.match.game
    (event,) = match.move(seat, game.write(game.moves(match.state)[0]), Random(0))
    return session.after([Entry(Revision(session.revision + 1), event, session.clocks.since)])


def test_a_takeback_costs_the_time_before_it() -> None:
    session = seated(opened(control=TimeControl(base=60_000)))
    for seat in (0, 1, 0):
        session = moved(session, seat)
    assert session.clocks.running == 1
    asked = session.match.offer(0, Offer.TAKEBACK)
    session = session.after([Entry(Revision(session.revision + 1), asked[0], 4000)])
    assert (session.clocks.left, session.clocks.since) == ((60_000, 60_000), 0), (
        "asking costs nothing"
    )
    agreed, taken = session.match.answer(1, Offer.TAKEBACK, agreed=True)
    first = session.revision + 1
    session = session.after(
        [Entry(Revision(first), agreed, 9000, spent=9000), Entry(Revision(first + 1), taken, 9000)]
    )
    assert session.clocks.left == (60_000, 51_000)
    assert (session.clocks.running, session.clocks.since) == (0, 9000)


def test_a_turn_has_all_its_days_after_a_takeback() -> None:
    session = seated(opened(control=TimeControl(turn=DAY)))
    for seat in (0, 1, 0):
        session = moved(session, seat)
    asked = session.match.offer(0, Offer.TAKEBACK)
    session = session.after([Entry(Revision(session.revision + 1), asked[0], 0)])
    agreed, taken = session.match.answer(1, Offer.TAKEBACK, agreed=True)
    first = session.revision + 1
    session = session.after(
        [Entry(Revision(first), agreed, 9, spent=DAY // 2), Entry(Revision(first + 1), taken, 9)]
    )
    session = moved(session, 0)
    assert session.clocks.running == 1
    assert session.clocks.left[1] == DAY


def test_what_happens_beside_the_match() -> None:
    session = seated(opened())
    assert session.after([Entry(Revision(3), Claimed(1), 5)]) == replace(
        session, revision=Revision(3)
    )
    free = session.after([Entry(Revision(3), Stood(1), 5)])
    assert free.status is Status.OPEN
    assert [*free.match.seated] == [0]
    for event in (Aborted(0), Closed()):
        off = session.after([Entry(Revision(3), event, 5)])
        assert (off.status, off.to_move) == (Status.ABORTED, None)
    again = session.after(
        [Entry(Revision(3), RematchAsked(1), 5), Entry(Revision(4), Rematched("next"), 5)]
    )
    assert (again.rematch, again.next_table) == (frozenset({1}), "next")


def commanded(session: Session, command: AnyCommand, seat: int = 0, **more: Any) -> Applied:
    return session.apply(command, CommandContext(now=1, rng=Random(1), holds=(seat,), **more))


def test_a_full_log_takes_no_more_but_what_ends_the_game() -> None:
    session = seated(opened())
    for seat, move in ((0, "a1e1"), (1, "a5e5")):
        command = Move(id=move, board_revision=BoardRevision(seat), move=move)
        session = commanded(session, command, seat).session
    full = replace(session, revision=Revision(MOST_ENTRIES))
    free = replace(opened(), revision=Revision(MOST_ENTRIES))
    refused: list[tuple[Session, AnyCommand]] = [
        (full, Move(id="m", board_revision=BoardRevision(2), move="b1b5")),
        (full, MakeOffer(id="t", what=Offer.TAKEBACK)),
        (free, Sit(id="s", seat=0)),
        (free, FillSeat(id="f", seat=0, engine="random")),
    ]
    for where, wanted in refused:
        with pytest.raises(CommandRefused) as found:
            commanded(where, wanted, engines=lambda: {"random": "Random"}, guest="somebody")
        assert found.value.reason is SessionRefusal.LOG_FULL
    assert commanded(full, Resign(id="r")).session.status is Status.OVER
    assert commanded(free, Abort(id="a")).session.status is Status.ABORTED
    assert (
        commanded(full, Claim(id="c", what="win"), away={1: -(10**9)}).session.status is Status.OVER
    )
    offered = commanded(full, MakeOffer(id="d", what=Offer.DRAW)).session
    answered = commanded(offered, AnswerOffer(id="a", what=Offer.DRAW, agreed=True), 1).session
    assert answered.status is Status.OVER
    again = commanded(commanded(answered, Rematch(id="r")).session, Rematch(id="r"), 1)
    assert isinstance(again.entries[-1].event, Rematched)
    for event in (TimedOut(0), Closed()):
        assert logged(full, [event], 5).session.status is not Status.LIVE
