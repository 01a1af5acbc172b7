"""Against the computer: rematches, leaving, and what a partner's share is worth."""

import json
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.ui.conftest import Visit
from tests.ui.people import Person


def rematch(person: Person, table: str) -> list[str]:
    """Ask for one; who sits at the new table."""
    person.button("Rematch").click()
    person.page.wait_for_function("table => !location.pathname.endsWith(table)", arg=table)
    person.board.wait_for()
    seats = person.seen(person.page.url.rpartition("/")[2])["seats"]
    return [seat["engine"] for seat in seats]


def test_a_rematch_is_against_the_same_level_or_the_one_chosen(visit: Visit) -> None:
    person = visit()
    for chosen, expected in ((None, "level3"), ("5", "level5")):
        table = person.sit_at(game="quixo", seats=["me", "level3"], order="chosen")
        person.resign()
        choice = person.page.locator(".end select")
        expect(choice).to_have_value("3")
        if chosen is not None:
            choice.select_option(chosen)
        assert rematch(person, table) == [expected, ""]


def test_engines_of_several_levels_keep_them(visit: Visit) -> None:
    person = visit()
    seats = ["me", "level3", "level1"]
    table = person.sit_at(game="cage", players=3, seats=seats, order="chosen")
    person.menu("Call the game off")
    expect(person.page.locator(".end select")).to_have_count(0)
    assert rematch(person, table) == ["level3", "level1", ""]


def test_who_leaves_the_others_to_play_on_can_begin_anew(visit: Visit) -> None:
    person = visit()
    person.sit_at(game="cage", players=3, seats=["me", "level1", "level1"], order="chosen")
    person.resign()
    expect(person.page.locator(".mine small")).to_have_text("you · left the game")
    expect(person.status).not_to_contain_text("Your turn")
    expect(person.page.locator(".legal")).to_have_count(0)
    person.page.locator(".actions, .end").get_by_role("button", name="New game").first.click()
    person.page.locator(".game h2").first.wait_for()


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ({"kind": "estimate", "shares": [0.3, 0.2, 0.3, 0.2]}, "About 60% for you"),
        ({"kind": "proven", "outcome": {"winners": [2]}}, "It wins, proved"),
    ],
)
def test_partners_win_together(visit: Visit, value: dict[str, Any], said: str) -> None:
    person = visit()
    thought = {"best": "a1a5S", "value": value, "line": ["a1a5S"], "depth": 1, "nodes": 1}

    def answer(route: Route) -> None:
        route.fulfill(content_type="application/json", body=json.dumps(thought))

    person.page.route("**/hint?*", answer)
    person.sit_at(game="quixo", players=4, seats=["me", *["level1"] * 3], order="chosen")
    person.button("Hint").click()
    expect(person.status).to_contain_text("Hint: a1 → a5")
    expect(person.status).to_contain_text(said)
