"""A server process and a Chromium for all tests of the page, and people who use them."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, expect, sync_playwright

from tests.server.processes import Served
from tests.ui.people import Person

NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
OTHER_MACHINE = "cubarium.test"
"""What the server is called where it is another machine than that of the browser."""
FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-gl=angle",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    "--disable-gpu-compositing",  # software draws boards in space alone, not every page
    f"--host-resolver-rules=MAP {OTHER_MACHINE} 127.0.0.1",
]
PATIENCE = 30_000
"""Milliseconds; generous, since machines may be busy."""

TASTES = """localStorage.getItem("cubarium") ?? localStorage.setItem("cubarium", JSON.stringify({
  speed: "none",
  boards: { quixo: "flat", cage: "flat", cubulus: "flat", cubeo: "flat", stones: "flat" },
}))"""
"""What a browser remembers here at first: moves are shown at once, on flat boards."""

Visit = Callable[..., Person]


def chromium_path() -> str:
    named = os.environ.get("CUBARIUM_CHROMIUM")
    path = named or next((found for name in NAMES if (found := shutil.which(name))), None)
    assert path, "no Chromium: install it (`make test` does on Debian) or set CUBARIUM_CHROMIUM"
    return path


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("server"), "--allow-host", OTHER_MACHINE) as served:
        yield served


@pytest.fixture
def visit(chromium: Browser, server: Served) -> Iterator[Visit]:
    """Somebody new with a browser; at the end nobody's browser may have complained."""
    people: list[Person] = []
    contexts: list[BrowserContext] = []

    def come(url: str = "", **options: Any) -> Person:
        usual: dict[str, Any] = {
            "viewport": {"width": 1280, "height": 800},
            "reduced_motion": "reduce",
        }
        context = chromium.new_context(**{**usual, **options})
        context.set_default_timeout(PATIENCE)
        context.add_init_script(TASTES)
        contexts.append(context)
        people.append(Person.of(url or server.url, context))
        people[-1].outage = bool(url)  # a server of one's own is there to be killed
        return people[-1]

    yield come
    for context in contexts:
        context.close()
    assert [one for person in people for one in person.complaints()] == []


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core."""
    root = Path(__file__).parents[2]
    return (root / "ui/node_modules/axe-core/axe.min.js").read_text("utf-8")
