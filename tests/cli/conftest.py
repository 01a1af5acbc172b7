"""What the tests of the command line share."""

from collections.abc import Iterator
from threading import Thread

import pytest

from cubarium.core.game import AnyGame
from cubarium.engines import registry


@pytest.fixture(autouse=True)
def warmed_to_the_end(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No test leaves an engine behind that is still made ready."""
    begun: list[Thread] = []
    warm = registry.warm

    def remembered(game: AnyGame) -> Thread:
        begun.append(warm(game))
        return begun[-1]

    monkeypatch.setattr(registry, "warm", remembered)
    yield
    for thread in begun:
        thread.join()
