"""What the tests of the server share."""

import io
import logging
from collections.abc import Iterator

import pytest
import structlog

from cubarium.server.process import logs


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    """What the server writes to its log."""
    root = logging.getLogger()
    before, level = root.handlers, root.level
    logs.configure("debug")
    told = io.StringIO()
    for handler in root.handlers:
        assert isinstance(handler, logging.StreamHandler)
        handler.setStream(told)
    yield told
    root.handlers = before
    root.setLevel(level)
    structlog.reset_defaults()


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Tests that are coroutines run on the event loop that the server runs on."""
    return "asyncio"
