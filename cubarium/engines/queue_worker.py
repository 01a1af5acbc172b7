"""A machine's worth of engines for a site: it takes jobs from the site's queue."""

from typing import Final, cast

from cubarium.core.errors import CubariumError
from cubarium.engines.job_queue import BEAT, LIFE, TASK, Answer, opened, tell, unpacked
from cubarium.engines.jobs import Job
from cubarium.engines.pool import Lost, Workers
from cubarium.engines.wire import AnswerKind

POLL: Final = 2.0
"""Seconds after which the queue is looked at even if nobody has told of a job."""
GRACE: Final = 5.0
"""Seconds that jobs have to end when the worker is stopped."""


async def work(address: str, count: int) -> None:
    """Do jobs, `count` at a time, until somebody stops it."""
    workers = Workers(count)
    await workers.start()
    try:
        async with opened(address) as app:

            @app.task(name=TASK, queue=TASK)
            async def answer(asked: str, job: str, owner: str, sender: str) -> None:
                await tell(app, await _answered(workers, asked, job, owner, sender))

            await app.run_worker_async(
                queues=[TASK],
                concurrency=count,
                delete_jobs="always",
                fetch_job_polling_interval=POLL,
                abort_job_polling_interval=POLL,
                update_heartbeat_interval=BEAT,
                stalled_worker_timeout=LIFE,
                shutdown_graceful_timeout=GRACE,
            )
    finally:
        await workers.close()


async def _answered(workers: Workers, asked: str, job: str, owner: str, sender: str) -> Answer:
    """What came of a job; whoever cancels this stops it."""
    try:
        question = cast("Job[object]", unpacked(job))
        last = await workers.last(question, owner=owner, address=sender)
    except Lost as lost:
        return Answer(asked, AnswerKind.FAILED, lost.details)
    except CubariumError as refusal:
        return Answer(asked, AnswerKind.REFUSED, str(refusal))
    return Answer(asked, AnswerKind.DONE, last)
