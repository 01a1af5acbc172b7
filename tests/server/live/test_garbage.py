"""Garbage is collected, whether it is young or was put aside."""

import gc
import weakref
from collections.abc import Iterator

import pytest

from cubarium.server.live import garbage
from cubarium.server.live.garbage import Garbage


class Ring:
    """Holds itself."""

    def __init__(self) -> None:
        self.held = self


@pytest.fixture(autouse=True)
def aside() -> Iterator[None]:
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


def test_young_garbage_goes_at_once() -> None:
    collector = Garbage()
    ring = Ring()
    seen = weakref.ref(ring)
    del ring
    collector.put_aside()
    assert seen() is None


def test_old_garbage_goes_when_much_has_gathered(monkeypatch: pytest.MonkeyPatch) -> None:
    collector = Garbage()
    ring = Ring()
    seen = weakref.ref(ring)
    collector.put_aside()
    del ring
    collector.put_aside()
    assert seen() is not None, "it was put aside, and is not looked at"
    monkeypatch.setattr(garbage, "GROWN", 0)
    collector.put_aside()
    assert seen() is None


def test_what_is_put_aside_and_ends_by_itself_needs_no_look() -> None:
    collector = Garbage()
    kept = [[number] for number in range(1000)]
    collector.put_aside()
    before = gc.get_freeze_count()
    del kept
    assert gc.get_freeze_count() <= before - 1000
