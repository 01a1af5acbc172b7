"""The table: a board of one size, a coach, moves that are seen one after another, words from the
reader's side."""

import json
import re
from itertools import combinations, pairwise
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.ui.conftest import Visit
from tests.ui.endings import ending, fullest
from tests.ui.people import Person
from tests.ui.test_devices import PHONE

DESK: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}}
MOVES = 3
MOST = 40
BLOCKS = ".bar, .seat, .coach, .board-area, .tool-place .tool, .actions, .tab-box, .sights, .end"
BOXES = """blocks => [...document.querySelectorAll(blocks)]
  .filter(one => one.checkVisibility() && !one.classList.contains("of-layer"))
  .map(one => [one.className || one.tagName, one.getBoundingClientRect().toJSON()])"""


def boxes(person: Person) -> list[tuple[str, dict[str, float]]]:
    found = person.page.evaluate(BOXES, BLOCKS)
    return [(name, box) for name, box in found]


def overlap(one: dict[str, float], other: dict[str, float]) -> float:
    wide = min(one["right"], other["right"]) - max(one["left"], other["left"])
    high = min(one["bottom"], other["bottom"]) - max(one["top"], other["top"])
    return max(0.0, wide) * max(0.0, high)


def check_layout(person: Person, width: int, height: int) -> dict[str, float]:
    """Nothing is cut off, and nothing lies over something else; where the board is. On a phone the
    result lies over one's own row, tools beside one's own cards: that is meant."""
    found = boxes(person)
    phone = width < 1024
    for name, box in found:
        assert box["left"] >= -0.5, name
        assert box["top"] >= -0.5, name
        assert box["right"] <= width + 0.5, name
        assert box["bottom"] <= height + 0.5, name
    for (first, one), (second, other) in combinations(found, 2):
        both = f"{first} {second}"
        meant = phone and (re.search(r"\bend\b", both) or ("seat" in both and "tool" in both))
        assert meant or overlap(one, other) <= 4, f"{first} and {second}"
    return next(box for name, box in found if name.startswith("board-area"))


