"""A finished game is reviewed: one click from its end, by an address that can be shared."""

import pytest
from playwright.sync_api import expect

from tests.ui.conftest import Visit
from tests.ui.people import Person
from tests.ui.test_devices import PHONE

MOVES = ("a1a3", "a1a3", "a1a3", "a2a1", "b1a1")
"""A game of Quixo on the small board, won by X."""
RECORD = f"""[Game "quixo"]
[Rules "1"]
[Players "2"]
[Options "size=3"]
[Result "#0"]
[Reason "line"]

1. {MOVES[0]} {MOVES[1]} 2. {MOVES[2]} {MOVES[3]} 3. {MOVES[4]}
#0
"""
READY = "Reviewed. Every move was judged by what its player could know."


def play(person: Person) -> str:
    table = person.sit_at(
        game="quixo", options={"size": "3"}, seats=["me", "device"], name="Ann", order="chosen"
    )
    for count, move in enumerate(MOVES, 1):
        person.touch(move[:2], move[2:])
        person.moves(count)
    return table


def test_a_game_is_reviewed_and_tried_again(visit: Visit, axe: str) -> None:
    person = visit()
    page = person.page
    table = play(person)
    page.locator(".end").get_by_role("link", name="Review").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Review of a game of Quixo")
    expect(page.locator(".review-moves .move")).to_have_count(len(MOVES))
    expect(page.get_by_text(READY)).to_be_visible()
    assert page.url == f"{person.url}/review/{table}"
    expect(page.locator(".review-graph polyline")).to_have_count(1)
    expect(page.locator(".review-seats > div")).to_have_count(2)
    expect(page.locator(".review-seats")).to_contain_text("accurate")
    expect(page.locator(".study-says")).to_contain_text("X won")
    assert person.axe(axe) == []
    # step back by the keyboard, then another move than in the game, by notation
    page.locator("body").press("[")
    expect(page.locator(".study-board")).to_have_attribute("data-moves", "4")
    page.locator("body").press("m")
    page.keyboard.type("b3b1")
    page.keyboard.press("Enter")
    expect(page.locator(".study-says")).to_contain_text("X took b3 and pushed it in at b1.")
    person.button("Back to the game").click()
    expect(page.locator(".study-board")).to_have_attribute("data-moves", "4")
    # what was better, with its line, wherever there is a mistake
    mistake = person.button("Next mistake")
    if mistake.is_visible():
        mistake.click()
        expect(page.locator(".hint-arrow")).to_be_visible()
        page.locator(".variation button").first.click()
        expect(page.locator(".variation [aria-current]")).to_have_count(1)
        assert person.axe(axe) == []
        person.button("Back to the game").click()
    page.locator(".review-moves .move").nth(1).click()
    person.button("Try again from here").click()
    page.locator(".table .flat").wait_for()
    expect(person.status).to_contain_text("Your turn")


def test_a_review_is_kept_for_whoever_has_the_address(visit: Visit) -> None:
    ann = visit()
    table = play(ann)
    ann.open(f"/review/{table}")
    expect(ann.page.get_by_text(READY)).to_be_visible()
    bea = visit(**PHONE)
    bea.open(f"/review/{table}")
    expect(bea.page.get_by_text(READY)).to_be_visible()
    assert bea.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    for name, kind in (("Picture", "png"), ("Film (GIF)", "gif"), ("Record as JSON", "json")):
        with bea.page.expect_download() as told:
            bea.page.get_by_role("link", name=name).click()
        assert told.value.suggested_filename == f"quixo-{table}.{kind}"
    ann.open("/")
    game = ann.page.locator(".your-games li").filter(has=ann.page.locator(f'a[href="/t/{table}"]'))
    game.get_by_role("link", name="Review").click()
    expect(ann.page.get_by_text(READY)).to_be_visible()


@pytest.mark.soak
def test_a_record_is_reviewed(visit: Visit, axe: str) -> None:
    person = visit().open("/review")
    page = person.page
    assert person.axe(axe) == []
    page.get_by_label("The record of one game").fill(RECORD)
    person.button("Review it").click()
    expect(page.get_by_text(READY)).to_be_visible()
    expect(page.locator(".review-moves .move")).to_have_count(len(MOVES))


@pytest.mark.soak
def test_what_can_not_be_reviewed(visit: Visit) -> None:
    person = visit()
    table = person.sit_at(game="quixo", seats=["me", "device"])
    person.open(f"/review/{table}")
    expect(person.page.get_by_role("alert")).to_contain_text("when it is over")
    person.open("/review/nowhere")
    expect(person.page.get_by_role("heading", level=1)).to_have_text("There is no such table")
    person.problems.clear()  # both were refused
