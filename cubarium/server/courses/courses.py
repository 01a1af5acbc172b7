"""Courses: a game learnt by doing. The rules check every try."""

from functools import cache
from typing import Annotated, Final

from fastapi import APIRouter
from pydantic import Field

from cubarium import catalog
from cubarium.core.course import Exercise
from cubarium.core.errors import CubariumError, WrongAct
from cubarium.core.turn import Seat, ToMove
from cubarium.rulebook import course as courses
from cubarium.rulebook.translations import ENGLISH, translated_exercise
from cubarium.schema.model import RequestModel, ResponseModel
from cubarium.server.http.errors import ERROR_RESPONSES
from cubarium.server.http.languages import Language, known_language
from cubarium.server.http.requests import Name, game_info, wrong_act
from cubarium.tables.errors import ApiError

router = APIRouter(tags=["courses"], responses=ERROR_RESPONSES)

MOST_MOVES: Final = 20
"""No exercise takes more."""


class ExerciseEntry(ResponseModel):
    """A position with a goal, and what is said about it."""

    name: str
    title: str
    text: str
    hint: str
    players: int
    options: dict[str, str]
    position: str
    seat: Seat
    """Who learns."""
    moves: int
    """How many own moves reach the goal."""


class Course(ResponseModel):
    """The exercises of a game, in the order in which they are done; none: it has no course."""

    game: str
    exercises: list[ExerciseEntry]


class TryRequest(RequestModel):
    """The own moves of a try, from the start of the exercise."""

    moves: Annotated[list[Name], Field(max_length=MOST_MOVES)] = Field(default_factory=list)


class TryResult(ResponseModel):
    """What a try has come to."""

    verdict: courses.TryVerdict
    sentence: str
    """What was learnt, or why the goal is not reached; empty while it goes on."""
    acts: tuple[str, ...]
    """All moves and draws after the start: own ones, and what others and chance did."""
    next: str | None
    """The next move on the way to the goal; null: it is not known from here."""
    reply: str | None
    """What others would win with now, where a wrong try should have prevented it."""


@router.get("/games/{name}/course")
def course(name: str, lang: Language = ENGLISH) -> Course:
    """Positions in which a game is learnt, each with a goal."""
    game_info(name)
    return _course(name, known_language(lang))


@router.post("/games/{name}/course/{exercise}")
def check_try(name: str, exercise: str, request: TryRequest, lang: Language = ENGLISH) -> TryResult:
    """Has a try reached the goal of an exercise? A wrong move is refused with its number, from 0,
    in `where`."""
    game_info(name)
    try:
        found = courses.find(name, exercise)
        found = translated_exercise(name, found, known_language(lang))
    except CubariumError as error:
        raise ApiError(404, "no_such_exercise", "There is no such exercise.") from error
    try:
        return TryResult.model_validate(courses.check(name, found, request.moves))
    except WrongAct as wrong:
        raise wrong_act(courses.game_of(name, found), wrong) from wrong


@cache
def _course(name: str, language: str) -> Course:
    own = (translated_exercise(name, one, language) for one in catalog.course(name))
    return Course(game=name, exercises=[_entry(name, one) for one in own])


def _entry(name: str, exercise: Exercise) -> ExerciseEntry:
    game = courses.game_of(name, exercise)
    start = courses.start_of(game, exercise)
    turn = game.turn(start)
    assert isinstance(turn, ToMove)
    return ExerciseEntry(
        name=exercise.name,
        title=exercise.title,
        text=exercise.text,
        hint=exercise.hint,
        players=game.players,
        options=game.spec.option_texts(),
        position=game.text(start),
        seat=turn.seat,
        moves=len(exercise.solution),
    )
