"""Positions: what there is to see, and to do."""

from fastapi import APIRouter

from cubarium.core.turn import Ended
from cubarium.match.outcome_text import say_outcome
from cubarium.server.api.questions import PositionQuestion
from cubarium.server.api.schemas import (
    Form,
    Outcome,
    Scene,
    Steps,
    Turn,
    drawn_form,
    outcome_form,
    turn_form,
)
from cubarium.server.errors import FAULTS

router = APIRouter(tags=["positions"], responses=FAULTS)


class Result(Outcome):
    """How the game ended, in words too."""

    sentence: str


class Position(Form):
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
    result: Result | None


@router.post("/position")
def position(question: PositionQuestion) -> Position:
    """A position after some moves. A wrong move is refused with its number, from 0, in `where`."""
    seen = question.look()
    scene = drawn_form(seen.scene)
    turn = seen.turn
    result = None
    if isinstance(turn, Ended):
        said = say_outcome(seen.game, turn.outcome)
        result = Result(**outcome_form(turn.outcome).model_dump(), sentence=said)
    return Position(
        text=seen.text,
        turn=turn_form(turn),
        legal=[touch.move for touch in scene.touches],
        draws=dict(seen.draws),
        scene=scene,
        steps=seen.steps,
        result=result,
    )
