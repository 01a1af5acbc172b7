"""One wheel for all tests."""

import fcntl
import os
from pathlib import Path

import pytest

from tests.package.environments import built


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built by the first process that asks for it; the others wait."""
    folder = tmp_path_factory.getbasetemp()
    folder = (folder.parent if "PYTEST_XDIST_WORKER" in os.environ else folder) / "wheel"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        found = next(folder.glob("*.whl"), None)
        return found or built(folder, "--wheel")
