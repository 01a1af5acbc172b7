"""Phones and keyboards."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.ui.conftest import Visit
from tests.ui.endings import SEATS, fullest, games

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "has_touch": True,
    "is_mobile": True,
    "device_scale_factor": 2,
}


FINGER = 44
"""Pixels that a finger needs; the cells of three layers are a little smaller."""
LAYERED = 36


def inside(box: Any) -> bool:
    return bool(
        box
        and box["x"] >= 0
        and box["x"] + box["width"] <= 360.5
        and box["y"] >= 0
        and box["y"] + box["height"] <= 640.5
    )


WIDE = "() => document.documentElement.scrollWidth"


LONGER = """() => {
  const texts = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    if (text.data.trim() && !text.parentElement.closest(".grid, svg, time, .sign"))
      text.data = text.data.replace(/\\w+/g, word => word + "nene".slice(0, word.length * 0.4));
}"""


@pytest.mark.parametrize("game", games("cage", "cubeo"))
def test_pages_on_a_phone(visit: Visit, game: str) -> None:
    """They fit, also with texts that are longer by 40%, and from right to left."""
    person = visit(**PHONE)
    page = person.page
    table = f"/t/{person.table(game=game, seats=['me', 'level1'], order='chosen')}"
    for path in ("/", f"/new/{game}", f"/rules/{game}", table):
        person.open(path)
        page.locator(".game h2, .form, .rules h1, .legal:visible").first.wait_for()
        assert page.evaluate(WIDE) <= 360, path
        page.evaluate(LONGER)
        assert page.evaluate(WIDE) <= 360, f"{path} with long texts"
    person.open(table)
    page.locator(".legal:visible").first.wait_for()
    page.evaluate("document.documentElement.dir = 'rtl'")
    assert page.evaluate(WIDE) <= 360
    boxes = [one.bounding_box() for one in page.locator(".row").first.locator(".cell").all()]
    lefts = [box["x"] for box in boxes if box]
    assert lefts == sorted(lefts)  # west is left


TOUCHED = "button, a, select, input:not([type=checkbox]), .check"
SMALL = """touched => [...document.querySelectorAll(touched)]
  .filter(one => one.checkVisibility() && !one.closest(".grid, .example"))
  .map(one => [one.getBoundingClientRect(), one.textContent])
  .filter(([box]) => box.height < 43.5 || box.width < 43.5)
  .map(([box, text]) => `${text}: ${box.width} x ${box.height}`)"""


def test_everything_suits_a_finger(visit: Visit) -> None:
    person = visit(**PHONE)
    page = person.page
    person.open("/")
    for game in SEATS:
        page.locator(f".game-{game}").get_by_role("button", name="More ways").tap()
    expect(page.get_by_role("button", name="Pass and play")).to_have_count(4)
    assert page.evaluate(SMALL, TOUCHED) == []
    for path in ("/new/cage", "/rules/quixo"):
        person.open(path)
        page.locator("main:not([aria-busy=true])").wait_for()
        assert page.evaluate(SMALL, TOUCHED) == []
    person.open("/")
    page.locator(".game-quixo").get_by_role("button", name="More ways").tap()
    page.locator(".game-quixo").get_by_role("button", name="Play a friend").tap()
    expect(page.get_by_label("Link to the table")).to_be_visible()
    assert page.evaluate(SMALL, TOUCHED) == []
    person.button("Close").tap()
    person.button("Give it to the computer").tap()
    person.touch("a1")
    person.touch("e1")
    person.button("Play").tap()
    expect(person.status).to_contain_text("Your turn")
    for name in ("Moves", "Rules", "Menu"):
        person.button(name).tap()
        expect(page.locator("dialog")).to_be_visible()
        assert page.evaluate(SMALL, TOUCHED) == []
        person.button("Close").tap()
        expect(page.locator("dialog")).to_have_count(0)


def test_earlier_positions_on_a_phone(visit: Visit) -> None:
    person = visit(**PHONE)
    page = person.page
    person.sit_at(game="quixo", seats=["me", "device"])
    for target in ("a1", "e1", "e1", "b1", "b5", "b5"):
        person.target(target).tap()
    person.later(1)
    person.button("Moves").tap()
    page.locator("dialog").get_by_role("button", name="a1 → e1").tap()
    expect(page.locator("dialog")).to_have_count(0)  # the board is seen
    slider = page.locator(".past-bar input")
    expect(slider).to_have_value("1")
    expect(page.locator(".legal")).to_have_count(0)
    person.button("One move back").tap()
    expect(slider).to_have_value("0")
    expect(page.locator(".cell .piece svg")).to_have_count(0)
    person.button("Back to the game").tap()
    expect(page.locator(".cell .piece svg")).to_have_count(2)
    assert page.locator(".legal").count() > 0


@pytest.mark.parametrize(("game", "players"), fullest("quixo", "cubeo"), ids=str)
def test_a_table_on_a_phone(visit: Visit, game: str, players: int) -> None:
    """All that a move needs is on the screen, and large enough for a finger."""
    person = visit(**PHONE)
    page = person.page
    table = person.sit_at(
        game=game,
        players=players,
        seats=["me", *["random"] * (players - 1)],
        order="chosen",
        clock={"kind": "live", "base": 600, "increment": 5},
    )
    person.target(person.seen(table)["scene"]["touches"][0]["path"][0]).wait_for()
    assert page.evaluate(WIDE) <= 360
    assert page.evaluate("() => document.documentElement.scrollHeight") <= 640
    least = LAYERED if game in ("cage", "cubulus") else FINGER
    for one in page.locator(".cell:not(.hole)").all():
        box = one.bounding_box()
        assert inside(box)
        assert box is not None
        assert min(box["width"], box["height"]) >= least
    for one in page.locator(".tool:visible, .mine .card:not(.back), .actions button:visible").all():
        box = one.bounding_box()
        assert inside(box), one.get_attribute("aria-label")
        assert box is not None
        assert min(box["width"], box["height"]) >= FINGER
    for one in page.locator(".seat, .coach").all():
        assert inside(one.bounding_box())
    seen = person.seen(table)
    for target in seen["scene"]["touches"][0]["path"]:
        person.target(target).tap()
    if game != "cubeo":  # what waits for a second touch is on the screen too
        expect(person.button("Play")).to_be_visible()
        assert inside(person.button("Play").bounding_box())
        person.button("Play").tap()
    person.later(seen["board_revision"])


def test_a_drawn_cube_is_shown(visit: Visit) -> None:
    person = visit(**PHONE)
    table = person.sit_at(game="cubeo", seats=["me", "random"], order="chosen")
    person.target("bag").tap()  # there is nothing else to do, so nothing to confirm
    expect(person.status).to_contain_text("Your turn: place the ")
    assert inside(person.page.locator(".held").bounding_box())
    held = [one for one in person.seen(table)["scene"]["items"] if one["place"] == "held"]
    expect(person.page.locator(".held .piece")).to_have_class(
        f"piece cube colour-{held[0]['colour']}"
    )
    person.target("b2").tap()
    person.button("Play").tap()
    expect(person.page.locator(".held")).to_have_count(0)


def test_a_board_that_lies_on_its_side(visit: Visit) -> None:
    person = visit(**{**PHONE, "viewport": {"width": 640, "height": 360}})
    person.sit_at(game="quixo", seats=["me", "device"])
    for one in (person.board, person.button("Menu"), person.page.locator(".seat").last):
        box = one.bounding_box()
        assert box is not None
        assert box["y"] + box["height"] <= 360.5
    assert person.page.evaluate("() => document.documentElement.scrollHeight") <= 360


def test_a_preview_and_a_second_touch(visit: Visit) -> None:
    person = visit(**PHONE)
    table = person.sit_at(game="quixo", seats=["me", "device"])
    person.target("a1").tap()
    person.target("e1").tap()
    expect(person.place("e1")).to_have_class("cell legal chosen preview")
    expect(person.page.locator(".confirm")).to_contain_text("a1 → e1")
    person.target("a5").tap()  # another idea
    expect(person.page.locator(".confirm")).to_contain_text("a1 → a5")
    assert person.seen(table)["actions"] == []
    person.target("a5").tap()
    person.later(0)
    assert person.seen(table)["actions"] == ["a1a5"]
    expect(person.page.locator(".confirm")).to_have_count(0)
    person.target("b1").tap()
    person.target("b5").tap()
    person.button("Cancel").tap()
    expect(person.page.locator(".chosen")).to_have_count(0)

    person.menu("Settings")
    person.page.get_by_label("Confirm moves").uncheck()
    person.button("Close").tap()
    person.target("b1").tap()
    person.target("b5").tap()
    person.later(1)
    person.button("Moves").tap()
    expect(person.page.locator("dialog .move")).to_have_count(2)


def test_by_keyboard_alone(visit: Visit) -> None:
    person = visit()
    page, keys = person.page, person.page.keyboard
    person.sit_at(game="quixo", seats=["me", "device"])
    keys.press("Tab")
    keys.press("Enter")  # past the bar
    for _ in range(10):
        keys.press("Tab")
        if page.evaluate("document.activeElement.classList.contains('cell')"):
            break
    expect(person.place("a1")).to_be_focused()
    for key in ("ArrowRight", "ArrowUp", "Enter"):
        keys.press(key)
    expect(person.status).to_contain_text("b2 is inside the board")
    keys.press("ArrowDown")
    expect(person.place("b1")).to_be_focused()
    keys.press("Enter")
    expect(person.place("b1")).to_have_attribute("aria-selected", "true")
    expect(person.place("b1")).to_have_attribute("aria-label", "b1, empty, chosen")
    keys.press("Escape")
    expect(page.locator(".chosen")).to_have_count(0)
    keys.press("Enter")
    for _ in range(4):
        keys.press("ArrowUp")
    expect(person.place("b5")).to_be_focused()
    keys.press("Space")
    person.moves(1)
    expect(person.place("b5")).to_be_focused()

    keys.press("?")
    dialog = page.get_by_role("dialog", name="Keys")
    expect(dialog).to_contain_text("back and forth")
    keys.press("m")
    expect(page.get_by_label("Type a move")).not_to_be_focused()
    keys.press("Escape")
    expect(dialog).to_have_count(0)
    expect(person.place("b5")).to_be_focused()

    keys.press("m")
    keys.type("a9a1")
    keys.press("Enter")
    expect(page.locator(".command-box .refusal")).to_contain_text("a9a1")
    person.moves(1)
    keys.type("c1c5")  # instead of what was wrong
    keys.press("Enter")
    person.moves(2)
    expect(person.place("b5")).to_be_focused()
    keys.press("[")
    expect(page.locator(".move[aria-current=step]")).to_have_text("b1 → b5")
    expect(page.locator(".legal")).to_have_count(0)
    keys.press("]")
    expect(page.locator(".move[aria-current=step]")).to_have_text("c1 → c5")
    keys.press("Control+z")
    person.moves(1)
    keys.press("Control+z")
    person.moves(0)
    keys.press("Control+z")
    expect(page.locator(".toast")).to_contain_text("nothing to take back")


def test_layers_by_keyboard(visit: Visit) -> None:
    person = visit()
    keys = person.page.keyboard
    person.sit_at(game="cage", seats=["me", "device"])
    person.place("a13").focus()
    keys.press("PageDown")
    expect(person.place("a12")).to_be_focused()
    keys.press("ArrowUp")
    keys.press("ArrowRight")  # over the core
    expect(person.place("c22")).to_be_focused()
    keys.press("Enter")
    expect(person.status).to_contain_text("can't be chosen now")
    person.target("R").focus()
    keys.press("Enter")
    expect(person.page.locator('.tool[data-target="R"]')).to_have_attribute("aria-pressed", "true")
    person.place("c21").focus()
    keys.press("Enter")
    person.moves(1)
    expect(person.place("c21")).to_have_attribute("aria-label", "c21, red, last move")
