"""Logs: for programs as JSON, for people as lines."""

import io
import json
import logging
from collections.abc import Iterator

import pytest
import structlog

from cubarium.server import logs


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


def told(stream: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr("sys.stderr", stream)
    logs.configure()
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
