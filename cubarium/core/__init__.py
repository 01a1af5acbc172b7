"""The words that every game speaks. Pure: no I/O, no clock, no random numbers of its own."""

from cubarium.core.engine import Engine, Estimate, Limit, Proven, Story, Thought
from cubarium.core.errors import (
    CubariumError,
    IllegalMove,
    InvalidMove,
    InvalidOption,
    InvalidPosition,
    InvalidRecord,
    MatchRefused,
)
from cubarium.core.game import HIDDEN, Game, Hidden, Symmetry
from cubarium.core.info import GameInfo, Option, Table
from cubarium.core.record import Act, GameRecord, Result
from cubarium.core.scene import Item, Mark, Motion, Phase, Place, Scene, Touch
from cubarium.core.turn import Ended, Outcome, Reason, Seat, ToDraw, ToMove, Turn

__all__ = [
    "HIDDEN",
    "Act",
    "CubariumError",
    "Ended",
    "Engine",
    "Estimate",
    "Game",
    "GameInfo",
    "GameRecord",
    "Hidden",
    "IllegalMove",
    "InvalidMove",
    "InvalidOption",
    "InvalidPosition",
    "InvalidRecord",
    "Item",
    "Limit",
    "Mark",
    "MatchRefused",
    "Motion",
    "Option",
    "Outcome",
    "Phase",
    "Place",
    "Proven",
    "Reason",
    "Result",
    "Scene",
    "Seat",
    "Story",
    "Symmetry",
    "Table",
    "Thought",
    "ToDraw",
    "ToMove",
    "Touch",
    "Turn",
]
