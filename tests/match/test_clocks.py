"""Clocks: laws of plain numbers."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubarium.match.clocks import DAY, Clocks, TimeControl

CONTROLS = st.builds(
    TimeControl, base=st.integers(1, 10**7), increment=st.integers(0, 10**5)
) | st.builds(TimeControl, turn=st.integers(1, 14).map(lambda days: days * DAY))
TIMES = st.integers(0, 10**7)
SPANS = st.lists(st.tuples(st.integers(0, 10**5), st.integers(1, 10**6)), max_size=5)
"""Outages: so long after the one before, and so long."""


def outages_of(spans: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    found, at = [], 0
    for gap, length in spans:
        found.append((at + gap, at + gap + length))
        at += gap + length
    return found


def running(control: TimeControl, since: int) -> Clocks:
    return Clocks.new(control, 3).turned(1, since, 0, turn_over=False)


@given(CONTROLS, TIMES, TIMES, SPANS)
def test_outages_are_charged_to_nobody(
    control: TimeControl, since: int, waited: int, spans: list[tuple[int, int]]
) -> None:
    clocks, outages, now = running(control, since), outages_of(spans), since + waited
    lost = sum(max(0, min(now, ended) - max(since, began)) for began, ended in outages)
    assert clocks.elapsed(now, outages) == waited - lost
    assert clocks.elapsed(now) == waited
    left = clocks.shown(now, outages)
    assert left[0] == left[2] == control.start
    assert 0 <= left[1] == max(0, control.start - (waited - lost))


@given(CONTROLS, TIMES, SPANS)
def test_the_deadline_is_when_nothing_is_left(
    control: TimeControl, since: int, spans: list[tuple[int, int]]
) -> None:
    clocks, outages = running(control, since), outages_of(spans)
    deadline = clocks.deadline(outages)
    assert deadline is not None
    assert clocks.shown(deadline, outages)[1] == 0
    assert clocks.shown(deadline - 1, outages)[1] == 1
    assert clocks.deadline(reversed(outages)) == deadline


@given(CONTROLS, st.lists(st.tuples(st.integers(0, 2), TIMES, st.booleans()), max_size=12))
def test_what_is_charged_is_gone_and_nothing_else(
    control: TimeControl, turns: list[tuple[int, int, bool]]
) -> None:
    clocks, now = Clocks.new(control, 3), 0
    for seat, spent, over in turns:
        before, who, now = clocks.left, clocks.running, now + spent
        clocks = clocks.turned(seat, now, spent, turn_over=over)
        assert min(clocks.left) >= 0
        assert (clocks.running, clocks.since) == (seat, now)
        for one in range(3):
            rest = max(0, before[one] - spent) if one == who else before[one]
            if control.turn:
                anew = (over and one == who) or (one == seat != who)
                assert clocks.left[one] == (control.turn if anew else rest)
            else:
                more = control.increment if over and one == who else 0
                assert clocks.left[one] == rest + more


@given(CONTROLS, TIMES)
def test_a_clock_that_does_not_run_costs_nothing(control: TimeControl, now: int) -> None:
    clocks = Clocks.new(control, 2)
    assert clocks.elapsed(now) == 0
    assert clocks.deadline() is None
    assert clocks.shown(now) == (control.start,) * 2
    assert clocks.turned(None, now, 99, turn_over=True).left == clocks.left


def test_without_a_clock_nothing_changes() -> None:
    clocks = Clocks.new(TimeControl(), 2)
    assert not clocks.control
    assert clocks.turned(1, 5, 5, turn_over=True) is clocks


@pytest.mark.parametrize(
    ("control", "start"),
    [
        (TimeControl(base=9, increment=2), 9),
        (TimeControl(increment=2), 2),
        (TimeControl(turn=7), 7),
    ],
)
def test_what_there_is_at_the_start(control: TimeControl, start: int) -> None:
    assert control.start == start
    assert Clocks.new(control, 2).emptied(1).left == (start, 0)
