"""Analyses, line by line, and what they have in common with reviews."""

import asyncio
import json
from dataclasses import replace
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request, Response

from cubarium import catalog
from cubarium.analysis.annotation import Annotation, Fact, Verdict
from cubarium.analysis.jobs import AnalysisJob
from cubarium.analysis.review import AnnotatedMove, SeatSummary
from cubarium.core.engine import Estimate, Forecast, Limit, Proven, Thought
from cubarium.core.errors import CubariumError
from cubarium.core.turn import Outcome
from cubarium.database import repository
from cubarium.engines.pool import Busy, Lost, Workers
from cubarium.jit import ENABLED
from cubarium.server.studies import endpoints as studies
from cubarium.tables.identity import digest
from tests.server.app import FakeWorkers, asked, fault, make, post

THOUGHT = Thought("a1e1", Estimate((0.6, 0.4)), ("a1e1", "b5b1"), nodes=100, depth=3)
PROVEN = Proven(Outcome(frozenset({0}), Forecast.PROVED), 3)
ANNOTATED = AnnotatedMove(
    1,
    0,
    "a1e1",
    before=PROVEN,
    after=None,
    best=THOUGHT,
    annotation=Annotation(0.5, Verdict.BLUNDER, Fact.LOSES_WIN),
)
COUNTS = {Verdict.INACCURACY: 0, Verdict.MISTAKE: 0, Verdict.BLUNDER: 1}
SUMMARY = SeatSummary(0, moves=1, verdicts=COUNTS, accuracy=0.5)
THOUGHT_JSON = {
    "best": "a1e1",
    "value": {"shares": [0.6, 0.4], "kind": "estimate"},
    "line": ["a1e1", "b5b1"],
    "nodes": 100,
    "depth": 3,
}
PROVEN_JSON = {
    "outcome": {"winners": [0], "reason": "proved", "scores": None},
    "plies": 3,
    "kind": "proven",
}
TEXT = '[Game "quixo"]\n[Rules "1"]\n[Players "2"]\n\n1. a1e1 b5b1 2. a1e1 *\n'
CUBEO = "Y..G|....|....|..../....|....|....|..../....|....|....|..../R..B|....|....|...."


def lines(response: httpx.Response) -> list[dict[str, Any]]:
    assert response.status_code == 200, response.text
    assert response.headers["content-type"].startswith("application/x-ndjson")
    return [json.loads(line) for line in response.text.splitlines()]


def test_an_analysis_comes_line_by_line() -> None:
    workers = FakeWorkers([(THOUGHT,), (THOUGHT, replace(THOUGHT, value=PROVEN))])
    question = {"game": "quixo", "moves": ["a1e1"], "lines": 2, "seconds": 0.5}
    begun, first, second, done = lines(post("/analysis", question, make(workers)))
    assert (begun["kind"], begun["seat"], begun["name"]) == ("begun", 1, "O")
    assert first == {"kind": "thoughts", "lines": [THOUGHT_JSON]}
    assert second["lines"][1]["value"] == PROVEN_JSON
    assert done == {"kind": "done"}
    ((job, owner),) = workers.asked
    assert isinstance(job, AnalysisJob)
    assert (job.limit, job.lines, job.spec.info.name) == (Limit(seconds=0.5), 2, "quixo")
    assert job.story.seat == 1
    assert len(job.story.events) == 1
    assert job.story.repetitions == 3
    assert owner == "127.0.0.1"
    assert workers.stopped == 1


def test_a_guest_is_known_by_its_cookie() -> None:
    workers = FakeWorkers()
    app = make(workers)
    cookie = Response()
    app.services.guests.identity(Request({"type": "http", "headers": []}), cookie)
    headers = {"Cookie": cookie.headers["set-cookie"].partition(";")[0]}
    assert len(lines(post("/analysis", {"game": "quixo"}, app, headers))) == 2
    ((_, owner),) = workers.asked
    assert owner not in ("", "127.0.0.1")
    secret = headers["Cookie"].partition("=")[2].partition(".")[0]
    assert owner == digest(secret).hex()
    assert workers.addresses == ["127.0.0.1"]


