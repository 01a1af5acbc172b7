"""A stranger opens the page and plays."""

import re

import pytest
from playwright.sync_api import Request, expect

from cubarium.rulebook.translations import languages
from scripts.locales.reference import translated
from tests.server.processes import Served
from tests.ui.conftest import OTHER_MACHINE, Visit

OTHERS = ("Rubik's Cage", "Cubulus")
MOST = 150_000
"""Bytes of the first load."""
MORE_LETTERS = {
    **dict.fromkeys(("cs", "hr", "ro", "sk", "sl", "tr"), ("latin-ext",)),
    **dict.fromkeys(("bg", "sr-Cyrl"), ("cyrillic",)),
}
"""Parts of the font that a language needs beside the first."""
LOADED = [
    one if one in ("en", "sk", "sr-Cyrl") else pytest.param(one, marks=pytest.mark.soak)
    for one in languages()
]


@pytest.mark.parametrize(
    "game",
    ["Quixo", "Cube O'", *(pytest.param(one, marks=pytest.mark.soak) for one in OTHERS)],
)
def test_two_clicks_to_a_board_that_accepts_a_move(visit: Visit, game: str) -> None:
    person = visit()
    page = person.page
    person.open("/")
    card = page.locator(".game").filter(has=page.get_by_role("heading", name=game))
    card.get_by_label("Level").select_option("1")
    card.get_by_role("button", name="Play the computer").click()
    expect(person.status).to_contain_text("Your turn")
    seen = person.seen(page.url.rpartition("/")[2])
    person.touch(*seen["scene"]["touches"][0]["path"])
    person.later(seen["board_revision"])
    if game != "Cube O'":  # where a turn may begin with drawing a cube
        expect(person.status).to_contain_text("Your turn")
        expect(person.status).to_contain_text("Pip ")  # what the computer has done


def test_what_was_chosen_is_remembered(visit: Visit) -> None:
    person = visit().open("/")
    card = person.page.locator(".game-cage")
    card.get_by_label("Level").select_option("3")
    card.get_by_label("How many play").select_option("4")
    card.get_by_label("First move").select_option("other")
    card.get_by_label("Clock").select_option("2")
    person.page.reload()
    for label, value in (("Level", "3"), ("First move", "other"), ("Clock", "2")):
        expect(card.get_by_label(label)).to_have_value(value)
    other = person.page.locator(".game-quixo")
    expect(other.get_by_label("Level")).to_have_value("3")  # as chosen last, elsewhere
    expect(other.get_by_label("Clock")).to_have_value("0")
    person.page.locator(".game-cage").get_by_role("button", name="Pass and play").click()
    expect(person.page.locator(".seat")).to_have_count(4)
    person.page.go_back()
    expect(person.page.locator(".game h2")).to_have_count(4)
    expect(person.page.get_by_role("heading", name="Your games")).to_be_visible()
    person.page.locator(".your-game").first.click()
    expect(person.page.locator(".seat")).to_have_count(4)


@pytest.mark.parametrize(
    ("begins", "seats", "order"),
    [
        ("me", ["me", "level3"], "rotated"),
        ("other", ["level3", "me"], "rotated"),
        ("lot", ["me", "level3"], "drawn"),
    ],
)
def test_who_begins_and_on_which_clock(
    visit: Visit, begins: str, seats: list[str], order: str
) -> None:
    person = visit().open("/")
    card = person.page.locator(".game-quixo")
    card.get_by_label("Level").select_option("3")
    card.get_by_label("First move").select_option(begins)
    card.get_by_label("Clock").select_option(label="10 min + 5 s")
    with person.page.expect_request("**/api/tables") as asked:
        card.get_by_role("button", name="Play the computer").click()
    wanted = asked.value.post_data_json
    assert wanted
    assert wanted["seats"] == seats
    assert wanted.get("order", "rotated") == order
    expect(person.page.locator(".seat .clock")).to_have_count(2)


