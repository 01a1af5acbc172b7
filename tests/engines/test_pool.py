"""Engines in processes of their own."""

import asyncio
import pickle
import signal
import subprocess
import sys
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from io import BytesIO
from random import Random
from typing import Any, TypeVar

import pytest

from cubarium import catalog
from cubarium.analysis.draw_offers import story_for_offer
from cubarium.analysis.jobs import AnalysisJob, DrawOfferJob, ReviewJob
from cubarium.analysis.review import AnnotatedMove
from cubarium.core import Story, ToMove
from cubarium.core.engine import Limit
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.engines import pool
from cubarium.engines import worker_handle as handles
from cubarium.engines.jobs import MoveJob, WarmUpJob
from cubarium.engines.pool import Busy, Lost, Urgency, Workers
from cubarium.engines.wire import AnswerKind, packed, read
from cubarium.jit import ENABLED
from cubarium.match.match import Match
from cubarium.records import text_format
from tests.engines.chatty import Chatty, Deaf

T = TypeVar("T")

SMALL = catalog.load("quixo", size=3).spec
LARGE = catalog.load("quixo", size=5).spec
START = Match.open(catalog.game(LARGE)).story(0)
ENDLESS = AnalysisJob(LARGE, START, Limit(), lines=3)
QUICK = MoveJob(LARGE, START, "random", 1)
MOMENT = 0.5 if ENABLED else 5.0
LONG = 100.0
LONG_RECORD = '[Game "quixo"]\n[Rules "1"]\n[Players "2"]\n\ne4a4 c1a1 c5e5 e3a3 *\n'
WORKER = [sys.executable, "-m", "cubarium.engines.worker", "1"]


def run(scenario: Callable[[Workers], Awaitable[T]], count: int = 1, **options: Any) -> T:
    """With so many workers."""

    async def whole() -> T:
        workers = Workers(count, memory=1.0, **options)
        await workers.start()
        try:
            return await asyncio.wait_for(scenario(workers), LONG)
        finally:
            await workers.close()

    return asyncio.run(whole())


async def until(true: Callable[[], bool], seconds: float = LONG) -> None:
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.002)


def study(workers: Workers, owner: str = "") -> AsyncGenerator[Any, None]:
    return workers.ask(ENDLESS, owner=owner, urgency=Urgency.STUDY, takes_turns=True)


def test_an_analysis_ends_when_others_have_waited_for_their_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "TURN", 0.1)

    async def scenario(workers: Workers) -> None:
        async def count() -> int:
            return len([found async for found in study(workers, "ann")])

        first, again = asyncio.create_task(count()), asyncio.create_task(count())
        await until(lambda: workers.waiting == 1)
        await asyncio.sleep(5 * pool.TURN)
        assert not first.done(), "nobody else waits"
        again.cancel()
        async with aclosing(study(workers, "bea")) as second:
            assert await anext(second)
            assert await first > 0
            assert (await workers.last(QUICK)).move, "who waits for a move waits for a turn, too"

    run(scenario)


def test_an_analysis_goes_on_while_moves_have_a_worker_of_their_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "TURN", 0.0)

    async def scenario(workers: Workers) -> None:
        async with aclosing(study(workers, "ann")) as found:
            await anext(found)
            moves = [asyncio.create_task(workers.last(QUICK)) for _ in range(3)]
            hint = workers.last(QUICK, owner="look-up ann", urgency=Urgency.HINT)
            await asyncio.sleep(0)
            assert workers.waiting > 0
            assert [bool(found.move) for found in await asyncio.gather(*moves, hint)] == [True] * 4
            for _ in range(3):
                assert await anext(found)

    run(scenario, count=2)


