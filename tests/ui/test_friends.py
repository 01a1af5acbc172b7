"""Two browsers at one table, and somebody who watches."""

import pytest
from playwright.sync_api import expect

from tests.ui.conftest import Visit
from tests.ui.people import Person
from tests.ui.test_devices import PHONE


def two_at(visit: Visit) -> tuple[Person, Person, str]:
    """Ada opens a table from the home page; Bob comes by the link and sits down, which puts the
    invitation away."""
    ada, bob = visit(), visit()
    ada.open("/")
    ada.page.locator(".game-quixo").get_by_role("button", name="Play a friend").click()
    link = ada.page.locator(".link-box input").input_value()
    bob.page.goto(link)
    bob.page.get_by_label("Your name").fill("Bob")
    bob.button("Take this seat").click()
    expect(ada.status).to_contain_text("Your turn")
    expect(bob.status).to_contain_text("Guest to move")
    expect(ada.page.locator("dialog")).to_have_count(0)
    return ada, bob, link.rpartition("/")[2]


def test_a_game_of_two(visit: Visit) -> None:
    ada, bob, table = two_at(visit)
    expect(ada.page.locator(".others .seat")).to_contain_text("Bob")
    expect(ada.page.locator(".mine .seat")).to_contain_text("you")
    expect(ada.button("Hint")).to_have_count(0)
    expect(ada.button("Take back")).to_be_disabled()

    ada.touch("a1", "e1")
    expect(bob.status).to_contain_text("Your turn")
    assert "Your turn" in bob.page.title()
    expect(bob.page.locator("link[rel=icon]")).to_have_attribute("href", "/icon-turn.svg")
    expect(bob.place("e1").locator(".piece svg path")).to_be_visible()
    expect(bob.page.locator(".mark-last")).to_have_attribute("data-place", "e1")

    # a takeback needs consent
    ada.button("Take back").click()
    expect(bob.page.locator(".offer")).to_have_text("Guest asks to take back a move.AcceptDecline")
    expect(ada.page.locator(".offer")).to_contain_text("Waiting for an answer")
    bob.button("Decline").click()
    expect(ada.page.locator(".offer")).to_have_count(0)
    expect(ada.status).to_contain_text("Bob wants the move to stand.")
    ada.moves(1)
    ada.button("Take back").click()
    expect(ada.page.locator(".toast")).to_contain_text("not again before the next move")
    bob.touch("c1", "c5")
    ada.moves(2)
    ada.button("Take back").click()
    bob.button("Accept").click()
    ada.moves(0)
    bob.moves(0)
    expect(ada.status).to_contain_text("Your turn")
    ada.touch("b1", "b5")
    bob.touch("c1", "c5")
    ada.moves(2)

    # chat
    for person in (ada, bob):
        person.tab("Chat")
    bob.page.locator(".tab-box").get_by_label("Message").fill("<b>Well</b> played")
    bob.page.locator(".tab-box").get_by_role("button", name="Send").click()
    expect(ada.page.locator(".tab-box .log")).to_contain_text("Bob <b>Well</b> played")
    expect(bob.page.locator(".tab-box").get_by_label("Message")).to_have_value("")

    # somebody watches, and may not act
    cleo = visit()
    cleo.open(f"/t/{table}")
    expect(cleo.status).to_contain_text("You are watching")
    expect(cleo.page.locator(".legal")).to_have_count(0)
    cleo.moves(2)
    cleo.tab("Chat")
    expect(cleo.page.locator(".tab-box .log")).to_contain_text("played")
    expect(cleo.page.locator(".tab-box")).to_contain_text("has not opened a chat for spectators")

    # a draw is offered and declined, then somebody gives up
    ada.menu("Offer a draw")
    bob.button("Decline").click()
    expect(ada.page.locator(".offer")).to_have_count(0)
    expect(ada.status).to_contain_text("Bob declined the draw.")
    bob.button("Menu").click()
    bob.page.locator(".menu").get_by_text("Resign").dblclick()  # is not enough
    asked = bob.page.get_by_role("dialog", name="Resign this game?")
    expect(asked).to_be_visible()
    bob.page.keyboard.press("Escape")
    expect(asked).to_be_hidden()
    bob.menu("Resign")
    bob.button("Keep playing").click()
    expect(ada.page.locator(".end")).to_have_count(0)
    bob.resign()
    expect(ada.page.locator(".end h2")).to_have_text("You won")
    expect(ada.page.locator(".end p")).to_have_text("Bob resigned.")
    expect(bob.page.locator(".end h2")).to_have_text("You lost")
    expect(bob.page.locator(".end p")).to_have_text("You resigned.")
    expect(cleo.page.locator(".end h2")).to_have_text("Guest won")

    # again, with seats changed
    ada.button("Rematch").click()
    expect(ada.page.locator(".offer")).to_contain_text("You asked for a rematch.")
    expect(bob.page.locator(".offer")).to_contain_text("Guest wants a rematch.")
    bob.button("Accept").click()
    expect(bob.status).to_contain_text("Your turn")
    expect(ada.status).to_contain_text("Bob to move")
    assert ada.page.url == bob.page.url
    assert not ada.page.url.endswith(table)


