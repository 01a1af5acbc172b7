"""A rules page whose examples can be played through: every position is drawn."""

from collections.abc import Iterator
from functools import cache
from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from cubarium.core.game import AnyGame
from cubarium.core.info import as_text
from cubarium.core.scene import Scene
from cubarium.core.turn import Ended
from cubarium.match.outcome_text import say_outcome
from cubarium.rulebook import lessons as rulebook
from cubarium.rulebook.translations import ENGLISH, sections
from cubarium.schema.model import ResponseModel, Steps


class Played(ResponseModel):
    """A move or a draw is made: how it goes, and what it leads to."""

    kind: Literal["play"] = "play"
    move: str
    steps: Steps
    text: str
    """The position after it."""
    scene: Scene


class Returned(ResponseModel):
    """Back to the position at the start."""

    kind: Literal["back"] = "back"


class Forbidden(ResponseModel):
    """A move that is refused, and why."""

    kind: Literal["refused"] = "refused"
    move: str
    reason: str
    where: str
    sentence: str


class Possible(ResponseModel):
    """Moves that are legal."""

    kind: Literal["can"] = "can"
    moves: list[str]


class Over(ResponseModel):
    """The game is over. No winners: a draw."""

    kind: Literal["wins"] = "wins"
    winners: list[str]
    reason: str
    sentence: str


class Counted(ResponseModel):
    """How many moves or draws there are; `all`: just these, if that is said."""

    kind: Literal["moves", "draws"]
    number: int
    all: list[str] | None


class InTurn(ResponseModel):
    """Who is to move, or for whom chance acts (null: for everybody)."""

    kind: Literal["turn", "chance"]
    seat: str | None


LessonStep: TypeAlias = Annotated[
    Played | Returned | Forbidden | Possible | Over | Counted | InTurn,
    Field(discriminator="kind"),
]


class Prose(ResponseModel):
    """A paragraph, in Markdown."""

    kind: Literal["text"] = "text"
    markdown: str
    is_ruling: bool
    """Does it say what we have decided, where the book says nothing?"""


class LessonExample(ResponseModel):
    """A position, and what happens there."""

    kind: Literal["example"] = "example"
    players: int
    options: dict[str, str]
    text: str
    """The position at the start."""
    scene: Scene
    steps: list[LessonStep]


DRAWINGS = "Drawings"
"""The heading of what a page says about its drawings in text: lessons have scenes instead."""


RULING: Final = "our ruling"
"""Where these words are, we say what the book does not; a list below them belongs to it."""


class LessonSection(ResponseModel):
    """A part of the page under one heading."""

    heading: str
    level: int
    parts: list[Annotated[Prose | LessonExample, Field(discriminator="kind")]]


class Lessons(ResponseModel):
    """The rules page of a game."""

    game: str
    sections: list[LessonSection]


@cache
def lessons_of(name: str, language: str = ENGLISH) -> Lessons:
    """The lessons of a game. Raises InvalidOption."""
    page = sections(name, language)
    shown = [_section(*both) for both in page if both[1].heading != DRAWINGS]
    return Lessons(game=name, sections=shown)


def _section(section: rulebook.Section, english: rulebook.Section) -> LessonSection:
    parts: list[Prose | LessonExample] = []
    before = ""
    for part, same in zip(section.parts, english.parts, strict=True):
        if isinstance(part, str) and isinstance(same, str):
            parts.append(Prose(markdown=part, is_ruling=_is_ruling(same, before)))
        elif not isinstance(part, str):
            parts.append(_example(part))
        before = same if isinstance(same, str) else ""
    return LessonSection(heading=section.heading, level=section.level, parts=parts)


def _is_ruling(text: str, before: str) -> bool:
    """Does a paragraph of the English page say so, after the one before it?"""
    announced = text.startswith("- ") and RULING in before.lower()
    return announced or f"{RULING}:" in text.lower()


def _example(example: rulebook.Example) -> LessonExample:
    game = example.game
    start = game.initial() if example.start is None else game.whole_position(example.start)
    return LessonExample(
        players=game.players,
        options={name: as_text(value) for name, value in game.spec.options.items()},
        text=game.text(start),
        scene=_scene(game, start),
        steps=list(_steps(game, start, example.statements)),
    )


def _scene(game: AnyGame, state: object, last: object = None) -> Scene:
    """Nothing is hidden on a page."""
    return game.scene(game.opened(state, None), last)


def _steps(
    game: AnyGame, start: object, statements: tuple[rulebook.Statement, ...]
) -> Iterator[LessonStep]:
    state = start
    for statement in statements:
        if isinstance(statement, rulebook.Play):
            for text in statement.acts:
                act = game.read(state, text)
                moving = game.steps(game.opened(state, None), act)
                state = game.play(state, act)
                scene = _scene(game, state, act)
                yield Played(move=text, steps=moving, text=game.text(state), scene=scene)
        elif isinstance(statement, rulebook.Back):
            state = start
            yield Returned()
        else:
            yield _step(game, state, statement)


def _step(game: AnyGame, state: object, statement: rulebook.Assertion) -> LessonStep:
    match statement:
        case rulebook.Refuse(move, reason, where):
            sentence = game.spec.info.sentences[reason].format(where=where)
            return Forbidden(move=move, reason=reason, where=where, sentence=sentence)
        case rulebook.Win(winners, reason):
            turn = game.turn(state)
            assert isinstance(turn, Ended)
            sentence = say_outcome(game, turn.outcome)
            return Over(winners=sorted(winners), reason=reason, sentence=sentence)
        case rulebook.Can(moves):
            return Possible(moves=list(moves))
        case rulebook.Count(what, number, every):
            return Counted(kind=what, number=number, all=None if every is None else list(every))
        case rulebook.Who(seat, chance):
            return InTurn(kind="chance" if chance else "turn", seat=seat)