@pytest.mark.parametrize("path", ["/analysis", "/review"])
def test_who_is_busy_says_when_to_come_again(path: str) -> None:
    app = make(FakeWorkers(error=Busy("too many questions wait already", 5.0)))
    told = post(path, {"game": "quixo"} if path == "/analysis" else {"text": TEXT}, app)
    assert fault(told, 503)[0] == "busy"
    assert told.headers["retry-after"] == "5"


@pytest.mark.parametrize("path", ["/analysis", "/review"])
def test_whose_own_questions_wait_is_told_so(path: str) -> None:
    app = make(FakeWorkers(error=Busy("your other questions wait", 5.0, is_own=True)))
    told = post(path, {"game": "quixo"} if path == "/analysis" else {"text": TEXT}, app)
    assert fault(told, 429)[0] == "busy"
    assert told.headers["retry-after"] == "5"


@pytest.mark.parametrize(
    ("error", "code"),
    [(Lost("its worker ended"), "no_engine"), (CubariumError("no"), "invalid_input")],
)
@pytest.mark.parametrize("answers", [[], [(THOUGHT,)]])
def test_what_fails_on_the_way_is_told(error: Exception, code: str, answers: list[Any]) -> None:
    app = make(FakeWorkers(answers, error))
    *_, last = lines(post("/analysis", {"game": "quixo"}, app))
    assert (last["kind"], last["error"]["code"]) == ("failed", code)
    assert "its worker ended" not in str(last)


@pytest.mark.parametrize("path", ["/analysis", "/review", "/values"])
def test_who_plays_gets_no_help(path: str, monkeypatch: pytest.MonkeyPatch) -> None:
    workers = FakeWorkers()
    app = make(workers)

    monkeypatch.setattr(
        repository, "plays_people", lambda _connection, _keys, game: game == "quixo"
    )
    known = {"Authorization": f"Bearer {'x' * 20}"}
    told = post(path, {"text": TEXT} if path == "/review" else {"game": "quixo"}, app, known)
    assert fault(told, 403) == ("live_game", "")
    assert not workers.asked
    assert len(lines(post("/analysis", {"game": "cage"}, app, known))) == 2


async def leave(app: FastAPI, body: dict[str, Any], heard: int) -> None:
    """Ask, and go away after so many lines."""
    said = [{"type": "http.request", "body": json.dumps(body).encode(), "more_body": False}]
    told: list[bytes] = []
    enough = asyncio.Event()

    async def receive() -> dict[str, Any]:
        if said:
            return said.pop()
        await enough.wait()
        return {"type": "http.disconnect"}

    async def send(message: Any) -> None:
        if message.get("body"):
            told.append(message["body"])
        if len(told) == heard:
            enough.set()

    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "method": "POST",
        "path": "/api/analysis",
        "query_string": b"",
        "headers": [(b"host", b"test"), (b"content-type", b"application/json")],
    }
    async with asyncio.timeout(20):
        await app(scope, receive, send)
    assert len(told) == heard
    await asyncio.sleep(0)


def test_thoughts_are_told_again_in_a_long_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(studies, "SILENCE_SECONDS", 0.01)
    workers = FakeWorkers([(THOUGHT,)], endless=True)
    asyncio.run(leave(make(workers), {"game": "quixo", "seconds": 300}, 5))
    assert workers.stopped == 1


@pytest.mark.parametrize("heard", [1, 2])
def test_who_goes_away_stops_it(heard: int) -> None:
    workers = FakeWorkers([(THOUGHT,)] * (heard - 1), endless=True)
    asyncio.run(leave(make(workers), {"game": "quixo"}, heard))
    assert workers.stopped == 1
    assert workers.asked[0][1] == ""


