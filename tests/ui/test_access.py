"""axe-core finds nothing, in light and in dark."""

import pytest
from playwright.sync_api import expect

from tests.ui.conftest import Visit
from tests.ui.endings import SEATS, games
from tests.ui.test_devices import PHONE


@pytest.mark.parametrize("game", games("cubeo"))
def test_pages_of_a_game(visit: Visit, axe: str, game: str) -> None:
    person = visit()
    for path in (f"/new/{game}", f"/rules/{game}"):
        person.open(path)
        person.page.locator("main:not([aria-busy=true])").wait_for()
        assert person.axe(axe) == [], path
    person.sit_at(game=game, seats=["me", *["device"] * (SEATS[game][0] - 1)])
    assert person.axe(axe) == []
    if game == "cubeo":
        person.button("I am ready").click()
        person.board.wait_for()
        assert person.axe(axe) == []


@pytest.mark.parametrize("game", games("cage"))
def test_a_table_on_a_phone(visit: Visit, axe: str, game: str) -> None:
    person = visit(**PHONE)
    page = person.page
    person.open("/")
    page.locator(f".game-{game}").get_by_role("button", name="More ways").tap()
    assert person.axe(axe) == []
    person.sit_at(game=game, seats=["me", *["random"] * (SEATS[game][0] - 1)], order="chosen")
    page.locator(".legal:visible").first.tap()
    assert person.axe(axe) == []
    for name in ("Moves", "Rules", "Menu"):
        if person.button("Cancel").is_visible():
            person.button("Cancel").tap()
        person.button(name).tap()
        expect(page.locator("dialog h2").first).to_be_visible()
        assert person.axe(axe) == [], name
        person.button("Close").tap()
    if game != "cubeo":
        page.locator(".legal:visible").first.wait_for()
        page.keyboard.press("[")
    assert person.axe(axe) == []


def test_home_and_dialogs(visit: Visit, axe: str) -> None:
    person = visit()
    page = person.page
    table = person.sit_at(game="quixo", seats=["me", "friend"], public=True)
    assert person.axe(axe) == []
    for name in ("Invite", "Keys"):
        person.menu(name)
        expect(page.locator("dialog h2").first).to_be_visible()
        assert person.axe(axe) == [], name
        page.keyboard.press("Escape")
    person.button("Menu").click()
    assert person.axe(axe) == []
    page.keyboard.press("Escape")
    person.menu("Settings")
    assert person.axe(axe) == []
    page.keyboard.press("Escape")
    for name in ("Rules", "Chat"):
        person.tab(name)
        assert person.axe(axe) == [], name
    guest = visit()
    guest.open(f"/t/{table}")
    guest.button("Take this seat").click()
    person.menu("Resign")
    assert person.axe(axe) == []
    person.button("Keep playing").click()
    person.touch("a1", "e1")
    person.button("Take back").click()
    guest.page.locator(".offer").wait_for()
    assert guest.axe(axe) == []
    guest.button("Accept").click()
    person.tab("Moves")
    person.moves(0)
    person.resign()
    page.locator(".end").wait_for()
    assert person.axe(axe) == []
    person.open("/")
    page.locator(".game h2").first.wait_for()
    assert person.axe(axe) == []
