"""Each game with each number of seats, played to its end on the flat board by people who share a
device."""

from random import Random

import pytest
from playwright.sync_api import expect

from tests.ui.conftest import Visit
from tests.ui.endings import SEATS, ending, fullest
from tests.ui.people import Person

MOVES = 3
MOST = 60


@pytest.mark.parametrize(("name", "players"), fullest(*SEATS), ids=str)
def test_played_to_the_end(visit: Visit, name: str, players: int) -> None:
    found = ending(name, players, MOVES)
    person = visit()
    seats = ["me", *["device"] * (players - 1)]
    table = person.sit_at(
        game=name, players=players, position=found.position, seats=seats, name="Ada"
    )
    play_on(person, table, found.moves)
    seen = person.seen(table)
    end = person.page.locator(".end")
    heading = end.get_by_role("heading")
    winners = seen["outcome"]["winners"]
    expect(heading).to_contain_text("won" if winners else "draw")
    for seat in winners:
        expect(heading).to_contain_text(seen["seats"][seat]["name"])
    expect(person.page.locator(".mark-win, .scores").first).to_be_visible()
    expect(end.get_by_role("link", name="Review")).to_be_visible()
    expect(person.page.locator(".legal")).to_have_count(0)
    person.button("Rematch").click()
    person.page.wait_for_function("table => !location.pathname.endsWith(table)", arg=table)


def play_on(person: Person, table: str, advice: tuple[str, ...]) -> None:
    """Play what is advised, and anything when chance had another idea."""
    rng = Random(1)
    for number in range(MOST):
        now = person.seen(table)
        if now["status"] == "over":
            person.page.locator(".end").wait_for()
            return
        if person.page.locator(".handover").is_visible():
            expect(person.page.locator("button.card")).to_have_count(0)
            person.button("I am ready").click()
            person.board.wait_for()
        seen = person.seen(table, now["turn"]["seat"])
        known = {touch["move"]: touch["path"] for touch in seen["scene"]["touches"]}
        wanted = advice[number] if number < len(advice) else ""
        person.touch(*(known.get(wanted) or known[rng.choice(sorted(known))]))
        person.later(seen["board_revision"])
    raise AssertionError("the game does not end")
