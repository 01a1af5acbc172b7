"""Studies: the best moves of a position, and what the moves of a record were worth."""

from typing import Annotated, Final, Literal, TypeVar

from fastapi import APIRouter
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import StreamingResponse
from pydantic import Field, RootModel

from cubarium import catalog
from cubarium.analysis.jobs import AnalysisJob, ReviewJob
from cubarium.analysis.position import PositionView
from cubarium.analysis.probed_position import ProbedMove, ProbeJob
from cubarium.analysis.review import AnnotatedMove, SeatSummary, Summaries, move_numbers
from cubarium.core.engine import Limit, Story, Thought
from cubarium.core.errors import CubariumError
from cubarium.core.record import GameRecord
from cubarium.core.solver import WinDrawLoss
from cubarium.core.turn import Seat
from cubarium.engines.jobs import Job
from cubarium.engines.pool import Urgency
from cubarium.records import replayed
from cubarium.schema.model import COMPLETE, RequestModel, ResponseModel
from cubarium.server.http.ndjson import (
    ERRORS_AS_JSON,
    MEDIA_TYPE,
    AnswerStream,
    Done,
    Failed,
    NdjsonResponse,
    NdjsonSchema,
    kept_lines,
)
from cubarium.server.http.posted_records import played_record
from cubarium.server.http.requests import PositionRequest, RecordText
from cubarium.server.http.services import IdentityDep, Services, ServicesDep
from cubarium.server.people import fair_play
from cubarium.server.reviews.review_cache import review_key
from cubarium.server.reviews.reviews import newest
from cubarium.tables.identity import Identity

router = APIRouter(tags=["studies"], responses=ERRORS_AS_JSON)

T = TypeVar("T")

MOST_MOVES: Final = 1_000
"""No more are reviewed at once."""
MOST_SECONDS: Final = 300
"""That a review or an analysis may take: others wait for the same workers."""
SILENCE: Final = 25.0
"""Seconds after which thoughts are told again: proxies cut connections that say nothing."""

QUICK: Final = 0.04
"""Seconds for each position at a first look."""


class AnalysisRequest(PositionRequest):
    """A position, and how much is to be known of it."""

    lines: Annotated[int, Field(ge=1, le=5)] = 3
    """This many moves are compared."""
    seconds: Annotated[float, Field(ge=0.1, le=MOST_SECONDS, allow_inf_nan=False)] = 2.0


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


class ReviewRequest(RequestModel):
    """One recorded game, and how long each move is looked at."""

    text: RecordText
    seconds: Annotated[float, Field(ge=0.05, le=2, allow_inf_nan=False)] = 0.2
    first: Annotated[int, Field(ge=1, le=100_000)] | None = Field(default=None, alias="from")
    """The first move to annotate, counted from 1, whoever makes it."""
    last: Annotated[int, Field(ge=1, le=100_000)] | None = Field(default=None, alias="to")
    """The last one."""
    quick: bool = False
    """Are all moves looked at quickly first, and told again when they are known better?"""


class ReviewBegun(ResponseModel):
    """The first line: which moves will be annotated."""

    kind: Literal["begun"] = "begun"
    game: str
    seat_names: tuple[str, ...]
    numbers: list[int]
    record: GameRecord


class ReviewSummary(ResponseModel):
    """After all moves: how well each seat has played, as far as it is known."""

    kind: Literal["summary"] = "summary"
    seats: tuple[SeatSummary, ...]


class ReviewLine(RootModel[ReviewBegun | AnnotatedMove[str] | ReviewSummary | Done | Failed]):
    """A line of a review."""

    model_config = COMPLETE


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
    answers = await start(services, identity, job, SILENCE)
    first = AnalysisBegun(
        game=game.name, position=seen.text, seat=story.seat, name=game.seat_names[story.seat]
    )
    return NdjsonResponse(first, answers, _thoughts)


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


@router.post("/review", response_class=NdjsonSchema, response_model=ReviewLine)
async def review(
    services: ServicesDep, identity: IdentityDep, request: ReviewRequest
) -> StreamingResponse:
    """What each move of a recorded game was worth, and what was better. If the same was asked
    lately, it is told at once."""
    game = await played_record(services, identity, request.text)
    numbers = _numbers(request, game.moves)
    await check_no_help_with(services, identity, game.record)
    limit = Limit(seconds=request.seconds)
    quick = Limit(seconds=QUICK) if request.quick else None
    job = ReviewJob(game.record, limit, tuple(numbers), quick)
    first = ReviewBegun(
        game=game.record.game,
        seat_names=game.seat_names,
        numbers=list(numbers),
        record=game.record,
    )
    cache, key = services.review_cache, review_key(job)
    kept = cache.find(key)
    if kept is not None:
        return StreamingResponse(kept_lines(first, kept), media_type=MEDIA_TYPE)
    answers = await start(services, identity, job)
    return NdjsonResponse(
        first, answers, annotated_line, lambda lines: cache.keep(key, newest(lines))
    )


def _story(request: AnalysisRequest) -> tuple[PositionView, Story]:
    seen = request.view()
    return seen, seen.story()


def _numbers(request: ReviewRequest, moves: int) -> range:
    """The numbers of the moves to annotate. Raises CubariumError."""
    numbers = move_numbers(moves, request.first, request.last)
    if len(numbers) > MOST_MOVES:
        raise CubariumError(f"no more than {MOST_MOVES} moves can be reviewed at once")
    if len(numbers) * request.seconds > MOST_SECONDS:
        raise CubariumError(
            f"a review takes no more than {MOST_SECONDS} seconds in all: look at each of these "
            f"{len(numbers)} moves for no longer than {MOST_SECONDS / len(numbers):.2f} seconds"
        )
    return numbers


async def check_no_help(services: Services, identity: Identity, seen: PositionView) -> None:
    """Nobody gets help in a game that they play against people right now. Raises ApiError."""
    await fair_play.check_guest(services.runtime.storage, identity, seen.game.name)
    match = seen.match
    if match is None:
        fair_play.check_text(services.tables.in_memory(), identity, seen.game, seen.text)
    else:
        await fair_play.check_match(services.tables.in_memory(), identity, seen.game, lambda: match)


async def check_no_help_with(services: Services, identity: Identity, record: GameRecord) -> None:
    """The same for a recorded game. Raises ApiError."""
    await fair_play.check_guest(services.runtime.storage, identity, record.game)
    game = catalog.game(catalog.info(record.game).spec(record.players, record.options))
    await fair_play.check_match(
        services.tables.in_memory(), identity, game, lambda: replayed(record)
    )


async def start(
    services: Services, identity: Identity, job: Job[T], silence: float | None = None
) -> AnswerStream[T]:
    """The workers begin, or the request is refused; studies take turns. `silence`: see
    AnswerStream."""
    asked = services.workers.ask(
        job, owner=identity.name, address=identity.address, urgency=Urgency.STUDY, takes_turns=True
    )
    answers = AnswerStream(asked, silence)
    await answers.admitted()
    return answers


def _thoughts(answer: tuple[Thought[str], ...]) -> Thoughts:
    return Thoughts(lines=answer)


def annotated_line(answer: AnnotatedMove[str] | Summaries) -> AnnotatedMove[str] | ReviewSummary:
    """A move, or after all moves their summary."""
    return answer if isinstance(answer, AnnotatedMove) else ReviewSummary(seats=answer)
