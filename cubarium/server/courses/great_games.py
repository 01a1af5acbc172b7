"""Games of strong engines that come with the program, to be watched."""

from functools import cache

from fastapi import APIRouter

from cubarium import catalog
from cubarium.core.record import GameRecord
from cubarium.records.record_jobs import read_and_play
from cubarium.schema.model import ResponseModel
from cubarium.server.http.errors import ERROR_RESPONSES
from cubarium.server.http.requests import PARTS

router = APIRouter(tags=["records"], responses=ERROR_RESPONSES)


class GreatGame(ResponseModel):
    """A recorded game; `number` counts the games of its kind, from 1."""

    game: str
    number: int
    record: GameRecord


class GreatGames(ResponseModel):
    """All of them."""

    games: list[GreatGame]


@router.get("/records/great")
def great_games() -> GreatGames:
    """Games of strong engines, whole."""
    return _all()


@cache
def _all() -> GreatGames:
    return GreatGames(
        games=[
            GreatGame(game=name, number=number, record=one.record)
            for name in catalog.names()
            for number, one in enumerate(read_and_play(catalog.great_games(name), PARTS), 1)
        ]
    )
