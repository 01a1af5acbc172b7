"""One wheel for all tests of a process."""

from pathlib import Path

import pytest

from tests.package.environments import built


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built(tmp_path_factory.mktemp("wheel"), "--wheel")
