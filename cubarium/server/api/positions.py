"""Positions: what there is to see, and to do."""

from fastapi import APIRouter

from cubarium.core.scene import Scene
from cubarium.core.turn import Ended, Outcome
from cubarium.match.outcome_text import say_outcome
from cubarium.server.api.requests import PositionRequest
from cubarium.server.api.schemas import ResponseModel, Steps, Turn
from cubarium.server.errors import ERROR_RESPONSES

router = APIRouter(tags=["positions"], responses=ERROR_RESPONSES)


class PositionResult(ResponseModel):
    """How the game ended, in words too."""

    outcome: Outcome
    sentence: str


class Position(ResponseModel):
    """A position as a viewer knows it."""

    text: str
    turn: Turn
    legal: list[str]
    """The moves, sorted."""
    draws: dict[str, int]
    """What chance may do, with weights."""
    scene: Scene
    steps: Steps
    """The animation of the last move."""
    result: PositionResult | None


@router.post("/position")
def position(wanted: PositionRequest) -> Position:
    """A position after some moves. A wrong move is refused with its number, from 0, in `where`."""
    seen = wanted.look()
    scene, turn = seen.scene, seen.turn
    result = None
    if isinstance(turn, Ended):
        sentence = say_outcome(seen.game, turn.outcome)
        result = PositionResult(outcome=turn.outcome, sentence=sentence)
    return Position.model_construct(
        text=seen.text,
        turn=turn,
        legal=[touch.move for touch in scene.touches],
        draws=dict(seen.draws),
        scene=scene,
        steps=seen.steps,
        result=result,
    )
