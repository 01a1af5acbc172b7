"""Live tables: folds of entries, one by one or all at once, with clocks that lose nothing."""

from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubarium import catalog
from cubarium.core.errors import MatchRefused
from cubarium.core.turn import ToDraw
from cubarium.match.clocks import DAY, Clocks, TimeControl
from cubarium.match.events import (
    Aborted,
    Claimed,
    Closed,
    Offer,
    RematchAsked,
    Rematched,
    Seated,
    Stood,
    TimedOut,
)
from cubarium.match.match import Match
from cubarium.match.session import AnyEvent, Entry, Live, Status, check_abort

CONTROLS = [
    TimeControl(),
    TimeControl(base=10**6, increment=2000),
    TimeControl(turn=3 * DAY),
]
PLACES = [("quixo", 2), ("quixo", 4), ("cage", 3), ("cubulus", 3), ("cubeo", 2)]
LONGEST = 40


def opened(name: str = "quixo", players: int = 2, control: TimeControl | None = None) -> Live:
    game = catalog.load(name, players)
    return Live(Match.open(game), Clocks.new(control or TimeControl(), players))


def seated(live: Live) -> Live:
    seats = range(live.match.game.players)
    return live.after([Entry(seat + 1, Seated(seat, f"P{seat}"), 0) for seat in seats])


def wished(live: Live, rng: Random) -> list[tuple[AnyEvent, Match]]:
    """What some seat does, or what chance does."""
    match = live.match
    if isinstance(match.turn, ToDraw):
        return [*match.drawn(rng)]
    seat = live.to_move
    assert seat is not None
    deeds: list[Callable[[], tuple[AnyEvent, ...]]] = [
        lambda: match.offer(rng.choice(match.remaining), rng.choice([*Offer])),
        lambda: match.answer(rng.choice(match.remaining), rng.choice([*Offer]), agreed=True),
        lambda: match.resign(rng.choice(match.remaining)) if rng.random() < 0.1 else (),
        lambda: match.time_out(seat) if rng.random() < 0.1 else (),
    ]
    if rng.random() < 0.3:
        try:
            events = rng.choice(deeds)()
        except MatchRefused:
            events = ()
        found, after = [], match
        for event in events:
            after = after.after([event])  # type: ignore[list-item]
            found.append((event, after))
        if found:
            return found
    text = match.game.write(rng.choice([*match.game.moves(match.state)]))
    return [*match.moved(seat, text, rng)]


def walk(live: Live, rng: Random) -> Iterator[tuple[Live, list[Entry], list[Match], Live]]:
    """A game with all that can happen: before, the entries, the matches after them, after."""
    live, now = seated(live), 0
    for _ in range(LONGEST):
        if live.status is not Status.LIVE:
            return
        caused = wished(live, rng)
        now += rng.randrange(0, 5000)
        spent = live.clocks.elapsed(now)
        entries = [
            Entry(live.version + 1 + at, event, now, 0 if at else spent)
            for at, (event, _) in enumerate(caused)
        ]
        matches = [match for _, match in caused]
        after = live.after(entries, matches)
        yield live, entries, matches, after
        live = after


@pytest.mark.parametrize("control", CONTROLS)
@pytest.mark.parametrize(("name", "players"), PLACES)
@settings(max_examples=8)
@given(seed=st.integers(0, 10**6))
def test_all_folds_agree(name: str, players: int, control: TimeControl, seed: int) -> None:
    start = opened(name, players, control)
    log: list[Entry] = []
    for before, entries, _, after in walk(start, Random(seed)):
        one = before
        for entry in entries:
            one = one.after([entry])
        assert one == after == before.after(entries)
        log += entries
    assert seated(start).after(log) == after
    assert after.version == players + len(log)


@pytest.mark.parametrize("control", CONTROLS[1:])
@pytest.mark.parametrize(("name", "players"), PLACES)
@settings(max_examples=8)
@given(seed=st.integers(0, 10**6))
def test_every_charge_counts(name: str, players: int, control: TimeControl, seed: int) -> None:
    """Whoever's clock runs loses what was charged, and gains no more than the rules give."""
    for before, entries, _, after in walk(opened(name, players, control), Random(seed)):
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


def moved(live: Live, seat: int) -> Live:
    """After the first legal move of a seat."""
    match, game = live.match, live.match.game
    (event,) = match.move(seat, game.write(game.moves(match.state)[0]), Random(0))
    return live.after([Entry(live.version + 1, event, live.clocks.since)])


def test_a_takeback_costs_the_time_before_it() -> None:
    live = seated(opened(control=TimeControl(base=60_000)))
    for seat in (0, 1, 0):
        live = moved(live, seat)
    assert live.clocks.running == 1
    asked = live.match.offer(0, Offer.TAKEBACK)
    live = live.after([Entry(live.version + 1, asked[0], 4000)])
    assert (live.clocks.left, live.clocks.since) == ((60_000, 60_000), 0), "asking costs nothing"
    agreed, taken = live.match.answer(1, Offer.TAKEBACK, agreed=True)
    first = live.version + 1
    live = live.after([Entry(first, agreed, 9000, spent=9000), Entry(first + 1, taken, 9000)])
    assert live.clocks.left == (60_000, 51_000)
    assert (live.clocks.running, live.clocks.since) == (0, 9000)


def test_a_turn_has_all_its_days_after_a_takeback() -> None:
    live = seated(opened(control=TimeControl(turn=DAY)))
    for seat in (0, 1, 0):
        live = moved(live, seat)
    asked = live.match.offer(0, Offer.TAKEBACK)
    live = live.after([Entry(live.version + 1, asked[0], 0)])
    agreed, taken = live.match.answer(1, Offer.TAKEBACK, agreed=True)
    first = live.version + 1
    live = live.after([Entry(first, agreed, 9, spent=DAY // 2), Entry(first + 1, taken, 9)])
    live = moved(live, 0)
    assert live.clocks.running == 1
    assert live.clocks.left[1] == DAY


def test_what_happens_beside_the_match() -> None:
    live = seated(opened())
    match = live.match
    assert live.after([Entry(3, Claimed(1), 5)]) == Live(match, live.clocks, version=3)
    free = live.after([Entry(3, Stood(1), 5)])
    assert free.status is Status.OPEN
    assert [*free.match.seated] == [0]
    for event in (Aborted(0), Closed()):
        off = live.after([Entry(3, event, 5)])
        assert (off.status, off.to_move) == (Status.ABORTED, None)
        with pytest.raises(MatchRefused):
            check_abort(off)
    again = live.after([Entry(3, RematchAsked(1), 5), Entry(4, Rematched("next"), 5)])
    assert (again.again, again.next_table) == (frozenset({1}), "next")
    check_abort(live)
