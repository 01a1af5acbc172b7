"""Cubarium: Quixo, Rubik's Cage, Cubulus and Cube O' as software.

>>> from cubarium import load
>>> game = load("quixo", players=2)
>>> state = game.play(game.initial(), game.read(game.initial(), "a1e1"))

The names below are the public API; each is imported when it is first used, so that this package
itself loads at once. docs/tutorials/python.md shows them at work.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cubarium import records as records
    from cubarium.analysis.position import view_position
    from cubarium.analysis.probed_position import probe
    from cubarium.analysis.review import Review, summaries
    from cubarium.catalog import info, load
    from cubarium.catalog import names as game_names
    from cubarium.catalog import observation as observation_space
    from cubarium.core.action_ids import action, action_id, legal_ids, returns
    from cubarium.core.engine import Engine, Estimate, Limit, Proven, Story, Thought
    from cubarium.core.errors import CubariumError, IllegalMove, InvalidMove
    from cubarium.core.turn import Ended, ToDraw, ToMove
    from cubarium.engines.registry import analyst, engine
    from cubarium.interop.batch import Batch, batch
    from cubarium.interop.board import Board
    from cubarium.interop.engine_move import best
    from cubarium.interop.simulation import action_mask, simulate
    from cubarium.interop.stepper import Stepper
    from cubarium.match.match import Limits, Match
    from cubarium.records import read as read_records
    from cubarium.records import record_of, replayed
    from cubarium.records.text_format import write_all as write_records
    from cubarium.tournament.engine_match import Contender, play_match

__version__ = "0.1.0"

__all__ = [
    "Batch",
    "Board",
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
    "Stepper",
    "Story",
    "Thought",
    "ToDraw",
    "ToMove",
    "action",
    "action_id",
    "action_mask",
    "analyst",
    "batch",
    "best",
    "engine",
    "game_names",
    "info",
    "legal_ids",
    "load",
    "observation_space",
    "play_match",
    "probe",
    "read_records",
    "record_of",
    "replayed",
    "returns",
    "simulate",
    "summaries",
    "view_position",
    "write_records",
]

_MODULES = {
    "analysis.position": ("view_position",),
    "analysis.probed_position": ("probe",),
    "analysis.review": ("Review", "summaries"),
    "catalog": ("info", "load", "names", "observation"),
    "core.action_ids": ("action", "action_id", "legal_ids", "returns"),
    "core.engine": ("Engine", "Estimate", "Limit", "Proven", "Story", "Thought"),
    "core.errors": ("CubariumError", "IllegalMove", "InvalidMove"),
    "core.turn": ("Ended", "ToDraw", "ToMove"),
    "engines.registry": ("analyst", "engine"),
    "interop.batch": ("Batch", "batch"),
    "interop.board": ("Board",),
    "interop.engine_move": ("best",),
    "interop.simulation": ("action_mask", "simulate"),
    "interop.stepper": ("Stepper",),
    "match.match": ("Limits", "Match"),
    "records": ("read", "record_of", "replayed"),
    "records.text_format": ("write_all",),
    "tournament.engine_match": ("Contender", "play_match"),
}
_RENAMED = {
    "names": "game_names",
    "observation": "observation_space",
    "read": "read_records",
    "write_all": "write_records",
}
_PACKAGES = ("records",)
"""Found without an import of their own: `cubarium.records.read`."""
_HOMES = {
    _RENAMED.get(name, name): (f"cubarium.{module}", name)
    for module, names in _MODULES.items()
    for name in names
}


if not TYPE_CHECKING:  # so that a type checker finds names that do not exist

    def __getattr__(name: str) -> object:
        if name in _PACKAGES:
            return import_module(f"cubarium.{name}")
        if name not in _HOMES:
            raise AttributeError(f"module 'cubarium' has no attribute {name!r}")
        module, original = _HOMES[name]
        value: object = getattr(import_module(module), original)
        globals()[name] = value
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
