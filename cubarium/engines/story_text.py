"""Stories as plain text, both ways: what an engine may know, for another process."""

from collections.abc import Sequence
from random import Random
from typing import Annotated, Final, TypeAlias

from pydantic import Field

from cubarium.core.engine import Story
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame, KnownByText
from cubarium.core.turn import Seat
from cubarium.schema.model import RequestModel

MAX_ACTS: Final = 5_000
"""More than any game has."""
MAX_TEXT: Final = 2_000
"""Letters of a position."""

PositionText: TypeAlias = Annotated[str, Field(max_length=MAX_TEXT)]
ActText: TypeAlias = Annotated[str, Field(max_length=32)]
SeatNumber: TypeAlias = Annotated[Seat, Field(ge=0, lt=8)]


class StoryText(RequestModel):
    """A story in the texts of its game."""

    seat: SeatNumber
    view: PositionText
    start: PositionText | None
    events: Annotated[tuple[ActText, ...], Field(max_length=MAX_ACTS)]
    repetitions: Annotated[int, Field(ge=1, le=1_000)] | None
    departed: Annotated[tuple[SeatNumber, ...], Field(max_length=8)]


def write_story(game: AnyGame, story: Story) -> StoryText:
    """Write a story as texts."""
    return StoryText(
        seat=story.seat,
        view=game.text(story.view),
        start=None if story.start is None else game.text(story.start),
        events=tuple(game.act_text(act) for act in story.events),
        repetitions=story.repetitions,
        departed=tuple(sorted(story.departed)),
    )


def read_story(game: AnyGame, text: StoryText) -> Story:
    """Read a story. Raises CubariumError if it is none of this game."""
    for seat in (text.seat, *text.departed):
        if seat >= game.players:
            raise CubariumError(f"seats are numbered from 0 to {game.players - 1}; not {seat}")
    start = None if text.start is None else _read_view(game, text.start, text.seat)
    return Story(
        text.seat,
        _read_view(game, text.view, text.seat),
        _read_events(game, start, text.events),
        start,
        text.repetitions,
        frozenset(text.departed),
    )


def _read_view(game: AnyGame, text: str, seat: Seat) -> object:
    found = game.position(text)
    if not hasattr(found, "viewer"):
        if game.has_secrets:
            raise CubariumError("expected what one seat sees, not a whole position")
        return game.view(found, seat)
    if found.viewer != seat:
        raise CubariumError("expected what the seat of the story sees")
    return found


def _read_events(game: AnyGame, start: object, texts: Sequence[str]) -> tuple[object, ...]:
    """Where things are hidden the acts can't be played again: their texts stand for them."""
    if game.has_secrets:
        return tuple(map(KnownByText, texts))
    state = game.initial() if start is None else game.guess(start, Random(0))
    acts = []
    for text in texts:
        act, state = game.play_text(state, text)
        acts.append(act)
    return tuple(acts)
