"""The board in space: each game with each number of seats is played to its end by taps on it, with
two seats on a phone, with more by a mouse."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import CDPSession, expect

from tests.ui.conftest import Visit
from tests.ui.endings import SEATS, ending, fullest, games
from tests.ui.people import Person

MOVES = 2
MOST = 40
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
WINDOW: dict[str, Any] = {"viewport": {"width": 800, "height": 600}}
IN_SPACE = """{
  const kept = JSON.parse(localStorage.getItem("cubarium"));
  const games = Object.keys(kept.boards).map((game) => [game, "space"]);
  localStorage.setItem("cubarium", JSON.stringify({ ...kept, boards: Object.fromEntries(games) }));
}"""
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


@pytest.mark.parametrize(("name", "players"), fullest("cage", "cubeo"), ids=str)
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


@pytest.mark.parametrize("name", games("cage", "cubeo"))
def test_what_is_under_the_board_fits_a_phone(visit: Visit, name: str) -> None:
    seats = ["me", *["random"] * (SEATS[name][0] - 1)]
    person, _ = sit_in_space(visit, PHONE, game=name, players=SEATS[name][0], seats=seats)
    settled(person)
    shown = person.page.locator(".space-tools > *:visible").all()
    assert len(shown) >= 3  # where there is little room, fingers zoom
    for one in shown:
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


def test_a_cube_is_dragged_to_where_it_goes_in(visit: Visit) -> None:
    person, table = sit_in_space(visit, WINDOW, game="quixo", seats=["me", "device"])
    settled(person)
    mouse, page = person.page.mouse, person.page
    before = person.seen(table)["board_revision"]
    x, y = page.evaluate(f"{BOARD}.where('c1')")
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 12, y - 12, steps=3)
    page.wait_for_function(f"() => {BOARD}.where('c5')")
    mouse.move(*page.evaluate(f"{BOARD}.where('c5')"), steps=4)
    mouse.up()
    person.later(before)
    assert person.seen(table)["scene"]["marks"][-1]["places"] == ["c5"]


def test_a_finger_drags_a_cube_and_an_arrow_without_a_second_touch(visit: Visit) -> None:
    for game, start, ends in (("quixo", "c1", ("c5", (0, 0))), ("cage", "2-", ("2-", (40, 0)))):
        person, table = sit_in_space(visit, PHONE, game=game, seats=["me", "device"])
        settled(person)
        page, before = person.page, person.seen(table)["board_revision"]
        finger = person.context.new_cdp_session(page)

        def point(
            kind: str, x: float | None = None, y: float = 0, session: CDPSession = finger
        ) -> None:
            points = [] if x is None else [{"x": x, "y": y}]
            session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

        x, y = page.evaluate(f"{BOARD}.where('{start}')")
        point("touchStart", x, y)
        for step in (4, 8, 12):
            point("touchMove", x + step, y - step / 4)
        page.wait_for_function(f"() => {BOARD}.where('{ends[0]}')")
        right, down = page.evaluate(f"{BOARD}.where('{ends[0]}')")
        point("touchMove", right + ends[1][0], down + ends[1][1])
        point("touchEnd")
        person.later(before)
        assert person.seen(table)["board_revision"] == before + 1


def test_a_drag_to_nowhere_takes_nothing(visit: Visit) -> None:
    person, table = sit_in_space(visit, WINDOW, game="quixo", seats=["me", "device"])
    settled(person)
    mouse, page = person.page.mouse, person.page
    x, y = page.evaluate(f"{BOARD}.where('c1')")
    box = page.locator(".space").bounding_box()
    assert box is not None
    before = page.evaluate(f"{BOARD}.controls.view.azimuth")
    mouse.move(x, y)
    mouse.down()
    mouse.move(box["x"] + 4, box["y"] + 4, steps=4)
    mouse.up()
    expect(page.locator(".flat .chosen")).to_have_count(0)
    assert page.evaluate(f"{BOARD}.controls.view.azimuth") == before
    # on empty ground a drag turns the board
    mouse.move(box["x"] + 4, box["y"] + 4)
    mouse.down()
    mouse.move(box["x"] + 84, box["y"] + 4, steps=4)
    mouse.up()
    settled(person)
    assert page.evaluate(f"{BOARD}.controls.view.azimuth") != before
    assert person.seen(table)["scene"]["marks"] == []


def test_the_wheel_comes_nearer_and_home_is_as_before(visit: Visit) -> None:
    person, _ = sit_in_space(visit, WINDOW, game="cubulus", seats=["me", "device"])
    settled(person)
    page = person.page
    zoom = f"{BOARD}.controls.view.zoom"
    page.locator(".space").hover()
    page.mouse.wheel(0, -400)
    page.wait_for_function(f"() => {zoom} > 1.5")
    page.mouse.wheel(0, -9000)
    page.wait_for_function(f"() => {zoom} === 3")
    page.evaluate(f"{BOARD}.home()")
    settled(person)
    assert page.evaluate(zoom) == 1
    for _ in range(9):
        page.evaluate(f"{BOARD}.zoomOut()")
    assert page.evaluate(zoom) == pytest.approx(0.6)


def test_moves_that_come_quickly_are_shown_one_after_another(visit: Visit) -> None:
    person, table = sit_in_space(
        visit, {**WINDOW, "reduced_motion": "no-preference"}, game="quixo", seats=["me", "random"]
    )
    settled(person)
    page = person.page
    page.evaluate(
        f"""() => {{
          const board = {BOARD};
          window.shown = [];
          const settle = board.settle.bind(board);
          board.settle = (came) => {{
            if (came.size) window.shown.push(board.state.scene.marks.at(-1).places[0]);
            settle(came);
          }};
        }}"""
    )
    before = person.seen(table)["board_revision"]
    for target in ("a1", "a5"):
        touch(person, target, before)
    person.later(before + 1)
    settled(person)
    shown = page.evaluate("window.shown")
    assert len(shown) == 2
    assert shown[0] == "a5"
