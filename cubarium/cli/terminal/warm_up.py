"""The warm-up of engines: where nothing is compiled yet, it takes a while, and is explained."""

from collections.abc import Callable
from threading import Thread
from typing import Final

PATIENCE: Final = 1.0
"""Seconds of silence before the wait is explained."""
GETTING_READY: Final = "Getting the engine ready (this takes a while only the first time)"


def wait_for(warm_up: Thread, say: Callable[[str], None]) -> None:
    """Wait until a warm-up that `registry.warm` started is done."""
    warm_up.join(PATIENCE)
    if warm_up.is_alive():
        say(GETTING_READY)
    while warm_up.is_alive():
        warm_up.join(PATIENCE)
