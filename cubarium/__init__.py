"""Cubarium: Quixo, Rubik's Cage, Cubulus and Cube O' as software.

>>> from cubarium import load
>>> game = load("quixo", players=2)
>>> state = game.play(game.initial(), game.read(game.initial(), "a1e1"))

The names below are the public API; each is imported when it is first used, so that this package
itself loads at once. docs/tutorial.md shows them at work.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cubarium.analysis.position import view_position
    from cubarium.analysis.review import Review, summaries
    from cubarium.catalog import info, load
    from cubarium.catalog import names as game_names
    from cubarium.core.engine import Engine, Estimate, Limit, Proven, Story, Thought
    from cubarium.core.errors import CubariumError, IllegalMove, InvalidMove
    from cubarium.core.turn import Ended, ToDraw, ToMove
    from cubarium.engines.registry import analyst, engine
    from cubarium.match.match import Limits, Match
    from cubarium.records import read as read_records
    from cubarium.records import record_of, replayed
    from cubarium.records.text_format import write_all as write_records
    from cubarium.tournament.engine_match import Contender, play_match

__version__ = "0.1.0"

__all__ = [
    "Contender",
    "CubariumError",
    "Ended",
    "Engine",
    "Estimate",
    "IllegalMove",
    "InvalidMove",
    "Limit",
    "Limits",
    "Match",
    "Proven",
    "Review",
    "Story",
    "Thought",
    "ToDraw",
    "ToMove",
    "analyst",
    "engine",
    "game_names",
    "info",
    "load",
    "play_match",
    "read_records",
    "record_of",
    "replayed",
    "summaries",
    "view_position",
    "write_records",
]

_MODULES = {
    "analysis.position": ("view_position",),
    "analysis.review": ("Review", "summaries"),
    "catalog": ("info", "load", "names"),
    "core.engine": ("Engine", "Estimate", "Limit", "Proven", "Story", "Thought"),
    "core.errors": ("CubariumError", "IllegalMove", "InvalidMove"),
    "core.turn": ("Ended", "ToDraw", "ToMove"),
    "engines.registry": ("analyst", "engine"),
    "match.match": ("Limits", "Match"),
    "records": ("read", "record_of", "replayed"),
    "records.text_format": ("write_all",),
    "tournament.engine_match": ("Contender", "play_match"),
}
_RENAMED = {"names": "game_names", "read": "read_records", "write_all": "write_records"}
_HOMES = {
    _RENAMED.get(name, name): (f"cubarium.{module}", name)
    for module, names in _MODULES.items()
    for name in names
}


if not TYPE_CHECKING:  # so that a type checker finds names that do not exist

    def __getattr__(name: str) -> object:
        if name not in _HOMES:
            raise AttributeError(f"module 'cubarium' has no attribute {name!r}")
        module, original = _HOMES[name]
        value: object = getattr(import_module(module), original)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
