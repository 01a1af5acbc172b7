"""What `python -m tests.server.readers` measures."""

import asyncio
from pathlib import Path

import pytest

from bench.crowd import many_files
from tests.server.processes import Served
from tests.server.readers import hold


@pytest.mark.soak
def test_readers_that_do_not_read_cost_little_and_leave_nothing(tmp_path: Path) -> None:
    many_files()
    with Served(tmp_path, "--rate", "30") as served:
        held = asyncio.run(hold(served, readers=400, seconds=11))
        assert held.entries > 300
        assert held.peak < held.before + 100
        assert held.after < 1.2 * held.before
