"""The games there are, and their rules: to be read, and to be played through."""

from functools import cache

from fastapi import APIRouter

from cubarium import catalog
from cubarium.analysis.schemas import info_as_json
from cubarium.core.info import GameInfo
from cubarium.core.turn import Seat
from cubarium.engines import registry as engines
from cubarium.match.outcome_text import MATCH_SENTENCES
from cubarium.rulebook.pages import rules_page
from cubarium.server.api.lessons import Lessons, lessons_of
from cubarium.server.api.schemas import ResponseModel
from cubarium.server.errors import ERROR_RESPONSES, ApiError

router = APIRouter(tags=["games"], responses=ERROR_RESPONSES)


class OptionEntry(ResponseModel):
    """An option of a game."""

    name: str
    help: str
    default: str
    expected: str
    """What may be written, in words."""
    choices: dict[int, list[str]]
    """By number of players, what may be chosen; empty: it is a text of the form `expected`."""


class SeatEntry(ResponseModel):
    """A seat at the usual table. Options may change its name."""

    seat: Seat
    name: str
    team: int


class TableEntry(ResponseModel):
    """Who sits at a table of so many players."""

    players: int
    seats: list[SeatEntry]


class GameEntry(ResponseModel):
    """A game: what can be chosen, and what its codes say in English."""

    name: str
    title: str
    summary: str
    players: list[int]
    rules: int
    options: list[OptionEntry]
    credit: str
    secrets: bool
    """Does a seat know things that others may not?"""
    tables: list[TableEntry]
    sentences: dict[str, str]
    """Reason code -> sentence; `{where}` stands for the place that is blamed."""
    remarks: dict[str, str]
    """The same for notes that blame nothing."""


class EngineEntry(ResponseModel):
    """A player that is a program."""

    name: str
    title: str


class Catalogue(ResponseModel):
    """All games, and who can play them."""

    games: list[GameEntry]
    engines: list[EngineEntry]
    ends: dict[str, str]
    """Reason code -> sentence, for the ends that are the match's own."""


class RulesPage(ResponseModel):
    """The rules of a game."""

    name: str
    title: str
    markdown: str


@router.get("/games")
def games() -> Catalogue:
    """The games there are."""
    return _catalogue()


@router.get("/games/{name}/rules")
def rules(name: str) -> RulesPage:
    """The rules of a game, to be read in a few minutes."""
    info = _info(name)
    return RulesPage(name=name, title=info.title, markdown=rules_page(name))


@router.get("/games/{name}/lessons")
def lessons(name: str) -> Lessons:
    """The same with its examples as scenes, to be played through."""
    _info(name)
    return lessons_of(name)


def _info(name: str) -> GameInfo:
    if name not in catalog.names():
        right = ", ".join(catalog.names())
        raise ApiError(404, "no_such_game", f"There is no such game. The games: {right}.")
    return catalog.info(name)


@cache
def _catalogue() -> Catalogue:
    return Catalogue(
        games=[GameEntry(**info_as_json(catalog.info(name))) for name in catalog.names()],
        engines=[EngineEntry(name=name, title=engines.title(name)) for name in engines.NAMES],
        ends=dict(MATCH_SENTENCES),
    )
