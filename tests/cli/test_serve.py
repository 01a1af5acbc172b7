"""`cubarium serve --open`: a browser with windows, or the address alone."""

import sys
import webbrowser
from collections.abc import Callable
from threading import Event

import pytest

from cubarium.cli.commands import serve

ADDRESS = "http://127.0.0.1:8787"


class Browser:
    """Keeps what it is asked to show."""

    def __init__(self) -> None:
        self.shown: list[str] = []
        self.asked = Event()

    def open(self, address: str) -> bool:
        self.shown.append(address)
        self.asked.set()
        return True


def missing() -> Browser:
    raise webbrowser.Error("could not locate runnable browser")


@pytest.fixture
def bare(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """A machine where only these are set, with this browser."""

    def make(get: Callable[[], Browser], platform: str = "linux", **env: str) -> None:
        for name in serve.SCREENS:
            monkeypatch.delenv(name, raising=False)
        for name, value in env.items():
            monkeypatch.setenv(name, value)
        monkeypatch.setattr(sys, "platform", platform)
        monkeypatch.setattr(webbrowser, "get", get)

    return make


@pytest.mark.parametrize(("platform", "env"), [("linux", {"DISPLAY": ":0"}), ("darwin", {})])
def test_the_page_is_shown(bare: Callable[..., None], platform: str, env: dict[str, str]) -> None:
    browser = Browser()
    bare(lambda: browser, platform, **env)
    assert serve.show_page(ADDRESS)
    assert browser.asked.wait(10)
    assert browser.shown == [ADDRESS]


def test_no_browser_takes_the_terminal(bare: Callable[..., None]) -> None:
    browser = Browser()
    bare(lambda: browser)
    assert not serve.show_page(ADDRESS)
    assert browser.shown == []


def test_there_may_be_none(bare: Callable[..., None]) -> None:
    bare(missing, DISPLAY=":0")
    assert not serve.show_page(ADDRESS)
