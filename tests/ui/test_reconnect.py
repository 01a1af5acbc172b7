"""The server dies in the middle of a game, and comes back."""

import re
import signal
import time
from pathlib import Path

from playwright.sync_api import expect

from tests.server.processes import Served
from tests.ui.conftest import Visit

SOON = 2.0
"""Seconds from the server's return until people are back."""
BUSY = 3.0
"""Seconds that a busy machine may add."""


def test_killed_and_started_again(visit: Visit, tmp_path: Path) -> None:
    with Served(tmp_path / "data") as own:
        ada, bob = visit(own.url), visit(own.url)
        sent = ada.frames()
        table = ada.table(
            game="quixo",
            seats=["me", "friend"],
            clock={"kind": "live", "base": 600, "increment": 5},
            name="Ada",
        )
        ada.open(f"/t/{table}")
        bob.open(f"/t/{table}")
        bob.button("Take this seat").click()
        ada.touch("a1", "e1")
        bob.touch("b1", "b5")
        for person in (ada, bob):
            person.tab("Chat")
        bob.page.locator(".tab-box").get_by_label("Message").fill("Hello")
        bob.page.locator(".tab-box").get_by_role("button", name="Send").click()
        expect(ada.page.locator(".tab-box .log")).to_contain_text("Hello")

        own.stop(signal.SIGKILL)
        for person in (ada, bob):
            expect(person.status).to_have_text("Connection lost. Reconnecting …")
            expect(person.page.locator(".offline")).to_be_hidden()  # one voice is enough
        ada.touch("a1", "e1")
        expect(ada.status).to_contain_text("will be sent")
        expect(ada.page.locator(".legal")).to_have_count(0)
        own.start()
        back = time.monotonic()
        for person in (ada, bob):
            expect(person.page.locator(".offline")).to_have_count(0)
            person.tab("Moves")
            person.moves(3)
        assert time.monotonic() - back < SOON + BUSY
        expect(bob.status).to_contain_text("Your turn")
        expect(ada.status).to_contain_text("Guest to move")
        expect(bob.page.locator(".seat .clock.runs")).to_contain_text(re.compile("^(10|9):"))
        bob.tab("Chat")
        expect(bob.page.locator(".tab-box .log")).to_contain_text("Hello")
        assert ada.seen(table)["actions"] == ["a1e1", "b1b5", "a1e1"]
        bob.touch("c1", "c5")
        ada.moves(4)
        commands = [one["command"]["id"] for one in sent if one["type"] == "command"]
        assert len(set(commands)) == 2


def test_a_move_made_offline_that_is_no_more(visit: Visit, tmp_path: Path) -> None:
    """On a second device the same seat has moved meanwhile: the move is taken back, with a reason.
    And who comes to the home page meanwhile is told, and can try again."""
    with Served(tmp_path / "data") as own:
        ada, bob = visit(own.url), visit(own.url)
        table = ada.sit_at(game="quixo", seats=["me", "device"])
        bob.open("/")
        expect(bob.page.locator(".game h2")).to_have_count(4)
        own.stop(signal.SIGKILL)
        bob.page.locator(".game-quixo").get_by_role("button", name="Pass and play").click()
        expect(bob.page.locator(".toast")).to_contain_text("can't be reached")
        expect(ada.status).to_contain_text("Connection lost.")
        ada.touch("a1", "e1")
        # before the page may speak, the seat acts elsewhere
        ada.page.evaluate(HOLD)
        own.start()
        command = {
            "type": "move",
            "id": "elsewhere",
            "board_revision": 0,
            "move": "b1b5",
            "seat": 0,
        }
        posted = ada.context.request.post(f"{own.url}/api/tables/{table}/commands", data=command)
        assert posted.ok
        bob.page.locator(".game-quixo").get_by_role("button", name="Pass and play").click()
        expect(bob.target("a1")).to_be_visible()
        ada.page.evaluate("() => { globalThis.WebSocket = globalThis.Kept; }")
        expect(ada.page.locator(".toast")).to_contain_text("The board has changed")
        ada.moves(1)
        expect(ada.page.locator(".chosen")).to_have_count(0)
        ada.touch("c1", "c5")
        ada.moves(2)


HOLD = """() => {
  globalThis.Kept = globalThis.WebSocket;
  globalThis.WebSocket = class {
    static OPEN = 1;
    constructor() { setTimeout(() => this.onclose?.(), 50); }
    close() {}
  };
}"""
