"""What makes people stay: everything fits on every screen, hints point, nothing is forgotten."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.ui.conftest import Visit
from tests.ui.endings import TABLES, ending
from tests.ui.people import Person
from tests.ui.test_devices import PHONE
from tests.ui.test_table import check_layout

CLOCK = {"kind": "live", "base": 600, "increment": 5}
PHONES = ((360, 640), (740, 360), (320, 568))
SIZES = (*PHONES, (768, 1024), (1280, 800), (1920, 1080), (2560, 1300))
FULL = [
    (name, count)
    if (name, count) in {("cage", 2), ("cubeo", 4)}
    else pytest.param(name, count, marks=pytest.mark.soak)
    for name, count in TABLES
]
"""Those with the most tools and the most on their plates; the others are only wanted long."""

CUT = """() => {
  const seen = selector =>
    [...document.querySelectorAll(selector)].filter(one => one.checkVisibility());
  const found = [];
  const within = (part, whole) => {
    const [inner, outer] = [part.getBoundingClientRect(), whole.getBoundingClientRect()];
    if (!inner.width || !inner.height) return;
    const by = Math.max(outer.left - inner.left, inner.right - outer.right,
                        outer.top - inner.top, inner.bottom - outer.bottom);
    if (by > 1.5) found.push(`${part.className} leaves ${whole.className} by ${by}`);
  };
  for (const plate of seen(".plate")) {
    const parts = [...plate.children].filter(one => one.checkVisibility());
    parts.forEach(part => within(part, plate));
  }
  for (const part of seen(".space-tools > *")) within(part, part.closest(".board-area"));
  for (const tool of seen(".tools .tool:not(.of-layer)")) within(tool, tool.closest(".tool-place"));
  for (const line of seen(".coach"))
    if (line.scrollHeight > line.clientHeight + 1) found.push(`cut: ${line.textContent}`);
  return found;
}"""
"""What does not lie within what holds it."""


def at_a_table(visit: Visit, board: str, **configuration: Any) -> tuple[Person, str]:
    person = visit(**PHONE)
    person.open("/")
    person.page.evaluate(
        """([game, board]) => localStorage.setItem("cubarium", JSON.stringify({
          speed: "none", boards: { [game]: board },
        }))""",
        [configuration["game"], board],
    )
    table = person.table(name="Ada", order="chosen", **configuration)
    person.open(f"/t/{table}")
    person.page.locator(".coach").wait_for()
    return person, table


@pytest.mark.parametrize(("name", "players"), FULL, ids=str)
def test_everything_fits_on_every_phone(visit: Visit, name: str, players: int) -> None:
    """In space and flat, with a clock, upright and lying; the smallest phone too."""
    seats = ["me", *["friend"] * (players - 1)]
    for board in ("space", "flat"):
        person, table = at_a_table(
            visit, board, game=name, players=players, seats=seats, clock=CLOCK
        )
        for seat in range(1, players):
            fill = {"type": "fill", "id": f"fill {seat}", "seat": seat, "engine": "random"}
            answer = person.context.request.post(
                f"{person.url}/api/tables/{table}/commands", data=fill
            )
            assert answer.ok, answer.text()
        expect(person.status).to_contain_text("Your turn")
        for width, height in PHONES:
            person.page.set_viewport_size({"width": width, "height": height})
            assert person.page.evaluate(CUT) == [], f"{board} at {width}"
            area = check_layout(person, width, height)
            assert area["height"] >= (200 if height == 568 else 0.45 * height)


@pytest.mark.soak
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize(("name", "players"), TABLES, ids=str)
def test_every_table_at_every_width(visit: Visit, name: str, players: int, scheme: str) -> None:
    """At the last move and at the end; nothing is cut off, and nothing lies over anything."""
    found = ending(name, players, 1)
    state = found.game.position(found.position)
    seat = found.game.turn(state).seat  # type: ignore[union-attr]
    seats = ["me" if one == seat else "random" for one in range(players)]
    for board in ("space", "flat"):
        person, table = at_a_table(
            visit, board, game=name, players=players, seats=seats, position=found.position
        )
        person.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        expect(person.status).to_contain_text("Your turn")
        for width, height in SIZES:
            person.page.set_viewport_size({"width": width, "height": height})
            assert person.page.evaluate(CUT) == [], f"{board} at {width}"
            check_layout(person, width, height)
        finish(person, table, seat, found.moves[0])
        for width, height in SIZES:
            person.page.set_viewport_size({"width": width, "height": height})
            assert person.page.evaluate(CUT) == [], f"the end, {board} at {width}"
            check_layout(person, width, height)


def finish(person: Person, table: str, seat: int, wanted: str) -> None:
    """Play until it is over: the move that is wanted first, then whatever can be played."""
    for number in range(200):
        now = person.seen(table)
        if now["status"] == "over":
            break
        if now["turn"].get("seat") != seat or now["turn"]["kind"] != "move":
            person.page.wait_for_timeout(20)
            continue
        legal = [one["move"] for one in now["scene"]["touches"]]
        command = {
            "type": "move",
            "id": f"move {number}",
            "move": wanted if wanted in legal else legal[number % len(legal)],
            "board_revision": now["board_revision"],
            "seat": seat,
        }
        url = f"{person.url}/api/tables/{table}/commands"
        assert person.context.request.post(url, data=command).ok
    person.page.locator(".end").wait_for()


def test_a_hint_points(visit: Visit) -> None:
    """From the cube to the end where it is pushed in."""
    person = visit()
    person.sit_at(game="quixo", seats=["me", "level1"], order="chosen")
    person.button("Hint").click()
    expect(person.status).to_contain_text("Hint: ")
    names = re.findall(r"\b[a-e][1-5]\b", person.status.inner_text())
    arrow = person.page.locator(".hint-arrow path").bounding_box()
    ends = [person.place(name).bounding_box() for name in names[:2]]
    assert arrow
    for box in ends:
        assert box
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        assert arrow["x"] - 2 <= x <= arrow["x"] + arrow["width"] + 2
        assert arrow["y"] - 2 <= y <= arrow["y"] + arrow["height"] + 2


def test_a_draw_is_offered_to_the_computer(visit: Visit) -> None:
    person = visit()
    person.sit_at(game="quixo", seats=["me", "level1"], order="chosen")
    person.menu("Offer a draw")
    said = re.compile("Your offer of a draw was sent|declined the draw|A draw")
    expect(person.page.locator("main")).to_contain_text(said)
    answer = re.compile(r"Pip declined the draw\.|A draw\.")
    expect(person.status).to_contain_text(answer)


def test_finished_games_are_remembered(visit: Visit) -> None:
    person = visit()
    person.sit_at(game="quixo", seats=["me", "level1"], order="chosen")
    person.touch("a1", "a5")
    person.resign()
    expect(person.page.locator(".end h2")).to_have_text("You lost")
    expect(person.page.locator(".end p").first).to_have_text("You resigned.")
    person.button("New game").click()
    game = person.page.locator(".your-game").first
    expect(game).to_contain_text("Lost")
    expect(game).to_contain_text("Against Pip")
    expect(game).to_contain_text("By resignation.")
    expect(game.locator("time")).not_to_be_empty()
    game.click()
    expect(person.page.locator(".end h2")).to_have_text("You lost")


def test_open_tables_tell_all_that_matters(visit: Visit) -> None:
    ada, bob = visit(), visit()
    ada.table(
        game="quixo",
        seats=["me", "friend"],
        options={"size": "4"},
        clock={"kind": "live", "base": 420, "increment": 7},
        public=True,
        name="Zoe",
    )
    card = bob.open("/watch").page.locator(".table-card", has_text="Zoe")
    expect(card).to_contain_text("Zoe · Free seat")
    expect(card).to_contain_text(re.compile(r"7 min \+ 7 s · 4 . 4, four in a row · just now"))


def test_a_touch_waits_for_a_second_one(visit: Visit) -> None:
    """The coach says so, whatever the first one would have meant."""
    person = visit(**PHONE)
    person.sit_at(game="cage", seats=["me", "random"], order="chosen")
    person.target("F").tap()
    expect(person.status).to_contain_text("touch the same place again, or press Play.")
    expect(person.page.locator(".confirm")).to_contain_text("Touch again to play: Flip the cage")
    person.button("Cancel").click()
    expect(person.status).to_contain_text("drop a cube, turn a layer, or flip the cage")


NOTE = """() => {
  window.shown = [];
  const coach = document.querySelector(".coach");
  const marks = () => [...document.querySelectorAll(".mark-last, .mark-trail")];
  const note = () => window.shown.push([coach.textContent, marks().map(one => one.dataset.place)]);
  const all = { childList: true, characterData: true, subtree: true };
  new MutationObserver(note).observe(coach, all);
}"""


def test_every_move_of_the_others_has_its_marks(visit: Visit) -> None:
    """One after another, in words and on the board, though all of them arrive at once."""
    person = visit()
    person.open("/")
    person.page.evaluate(
        """() => localStorage.setItem("cubarium", JSON.stringify({
          speed: "fast", boards: { quixo: "flat" },
        }))"""
    )
    person.sit_at(game="quixo", players=4, seats=["me", *["random"] * 3], order="chosen")
    names = [one.inner_text() for one in person.page.locator(".others .who b").all()]
    person.page.evaluate(NOTE)
    person.touch("c1", "c5", "N")
    person.moves(4)
    expect(person.status).to_contain_text("Your turn")
    shown = person.page.evaluate("() => window.shown")
    for name in names:
        said = re.compile(rf"^{name} took (\w\d) and pushed it in at (\w\d)")
        found = [(match, marks) for text, marks in shown if (match := said.match(text))]
        assert found, f"{name} was not told of"
        match, marks = found[0]
        assert match[2] in marks, f"{name} pushed it in at {match[2]}, and {marks} are marked"
