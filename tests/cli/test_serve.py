"""`cubarium serve`: `--open` in a browser or the address alone; `--lan`: for others."""

import sys
import webbrowser
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from threading import Event

import pytest
from click.testing import CliRunner

from cubarium.cli.cap_options import HELPS
from cubarium.cli.commands import serve
from cubarium.cli.main import cli
from cubarium.cli.render.qr_code import qr_code
from cubarium.database.server_address import ServerAddress
from cubarium.server.people.caps import BEHIND_ONE_ADDRESS, Caps
from cubarium.server.server_configuration import ServerConfiguration

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


NEARBY = "http://192.168.1.20:8787"


def told(capsys: pytest.CaptureFixture[str], *nearby: str, lan: bool, opens: bool) -> str:
    serve._tell(ServerAddress(ADDRESS, nearby), lan=lan, opens=opens)
    return capsys.readouterr().out


def test_who_can_play_is_said(
    bare: Callable[..., None],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bare(Browser, DISPLAY=":0")
    assert told(capsys, lan=False, opens=False) == ""
    monkeypatch.setattr(sys, "argv", [".venv/bin/cubarium"])
    monkeypatch.setattr(serve, "which", lambda _: None)
    (line,) = told(capsys, lan=False, opens=True).splitlines()
    assert line.endswith("to let people nearby play: .venv/bin/cubarium serve --lan")
    monkeypatch.setattr(serve, "which", lambda name: f"/usr/bin/{name}")
    assert told(capsys, lan=False, opens=True).endswith(": cubarium serve --lan\n")
    assert told(capsys, NEARBY, lan=False, opens=True) == "", "it was asked for by its host"
    assert "in no network" in told(capsys, lan=True, opens=False)
    assert NEARBY in told(capsys, NEARBY, lan=True, opens=False)


def test_a_terminal_shows_a_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert qr_code(NEARBY) not in told(capsys, NEARBY, lan=True, opens=False)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    shown = told(capsys, NEARBY, "http://10.0.0.2:8787", lan=True, opens=False)
    code = qr_code(NEARBY)
    assert code in shown
    lines = code.splitlines()
    assert len(lines) > 10
    assert max(map(len, lines)) < 80


def test_lan_or_host() -> None:
    result = CliRunner().invoke(cli, ["serve", "--lan", "--host", "10.0.0.2"])
    assert result.exit_code == 2
    assert "--lan chooses the host itself" in result.stderr


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., ServerConfiguration]:
    """What a server would be configured with."""
    found: list[ServerConfiguration] = []
    monkeypatch.setattr("cubarium.server.process.logs.configure", lambda *_: None)
    monkeypatch.setattr("cubarium.server.run.serve", lambda one, *_: found.append(one))

    def called(*words: str) -> ServerConfiguration:
        options = ["serve", "--data", str(tmp_path / "data"), "--port", "0", *words]
        told = CliRunner().invoke(cli, options)
        assert told.exit_code == 0, told.output
        return found[-1]

    return called


def test_every_cap_is_an_option(limits: Callable[..., ServerConfiguration], tmp_path: Path) -> None:
    usual = limits()
    assert usual.caps == Caps()
    told = CliRunner().invoke(cli, ["serve", "--help"]).output
    for one in fields(Caps):
        option = f"--{one.name.replace('_', '-')}"
        assert getattr(limits(option, "7").caps, one.name) == 7
        text = HELPS[one.name]
        assert f"usually {one.default}." in text
        assert option in told
    school = limits("--behind-one-address")
    assert (school.rate, school.connections) == (900, 10_000)
    assert school.caps.engine_tables_of_address > 5 * usual.caps.engine_tables_of_address
    assert school.caps.engine_tables == usual.caps.engine_tables, "one guest is one guest"
    assert set(BEHIND_ONE_ADDRESS) <= {"rate", "connections", *HELPS}
    file = tmp_path / "school.toml"
    file.write_text("behind-one-address = true\nrate = 50\nstudies-of-address = 20\n")
    chosen = limits("--config", str(file), "--open-tables-of-address", "70")
    assert (chosen.rate, chosen.caps.studies_of_address) == (50, 20)
    assert chosen.caps.open_tables_of_address == 70
    assert chosen.caps.engine_tables_of_address == school.caps.engine_tables_of_address
