"""What `python -m tests.server.readers` measures."""

import asyncio
from pathlib import Path

import pytest

from bench.crowd import many_files
from tests.server.processes import Served
from tests.server.readers import hold


@pytest.mark.soak
def test_readers_that_do_not_read_cost_little_and_leave_nothing(tmp_path: Path) -> None:
    """What the first of them need for themselves Python keeps for the next."""
    many_files()
    with Served(tmp_path, "--rate", "30") as served:
        first = asyncio.run(hold(served, readers=400, seconds=4))
        assert first.after < 1.3 * first.before
        held = asyncio.run(hold(served, readers=400, seconds=11))
        assert held.entries > 200
        assert held.peak < first.before + 100
        assert held.after < 1.2 * held.before
