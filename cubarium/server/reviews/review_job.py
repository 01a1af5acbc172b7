"""What an analyst is asked for a review."""

from hashlib import sha256

from pydantic_core import to_json

from cubarium.analysis.jobs import ReviewJob
from cubarium.analysis.review import move_numbers
from cubarium.core.engine import Limit
from cubarium.core.errors import CubariumError
from cubarium.core.record import GameRecord
from cubarium.server.http.answer_stream import MAX_STUDY_SECONDS
from cubarium.server.reviews.limits import (
    MAX_MOVES,
    QUICK_LOOK_SECONDS,
    TABLE_POSITION_SECONDS,
    TABLE_REVIEW_SECONDS,
)
from cubarium.server.reviews.schemas import ReviewRequest

QUICK_LOOK = Limit(seconds=QUICK_LOOK_SECONDS)


def table_job(record: GameRecord, moves: int) -> ReviewJob:
    """All moves of a table's game, in a time that does not depend on how many there are."""
    numbers = tuple(range(1, moves + 1))
    limit = Limit(seconds=TABLE_POSITION_SECONDS)
    return ReviewJob(record, limit, numbers, QUICK_LOOK, TABLE_REVIEW_SECONDS)


def record_job(record: GameRecord, moves: int, request: ReviewRequest) -> ReviewJob:
    """The moves of a record that are asked for, of this many. Raises CubariumError."""
    numbers = move_numbers(moves, request.first, request.last)
    if len(numbers) > MAX_MOVES:
        raise CubariumError(f"no more than {MAX_MOVES} moves can be reviewed at once")
    if len(numbers) * request.seconds > MAX_STUDY_SECONDS:
        raise CubariumError(
            f"a review takes no more than {MAX_STUDY_SECONDS} seconds in all: look at each of "
            f"these {len(numbers)} moves for no longer than "
            f"{MAX_STUDY_SECONDS / len(numbers):.2f} seconds"
        )
    quick = QUICK_LOOK if request.quick else None
    return ReviewJob(record, Limit(seconds=request.seconds), tuple(numbers), quick)


def review_key(job: ReviewJob) -> str:
    """What a review depends on: the game and how long it is looked at, not who played it."""
    record = job.record
    statement = (
        (record.game, record.rules, record.players, sorted(record.options.items()), record.start),
        [act.text for act in record.acts],
        (job.limit.seconds, job.quick and job.quick.seconds, job.seconds, job.numbers),
    )
    return sha256(to_json(statement)).hexdigest()
