"""Waiting for engines: where nothing is compiled yet, that takes a while, and is explained."""

from collections.abc import Callable
from threading import Thread
from typing import Final

PATIENCE: Final = 1.0
"""Seconds of silence while an engine is made ready."""
GETTING_READY: Final = "Getting the engine ready (this takes a while only the first time)"


def wait_for(warming: Thread, say: Callable[[str], None]) -> None:
    """Until what `engines.warm` began is done."""
    warming.join(PATIENCE)
    if warming.is_alive():
        say(GETTING_READY)
    while warming.is_alive():
        warming.join(PATIENCE)
