"""Studies of a position: its best moves, and what is known of them for certain."""

from collections.abc import AsyncIterator
from typing import Annotated, Final, Literal

from fastapi import APIRouter
from fastapi.concurrency import run_in_threadpool
from pydantic import Field, RootModel

from cubarium import catalog
from cubarium.analysis.jobs import AnalysisJob
from cubarium.analysis.position import PositionView
from cubarium.analysis.probed_position import ProbedMove, ProbeJob
from cubarium.core.engine import Limit, Story, Thought
from cubarium.core.solver import WinDrawLoss
from cubarium.core.turn import Seat
from cubarium.schema.model import COMPLETE, ResponseModel
from cubarium.server.http.answer_stream import MAX_STUDY_SECONDS, AnswerStream, start_study
from cubarium.server.http.ndjson import (
    ERRORS_AS_JSON,
    Done,
    Failed,
    NdjsonResponse,
    NdjsonSchema,
    tell_answers,
    write_line,
)
from cubarium.server.http.requests import PositionRequest
from cubarium.server.http.services import IdentityDep, Services, ServicesDep
from cubarium.server.people import fair_play
from cubarium.tables.identity import Identity

router = APIRouter(tags=["studies"], responses=ERRORS_AS_JSON)

SILENCE_SECONDS: Final = 25.0
"""After which thoughts are told again: proxies cut connections that say nothing."""


class AnalysisRequest(PositionRequest):
    """A position, and how much is to be known of it."""

    lines: Annotated[int, Field(ge=1, le=5)] = 3
    """This many moves are compared."""
    seconds: Annotated[float, Field(ge=0.1, le=MAX_STUDY_SECONDS, allow_inf_nan=False)] = 2.0


class AnalysisBegun(ResponseModel):
    """The first line: what is analysed, and for whom."""

    kind: Literal["begun"] = "begun"
    game: str
    position: str
    seat: Seat
    name: str


class Thoughts(ResponseModel):
    """The best moves as far as they are known, the best one first. The last such line counts."""

    kind: Literal["thoughts"] = "thoughts"
    lines: tuple[Thought[str], ...]


class AnalysisLine(RootModel[AnalysisBegun | Thoughts | Done | Failed]):
    """A line of an analysis."""

    model_config = COMPLETE


class KnownValues(ResponseModel):
    """What is known for certain; a value of null: the position is not solved."""

    position: str
    value: WinDrawLoss | None
    """For the seat to move."""
    plies: int | None
    """Until the end with best play, where that is known."""
    moves: dict[str, ProbedMove]
    """Every move, with its value for whoever makes it."""


@router.post("/analysis", response_class=NdjsonSchema, response_model=AnalysisLine)
async def analysis(
    services: ServicesDep, identity: IdentityDep, request: AnalysisRequest
) -> NdjsonResponse:
    """The best moves of a position, ever better known."""
    seen, story = await run_in_threadpool(_story, request)
    await check_no_help(services, identity, seen)
    game = seen.game
    limit = Limit(seconds=request.seconds)
    job = AnalysisJob(game.spec, story, limit, request.lines)
    answers = await start_study(services, identity, job, SILENCE_SECONDS)
    begun = AnalysisBegun(
        game=game.name, position=seen.text, seat=story.seat, name=game.seat_names[story.seat]
    )
    return NdjsonResponse(_written(begun, answers), answers.stop)


@router.post("/values")
async def values(
    services: ServicesDep, identity: IdentityDep, request: PositionRequest
) -> KnownValues:
    """What is known for certain of a position and of its moves, where it is solved."""
    seen = await run_in_threadpool(request.view)
    await check_no_help(services, identity, seen)
    game, text = seen.game, seen.text
    probed = None
    if game.name in catalog.solvable() and not game.has_secrets:
        job = ProbeJob(game.spec, text)
        probed = await services.lookups.find(services.workers, job, identity)
    if probed is None:
        return KnownValues(position=text, value=None, plies=None, moves={})
    return KnownValues(
        position=text, value=probed.value, plies=probed.plies, moves=dict(probed.moves)
    )


def _story(request: AnalysisRequest) -> tuple[PositionView, Story]:
    seen = request.view()
    return seen, seen.story()


async def check_no_help(services: Services, identity: Identity, seen: PositionView) -> None:
    """Nobody gets help in a game that they play against people right now. Raises ApiError."""
    await fair_play.check_guest(services.runtime.storage, identity, seen.game.name)
    match = seen.match
    if match is None:
        fair_play.check_text(services.tables.in_memory(), identity, seen.game, seen.text)
    else:
        await fair_play.check_match(services.tables.in_memory(), identity, seen.game, lambda: match)


async def _written(
    begun: AnalysisBegun, answers: AnswerStream[tuple[Thought[str], ...]]
) -> AsyncIterator[bytes]:
    """The lines of an analysis."""
    yield write_line(begun)
    async for line in tell_answers(answers, lambda thoughts: Thoughts(lines=thoughts)):
        yield write_line(line)
