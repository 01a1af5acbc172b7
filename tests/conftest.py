"""What all tests share: repeatable properties, the toy game in the catalog, own folders."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

from cubarium import catalog, jit

HOUSE = settings(
    deadline=None,
    derandomize=True,
    max_examples=30 if jit.ENABLED else 8,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("house", HOUSE)
settings.register_profile("unshrunk", HOUSE, phases=(Phase.explicit, Phase.generate))
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "house"))

catalog.ROOMS["stones"] = "tests.toy"


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test writes into the home of whoever runs it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


ONCE = ("store", "ui", "web")
"""Rooms with nothing compiled in them: their tests run once, in the half without the JIT."""
LAWS = {f"test_{name}.py" for name in ("notation", "play", "symmetries", "twins", "views")}
"""Laws of the rules, with many examples: they run once, in the compiled half."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark them, but for those that want compiled engines."""
    tests = Path(__file__).parent
    for item in items:
        room = item.path.relative_to(tests).parts[0]
        if room == "laws" and item.path.name in LAWS:
            item.add_marker("compiled")
        if room in ONCE and item.get_closest_marker("compiled") is None:
            item.add_marker("once")
