"""What all tests share: repeatable properties, the toy game in the catalog, own folders, a
PostgreSQL where one is needed."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, Phase, settings

from cubarium import catalog, jit

if TYPE_CHECKING:
    from tests.postgres import Cluster

FEW = settings(
    deadline=None,
    derandomize=True,
    max_examples=3 if jit.ENABLED else 1,
    suppress_health_check=[HealthCheck.too_slow],
)
"""The same few examples on every run: a test that failed once fails again. Of walks these are
`tests.tables.WALKS`, and what they reach is known."""
settings.register_profile("few", FEW)
settings.register_profile("unshrunk", FEW, max_examples=1, phases=(Phase.explicit, Phase.generate))
settings.register_profile("soak", FEW, derandomize=False, max_examples=100)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "few"))

catalog.ROOMS["stones"] = "tests.toy"


@pytest.fixture(autouse=True)
def own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test writes into the home of whoever runs it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))


@pytest.fixture(scope="session")
def cluster() -> "Iterator[Cluster]":
    """A PostgreSQL of these tests' own; the test is skipped where there is none."""
    from tests.postgres import running_cluster

    with running_cluster() as found:
        yield found


KERNELS = (
    "games/cage/test_evaluation.py",
    "games/cage/test_one_colour.py",
    "core/test_code_cache.py",
    "games/cubeo/test_fit.py",
    "games/cubeo/test_puzzles.py",
    "interop/test_batch.py",
    "laws/test_determinize.py",
    "laws/test_evaluation.py",
    "laws/test_kernel.py",
    "laws/test_rollout_policy.py",
    "perft",
    "search",
    "solve",
    "suites",
)
"""Where compiled code is called: these tests run twice, compiled and, at smoke size, without the
JIT. All others run once, without it."""
RULES = tuple(
    f"laws/test_{name}.py" for name in ("notation", "play", "symmetries", "twins", "views")
)
"""Laws of the plain rules, over whole games: they run where no coverage is measured, since that
takes more than twice the time."""
UNCOVERED = (
    "cli/test_interrupts.py",
    "hosting",
    "mutants",
    "package",
    "server/tables/test_bots.py",
    "server/tables/test_timers.py",
    "server/http/test_connections.py",
    "server/test_example.py",
    "server/tables/test_frames.py",
    "server/test_kills.py",
    "server/tables/test_leaks.py",
    "server/process/test_logs.py",
    "server/cluster/test_many_processes.py",
    "server/http/test_openapi.py",
    "server/cluster/test_rolling_upgrade.py",
    "server/cluster/test_storage.py",
    "ui",
)
"""Where processes are started, or the same lines are run again and again: coverage, which takes
as much time again, is not measured there."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Who wants nothing but these need not import the others."""
    path = collection_path.relative_to(Path(__file__).parent).as_posix()
    wanted = config.option.markexpr.startswith("uncovered") and path.endswith(".py")
    return True if wanted and not path.startswith(UNCOVERED) else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark them."""
    tests = Path(__file__).parent
    for item in items:
        path = item.path.relative_to(tests).as_posix()
        if path.startswith("cli/") and not jit.ENABLED and item.get_closest_marker("compiled"):
            item.add_marker(pytest.mark.skip(reason="waits for compiled code: nothing is compiled"))
        if jit.ENABLED and item.get_closest_marker("plain"):
            item.add_marker("soak")
        if path.startswith(RULES):
            item.add_marker("compiled")
        elif path.startswith(KERNELS):
            item.add_marker("kernel")
        elif path.startswith(UNCOVERED):
            item.add_marker("uncovered")