def test_a_table_with_all_its_choices(visit: Visit) -> None:
    person = visit().open("/new/cage")
    page = person.page
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("How many play").select_option("3")
    page.get_by_label("Moves second").select_option("level1")
    page.get_by_label("Moves third").select_option("me")  # who was there sits where you were
    expect(page.get_by_label("Moves first")).to_have_value("friend")
    page.get_by_label("Moves first").select_option("device")
    person.button("10 min + 5 s").click()
    page.get_by_label("Minutes for each player").fill("7")
    page.get_by_label("Seconds more").fill("3")
    expect(person.button("10 min + 5 s")).to_have_attribute("aria-pressed", "false")
    person.button("Open the table").click()
    expect(page.locator(".seat")).to_have_count(3)
    expect(page.locator(".seat .clock")).to_have_count(3)
    configuration = person.seen(page.url.rpartition("/")[2])["configuration"]
    assert configuration["seats"] == ["device", "level1", "me"]
    assert configuration["clock"] == {"kind": "live", "base": 420, "increment": 3}


def test_days_for_each_turn(visit: Visit) -> None:
    person = visit().open("/new/quixo")
    person.page.get_by_label("Or days").fill("2")
    person.page.get_by_label("Moves second").select_option("device")
    person.button("Open the table").click()
    person.board.wait_for()
    configuration = person.seen(person.page.url.rpartition("/")[2])["configuration"]
    assert configuration["clock"] == {"kind": "days", "days": 2}


def test_a_rule_that_makes_no_sense_is_told(visit: Visit) -> None:
    person = visit().open("/new/cage")
    person.page.get_by_label("Colours of each player").fill("RRR")
    person.button("Open the table").click()
    expect(person.page.locator(".toast")).to_contain_text("colours")
    assert person.page.url.endswith("/new/cage")
    person.problems = [one for one in person.problems if "422" not in one]


def test_a_rule_is_switched_on(visit: Visit) -> None:
    person = visit().open("/new/cubeo")
    page = person.page
    page.get_by_label("Moves second").select_option("level1")
    page.get_by_label("Cubes in a closed row").check()
    person.button("Open the table").click()
    person.board.wait_for()
    configuration = person.seen(page.url.rpartition("/")[2])["configuration"]
    assert configuration["options"]["closed_rows"] == "true"


@pytest.mark.parametrize("path", ["/new/chess", "/rules/chess", "/t/nowhere"])
def test_what_is_nowhere_has_a_way_out(visit: Visit, path: str) -> None:
    person = visit()
    person.open(path)
    expect(person.page.get_by_role("heading", level=1)).to_contain_text("There is no such")
    person.page.get_by_text("Home").click()
    expect(person.page.locator(".game h2")).to_have_count(4)
    person.problems = [one for one in person.problems if "404" not in one]


def test_without_https_in_the_house(visit: Visit, server: Served) -> None:
    """Browsers lend less to pages that come without https from another machine."""
    person = visit(f"http://{OTHER_MACHINE}:{server.port}")
    person.open("/")
    assert person.page.evaluate("isSecureContext") is False
    person.page.locator(".game-quixo").get_by_role("button", name="Pass and play").click()
    person.touch("a1", "e1")
    person.moves(1)
    person.menu("Invite")
    link = person.page.get_by_label("Link to the table")
    expect(link).to_be_visible()
    expect(link).to_have_value(re.compile(f"^http://{OTHER_MACHINE}"))
    expect(person.button("Copy the link")).to_have_count(0)
    link.focus()
    chosen = "input => input.selectionEnd - input.selectionStart"
    assert link.evaluate(chosen) == len(link.input_value())


