"""The frame of the page: bars, rooms, titles, addresses that lead nowhere, every width."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.ui.conftest import Visit
from tests.ui.people import Person
from tests.ui.test_devices import PHONE

ROOMS = {
    "Play": ("/", "Cubarium"),
    "Puzzles": ("/puzzles", "Puzzles · Cubarium"),
    "Learn": ("/learn", "Learn · Cubarium"),
    "Analyse": ("/analyse", "Analyse · Cubarium"),
    "Watch": ("/watch", "Watch · Cubarium"),
}
PAGES = (
    "/",
    "/puzzles",
    "/puzzles/p060",
    "/learn",
    "/learn/cage",
    "/analyse",
    "/review",
    "/watch",
    "/new/cage",
    "/t/nowhere",
)
BOARDS = ("/puzzles/quixo/001", "/watch/quixo/1")
"""More pages with boards."""
SIZES = (
    (360, 640),
    (1280, 800),
    *(
        pytest.param(size, marks=pytest.mark.soak)
        for size in ((320, 640), (768, 1024), (2560, 1300))
    ),
)
RECORD = """[Game "quixo"]
[Rules "1"]
[Players "2"]
[Options "size=3"]
[Result "#0"]
[Reason "line"]

1. a1a3 a1a3 2. a1a3 a2a1 3. b1a1
#0
"""

PARTS = (
    ".game > *, .hero > *, .table-card, .lesson > *, .panel > *, .top-bar > *, .own > *, .room, "
    "footer > *"
)
CUT_OR_COVERED = """parts => {
  const boxes = [...document.querySelectorAll(parts)]
    .filter(one => one.checkVisibility() && !one.matches(".skip, .rooms, .sr, legend"));
  const found = [];
  for (const one of boxes) {
    const box = one.getBoundingClientRect();
    const said = `${one.className} ${one.textContent}`;
    if (box.left < -0.5 || box.right > innerWidth + 0.5) found.push(`out: ${said}`);
    if (one.scrollWidth > one.clientWidth + 1 && one.clientWidth && !one.closest("svg, select"))
      found.push(`cut: ${said}`);
    for (const other of one.parentElement.children) {
      if (other === one || !boxes.includes(other)) continue;
      const beside = other.getBoundingClientRect();
      const wide = Math.min(box.right, beside.right) - Math.max(box.left, beside.left);
      const high = Math.min(box.bottom, beside.bottom) - Math.max(box.top, beside.top);
      if (wide > 1 && high > 1) found.push(`over: ${said} and ${other.className}`);
    }
  }
  return found;
}"""
READY = (
    ".games:not([aria-busy=true]), .lesson h2, .pills, .puzzle-card, .study-board .flat, .trouble, "
    ".form, .tables, .exercise .flat"
)
WIDE = "() => document.documentElement.scrollWidth - innerWidth"


def opened(person: Person, path: str) -> Person:
    person.open(path)
    person.page.locator("main:not([aria-busy=true])").wait_for()
    person.page.locator(READY).first.wait_for()
    person.problems = [one for one in person.problems if "404" not in one]
    return person


def test_rooms_by_keyboard_alone(visit: Visit) -> None:
    person = visit().open("/")
    page, keys = person.page, person.page.keyboard
    rooms = page.get_by_role("navigation", name="Rooms")
    for name, (path, title) in ROOMS.items():
        rooms.get_by_role("link", name=name).focus()
        keys.press("Enter")
        expect(page).to_have_title(title)
        assert page.url == person.url + path
        expect(rooms.locator("[aria-current=page]")).to_have_text(name)
        expect(page.locator("main")).to_be_focused()  # the keyboard goes on there
    page.go_back()
    expect(page).to_have_title("Analyse · Cubarium")
    page.reload()
    rooms.wait_for()
    keys.press("Tab")
    expect(page.get_by_text("Skip to content")).to_be_in_viewport()
    keys.press("Enter")
    expect(page.locator("main")).to_be_focused()
    assert page.url == person.url + "/analyse"


@pytest.mark.parametrize(
    ("path", "title", "room"),
    [
        ("/rules/cubulus", "Rules of Cubulus · Cubarium", "Learn"),
        ("/new/quixo", "New game of Quixo · Cubarium", "Play"),
        ("/puzzles/p001", "Puzzle p001 · Cubarium", "Puzzles"),
    ],
)
def test_pages_have_titles_and_belong_to_rooms(
    visit: Visit, path: str, title: str, room: str
) -> None:
    page = visit().open(path).page
    expect(page).to_have_title(title)
    expect(page.locator(".room[aria-current=true]")).to_have_text(room)


@pytest.mark.parametrize(
    ("path", "screen"),
    [
        *(pytest.param(path, {}, id=path) for path in PAGES),
        pytest.param(PAGES[0], PHONE, id="phone"),
        *(
            pytest.param(path, PHONE, id=f"{path}-phone", marks=pytest.mark.soak)
            for path in (*PAGES[1:], *BOARDS)
        ),
        *(pytest.param(path, {}, id=path, marks=pytest.mark.soak) for path in BOARDS),
    ],
)
def test_axe_finds_nothing(visit: Visit, axe: str, path: str, screen: dict[str, Any]) -> None:
    assert opened(visit(**screen), path).axe(axe) == []


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_nothing_is_cut_or_covered(visit: Visit, size: tuple[int, int]) -> None:
    person = visit(viewport={"width": size[0], "height": size[1]})
    person.table(
        game="quixo", seats=["me", "friend"], public=True, name="A name of thirty characters .."
    )
    for path in PAGES:
        opened(person, path)
        assert person.page.evaluate(WIDE) <= 0, path
        assert person.page.evaluate(CUT_OR_COVERED, PARTS) == [], path


def test_bars_on_a_phone(visit: Visit) -> None:
    """Rooms are at the thumb, in sight, and end where a table begins."""
    person = visit(**PHONE).open("/")
    page = person.page
    bar = page.locator(".rooms").bounding_box()
    assert bar
    assert bar["y"] + bar["height"] == pytest.approx(640, abs=1)
    page.locator(".room", has_text="Learn").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Learn the games")
    expect(page.locator(".lesson h2")).to_have_count(4)  # nothing comes after them
    page.evaluate("document.fonts.ready")
    end = """() => {
      scrollTo(0, document.documentElement.scrollHeight);
      return document.querySelector("main").getBoundingClientRect().bottom;
    }"""
    assert page.evaluate(end) <= bar["y"] + 1
    person.sit_at(game="quixo", seats=["me", "device"])
    expect(page.locator(".top-bar")).to_be_hidden()
    expect(page.locator(".rooms")).to_be_hidden()


def test_the_bar_at_a_table(visit: Visit) -> None:
    person = visit()
    person.sit_at(game="quixo", seats=["me", "device"])
    page = person.page
    expect(page.locator(".top-bar")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
    page.locator(".room", has_text="Watch").click()
    expect(page).to_have_title("Watch · Cubarium")


def test_your_name_is_kept(visit: Visit) -> None:
    person = visit().open("/")
    page = person.page
    person.button("You are Guest").click()
    page.get_by_label("Your name").fill("  Ada  ")
    person.button("Save").click()
    expect(person.button("You are Ada")).to_have_text("Ada")
    page.reload()
    page.locator(".game-quixo").get_by_role("button", name="Pass and play").click()
    person.board.wait_for()
    table = page.url.rpartition("/")[2]
    assert person.seen(table)["seats"][0]["name"] == "Ada"


def test_light_and_dark_at_a_touch(visit: Visit) -> None:
    person = visit(color_scheme="dark").open("/")
    page = person.page
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    browser = "document.querySelector('meta[name=theme-color]').content"
    assert page.evaluate(ground) == "rgb(25, 23, 20)"
    person.button("Light colours").click()
    assert page.evaluate(ground) == "rgb(246, 243, 238)"
    assert page.evaluate(browser) == "#f6f3ee"
    page.reload()
    person.button("Dark colours").click()
    assert page.evaluate(ground) == "rgb(25, 23, 20)"
    page.emulate_media(color_scheme="light")  # the device decides again
    expect(person.button("Dark colours")).to_be_visible()


def test_the_font_is_ours_and_light(visit: Visit) -> None:
    person = visit()
    fonts: list[str] = []
    person.page.on(
        "requestfinished",
        lambda request: fonts.append(request.url) if ".woff2" in request.url else None,
    )
    person.open("/")
    person.page.locator(".game h2").first.wait_for()
    person.page.evaluate("document.fonts.ready")
    assert len(fonts) == 1, "English needs one file"
    answer = person.context.request.get(fonts[0])
    assert answer.headers["content-type"] == "font/woff2"
    assert len(answer.body()) < 40_000
    assert person.page.evaluate("document.fonts.check('16px \"Rubik Variable\"')")


@pytest.mark.parametrize("path", ["/t/nowhere", "/puzzles/p999", "/rules/chess"])
def test_ways_out_of_nowhere(visit: Visit, path: str) -> None:
    person = visit().open(path)
    page = person.page
    expect(page.get_by_role("heading", level=1)).to_contain_text("There is no such")
    page.locator("main").get_by_role("link", name="Learn the games").click()
    expect(page.locator(".lesson h2")).to_have_count(4)
    person.problems = [one for one in person.problems if "404" not in one]


def test_a_server_that_fails_has_a_way_out(visit: Visit) -> None:
    person = visit()
    for path in ("/", "/puzzles", "/learn", "/analyse", "/watch"):
        person.page.route("**/api/*", lambda route: route.abort())
        person.open(path)
        expect(person.page.get_by_role("alert").first).to_contain_text("Something went wrong")
        person.page.unroute("**/api/*")
        person.button("Try again").click()
        expect(person.page.get_by_text("Something went wrong")).to_have_count(0)
        person.page.locator("main:not([aria-busy=true])").wait_for()
    person.problems = [one for one in person.problems if "ERR_FAILED" not in one]


@pytest.mark.soak
def test_the_connection_bar_covers_no_way(visit: Visit) -> None:
    """It stands where no coach tells of a lost connection: while the device is passed on."""
    person = visit(**PHONE)
    table = person.sit_at(game="cubeo", seats=["me", "device"], order="chosen")
    person.play_any(table)
    person.page.locator(".handover").wait_for()
    person.outage = True
    person.context.set_offline(offline=True)
    person.page.evaluate("dispatchEvent(new Event('online'))")
    bar = person.page.locator(".offline")
    expect(bar).to_be_visible(timeout=30_000)
    covered = """one => {
      const box = one.getBoundingClientRect();
      return [...document.querySelectorAll("header button, header a")].filter(other => {
        const { left, right, top, bottom } = other.getBoundingClientRect();
        return right > box.left && left < box.right && bottom > box.top && top < box.bottom;
      }).length;
    }"""
    assert bar.evaluate(covered) == 0
    person.context.set_offline(offline=False)
    expect(bar).to_have_count(0)
    person.problems = [one for one in person.problems if "ERR_INTERNET" not in one]
