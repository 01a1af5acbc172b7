"""A stranger opens the page and plays."""

import pytest
from playwright.sync_api import expect

from tests.server.processes import Served
from tests.ui.conftest import Visit

MOST = 350_000
"""Bytes of the first load."""


@pytest.mark.parametrize("game", ["Quixo", "Rubik's Cage", "Cubulus", "Cube O'"])
def test_two_clicks_to_a_board_that_accepts_a_move(visit: Visit, game: str) -> None:
    person = visit()
    page = person.page
    person.open("/")
    card = page.locator(".game").filter(has=page.get_by_role("heading", name=game))
    card.locator("select").first.select_option("1")
    card.get_by_role("button", name="Play the computer").click()
    expect(person.status).to_have_text("Your turn")
    before = page.locator(".side .moves li").count()
    while page.locator(".side .moves li").count() == before:
        page.locator(".legal").first.click()
        page.wait_for_timeout(50)
    if game != "Cube O'":  # where a turn may begin with drawing a cube
        expect(person.status).to_have_text("Your turn")
        expect(page.locator(".side .moves li")).not_to_have_count(before + 1)


def test_what_was_chosen_is_remembered(visit: Visit) -> None:
    person = visit().open("/")
    person.page.locator(".game-cage select").nth(0).select_option("3")
    person.page.locator(".game-cage select").nth(1).select_option("4")
    person.page.reload()
    expect(person.page.locator(".game-quixo select").first).to_have_value("3")
    person.page.locator(".game-cage").get_by_role("button", name="Pass and play").click()
    expect(person.page.locator(".seat")).to_have_count(4)
    person.page.go_back()
    expect(person.page.locator(".game h2")).to_have_count(4)
    expect(person.page.get_by_role("heading", name="Your games")).to_be_visible()
    person.page.locator(".table-card").first.click()
    expect(person.page.locator(".seat")).to_have_count(4)


def test_a_table_with_all_its_choices(visit: Visit) -> None:
    person = visit().open("/new/cage")
    page = person.page
    page.get_by_label("Your name").fill("Ada")
    page.get_by_label("Players").select_option("3")
    page.get_by_label("Seat YG").select_option("level1")
    page.get_by_label("Seat OW").select_option("device")
    page.get_by_label("Clock").select_option("2")
    person.button("Open the table").click()
    expect(page.locator(".seat")).to_have_count(3)
    expect(page.locator(".seat .clock")).to_have_count(3)
    expect(page.locator(".seat b").first).to_have_text("Ada")


def test_a_rule_is_switched_on(visit: Visit) -> None:
    person = visit().open("/new/cubeo")
    page = person.page
    page.get_by_label("Seat B").select_option("level1")
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
    person = visit(f"http://cubarium.test:{server.port}")
    person.open("/")
    assert person.page.evaluate("isSecureContext") is False
    person.page.locator(".game-quixo").get_by_role("button", name="Pass and play").click()
    person.touch("a1", "e1")
    person.moves(1)
    person.menu("Invite")
    person.button("Copy the link").click()
    expect(person.button("Copied")).to_be_visible()


def test_the_first_load_is_light(visit: Visit, server: Served) -> None:
    person = visit()
    sizes: list[int] = []
    person.page.on(
        "requestfinished", lambda request: sizes.append(request.sizes()["responseBodySize"])
    )
    person.open("/")
    expect(person.page.locator(".game h2")).to_have_count(4)
    person.page.locator(".game-quixo").get_by_role("button", name="Pass and play").click()
    expect(person.target("a1")).to_be_visible()
    assert len(sizes) > 4
    assert sum(sizes) < MOST
    packed = person.context.request.get(server.url + "/", headers={"accept-encoding": "gzip"})
    assert packed.headers["content-encoding"] == "gzip"


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
