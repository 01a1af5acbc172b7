"""The description of the HTTP doors is true: whatever is asked, the answer is one of those that it
tells of, and never a fault of ours."""

import asyncio
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Self

import httpx
import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode, Response
from schemathesis.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from cubarium.core.engine import Estimate, Thought
from cubarium.engines.pool import Busy
from tests.server.inside import HOST, serving
from tests.tables import SOAKING

CHECKS = [
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
OPERATIONS = [
    "check_health",
    "list_addresses",
    "create_table",
    "list_tables",
    "list_my_tables",
    "show_table",
    "list_events",
    "show_history",
    "give_command",
    "create_token",
    "resume_seat",
    "export_record",
    "give_hint",
    "preview_move",
    "show_table_picture",
    "show_still",
]
SERVICES = [
    "games",
    "rules",
    "lessons",
    "course",
    "check_try",
    "position",
    "read_records",
    "write_records",
    "puzzles",
    "puzzle",
    "check_puzzle",
    "puzzle_solution",
    "step_puzzle",
    "wins",
    "win",
    "answer_win",
    "win_solution",
    "great_games",
    "values",
    "show_game_picture",
    "show_site_picture",
    "delete_table",
    "delete_me",
]
STUDIES = [
    "analysis",
    "make_puzzle",
    "review",
    "review_table",
    "show_film",
    "show_record_film",
    "show_record_still",
]
"""Engines would have to think: tests of the rooms ask these doors with none behind them."""
TABLES = [
    ("quixo", "me", "friend"),
    ("quixo", "me", "device"),
    ("cubeo", "me", "device"),
    ("cubeo", "me", "random"),
    ("cubulus", "me", "device"),
]
THOUGHT = Thought("draw", Estimate((0.5, 0.5)), ("draw",), nodes=1, depth=1)


class Server:
    """The app on a thread of its own, with some tables, and tokens of seats there."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever)
        self._context = serving(folder)
        self._asked = 0
        self.tables: list[str] = []
        self.tokens: list[str] = []

    def __enter__(self) -> Self:
        self._thread.start()
        self._wait(self._open())
        return self

    def __exit__(self, *_: object) -> None:
        self._wait(self._context.__aexit__(None, None, None))
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _wait(self, work: Any) -> Any:
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(30)

    async def _open(self) -> None:
        inside = await self._context.__aenter__()
        monkeypatched: Any = inside.app.services.workers
        monkeypatched.last = self._think
        guest = inside.guest()
        for game, *seats in TABLES:
            answer = await guest.post("/api/tables", {"game": game, "seats": seats})
            self.tables.append(answer.json()["update"]["table"])
            self.tokens += answer.json()["tokens"].values()
        self._http = inside.guest().http
        answer = await guest.get("/api/openapi.json")
        self.schema = schemathesis.openapi.from_dict(answer.json())

    async def _think(self, *_: Any, **__: Any) -> Any:
        """Instead of an engine, which is busy now and then."""
        self._asked += 1
        if self._asked % 3 == 0:
            raise Busy("too many questions wait already", 2.0)
        return (THOUGHT,)

    def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """Ask as a stranger would, who has no cookies."""

        async def asked() -> httpx.Response:
            self._http.cookies.clear()
            return await self._http.request(method, path, **more)

        answer: httpx.Response = self._wait(asked())
        return answer

    def ask_case(self, case: Any, headers: dict[str, str]) -> httpx.Response:
        """Ask what schemathesis has thought of."""
        wanted = case.as_transport_kwargs(base_url=f"http://{HOST}", headers=headers)
        ready = requests.Request(**wanted).prepare()
        return self.ask(
            str(ready.method), str(ready.url), content=ready.body, headers=dict(ready.headers)
        )


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(tmp_path_factory.mktemp("openapi")) as server:
        yield server


def _operations(schema: Any) -> dict[str, Any]:
    found = [result.ok() for result in schema.get_all_operations()]
    return {one.definition.raw["operationId"]: one for one in found}


def test_every_door_is_known_here(server: Server) -> None:
    assert sorted(_operations(server.schema)) == sorted(OPERATIONS + SERVICES + STUDIES)


@pytest.mark.parametrize("name", OPERATIONS + SERVICES)
def test_answers_are_as_described(server: Server, name: str) -> None:
    operation = _operations(server.schema)[name]
    modes = [GenerationMode.POSITIVE, GenerationMode.NEGATIVE]
    cases = st.one_of(
        *(operation.as_strategy(generation_mode=mode) for mode in modes if _can(operation, mode))
    )

    @settings(
        max_examples=_examples(name, operation.method),
        derandomize=True,
        deadline=None,
        phases=(Phase.generate,),
        suppress_health_check=[*HealthCheck],
    )
    @given(
        case=cases,
        table=st.sampled_from([None, *server.tables]),
        token=st.sampled_from([None, "nonsense", *server.tokens]),
    )
    def asked(case: Any, table: str | None, token: str | None) -> None:
        if table is not None and "table_id" in (case.path_parameters or {}):
            case.path_parameters["table_id"] = table
        headers = {} if token is None else {"authorization": f"Bearer {token}"}
        response = server.ask_case(case, headers)
        assert response.status_code < 500 or _not_now(response)
        case.validate_response(Response.from_httpx(response, verify=True), checks=CHECKS)

    asked()


def _examples(name: str, method: str) -> int:
    """More where more can go wrong; many more if there is time."""
    times = 10 if SOAKING else 1
    if name in SERVICES:
        return 4 * times
    return times * (20 if method == "post" else 8)


def _can(operation: Any, mode: GenerationMode) -> bool:
    """What takes nothing can't be asked wrongly."""
    if mode is GenerationMode.POSITIVE:
        return True
    return bool(operation.body or operation.query or operation.path_parameters)


def _not_now(response: Any) -> bool:
    """Has it too much to do, or does its disk lag behind? (The health says so in its own words.)"""
    answer = response.json()
    waits = answer["error"]["code"] in ("busy", "storage") if "error" in answer else True
    return response.status_code == 503 and waits


WRONG = [
    b"",
    b"null",
    b"[]",
    b'"text"',
    b"{",
    b"\xff\xfe\x00",
    b"[" * 100_000,
    b'{"a":' * 50_000,
    b"9" * 5000,
    b'{"game": ' + b"9" * 5000 + b"}",
    b'{"game": "\\ud800"}',
    b'{"game": "quixo", "\\ud800": 1}',
    b'{"game": "quixo", "options": {"\\ud800": "x"}}',
    b'{"game": "quixo", "options": {"players": "x"}}',
    b'{"game": "quixo", "options": {"name": "x"}}',
    b'{"game": "quixo\\u0000"}',
    b'{"game": "quixo", "position": "\\u0000\xc2\xb2"}',
    b'{"game": "cubeo", "position": "\xd9\xa3"}',
    b'{"game": "quixo", "players": 1e999}',
    b'{"game": "quixo", "players": NaN}',
    b'{"game": "quixo", "players": 99999999999999999999999}',
    b'{"game": "quixo", "clock": {"kind": "live", "base": -1}}',
    b'{"game": "quixo", "clock": {"kind": "sun"}}',
    b'{"type": "move", "id": "1", "board_revision": 99999999999999999999999, "move": "a1"}',
    b'{"type": "move", "id": "\\ud800", "board_revision": 0, "move": "a1"}',
    b'{"type": "move", "id": "1", "board_revision": 0, "move": "\\udfff"}',
    b'{"type": "move", "id": "\\u0000", "board_revision": 0, "move": "\\u0000"}',
    b'{"seat": 99999999999999999999999, "token": "x"}',
    b'{"seat": 0, "token": "\\ud800"}',
]


@pytest.mark.parametrize("door", ["", "/{}/commands", "/{}/resume"])
def test_bodies_that_are_no_questions(server: Server, door: str) -> None:
    path = "/api/tables" + door.format(server.tables[1])
    headers = {"authorization": f"Bearer {server.tokens[1]}"}
    for body in WRONG:
        kind = {**headers, "content-type": "application/json"}
        response = server.ask("POST", path, content=body, headers=kind)
        assert response.status_code in (400, 403, 404, 409, 422), body
        assert response.json()["error"]["message"]
        response = server.ask("POST", path, content=body or b" ", headers=headers)
        assert response.status_code == 415


@pytest.mark.parametrize(
    "path",
    [
        "/api/tables/%00",
        "/api/tables/%ff",
        "/api/tables/" + "x" * 5000,
        "/api/tables/x%0A",
        "/api/tables?limit=" + "9" * 5000,
        "/api/tables?limit=%ED%A0%80",
        "/api/tables/none/events?after=" + "9" * 100,
        "/api/tables/none/record?form=%00",
    ],
)
def test_odd_addresses(server: Server, path: str) -> None:
    response = server.ask("GET", path)
    assert response.status_code in (404, 422)
    assert response.json()["error"]["message"]
