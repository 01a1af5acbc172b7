"""What the server shows of a game, as JSON: scenes, motions, turns and ends.

The parts of a scene are the frozen classes of core.scene themselves: the forms below wrap them
without looking inside, and pydantic writes them at once (`form.model_dump_json()`).
"""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal, TypeAlias

from pydantic import BaseModel, ConfigDict, Field

from cubarium.core import scene as drawn
from cubarium.core import turn as turns
from cubarium.core.game import AnyGame
from cubarium.core.turn import Seat


class Form(BaseModel):
    """A part of an answer. Every field is always there."""

    model_config = ConfigDict(
        frozen=True,
        from_attributes=True,
        use_attribute_docstrings=True,
        json_schema_serialization_defaults_required=True,
    )


class Question(BaseModel):
    """The body of a request. What it does not know is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class Outcome(Form):
    """How a game ended. No winners: a draw."""

    winners: list[Seat]
    reason: str
    """A code; the game's `sentences` say it in English."""
    scores: list[int] | None = None


class ToMove(Form):
    """A seat must move."""

    kind: Literal["move"] = "move"
    seat: Seat


class ToDraw(Form):
    """Chance must act; `to` is the seat that alone sees the draw, null: everybody does."""

    kind: Literal["draw"] = "draw"
    to: Seat | None


class Ended(Form):
    """The game is over."""

    kind: Literal["end"] = "end"
    outcome: Outcome


Turn: TypeAlias = Annotated[ToMove | ToDraw | Ended, Field(discriminator="kind")]


class Scene(Form):
    """One view, drawn."""

    viewer: Seat | None
    turn: Turn
    places: tuple[drawn.Place, ...]
    items: tuple[drawn.Item, ...]
    touches: tuple[drawn.Touch, ...]
    blocked: Mapping[str, str]
    """Target -> the reason code why it can't be touched first."""
    marks: tuple[drawn.Mark, ...]
    stocks: Mapping[str, Mapping[str, int]]
    """By seat name (or bag, or pile), how many of each symbol are still to come into play."""
    stacked: bool
    """Do items stand on one another without gaps?"""
    notes: tuple[drawn.Note, ...]
    holders: tuple[drawn.Holder, ...]
    sights: tuple[drawn.Sight, ...]
    cards: tuple[drawn.Card, ...]


class Estimate(Form):
    """A guess: each seat's share of the win, adding up to 1."""

    proved: Literal[False] = False
    shares: list[float]


class Proven(Form):
    """A fact: how the game ends with best play, and in how many plies if that is known."""

    proved: Literal[True] = True
    winners: list[Seat]
    reason: str
    plies: int | None
    shares: list[float]


Value: TypeAlias = Proven | Estimate


class Thought(Form):
    """What an engine thinks of a move: what it is worth, and how the game may go on."""

    move: str
    value: Value
    line: list[str]
    depth: int
    nodes: int


Steps: TypeAlias = Sequence[Sequence[drawn.Motion]]
"""The phases of an animation; the motions of one phase go together."""


def outcome_form(outcome: turns.Outcome) -> Outcome:
    """How a game ended, to be written."""
    scores = None if outcome.scores is None else list(outcome.scores)
    return Outcome(winners=sorted(outcome.winners), reason=str(outcome.reason), scores=scores)


def turn_form(turn: turns.Turn) -> ToMove | ToDraw | Ended:
    """Whose turn it is, to be written."""
    if isinstance(turn, turns.ToMove):
        return ToMove(seat=turn.seat)
    if isinstance(turn, turns.ToDraw):
        return ToDraw(to=turn.to)
    return Ended(outcome=outcome_form(turn.outcome))


def scene_form(game: AnyGame, view: Any, last: Any = None) -> Scene:
    """A view of a game, drawn and ready to be written; `last` is the move that led to it."""
    return drawn_form(game.scene(view, last))


def drawn_form(scene: drawn.Scene) -> Scene:
    """A scene that is drawn already, ready to be written. Nothing in it is checked or copied."""
    return Scene.model_construct(
        _FIELDS,
        viewer=scene.viewer,
        turn=turn_form(scene.turn),
        places=scene.places,
        items=scene.items,
        touches=scene.touches,
        blocked=scene.blocked,
        marks=scene.marks,
        stocks=scene.stocks,
        stacked=scene.stacked,
        notes=scene.notes,
        holders=scene.holders,
        sights=scene.sights,
        cards=scene.cards,
    )


_FIELDS = set(Scene.model_fields)
