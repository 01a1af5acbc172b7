"""Parts of a range, done side by side."""

import gc
import threading
import time

import pytest

from cubarium.search import threads
from cubarium.search.threads import NAME, START_SECONDS, SliceRunner, slices


def helpers() -> int:
    gc.collect()
    return sum(one.name == NAME for one in threading.enumerate())


def test_work_is_divided() -> None:
    assert slices(100, 1) == [(0, 100)]
    assert slices(1025, 2) == [(0, 512), (512, 1025)]


def test_parts_are_done_side_by_side() -> None:
    runner = SliceRunner(10_000, 4)
    for _ in range(3):
        parts: list[tuple[int, int]] = []
        runner.run(lambda *part: parts.append(part))  # noqa: B023
        assert sorted(parts) == slices(10_000, 4)
    few: list[tuple[int, int]] = []
    SliceRunner(300, 4).run(lambda *part: few.append(part))
    assert few == [(0, 300)], "not worth a thread"


def test_short_work_is_divided_as_it_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    runner = SliceRunner(10_000, 4)
    found: dict[str, list[int]] = {"short": [], "long": []}
    now = 0.0
    monkeypatch.setattr(threads, "perf_counter", lambda: now)

    def done(kind: str, seconds: float) -> None:
        parts: list[tuple[int, int]] = []

        def work(*part: int) -> None:
            nonlocal now
            now += seconds
            parts.append((part[0], part[1]))

        runner.run_again(kind, work)
        assert sorted(parts) == slices(10_000, len(parts))
        found[kind].append(len(parts))

    for _ in range(4):
        done("short", 5 * START_SECONDS)
        done("long", 0.01)
    assert found == {"short": [1, 1, 2, 2], "long": [1, 1, 4, 4]}


def test_what_a_part_raises_is_raised() -> None:
    runner = SliceRunner(10_000, 4)

    def fail(begin: int, _: int) -> None:
        if begin:
            raise LookupError(begin)

    for _ in range(2):
        with pytest.raises(LookupError):
            runner.run(fail)
    runner.run(lambda *_: None)


def test_threads_end_with_their_batch() -> None:
    for _ in range(200):
        if helpers() == 0:
            break
        time.sleep(0.01)
    runner = SliceRunner(10_000, 4)
    runner.run(lambda *_: None)
    assert helpers() == 3
    del runner
    for _ in range(200):
        if helpers() == 0:
            break
        time.sleep(0.01)
    assert helpers() == 0