@pytest.mark.parametrize("device", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize(("name", "players"), fullest("cage", "cubeo"), ids=str)
def test_the_board_keeps_its_place(
    visit: Visit, device: dict[str, Any], name: str, players: int
) -> None:
    """From the first move to the end, whatever appears around it."""
    found = ending(name, players, MOVES)
    person = visit(**device)
    size = device["viewport"]
    table = person.sit_at(
        game=name,
        players=players,
        position=found.position,
        seats=["me", *["device"] * (players - 1)],
        order="chosen",
    )
    places = []
    for number in range(MOST):
        if person.page.locator(".handover").is_visible():
            person.button("I am ready").click()
        person.board.wait_for()
        places.append(check_layout(person, size["width"], size["height"]))
        now = person.seen(table)
        if now["status"] == "over":
            break
        seat = now["turn"]["seat"]
        legal = [one["move"] for one in person.seen(table, seat)["scene"]["touches"]]
        wanted = found.moves[number] if number < len(found.moves) else ""
        command = {
            "type": "move",
            "id": f"move {number}",
            "move": wanted if wanted in legal else legal[-1],
            "board_revision": now["board_revision"],
            "seat": seat,
        }
        url = f"{person.url}/api/tables/{table}/commands"
        assert person.context.request.post(url, data=command).ok
        person.later(now["board_revision"])
    assert len(places) > 1
    assert all(place == places[0] for place in places)


WATCH = """() => {
  window.told = [];
  const coach = document.querySelector(".coach");
  const note = () => window.told.push([performance.now(), coach.textContent]);
  const all = { childList: true, characterData: true, subtree: true };
  new MutationObserver(note).observe(coach, all);
}"""


def unhurried(person: Person, speed: str = "normal") -> None:
    """Moves follow one another."""
    person.open("/")
    tastes = {"speed": speed, "boards": {"cage": "flat", "quixo": "flat"}}
    person.page.evaluate("text => localStorage.setItem('cubarium', text)", json.dumps(tastes))


def test_moves_of_others_are_seen_one_after_another(visit: Visit) -> None:
    person = visit()
    unhurried(person)
    person.sit_at(game="cage", players=4, seats=["me", *["random"] * 3], order="chosen")
    names = [one.inner_text() for one in person.page.locator(".others .who b").all()]
    assert len(set(names)) == 3
    person.page.evaluate(WATCH)
    person.touch("2+")
    person.moves(4)
    expect(person.status).to_contain_text("Your turn")
    told = [(at, text) for at, text in person.page.evaluate("() => window.told")]
    seen = [
        next(at for at, text in told if re.match(rf"{name} (dropped|turned|flipped)", text))
        for name in names
    ]
    assert seen == sorted(seen)
    assert all(later - earlier >= 450 for earlier, later in pairwise(seen))
    expect(person.page.locator(".move")).to_have_count(4)


def test_the_first_touch_ends_the_waiting_and_chooses_nothing(visit: Visit) -> None:
    person = visit()
    unhurried(person, "slow")
    table = person.sit_at(game="cage", players=4, seats=["me", *["random"] * 3], order="chosen")
    shown = person.page.locator(".stepper input")
    for known in (4, 8, 12, 16):  # the others may be slow once: then nothing waits
        person.target("1+" if known % 8 else "2+").click()
        while len(person.seen(table)["actions"]) < known:
            person.page.wait_for_timeout(50)
        person.page.wait_for_timeout(100)
        if int(shown.get_attribute("max") or 0) == known:
            continue
        person.page.locator('.tool[data-target="R"]:visible').click(force=True)
        person.moves(known)
        expect(person.page.locator('.tool[aria-pressed="true"]')).to_have_count(0)
        expect(person.status).to_contain_text("Your turn")
        return
    raise AssertionError("nothing has ever waited to be shown")


def test_the_coach_goes_along(visit: Visit) -> None:
    person = visit()
    person.sit_at(game="cage", players=2, seats=["me", "random"], order="chosen")
    expect(person.status).to_contain_text("Line up three cubes of one of your colours")
    expect(person.status).to_contain_text("Your turn: drop a cube, turn a layer, or flip the cage.")
    person.touch("R")
    expect(person.status).to_contain_text("choose a column for a red cube")
    landing = person.page.locator(".cell.legal")
    expect(landing).to_have_count(8)  # where the cube will lie
    assert all(str(one.get_attribute("data-place")).endswith("1") for one in landing.all())
    for other in ("B", "Y"):  # what can still be chosen does not look as if it could not
        tool = person.page.locator(f'.tool[data-target="{other}"]:visible')
        expect(tool).to_have_attribute("aria-disabled", "false")
    person.touch("a1")
    person.later(0)
    expect(person.status).to_contain_text("Max ")  # what the computer has done since


def test_a_cube_is_dragged(visit: Visit) -> None:
    person = visit()
    person.sit_at(game="quixo", seats=["me", "device"])
    person.target("c1").drag_to(person.place("c5"))
    person.moves(1)
    expect(person.status).to_contain_text("pushed it in at c5")
    person.target("e1").drag_to(person.place("b2"))  # where it can't go
    expect(person.page.locator(".cell.chosen")).to_have_attribute("data-place", "e1")
    person.moves(1)


def test_a_move_chosen_ahead(visit: Visit) -> None:
    ada, bob = visit(), visit()
    clock = {"kind": "live", "base": 600, "increment": 5}
    table = ada.sit_at(game="quixo", seats=["me", "friend"], clock=clock, name="Ada")
    bob.open(f"/t/{table}")
    bob.button("Take this seat").click()
    expect(ada.status).to_contain_text("Your turn")
    bob.place("b1").click()
    bob.place("b5").click()
    expect(bob.status).to_contain_text("Will be played when it is your turn: b1 → b5")
    ada.touch("a1", "a5")
    ada.moves(2)
    assert ada.seen(table)["actions"] == ["a1a5", "b1b5"]
    bob.place("a5").click()  # Ada's cube: this will not do
    bob.place("e5").click()
    ada.touch("c1", "c5")
    expect(bob.status).to_contain_text("not possible now")
    bob.moves(3)


def test_out_of_time(visit: Visit) -> None:
    ada, bob = visit(), visit()
    clock = {"kind": "live", "base": 2, "increment": 0}
    table = ada.sit_at(game="quixo", seats=["me", "friend"], clock=clock, name="Ada")
    bob.open(f"/t/{table}")
    bob.button("Take this seat").click()
    ada.touch("a1", "a5")
    bob.touch("b1", "b5")
    expect(ada.page.locator(".end p").first).to_have_text("You ran out of time.")
    expect(ada.page.locator(".end h2")).to_have_text("You lost")
    expect(bob.page.locator(".end p").first).to_have_text("Ada ran out of time.")
    expect(bob.page.locator(".end h2")).to_have_text("You won")


def test_your_side_is_at_the_bottom(visit: Visit) -> None:
    person = visit()
    seats = ["random", "random", "random", "me"]
    person.sit_at(game="quixo", players=4, seats=seats, order="chosen")
    expect(person.status).to_contain_text("Your turn")
    expect(person.page.locator(".mine .who small")).to_contain_text("you · with ")
    expect(person.page.locator(".side-name.at-south")).to_have_text("Guest")
    low, high = (person.place(place).bounding_box() for place in ("a3", "e3"))
    assert low is not None
    assert high is not None
    assert low["y"] > high["y"]  # west is below


def test_review_and_play_again(visit: Visit) -> None:
    person = visit()
    person.sit_at(game="quixo", seats=["me", "device"])
    for path in (("a1", "a5"), ("b1", "b5")):
        person.touch(*path)
    person.resign()
    slider = person.page.locator(".stepper input").first
    person.button("To the beginning").first.click()
    expect(slider).to_have_value("0")
    person.button("One move on").first.click()
    expect(slider).to_have_value("1")
    person.button("Play the moves").first.click()
    expect(slider).to_have_value("2")
    person.tab("Rules")
    expect(person.page.locator(".short-rules")).to_contain_text("Take a cube from the edge")