@pytest.mark.parametrize("language", LOADED)
def test_the_first_load_is_light(visit: Visit, server: Served, language: str) -> None:
    person = visit()
    sizes: dict[str, int] = {}

    def arrived(request: Request) -> None:
        sizes[request.url.rpartition("/")[2]] = request.sizes()["responseBodySize"]

    person.page.on("requestfinished", arrived)
    person.open(f"/?lang={language}")
    expect(person.page.locator(".game h2")).to_have_count(4)
    person.page.wait_for_function("document.fonts.status === 'loaded'")
    name = translated(language)["interface/home.device"]
    person.page.locator(".game-quixo").get_by_role("button", name=name).click()
    expect(person.target("a1")).to_be_visible()
    fonts = {found[1] for one in sizes if (found := re.match(r"rubik-([a-z-]+)-wght", one))}
    assert fonts == {"latin", *MORE_LETTERS.get(language, ())}
    assert sum(sizes.values()) < MOST
    packed = person.context.request.get(server.url + "/", headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"


@pytest.mark.parametrize("kind", ["js", "css"])
def test_other_pages_come_when_they_are_opened(visit: Visit, kind: str) -> None:
    """The keyboard goes with the page; where it can't be had, that is said, with a way on."""
    person = visit().open("/")
    page = person.page
    pages = re.compile(rf"/assets/Other-[^/]*\.{kind}$")
    page.route(pages, lambda route: route.abort())
    learn = page.get_by_role("link", name="Learn", exact=True).first
    learn.click()
    expect(page.get_by_role("alert")).to_contain_text("can't be reached")
    page.unroute(pages)
    person.button("Try again").click()
    expect(page.get_by_role("heading", name="Learn the games")).to_be_visible()
    person.open("/")
    learn.click()
    expect(page.get_by_role("heading", name="Learn the games")).to_be_visible()
    expect(page.locator("#main")).to_be_focused()
    person.problems = [one for one in person.problems if "ERR_FAILED" not in one]


def test_lists_stay_fresh(visit: Visit) -> None:
    """Who waits on the home page sees new tables when looking at it again, and after a while."""
    ada, bob = visit(), visit()
    bob.page.clock.install()
    bob.open("/")
    lobby = bob.page.locator(".tables").filter(
        has=bob.page.get_by_role("heading", name="Open tables")
    )
    expect(bob.page.locator(".game h2")).to_have_count(4)
    before = lobby.locator("li").count()
    ada.table(game="quixo", seats=["me", "friend"], public=True, name="Ada")
    bob.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(lobby.locator("li")).to_have_count(before + 1)
    ada.table(game="cage", seats=["me", "friend"], public=True, name="Ada")
    bob.page.clock.run_for(20_000)
    expect(lobby.locator("li")).to_have_count(before + 2)


def test_what_is_said_is_seen_over_a_dialog(visit: Visit) -> None:
    person = visit()
    person.open("/")
    table = person.sit_at(game="quixo", seats=["me", "device"])
    person.menu("Invite")
    person.page.route(f"**/api/tables/{table}/tokens*", lambda route: route.abort())
    person.button("Play on another device").click()
    toast = person.page.locator(".toast")
    expect(toast).to_contain_text("can't be reached")
    on_top = """one => {
      const { x, y, width, height } = one.getBoundingClientRect();
      const dialog = document.querySelector("dialog[open]");
      return dialog.contains(one) && y + height <= innerHeight && x >= 0 && width > 100;
    }"""
    assert toast.evaluate(on_top)
    person.button("Close").click()
    expect(toast).to_have_count(1)
    person.problems = [one for one in person.problems if "ERR_FAILED" not in one]


def test_light_or_dark(visit: Visit) -> None:
    """As the device has it, until somebody chooses."""
    person = visit(color_scheme="dark").open("/")
    page = person.page
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    light, dark = "rgb(246, 243, 238)", "rgb(25, 23, 20)"
    assert page.evaluate(ground) == dark
    person.button("Settings").click()
    page.get_by_label("Light or dark").select_option("light")
    assert page.evaluate(ground) == light
    page.reload()
    expect(page.locator(".game h2")).to_have_count(4)
    assert page.evaluate(ground) == light
    page.emulate_media(color_scheme="light")
    person.button("Settings").click()
    page.get_by_label("Light or dark").select_option("dark")
    assert page.evaluate(ground) == dark
    page.get_by_label("Light or dark").select_option("auto")
    assert page.evaluate(ground) == light
