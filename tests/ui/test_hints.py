"""Hints against the computer: shown on the board, played, and taken back."""

import pytest
from playwright.sync_api import expect

from tests.ui.conftest import Visit
from tests.ui.endings import SEATS, games


@pytest.mark.parametrize("game", games("quixo", "cubeo"))
def test_a_hint_is_shown_and_can_be_played(visit: Visit, game: str) -> None:
    person = visit()
    page = person.page
    seats = ["me", *["level1"] * (SEATS[game][0] - 1)]
    table = person.sit_at(game=game, seats=seats, order="chosen")
    expect(person.target(person.seen(table)["scene"]["touches"][0]["path"][0])).to_be_visible()
    expect(page.locator(".hinted")).to_have_count(0)
    with page.expect_response("**/hint?*") as answered:
        person.button("Hint").click()
    move = answered.value.json()["best"]
    expect(page.locator(".hinted").first).to_be_visible()
    expect(person.status).to_contain_text("Hint: ")
    seen = person.seen(table)
    path = next(one["path"] for one in seen["scene"]["touches"] if one["move"] == move)
    for target in path:
        person.touch(target)
    person.later(seen["board_revision"])
    expect(page.locator(".hinted")).to_have_count(0)
    assert person.seen(table)["actions"][len(seen["actions"])] == move


def test_a_hint_by_key_and_what_follows_is_taken_back(visit: Visit) -> None:
    person = visit()
    table = person.sit_at(game="quixo", seats=["me", "level1"], order="chosen")
    expect(person.status).to_contain_text("Your turn")
    expect(person.button("Undo")).to_be_disabled()
    person.page.keyboard.press("h")
    expect(person.status).to_contain_text("Hint: ")
    first, then = (one.get_attribute("data-place") for one in person.page.locator(".hinted").all())
    moves = [one["move"] for one in person.seen(table)["scene"]["touches"]]
    assert f"{first}{then}" in moves or f"{then}{first}" in moves
    person.touch("a1", "e1")  # another one than perhaps was meant
    person.moves(2)
    expect(person.status).to_contain_text("Your turn")
    person.button("Undo").click()
    person.moves(0)
    expect(person.status).to_contain_text("Your turn")
    assert person.seen(table)["actions"] == []


def test_no_hints_among_people(visit: Visit) -> None:
    ada, bob = visit(), visit()
    table = ada.sit_at(game="cage", seats=["me", "friend"], order="chosen")
    bob.open(f"/t/{table}")
    bob.button("Take this seat").click()
    expect(ada.status).to_contain_text("Your turn")
    expect(ada.button("Hint")).to_have_count(0)
    ada.page.keyboard.press("h")
    expect(ada.page.locator(".hinted")).to_have_count(0)
