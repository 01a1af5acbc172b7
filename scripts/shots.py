"""Takes the pictures of the README from the running product: `python -m scripts.shots`.

Needs Chromium. A server is started on a folder of its own, a position of each game is set up, and
the page is photographed.
"""

import json
import tempfile
from pathlib import Path
from random import Random

import httpx
from playwright.sync_api import Browser, ViewportSize, sync_playwright

from cubarium import catalog
from cubarium.core.turn import ToMove
from cubarium.match.match import Match
from tests.server.processes import Served
from tests.ui.conftest import FLAGS, chromium_path

FOLDER = Path(__file__).parent.parent / "docs" / "images"
SIZE: ViewportSize = {"width": 1280, "height": 800}
GAMES = {"quixo": (2, 11, 3), "cage": (2, 13, 4), "cubulus": (3, 13, 2), "cubeo": (2, 40, 7)}
"""By game: players, acts played, seed."""
SETTLED = 4000
"""Milliseconds until nothing moves any more, also where the graphics are drawn slowly."""


def position(name: str, players: int, acts: int, seed: int) -> str:
    """A position after some random acts that end nothing."""
    game, rng = catalog.load(name, players, **neutral(name, players)), Random(seed)
    match = Match.open(game).after(Match.open(game).draw(rng))
    while len(match.steps) < acts:
        assert isinstance(match.turn, ToMove)
        move = rng.choice(game.moves(match.state))
        after = match.after(match.move(match.turn.seat, game.write(move), rng))
        match = match if after.outcome is not None else after
    return game.text(match.state)


def neutral(name: str, players: int) -> dict[str, str]:
    """Neutral balls are laid by chance, where there are any."""
    return {"neutrals": "random"} if name == "cubulus" and players == 2 else {}


def photograph(browser: Browser, url: str, path: str, file: str, cookies: httpx.Cookies) -> None:
    context = browser.new_context(viewport=SIZE, color_scheme="light", reduced_motion="reduce")
    context.add_cookies(
        [{"name": name, "value": value, "url": url} for name, value in cookies.items()]
    )
    page = context.new_page()
    page.goto(url)
    tastes = {"name": "Ann", "speed": "none", "boards": dict.fromkeys(GAMES, "space")}
    page.evaluate("text => localStorage.setItem('cubarium', text)", json.dumps(tastes))
    page.goto(url + path)
    page.wait_for_selector(".handover .main, canvas" if path else ".game h2", timeout=60_000)
    if page.locator(".handover").count():
        page.click(".handover .main")
        page.wait_for_selector("canvas")
    if path:
        page.wait_for_function("() => document.querySelector('.space')?.board?.resting")
        page.evaluate("document.querySelector('.space').board.quality(0)")
    page.wait_for_timeout(SETTLED)
    page.screenshot(path=FOLDER / f"{file}.png")
    context.close()


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        Served(Path(folder)) as served,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        photograph(browser, served.url, "", "home", httpx.Cookies())
        for name, (players, acts, seed) in GAMES.items():
            with httpx.Client(base_url=served.url, timeout=30) as client:
                seats = ["me", *["device"] * (players - 1)]
                configuration = {"game": name, "players": players, "seats": seats, "name": "Ann"}
                configuration["position"] = position(name, players, acts, seed)
                configuration["options"] = neutral(name, players)
                table = client.post("/api/tables", json=configuration).raise_for_status().json()
                path = f"/t/{table['update']['table']}"
                photograph(browser, served.url, path, name, client.cookies)
            print(name)
        browser.close()


if __name__ == "__main__":
    main()