def test_reviews_and_analyses_take_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Long reviews from everywhere, and one of the same guest: an analysis begins all the same, and
    all reviews are whole at their end."""
    monkeypatch.setattr(pool, "SHORT_TURN", 0.05)
    (record,) = text_format.read(LONG_RECORD)
    review = ReviewJob(record, Limit(seconds=0.2), None, Limit(seconds=0.05))

    async def read(workers: Workers, owner: str) -> list[Any]:
        asked = workers.ask(
            review, owner=owner, address=owner, urgency=Urgency.STUDY, takes_turns=True
        )
        return [one async for one in asked]

    async def scenario(workers: Workers) -> list[list[Any]]:
        reviews = [asyncio.create_task(read(workers, owner)) for owner in "ab"]
        await until(lambda: workers.waiting == 1)
        for owner in "ae":
            async with aclosing(study(workers, owner)) as found:
                assert await anext(found)
                assert not any(one.done() for one in reviews)
        return await asyncio.gather(*reviews)

    for told in run(scenario, count=2):
        numbers = [one.number if isinstance(one, AnnotatedMove) else None for one in told]
        assert numbers == [1, 2, 3, 4, None] * 2
        assert [one.moves for one in told[-1]] == [2, 2]


def test_all_kinds_of_jobs() -> None:
    game: AnyGame = catalog.load("cubeo")
    match = Match.open(game)
    match = match.after(match.draw(Random(1)))
    assert isinstance(match.turn, ToMove)
    story = match.story(match.turn.seat)
    (record,) = text_format.read(
        '[Game "quixo"]\n[Rules "1"]\n[Players "2"]\n[Options "size=3"]\n\na1a3 a1a3 *\n'
    )

    async def scenario(workers: Workers) -> list[Any]:
        await workers.last(WarmUpJob(SMALL), urgency=Urgency.WARM_UP)
        assert await workers.last(DrawOfferJob(SMALL, story_for_offer(match, 0), "random")) is False
        review = ReviewJob(record, Limit(nodes=5))
        annotated = [one async for one in workers.ask(review, urgency=Urgency.STUDY)]
        *moves, summaries = annotated
        assert isinstance(summaries, tuple)
        assert [one.move for one in moves if isinstance(one, AnnotatedMove)] == ["a1a3", "a1a3"]
        assert [one.moves for one in summaries] == [1, 1]
        assert workers.running == workers.waiting == 0
        engines = ("random", "level1")
        return [await workers.last(MoveJob(game.spec, story, name, 1)) for name in engines]

    for chosen in run(scenario):
        assert chosen.move in map(game.write, game.moves(match.state))


def test_an_analysis_is_stopped_and_another_begins() -> None:
    async def scenario(workers: Workers) -> None:
        for _ in range(2):
            async with aclosing(study(workers)) as found:
                assert len(await anext(found)) == 3
                await anext(found)
                assert workers.running == 1
            await until(lambda: workers.running == 0, MOMENT)
        listener = asyncio.create_task(anext(study(workers)))
        await until(lambda: workers.running == 1)
        listener.cancel()
        await until(lambda: workers.running == 0)
        assert (await workers.last(QUICK)).move

    run(scenario)


def test_owners_are_served_in_turn_and_who_leaves_is_not() -> None:
    order: list[str] = []

    async def hint(workers: Workers, owner: str) -> None:
        await workers.last(QUICK, owner=owner, urgency=Urgency.HINT)
        order.append(owner)

    async def scenario(workers: Workers) -> None:
        async with aclosing(study(workers)) as found:
            await anext(found)
            hints = [asyncio.create_task(hint(workers, owner)) for owner in "aabc"]
            await until(lambda: workers.waiting == 4)
            hints[3].cancel()
            await until(lambda: workers.waiting == 3)
        await asyncio.gather(*hints, return_exceptions=True)

    run(scenario)
    assert order == ["a", "b", "a"]


def test_too_many_questions() -> None:
    async def scenario(workers: Workers) -> None:
        async with aclosing(study(workers, "a")) as found:
            await anext(found)
            with pytest.raises(Busy, match="your other questions") as refusal:
                await workers.last(QUICK, owner="a", urgency=Urgency.HINT)
            assert refusal.value.retry_after > 0
            assert refusal.value.is_own
            waiting = asyncio.create_task(workers.last(QUICK, urgency=Urgency.HINT))
            move = asyncio.create_task(workers.last(QUICK, owner="a"))
            await until(lambda: workers.waiting == 2)
            with pytest.raises(Busy, match="too many questions") as refusal:
                await workers.last(QUICK, owner="b", urgency=Urgency.HINT)
            assert not refusal.value.is_own
        assert await waiting
        assert await move
        assert await workers.last(QUICK, owner="a", urgency=Urgency.HINT)

    run(scenario, waiting=1, per_owner=1)


def test_one_address_does_not_close_studies_and_hints_for_the_others() -> None:
    """Names are free, addresses are not; and who waits for a hint does not wait for studies."""

    async def scenario(workers: Workers) -> None:
        tasks = [
            asyncio.create_task(
                workers.last(ENDLESS, owner=name, address="here", urgency=Urgency.STUDY)
            )
            for name in "abc"
        ]
        await until(lambda: workers.waiting + workers.running == 3)
        with pytest.raises(Busy, match="your address"):
            await workers.last(QUICK, owner="d", address="here", urgency=Urgency.STUDY)
        hint = workers.last(QUICK, owner="x", address="there", urgency=Urgency.HINT)
        waiting = asyncio.create_task(hint)
        await until(lambda: workers.waiting == 3)
        for task in (*tasks, waiting):
            task.cancel()
        await asyncio.gather(*tasks, waiting, return_exceptions=True)
        assert workers.waiting == 0

    run(scenario, waiting=3, per_address=3)


def test_studies_never_hold_all_workers() -> None:
    async def scenario(workers: Workers) -> None:
        async with aclosing(study(workers)) as one, aclosing(study(workers)) as two:
            await anext(one)
            second = asyncio.create_task(anext(two))
            await until(lambda: workers.waiting == 1)
            assert (await workers.last(QUICK)).move
            assert workers.running == workers.waiting == 1
            second.cancel()
            await asyncio.wait([second])

    run(scenario, count=2)


def test_a_worker_that_dies_is_replaced_and_its_job_begins_anew_once() -> None:
    async def scenario(workers: Workers) -> str:
        (handle,) = workers._handles
        handle.kill()
        await until(lambda: not handle.is_idle)
        assert (await workers.last(QUICK)).move
        async with aclosing(study(workers)) as found:
            await anext(found)
            handle.kill()
            while (await anext(found))[0].depth > 1:
                pass
            handle.kill()
            with pytest.raises(Lost, match="the engine has failed") as lost:
                async for _ in found:
                    pass
        assert (await workers.last(QUICK)).move
        return lost.value.details

    assert run(scenario) == "its worker ended with -9"


def test_garbage_is_answered_and_the_worker_lives_on() -> None:
    async def scenario(workers: Workers) -> None:
        with pytest.raises(CubariumError, match="there is no engine 'level9'"):
            await workers.last(MoveJob(SMALL, START, "level9", 1))
        with pytest.raises(Lost) as lost:
            await workers.last(MoveJob(SMALL, Story(0, "nonsense"), "random", 1))
        assert "Traceback" in lost.value.details
        assert await workers.last(Chatty("word", SMALL)) == "word"

    run(scenario)


def test_who_still_waits_at_the_end_is_told() -> None:
    async def scenario(workers: Workers) -> None:
        running = asyncio.create_task(workers.last(ENDLESS, urgency=Urgency.STUDY))
        waiting = asyncio.create_task(workers.last(QUICK, urgency=Urgency.STUDY))
        await until(lambda: workers.running == workers.waiting == 1)
        await workers.close()
        for told in (running, waiting, workers.last(QUICK)):
            with pytest.raises(Lost) as lost:
                await told
            assert lost.value.details == "the workers were let go"

    run(scenario)


def test_who_does_not_stop_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(handles, "PATIENCE", 0.05)

    async def scenario(workers: Workers) -> None:
        async with aclosing(workers.ask(Deaf(SMALL))) as found:
            assert await anext(found) == "begun"
        assert (await workers.last(QUICK)).move

    run(scenario)


def test_a_worker_that_is_stuck_is_killed_and_its_job_begun_anew(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def scenario(workers: Workers) -> None:
        assert (await workers.last(QUICK)).move
        monkeypatch.setitem(handles.SILENCE_SECONDS, Urgency.MOVE, 1.0)
        (handle,) = workers._handles
        assert handle._process is not None
        handle._process.send_signal(signal.SIGSTOP)
        monkeypatch.setattr(workers, "_died", lambda _: monkeypatch.undo())
        assert (await workers.last(QUICK)).move

    run(scenario)


def test_who_does_not_leave_is_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "LEAVE", 0.05)

    async def scenario(workers: Workers) -> None:
        found = workers.ask(Deaf(SMALL))
        assert await anext(found) == "begun"
        await workers.close()
        with pytest.raises(Lost) as lost:
            await anext(found)
        assert lost.value.details == "the workers were let go"

    run(scenario)


def test_broken_messages_are_the_end() -> None:
    for length in (0, 3, 8):
        with pytest.raises(EOFError):
            read(BytesIO(packed("a message")[:length]))


def test_a_worker_minds_only_its_pipes() -> None:
    """An interrupt is none of its business; the end of its input is the end of a search too."""
    with subprocess.Popen(WORKER, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None

        def say(number: int, body: bytes | None) -> None:
            assert process.stdin is not None
            process.stdin.write(packed((number, body)))
            process.stdin.flush()

        say(1, b"junk")
        number, kind, details = read(process.stdout)
        assert (number, kind) == (1, AnswerKind.FAILED)
        assert "UnpicklingError" in details
        say(2, pickle.dumps(ENDLESS))
        assert read(process.stdout)[:2] == (2, AnswerKind.FOUND)
        process.send_signal(signal.SIGINT)
        say(1, None)
        assert read(process.stdout)[:2] == (2, AnswerKind.FOUND)
        process.stdin.close()
        assert process.wait(10) == 0


def test_a_worker_leaves_even_if_its_job_does_not_stop() -> None:
    with subprocess.Popen(WORKER, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(packed((1, pickle.dumps(Deaf(SMALL)))))
        process.stdin.flush()
        assert read(process.stdout) == (1, AnswerKind.FOUND, "begun")
        process.stdin.close()
        assert process.wait(10) == 0


SERVER = """
import asyncio
from cubarium.engines.pool import Workers
from tests.engines.test_pool import ENDLESS

async def main() -> None:
    workers = Workers(1, memory=1.0)
    await workers.start()
    async for found in workers.ask(ENDLESS):
        print("at work", flush=True)

asyncio.run(main())
"""


def test_workers_end_with_their_server() -> None:
    command, pipe = [sys.executable, "-c", SERVER], subprocess.PIPE
    with subprocess.Popen(command, text=True, stdout=pipe, stderr=pipe) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "at work\n"
        server.kill()
        _, said = server.communicate(timeout=10)  # the worker holds the same standard error
    assert said == ""