@pytest.mark.parametrize("answer", ["Accept", "Decline"])
def test_a_rematch_is_answered_on_a_phone(visit: Visit, answer: str) -> None:
    """All of it is on the screen: the request, its answers, and what else can be done."""
    ada, bob = visit(), visit(**PHONE)
    table = ada.sit_at(game="quixo", seats=["me", "friend"], order="chosen")
    bob.open(f"/t/{table}")
    bob.button("Take this seat").click()
    ada.touch("a1", "e1")
    expect(bob.status).to_contain_text("Your turn")
    bob.resign()
    ada.button("Rematch").click()
    offer = bob.page.locator(".offer")
    expect(offer).to_contain_text("Guest wants a rematch.")
    for one in ("Accept", "Decline", "New game"):
        expect(bob.button(one)).to_be_in_viewport(ratio=1)
    for place in (offer, bob.page.locator(".end h2"), bob.page.get_by_role("link", name="Review")):
        expect(place).to_be_in_viewport(ratio=1)
    bob.button(answer).click()
    if answer == "Accept":
        expect(bob.status).to_contain_text("Guest to move")
    else:
        expect(offer).to_have_count(0)
        expect(bob.button("Rematch")).to_be_in_viewport(ratio=1)


def test_those_who_watch_write_to_each_other(visit: Visit) -> None:
    ada, cleo, dan = visit(), visit(), visit()
    ada.open("/new/quixo")
    ada.page.get_by_label("Moves second").select_option(label="Somebody on this device")
    ada.page.get_by_label("Spectators can write to each other").check()
    ada.button("Open the table").click()
    ada.tab("Chat")
    for person in (cleo, dan):
        person.page.goto(ada.page.url)
        person.tab("Chat")
    box = cleo.page.locator(".tab-box")
    expect(box).to_contain_text("Players can read this after the game.")
    box.get_by_label("Message").fill("What a game")
    box.get_by_role("button", name="Send").click()
    log = dan.page.locator(".tab-box .log")
    expect(log).to_contain_text("Guest What a game")
    dan.page.locator(".tab-box").get_by_role("button", name="Mute Guest").click()
    expect(log).not_to_contain_text("What a game")
    spectators = ada.page.locator(".tab-box").get_by_role("button", name="Spectators")
    expect(spectators).to_have_count(0)  # it might be advice
    ada.resign()
    ada.page.locator(".tab-box").get_by_role("button", name="Spectators").click()
    expect(ada.page.locator(".tab-box .log")).to_contain_text("Guest What a game")


def test_a_draw_by_agreement(visit: Visit) -> None:
    ada, bob, _ = two_at(visit)
    ada.touch("a1", "e1")
    bob.touch("b1", "b5")
    bob.menu("Offer a draw")
    ada.button("Accept").click()
    for person in (ada, bob):
        expect(person.page.locator(".end h2")).to_have_text("A draw")


def test_a_first_visit_that_watches_and_then_plays(visit: Visit) -> None:
    """The socket is open before there is a cookie: it has to show the new one."""
    ada, bob = visit(), visit()
    table = ada.sit_at(game="cage", players=2, seats=["me", "device"], public=True)
    bob.open(f"/t/{table}")
    expect(bob.status).to_contain_text("You are watching")
    bob.page.get_by_role("link", name="Play", exact=True).click()
    bob.page.locator(".game-cubulus").get_by_role("button", name="Pass and play").click()
    expect(bob.status).to_contain_text("put a neutral ball anywhere: 9 to go")
    bob.touch("b22")
    expect(bob.status).to_contain_text("put a neutral ball anywhere: 8 to go")


def test_a_seat_on_another_device(visit: Visit) -> None:
    ada, phone = visit(), visit()
    table = ada.sit_at(game="quixo", seats=["me", "device"], order="chosen")
    ada.menu("Invite")
    ada.button("Play on another device").click()
    phone.page.goto(ada.page.locator(".link-box input").nth(1).input_value())
    phone.touch("a1", "e1")
    ada.page.locator("dialog").get_by_role("button", name="Close").click()
    ada.moves(1)
    assert phone.page.url.endswith(table)  # the key is not left in the address


def test_the_computer_takes_a_free_seat(visit: Visit) -> None:
    ada = visit()
    ada.open("/")
    ada.page.locator(".game-cage select").first.select_option("1")
    ada.page.locator(".game-cage").get_by_role("button", name="Play a friend").click()
    ada.button("Close").click()
    ada.button("Give it to the computer").click()
    expect(ada.status).to_contain_text("Your turn")
    expect(ada.button("Undo")).to_be_disabled()
    ada.touch("2+")
    ada.moves(2)
    ada.button("Undo").click()
    ada.moves(0)
    expect(ada.button("Undo")).to_be_disabled()
    ada.resign()
    expect(ada.page.locator(".end h2")).to_have_text("You lost")


def test_partners_talk_among_themselves(visit: Visit) -> None:
    ada, bob = visit(), visit()
    table = ada.sit_at(
        game="quixo", players=4, seats=["me", "level1", "friend", "level1"], name="Ada"
    )
    bob.open(f"/t/{table}")
    bob.button("Take this seat").click()
    for person in (ada, bob):
        person.tab("Chat")
        person.page.locator(".tab-box").get_by_role("button", name="Team chat").click()
    bob.page.locator(".tab-box").get_by_label("Message").fill("The corner")
    bob.page.keyboard.press("Enter")
    expect(ada.page.locator(".tab-box .log")).to_contain_text("Guest The corner")
    cleo = visit()
    cleo.open(f"/t/{table}")
    expect(cleo.status).to_contain_text("You are watching")
    cleo.tab("Chat")
    expect(cleo.page.locator(".tab-box .log")).to_contain_text("Nothing has been said yet.")
