"""What all tests share: repeatable properties, the toy game in the catalog, own folders."""

from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from cubarium import catalog, jit

settings.register_profile(
    "house",
    deadline=None,
    derandomize=True,
    max_examples=30 if jit.ENABLED else 8,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("house")

catalog.ROOMS["stones"] = "tests.toy"


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test writes into the home of whoever runs it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
