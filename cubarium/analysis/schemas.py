"""What analyses say as JSON, beyond their dataclasses."""

from cubarium.analysis.position import PositionView
from cubarium.core.scene import Card, Scene
from cubarium.core.turn import Ended, Outcome, Seat
from cubarium.match.outcome_text import say_outcome
from cubarium.schema.model import ResponseModel, Steps, Turn


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
    cards: dict[str, Card]
    """What is on the cards that it may deal, by what it does."""
    movers: list[Seat | None]
    """Who made each of the acts that led here; null: chance did."""
    scene: Scene
    steps: Steps
    """The animation of the last move."""
    result: PositionResult | None


def position(seen: PositionView) -> Position:
    """What a viewer knows of a position."""
    scene, turn = seen.scene, seen.turn
    result = None
    if isinstance(turn, Ended):
        sentence = say_outcome(seen.game, turn.outcome)
        result = PositionResult(outcome=turn.outcome, sentence=sentence)
    return Position.model_construct(
        text=seen.text,
        turn=turn,
        legal=[] if isinstance(turn, Ended) else [touch.move for touch in scene.touches],
        draws=dict(seen.draws),
        cards=dict(seen.cards),
        movers=list(seen.movers),
        scene=scene,
        steps=seen.steps,
        result=result,
    )
