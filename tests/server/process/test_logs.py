"""Logs: for programs as JSON, for people as lines."""

import io
import json
import logging
from collections.abc import Iterator
from pathlib import Path

import pytest
import structlog

from cubarium.cli.commands.serve import SCREENS
from cubarium.server.process import logs
from tests.server.processes import Served


class Screen(io.StringIO):
    """Where a person looks on."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def root() -> Iterator[logging.Logger]:
    """The logger that a server configures, as it was afterwards."""
    root = logging.getLogger()
    before, level = root.handlers, root.level
    yield root
    root.handlers = before
    root.setLevel(level)
    structlog.reset_defaults()


def told(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch, form: str | None = None) -> str:
    monkeypatch.setattr("sys.stderr", stream)
    logs.configure("info", form)
    structlog.get_logger("cubarium.test").info("engines ready", tables="1/10")
    return stream.getvalue()


@pytest.mark.usefixtures("root")
def test_programs_read_json(monkeypatch: pytest.MonkeyPatch) -> None:
    line = json.loads(told(io.StringIO(), monkeypatch))
    assert (line["event"], line["tables"], line["level"]) == ("engines ready", "1/10", "info")


@pytest.mark.usefixtures("root")
def test_people_read_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    text = told(Screen(), monkeypatch)
    assert "engines ready" in text
    assert "1/10" in text
    with pytest.raises(json.JSONDecodeError):
        json.loads(text)


@pytest.mark.usefixtures("root")
def test_as_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    assert json.loads(told(Screen(), monkeypatch, "json"))["event"] == "engines ready"
    text = told(io.StringIO(), monkeypatch, "text")
    assert "engines ready" in text
    assert "\x1b" not in text, "no colours where nobody sees them"


@pytest.mark.parametrize(("options", "lines"), [((), 1), (("--open",), 0)])
def test_players_read_what_concerns_them(
    tmp_path: Path, options: tuple[str, ...], lines: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that starts and stops tells programs so, and players nothing but its address."""
    for name in SCREENS:
        monkeypatch.delenv(name, raising=False)
    with Served(tmp_path, *options) as served:
        assert served.stop() == 0
    assert len([line for line in served.errors if "started" in line]) == lines
    assert bool(served.errors) == bool(lines)
