"""The board in space: each game with each number of seats is played to its end by taps on it, with
two seats on a phone, with more by a mouse."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.ui.conftest import Visit
from tests.ui.endings import ONE_A_GAME, SEATS, ending
from tests.ui.people import Person

MOVES = 2
MOST = 40
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
WINDOW: dict[str, Any] = {"viewport": {"width": 800, "height": 600}}
IN_SPACE = "localStorage.setItem('cubarium', JSON.stringify({board: 'space'}))"
BOARD = "document.querySelector('.space').board"
RESTING = "() => document.querySelector('.space')?.board?.resting"
DONE = """([target, position]) =>
  Number(document.querySelector('main').dataset.board) > position ||
  document.querySelector(`.chosen[data-target="${target}"], .preview[data-target="${target}"]`) ||
  document.querySelector(`.tool[aria-pressed="true"][data-target="${target}"]`)
"""


def sit_in_space(visit: Visit, device: dict[str, Any], **configuration: Any) -> tuple[Person, str]:
    person = visit(**device).open("/")
    person.page.evaluate(IN_SPACE)
    return person, person.sit_at(**configuration)


def settled(person: Person) -> None:
    """The board in space shows the latest position, and nothing moves."""
    person.page.wait_for_function(RESTING)


def looks(person: Person) -> Iterator[None]:
    """What somebody does to see a target: nothing, look from above, open the layers, turn."""
    yield
    person.button("From above").click()
    yield
    opened = person.page.get_by_label("Spread the layers")
    if opened.is_visible():
        opened.fill("1")
    person.button("Turn home").click()
    yield
    for _ in range(3):
        person.button("Turn").click()
        yield


def tap(person: Person, x: float, y: float) -> None:
    if person.phone:
        person.page.touchscreen.tap(x, y)
    else:
        person.page.mouse.click(x, y)


def touch(person: Person, target: str, position: int) -> None:
    """Tap a target where it is seen; what is beside the board is a button."""
    page = person.page
    beside = page.locator(f'.tools .legal[data-target="{target}"]')
    for _ in looks(person):
        settled(person)
        page.locator(".space").scroll_into_view_if_needed()
        spot = page.evaluate(f"target => {BOARD}.where(target)", target)
        if spot is None and not beside.is_visible():
            continue
        if spot is None:
            beside.click()
        else:
            tap(person, *spot)
        page.wait_for_function(DONE, arg=[target, position])
        return
    raise AssertionError(f"{target} can't be seen from anywhere")


@pytest.mark.parametrize(("name", "players"), ONE_A_GAME, ids=str)
def test_played_to_the_end_in_space(visit: Visit, name: str, players: int) -> None:
    found = ending(name, players, MOVES)
    person, table = sit_in_space(
        visit,
        PHONE if players == 2 else WINDOW,
        game=name,
        players=players,
        position=found.position,
        seats=["me", *["device"] * (players - 1)],
    )
    rng = Random(1)
    for number in range(MOST):
        now = person.seen(table)
        if now["status"] == "over":
            break
        person.later(now["board_revision"] - 1)
        if person.page.locator(".handover").is_visible():
            person.button("I am ready").click()
        seen = person.seen(table, now["turn"]["seat"])
        known = {one["move"]: one["path"] for one in seen["scene"]["touches"]}
        wanted = found.moves[number] if number < len(found.moves) else ""
        path = known.get(wanted) or known[rng.choice(sorted(known))]
        again = path[-1:] if person.phone else []
        for target in [*path, *again]:
            touch(person, target, seen["board_revision"])
        person.later(seen["board_revision"])
    expect(person.page.locator(".end")).to_be_visible()


@pytest.mark.parametrize("name", SEATS)
def test_what_is_under_the_board_fits_a_phone(visit: Visit, name: str) -> None:
    seats = ["me", *["random"] * (SEATS[name][0] - 1)]
    person, _ = sit_in_space(visit, PHONE, game=name, players=SEATS[name][0], seats=seats)
    settled(person)
    for one in person.page.locator(".space-tools > *").all():
        box = one.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360


def test_nothing_is_drawn_while_nothing_moves(visit: Visit) -> None:
    person, _ = sit_in_space(visit, WINDOW, game="cage", seats=["me", "device"])
    settled(person)
    drawn = f"() => {BOARD}.frames"
    before = person.page.evaluate(drawn)
    person.page.wait_for_timeout(1500)
    assert person.page.evaluate(drawn) == before
    person.page.evaluate(f"{BOARD}.spread(1)")
    person.page.wait_for_function(f"before => {BOARD}.frames > before", arg=before)