@pytest.mark.parametrize(
    ("said", "status", "code"),
    [
        ({"game": "chess"}, 422, "invalid_option"),
        ({"moves": ["b2b5"]}, 409, "not_on_edge"),
        ({"game": "cubeo"}, 422, "invalid_input"),
        ({"position": "XXXXX/...../...../...../..... O"}, 422, "invalid_input"),
        ({"game": "cubeo", "position": f"{CUBEO} B seen=R hand=c01"}, 422, None),
        ({"lines": 0}, 422, "invalid_input"),
        ({"lines": 6}, 422, "invalid_input"),
        ({"seconds": 0.01}, 422, "invalid_input"),
        ({"seconds": 301}, 422, "invalid_input"),
        ({"seconds": float("nan")}, 422, "invalid_input"),
        ({"seconds": float("inf")}, 422, "invalid_input"),
        ({"more": 1}, 422, "invalid_input"),
    ],
)
def test_what_can_not_be_analysed(said: dict[str, Any], status: int, code: str | None) -> None:
    workers = FakeWorkers()
    found, _ = fault(post("/analysis", {"game": "quixo"} | said, make(workers)), status)
    assert code in (None, found)
    assert not workers.asked


def test_a_seat_is_told_what_it_may_know() -> None:
    game = catalog.load("cubeo")
    state = game.whole_position(f"{CUBEO} B hands=c01,c02/c04,c05")
    for text, right in (
        (game.text(game.view(state, 1)), 200),
        (game.text(game.view(state, 0)), 422),
    ):
        workers = FakeWorkers()
        told = post("/analysis", {"game": "cubeo", "position": text}, make(workers))
        assert told.status_code == right, told.text
        assert len(workers.asked) == (right == 200)


def test_engines_answer() -> None:
    async def whole() -> None:
        workers = Workers(1, memory=1.0)
        await workers.start()
        app = make(workers)
        seconds = 0.1 if ENABLED else 0.3
        try:
            question = {"game": "quixo", "options": {"size": "3"}, "seconds": seconds}
            begun, *thoughts, done = lines(await asked(app, "POST", "/analysis", json=question))
            assert (begun["kind"], done["kind"]) == ("begun", "done")
            assert thoughts[-1]["lines"][0]["best"]
            text = TEXT.replace("\n\n", '\n[Options "size=3"]\n\n', 1)
            text = text.replace("a1e1 b5b1 2. a1e1", "a1c1 b3b1")
            begun, *annotated, summary, done = lines(
                await asked(app, "POST", "/review", json={"text": text, "seconds": 0.05})
            )
            assert [one["move"] for one in annotated] == ["a1c1", "b3b1"]
            assert [one["moves"] for one in summary["seats"]] == [1, 1]
            assert done == {"kind": "done"}
        finally:
            await workers.close()

    asyncio.run(whole())


def test_values_where_a_position_is_solved() -> None:
    """The usual start is a draw; what is not solved says so."""
    told = post("/values", {"game": "quixo"}).json()
    assert (told["value"], told["plies"]) == ("draw", None)
    assert set(told["moves"]) == {catalog.load("quixo").write(m) for m in _first_moves("quixo")}
    assert {one["value"] for one in told["moves"].values()} <= {"win", "draw", "loss"}
    assert post("/values", {"game": "cubeo"}).json()["value"] is None
    full = {"game": "quixo", "position": "XXOX./XOOOO/OOXXX/XOOOX/OXXOX O"}
    assert post("/values", full).json() == {
        "position": full["position"], "value": None, "plies": None, "moves": {}
    }  # fmt: skip
    assert fault(post("/values", {"game": "chess"}), 422)[0] == "invalid_option"
    assert fault(post("/values", {"game": "quixo", "position": "x"}), 422)[0] == "invalid_position"


def test_small_boards_are_solved_with_their_plies() -> None:
    told = post("/values", {"game": "quixo", "options": {"size": "3"}}).json()
    assert (told["value"], told["plies"]) == ("win", 7)
    assert min(one["plies"] for one in told["moves"].values() if one["value"] == "win") == 7


def _first_moves(name: str) -> Any:
    game = catalog.load(name)
    return game.moves(game.initial())
