"""A game that the page has never heard of is played in it, by the default skin."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.server.processes import Served
from tests.ui.conftest import Visit
from tests.ui.people import Person
from tests.ui.test_endings import play_on
from tests.ui.test_space import BOARD, IN_SPACE, settled


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("toys"), module="tests.toy") as served:
        yield served


def sit(person: Person) -> str:
    return person.sit_at(game="stones", players=2, seats=["me", "device"], name="Ada")


def test_a_game_without_a_skin_is_played_to_its_end(visit: Visit, toys: Served, axe: str) -> None:
    person = visit(toys.url).open("/")
    page = person.page
    card = page.locator(".game").filter(has=page.get_by_role("heading", name="Stones"))
    expect(card).to_contain_text("a secret card counts too")
    expect(card.locator(".art polygon").first).to_be_visible()
    table = sit(person)
    person.button("I am ready").click()
    expect(person.board.locator(".piece")).to_have_count(9)
    expect(page.locator("button.card")).to_have_count(1)
    assert person.axe(axe) == []
    play_on(person, table, ("2", "1", "2"))
    expect(page.locator(".end")).to_contain_text("most points")
    expect(person.board.locator(".piece")).to_have_count(0)


def test_a_game_without_a_skin_is_drawn_in_space(visit: Visit, toys: Served) -> None:
    person = visit(toys.url, viewport={"width": 800, "height": 600}).open("/")
    person.page.evaluate(IN_SPACE)
    table = sit(person)
    person.button("I am ready").click()
    settled(person)
    assert person.page.evaluate(f"{BOARD}.frames") > 0
    assert person.page.evaluate(f"{BOARD}.where('a1')") is not None
    position = person.seen(table)["board_revision"]
    person.page.locator('.tools .legal[data-target="take 2"]').click()
    person.later(position)
    expect(person.page.locator(".handover")).to_be_visible()
