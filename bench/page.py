"""How soon the page is there, and how soon somebody moves cubes against the computer.

python -m bench.page [--times 5]

A server on this machine, a fresh Chromium for each visit, a wide screen and a phone. First paint is
what the browser reports; a board is playable when something on it can be touched. Medians, and the
worst: the first who plays a game waits until its engine is there, if the engine has a word first.
"""

import argparse
from statistics import median
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from bench.report import report
from bench.server import served
from tests.ui.conftest import FLAGS, chromium_path

AIMS = "aims: first paint 1,500 ms, playable 2,500 ms, first load 150 kB"
SCREENS: dict[str, dict[str, Any]] = {
    "1280": {"viewport": {"width": 1280, "height": 800}},
    "360": {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True},
}
GAMES = ("quixo", "cage", "cubulus", "cubeo")
PAINTED = "() => performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
LOADED = "() => performance.getEntries().reduce((sum, one) => sum + (one.encodedBodySize ?? 0), 0)"
PLAYABLE = """game => new Promise(done => {
  const began = performance.now();
  const look = () => document.querySelector(".legal")
    ? done(performance.now() - began)
    : requestAnimationFrame(look);
  document.querySelector(`.game-${game} .main`).click();
  look();
})"""


def visited(browser: Browser, url: str, screen: dict[str, Any], game: str) -> dict[str, float]:
    """One stranger: comes, and plays the computer at a game."""
    context = browser.new_context(**screen)
    page = context.new_page()
    page.goto(url)
    page.locator(".game h2").first.wait_for()
    page.wait_for_function(PAINTED)
    found = {"paint": page.evaluate(PAINTED), "kB": page.evaluate(LOADED) / 1000}
    found["playable"] = page.evaluate(PLAYABLE, game)
    context.close()
    return {measure: float(value) for measure, value in found.items()}


def rows(browser: Browser, url: str, times: int) -> list[dict[str, Any]]:
    found = {
        (screen, game): [visited(browser, url, options, game) for _ in range(times)]
        for screen, options in SCREENS.items()
        for game in GAMES
    }

    def row(what: str, measure: str, games: tuple[str, ...]) -> dict[str, Any]:
        cells: dict[str, Any] = {"what": what}
        for screen in SCREENS:
            seen = [one[measure] for game in games for one in found[screen, game]]
            cells |= {f"{screen} px": median(seen), f"{screen} worst": max(seen)}
        return cells

    return [
        row("first paint of home, ms", "paint", GAMES),
        row("first load, compressed, kB", "kB", GAMES),
        *(row(f"{game}: click to playable board, ms", "playable", (game,)) for game in GAMES),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description="The speed of the page.")
    parser.add_argument("--times", type=int, default=5, help="visits for each game and screen")
    asked = parser.parse_args()
    with served(None) as [(port, _)], sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        report("page", f"The page ({AIMS})", rows(browser, f"http://127.0.0.1:{port}", asked.times))
        browser.close()


if __name__ == "__main__":
    main()
