"""The games there are, and their rules: to be read, and to be played through."""

from functools import cache

from fastapi import APIRouter

from cubarium import catalog
from cubarium.engines import registry as engines
from cubarium.match.outcome_text import MATCH_SENTENCES
from cubarium.rulebook.translations import ENGLISH, translated_page
from cubarium.schema.game_entry import GameEntry, game_entry
from cubarium.schema.model import ResponseModel
from cubarium.server.courses.lessons import Lessons, lessons_of
from cubarium.server.http.errors import ERROR_RESPONSES
from cubarium.server.http.languages import Language, known_language
from cubarium.server.http.requests import game_info

router = APIRouter(tags=["games"], responses=ERROR_RESPONSES)


class EngineEntry(ResponseModel):
    """A player that is a program."""

    name: str
    title: str
    is_hosted: bool
    """Is it a program that the host of this server has added?"""


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
def rules(name: str, lang: Language = ENGLISH) -> RulesPage:
    """The rules of a game, to be read in a few minutes."""
    info = game_info(name)
    markdown = translated_page(name, known_language(lang))
    return RulesPage(name=name, title=info.title, markdown=markdown)


@router.get("/games/{name}/lessons")
def lessons(name: str, lang: Language = ENGLISH) -> Lessons:
    """The same with its examples as scenes, to be played through."""
    game_info(name)
    return lessons_of(name, known_language(lang))


@cache
def _catalogue() -> Catalogue:
    return Catalogue(
        games=[game_entry(catalog.info(name)) for name in catalog.names()],
        engines=[
            EngineEntry(name=name, title=engines.title(name), is_hosted=engines.is_hosted(name))
            for name in engines.names()
        ],
        ends=dict(MATCH_SENTENCES),
    )
