"""Games played on the board in space, by taps alone: Quixo and Rubik's Cage to their end with each
number of seats, Cubulus and Cube O' (where places hide one another) for a turn."""

import pytest
from playwright.sync_api import TimeoutError as TooLate
from playwright.sync_api import expect

from tests.ui.conftest import Visit
from tests.ui.endings import TABLES, ending
from tests.ui.people import Person

MOVES = 2
LOOKS = ("home()", "above()", "side(1)", "side(2)", "side(3)")
"""From where a target may be seen."""
SOON = 6000
"""Milliseconds for a tap to show; pictures may be drawn slowly."""
IN_SPACE = "localStorage.setItem('cubarium', JSON.stringify({board: 'space'}))"
BOARD = "document.querySelector('.space').board"
DONE = """([target, position]) =>
  Number(document.querySelector('main').dataset.position) > position ||
  document.querySelector(`.chosen[data-target="${target}"]`) ||
  document.querySelector(`.tool[aria-pressed="true"][data-target="${target}"]`)
"""


def in_space(person: Person) -> None:
    person.page.wait_for_function("() => document.querySelector('.space')?.board")
    person.page.evaluate(f"{BOARD}.quality(2)")


def tapped(person: Person, target: str, position: int) -> None:
    """Tap a target where it is seen, from one side after another; tools are beside the board."""
    page = person.page
    for look in LOOKS:
        page.evaluate(f"{BOARD}.{look}")
        spot = page.evaluate(f"target => {BOARD}.where(target)", target)
        if spot is None:
            person.target(target).click()
        else:
            page.mouse.click(*spot)
        try:
            page.wait_for_function(DONE, arg=[target, position], timeout=SOON)
        except TooLate:
            continue
        return
    raise AssertionError(f"{target} can't be tapped")


OPEN = [(name, players) for name, players in TABLES if name in ("quixo", "cage")]


@pytest.mark.parametrize(("name", "players"), OPEN, ids=str)
def test_played_to_the_end_in_space(visit: Visit, name: str, players: int) -> None:
    found = ending(name, players, MOVES)
    person = visit().open("/")
    person.page.evaluate(IN_SPACE)
    table = person.sit_at(
        game=name,
        players=players,
        position=found.position,
        seats=["me", *["device"] * (players - 1)],
    )
    for move in found.moves:
        in_space(person)
        seen = person.seen(table)
        paths = {touch["move"]: touch["path"] for touch in seen["scene"]["touches"]}
        for target in paths[move]:
            tapped(person, target, seen["position"])
        person.later(seen["position"])
    expect(person.page.locator(".end")).to_be_visible()


@pytest.mark.parametrize(
    ("name", "players", "targets"), [("cubulus", 3, ["c33"]), ("cubeo", 2, ["bag", "b2"])]
)
def test_a_turn_in_space(visit: Visit, name: str, players: int, targets: list[str]) -> None:
    person = visit().open("/")
    person.page.evaluate(IN_SPACE)
    table = person.sit_at(game=name, players=players, seats=["me", *["random"] * (players - 1)])
    in_space(person)
    for target in targets:
        seen = person.seen(table)
        tapped(person, target, seen["position"])
        person.later(seen["position"])


def test_nothing_is_drawn_while_nothing_moves(visit: Visit) -> None:
    person = visit().open("/")
    person.page.evaluate(IN_SPACE)
    person.sit_at(game="cage", seats=["me", "device"])
    in_space(person)
    drawn = "() => document.querySelector('.space').board.frames"
    person.page.wait_for_function(f"() => {BOARD}.frames > 0")
    person.page.wait_for_timeout(1500)
    before = person.page.evaluate(drawn)
    person.page.wait_for_timeout(1500)
    assert person.page.evaluate(drawn) == before
    person.page.evaluate(f"{BOARD}.spread(1)")
    person.page.wait_for_function(
        "before => document.querySelector('.space').board.frames > before", arg=before
    )
