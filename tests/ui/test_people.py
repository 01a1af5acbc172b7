"""Who is who: seats, dots, winners and pieces that belong to nobody are told by people's names."""

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.ui.conftest import Visit
from tests.ui.test_devices import PHONE

CLIPPED = """() => [...document.querySelectorAll(".move-list .move")].flatMap(move => {
  const list = move.closest(".move-list");
  const [own, box] = [move, list].map(one => one.getBoundingClientRect());
  const names = [...move.querySelectorAll(".move-label")];
  const out = names.some(name => {
    const range = document.createRange();
    range.selectNodeContents(name);
    const text = range.getBoundingClientRect();
    const cell = name.getBoundingClientRect();
    const hides = getComputedStyle(name).overflowX !== "visible";
    const ends = [own.right + 0.5, box.right, ...(hides ? [cell.right + 0.5] : [])];
    return text.right > Math.min(...ends);
  });
  return out ? [move.textContent] : [];
})"""
"""Moves of the list whose words reach beyond their column, or are cut."""


def test_a_dot_points_to_people(visit: Visit) -> None:
    person, bob = visit(), visit()
    # after this move a friend is to move, who takes time: it stays the last one
    table = person.sit_at(
        game="quixo", players=4, seats=["me", "friend", "level3", "level2"], order="chosen"
    )
    bob.open(f"/t/{table}")
    bob.button("Take this seat").click()
    person.touch("a1", "e1")
    tools = person.page.locator(".tools .tool")
    expect(tools).to_have_text(["To you", "To Ole"])
    expect(tools.first).to_have_attribute("aria-label", "The dot points to you")
    # on the cube itself: the board is turned so that the reader sits below
    mine, partners = (person.page.locator(f'[data-facing="{seat}"]') for seat in "NS")
    below, above = (
        one.evaluate("one => one.getBoundingClientRect().y") for one in (mine, partners)
    )
    assert below > above
    partners.click()
    expect(person.status).to_contain_text("You took a1 and pushed it in at e1, the dot to Ole.")
    expect(person.page.locator(".move-list .move").first).to_have_text("a1 → e1 · to Ole")
    expect(person.place("e1")).to_have_attribute(
        "aria-label", "e1, cross, points to Ole, last move"
    )


@pytest.mark.parametrize("game", ["cage", pytest.param("quixo", marks=pytest.mark.soak)])
def test_moves_of_four_are_whole(visit: Visit, game: str) -> None:
    person = visit()
    table = person.sit_at(
        game=game, players=4, seats=["me", "device", "device", "device"], order="chosen"
    )
    moves = {"cage": ["Ra1", "2+", "1-", "3+"], "quixo": ["a1e1N", "a1e1E", "b1b5N", "c1c5E"]}[game]
    for move in moves:
        path = next(
            touch["path"]
            for touch in person.seen(table)["scene"]["touches"]
            if touch["move"] == move
        )
        person.touch(*path)
        person.later(person.seen(table)["board_revision"] - 1)
    expect(person.page.locator(".move-list .move")).to_have_count(4)
    assert person.page.evaluate(CLIPPED) == []


@pytest.mark.parametrize(
    "device", [pytest.param({}, id="desk", marks=pytest.mark.soak), pytest.param(PHONE, id="phone")]
)
def test_neutral_balls_are_told(visit: Visit, device: dict[str, object]) -> None:
    person = visit(**device)
    person.sit_at(game="cubulus", seats=["me", "level1"], order="chosen")
    expect(person.status).to_contain_text("Pip placed the nine neutral balls (yellow).")
    unowned = person.page.locator(".seat.unowned")
    expect(unowned).to_contain_text("Neutral balls")
    expect(unowned).to_be_in_viewport(ratio=1)


def test_a_move_on_its_way_is_told(visit: Visit) -> None:
    """The coach asks for nothing more while the server has not answered."""
    person = visit()
    held: list[str] = []

    def hold(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if '"move"' in str(message):
                held.append(str(message))
            else:
                server.send(message)

        route.on_message(pass_on)

    person.page.route_web_socket("**/ws*", hold)
    person.sit_at(game="quixo", seats=["me", "level1"], order="chosen")
    person.touch("a1", "e1")
    expect(person.status).to_have_text("You took a1 and pushed it in at e1. ")
    assert len(held) == 1
