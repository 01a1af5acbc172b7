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
[Seat0 "Ann"]
[Options "size=3"]
[Result "#0"]
[Reason "line"]

1. {MOVES[0]} {MOVES[1]} 2. {MOVES[2]} {MOVES[3]} 3. {MOVES[4]}
#0
"""
BLUNDER = RECORD.replace(
    f"1. {MOVES[0]} {MOVES[1]} 2. {MOVES[2]} {MOVES[3]} 3. {MOVES[4]}\n#0",
    "1. b1a1 a2c2 2. c1c3 a2a1 3. a3c3 b1a1\n#1",
).replace('[Result "#0"]', '[Result "#1"]\n[Seat1 "Bea"]')
"""X had won with every move but this one: the fifth, a3c3."""
LEFT = """[Game "cage"]
[Rules "1"]
[Players "3"]
[Seat0 "Ann"]
[Seat1 "Bea"]
[Seat2 "Cem"]
[Result "#0"]
[Reason "time_out"]

1. Ra1 Yc3 Oa3 2. Rb1 !1 Gc1 Wc1 3. Ra1 !2t
#0
"""
"""Two of three leave a game of Rubik's Cage."""
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
    expect(page.locator(".review-seats")).to_contain_text("Accuracy: ")
    won = "Ann won. Three crosses in "
    expect(page.locator(".study-says")).to_contain_text(won)
    expect(page.locator(".review-result")).to_contain_text(won)
    assert person.axe(axe) == []
    # step back by the keyboard, then another move than in the game, by notation
    page.locator("body").press("[")
    expect(page.locator(".study-board")).to_have_attribute("data-moves", "4")
    page.locator("body").press("m")
    page.keyboard.type("b3b1")
    page.keyboard.press("Enter")
    expect(page.locator(".study-says")).to_contain_text("Ann took b3 and pushed it in at b1.")
    person.button("Back to the game").click()
    expect(page.locator(".study-board")).to_have_attribute("data-moves", "4")
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


def test_a_record_has_an_address_and_files(visit: Visit, axe: str) -> None:
    ann = visit(permissions=["clipboard-read", "clipboard-write"]).open("/review")
    page = ann.page
    page.get_by_label("The record of one game").fill(RECORD)
    ann.button("Review it").click()
    expect(page.get_by_text(READY)).to_be_visible()
    expect(page.locator(".review-moves .move")).to_have_count(len(MOVES))
    assert ann.axe(axe) == []
    ann.button("Copy the link").click()
    link = page.evaluate("navigator.clipboard.readText()")
    assert link == page.url
    assert link.startswith(f"{ann.url}/review#record=")
    bea = visit(**PHONE)
    bea.page.goto(link)
    expect(bea.page.get_by_text(READY)).to_be_visible()
    expect(bea.page.locator(".review-seats")).to_contain_text("Ann")
    assert bea.page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    for name, kind, begins in (
        ("Picture", "png", b"\x89PNG"),
        ("Film (GIF)", "gif", b"GIF8"),
        ("Film (WebP)", "webp", b"RIFF"),
        ("Record as text", "txt", b'[Game "quixo"]'),
        ("Record as JSON", "json", b"["),
    ):
        with bea.page.expect_download() as told:
            bea.button(name).click()
        assert told.value.suggested_filename == f"quixo.{kind}"
        assert told.value.path().read_bytes().startswith(begins)


def test_a_record_that_is_wrong_can_be_mended(visit: Visit, axe: str) -> None:
    person = visit().open("/review#record=nonsense")
    page = person.page
    expect(page.get_by_role("alert")).to_have_text("There is no game in this text.")
    record = page.get_by_label("The record of one game")
    record.fill(RECORD.replace(MOVES[0], "b2b1"))
    person.button("Review it").click()
    expect(page.get_by_role("alert")).to_contain_text("b2b1")
    assert person.axe(axe) == []
    record.fill(record.input_value().replace("b2b1", MOVES[0]))
    person.button("Review it").click()
    expect(page.locator(".review-moves .move")).to_have_count(len(MOVES))
    person.problems.clear()  # one was refused


def test_a_mistake_is_shown_with_what_was_better(visit: Visit, axe: str) -> None:
    person = visit().open("/review")
    page = person.page
    page.get_by_label("The record of one game").fill(BLUNDER)
    person.button("Review it").click()
    expect(page.get_by_text(READY)).to_be_visible()
    expect(page.locator(".review-result")).to_contain_text("Bea won. Three circles in row 1.")
    page.locator("body").press("[")
    expect(page.locator(".study-says")).to_contain_text("Bea to move")
    person.button("To the start").click()
    person.button("Next mistake").click()
    expect(page.locator(".study-board")).to_have_attribute("data-moves", "4")
    expect(page.locator(".hint-arrow")).to_be_visible()
    expect(page.locator(".review-move")).to_contain_text("3. Ann: ")
    assert person.axe(axe) == []
    page.locator(".variation button").first.click()
    expect(page.locator(".variation [aria-current]")).to_have_count(1)
    expect(page.locator(".study-board")).to_have_attribute("data-moves", "5")
    person.button("Back to the game").click()
    expect(page.locator(".review-moves [aria-current]")).to_have_count(1)
    person.button("To the start").click()
    expect(page.locator(".study-board")).to_have_attribute("data-moves", "0")
    typed = page.get_by_label("Type a move")
    for move in "a1a3", "b1a1":
        typed.fill(move)
        typed.press("Enter")
        expect(page.locator(".variation [aria-current]")).to_contain_text(move[2:])
    expect(person.page.get_by_role("heading", name="Another line, from move 1")).to_be_visible()
    page.locator(".variation button").first.click()
    expect(page.locator(".study-board")).to_have_attribute("data-moves", "1")


def test_who_left_is_told(visit: Visit) -> None:
    person = visit().open("/review")
    page = person.page
    page.get_by_label("The record of one game").fill(LEFT)
    person.button("Review it").click()
    expect(page.locator(".review-moves .move")).to_have_count(7)
    said = page.locator(".study-says")
    expect(said).to_have_text("Cem ran out of time. Ann won. On time.")
    for key, moves in ("[", "7"), ("[", "6"), ("[", "5"), ("[", "3"), ("]", "5"):
        page.locator("body").press(key)  # who leaves or runs out of time has no turn of their own
        expect(page.locator(".study-board")).to_have_attribute("data-moves", moves)


@pytest.mark.soak
def test_what_can_not_be_reviewed(visit: Visit) -> None:
    person = visit()
    table = person.sit_at(game="quixo", seats=["me", "device"])
    person.open(f"/review/{table}")
    expect(person.page.get_by_role("alert")).to_contain_text("when it is over")
    person.open("/review/nowhere")
    expect(person.page.get_by_role("heading", level=1)).to_have_text("There is no such table")
    person.problems.clear()  # both were refused


def test_computers_keep_their_names_and_the_reader_is_told(visit: Visit) -> None:
    person = visit()
    seats = ["me", "level2", "level2", "level2"]
    table = person.sit_at(game="quixo", players=4, seats=seats, order="chosen")
    person.touch("a1", "e1", "S")
    expect(person.page.locator(".move-list .move").nth(3)).to_be_visible()
    person.resign()
    person.open(f"/review/{table}")
    heads = person.page.locator(".review-moves thead th:not(.sr)")
    expect(heads).to_have_text(["Guest (you)", "Mia", "Ole", "Ada"])
    expect(person.page.locator(".review-result")).to_contain_text("Mia and Ada won.")
    expect(person.page.locator(".review-moves .move").first).to_contain_text("to Ole")
