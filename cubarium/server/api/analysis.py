"""Studies: the best moves of a position, and what the moves of a record were worth."""

from typing import Annotated, Any, Final, Literal

from fastapi import APIRouter
from fastapi.concurrency import run_in_threadpool
from pydantic import Field, RootModel

from cubarium import records
from cubarium.analysis.annotation import Fact, Verdict
from cubarium.analysis.jobs import AnalysisJob, ReviewJob
from cubarium.analysis.review import moves_of, wanted
from cubarium.core.engine import Limit, Story
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.record import GameRecord
from cubarium.core.turn import Seat
from cubarium.engines.jobs import Job
from cubarium.engines.pool import Urgency
from cubarium.server.api.ndjson import FAULTS_AS_JSON, Done, Failed, JsonLines, Lines, Told
from cubarium.server.api.requests import PARTS, PositionRequest, RecordText
from cubarium.server.api.schemas import RequestModel, ResponseModel, Thought, Value
from cubarium.server.errors import ApiError
from cubarium.server.identity import Actor
from cubarium.server.services import ActorDep, OwnerDep, Services, ServicesDep
from cubarium.store import repository

router = APIRouter(tags=["studies"], responses=FAULTS_AS_JSON)

MOST_MOVES: Final = 1_000
"""As many are reviewed at once."""


class AnalysisRequest(PositionRequest):
    """A position, and how much is to be known of it."""

    lines: Annotated[int, Field(ge=1, le=5)] = 3
    """So many moves are compared."""
    seconds: Annotated[float, Field(ge=0.1, le=10, allow_inf_nan=False)] = 2.0


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
    lines: list[Thought]


class AnalysisLine(RootModel[AnalysisBegun | Thoughts | Done | Failed]):
    """A line of an analysis."""


class ReviewRequest(RequestModel):
    """One recorded game, and how long each move is looked at."""

    text: RecordText
    seconds: Annotated[float, Field(ge=0.05, le=2, allow_inf_nan=False)] = 0.2
    first: Annotated[int, Field(ge=1, le=100_000)] | None = Field(default=None, alias="from")
    """The first move to judge, counted from 1, whoever makes it."""
    last: Annotated[int, Field(ge=1, le=100_000)] | None = Field(default=None, alias="to")
    """The last one."""


class ReviewBegun(ResponseModel):
    """The first line: which moves will be judged."""

    kind: Literal["begun"] = "begun"
    game: str
    numbers: list[int]


class JudgedMove(ResponseModel):
    """A move, and what it was worth. What is null is not known."""

    kind: Literal["judged"] = "judged"
    number: int
    seat: Seat
    name: str
    move: str
    before: Value | None
    after: Value | None
    drop: float | None
    """The share of the win that it gave away."""
    verdict: Verdict | None
    fact: Fact | None
    best: Thought | None


class SeatTally(ResponseModel):
    """How well a seat has played."""

    seat: Seat
    name: str
    moves: int
    inaccuracies: int
    mistakes: int
    blunders: int
    accuracy: float | None


class Tallies(ResponseModel):
    """After all moves: seat by seat."""

    kind: Literal["tallies"] = "tallies"
    seats: list[SeatTally]


class ReviewLine(RootModel[ReviewBegun | JudgedMove | Tallies | Done | Failed]):
    """A line of a review."""


@router.post("/analysis", response_class=JsonLines, response_model=AnalysisLine)
async def analysis(
    services: ServicesDep, actor: ActorDep, owner: OwnerDep, wanted: AnalysisRequest
) -> Lines:
    """The best moves of a position, ever better known."""
    game, story, text = await run_in_threadpool(_studied, wanted)
    await _check_no_live_game(services, actor, game.name)
    limit = Limit(seconds=wanted.seconds)
    told = await _asked(services, owner, AnalysisJob(game.spec, story, limit, wanted.lines))
    first = AnalysisBegun(
        game=game.name, position=text, seat=story.seat, name=game.seat_names[story.seat]
    )
    return Lines(first, told, _thoughts)


@router.post("/review", response_class=JsonLines, response_model=ReviewLine)
async def review(
    services: ServicesDep, actor: ActorDep, owner: OwnerDep, wanted: ReviewRequest
) -> Lines:
    """What each move of a recorded game was worth, and what was better."""
    record, numbers = await run_in_threadpool(_reviewed, wanted)
    await _check_no_live_game(services, actor, record.game)
    limit = Limit(seconds=wanted.seconds)
    told = await _asked(services, owner, ReviewJob(record, limit, tuple(numbers)))
    return Lines(ReviewBegun(game=record.game, numbers=list(numbers)), told, _judged)


def _studied(asked: AnalysisRequest) -> tuple[AnyGame, Story, str]:
    seen = asked.look()
    return seen.game, seen.story(), seen.text


def _reviewed(asked: ReviewRequest) -> tuple[GameRecord, range]:
    found = records.read(asked.text, PARTS)
    if len(found) != 1:
        raise CubariumError(f"expected one game, found {len(found)}")
    moves = moves_of(records.replayed(found[0]))
    numbers = wanted(len(moves), asked.first, asked.last)
    if len(numbers) > MOST_MOVES:
        raise CubariumError(f"no more than {MOST_MOVES} moves can be reviewed at once")
    return found[0], numbers


async def _check_no_live_game(services: Services, actor: Actor, game: str) -> None:
    """Nobody gets help in a game that they play against people right now. Raises ApiError."""
    if not actor.digests:
        return
    if await services.registry.storage.read(
        lambda connection: repository.plays_people(connection, actor.digests, game)
    ):
        raise ApiError(403, "live_game", "You are playing this game right now: no help until then.")


async def _asked(services: Services, owner: str, job: Job) -> Told:
    """The workers begin, or the request is refused."""
    told = Told(services.workers.ask(job, owner=owner, urgency=Urgency.STUDY))
    await told.admitted()
    return told


def _thoughts(answer: Any) -> ResponseModel:
    return Thoughts(lines=answer)


def _judged(answer: dict[str, Any]) -> ResponseModel:
    """A move, or at the end the whole review, of which the tallies are new."""
    if "seats" in answer:
        return Tallies(seats=answer["seats"])
    return JudgedMove(**answer)
