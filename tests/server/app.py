"""A small app with all services, and workers that have learned their answers by heart."""

import asyncio
import json
import pickle
from collections.abc import AsyncGenerator, Mapping, Sequence
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import httpx
from fastapi import FastAPI
from sqlalchemy import Engine

from cubarium.analysis.probed_position import ProbeJob
from cubarium.database.database import prepared
from cubarium.engines.engine_cache import EngineCache
from cubarium.engines.jobs import Job
from cubarium.engines.pool import Urgency
from cubarium.server.app import make_app
from cubarium.server.http.services import ServerApp
from cubarium.server.server_configuration import ServerConfiguration


class FakeWorkers:
    """Answers every job with the same, then is done, fails, or says nothing more; remembers what it
    was asked."""

    def __init__(
        self, answers: Sequence[Any] = (), error: Exception | None = None, *, endless: bool = False
    ) -> None:
        self.answers = answers
        self.error = error
        self.endless = endless
        self.asked: list[tuple[Job[Any], str]] = []
        self.addresses: list[str] = []
        self.worked: list[str] = []
        self.stopped = 0

    async def last(self, job: Job[Any], *, owner: str, address: str, urgency: Urgency) -> Any:
        """Records are read here, and solved positions looked up."""
        assert urgency is (Urgency.HINT if isinstance(job, ProbeJob) else Urgency.STUDY)
        assert (owner, address) != ("", "")
        *_, found = job.run(EngineCache(1.0))
        self.worked.append(type(job).__name__)
        return pickle.loads(pickle.dumps(found))

    async def ask(
        self, job: Job[Any], *, owner: str, address: str, urgency: Urgency, takes_turns: bool
    ) -> AsyncGenerator[Any, None]:
        assert urgency is Urgency.STUDY
        assert takes_turns
        self.addresses.append(address)
        self.asked.append((job, owner))
        try:
            for answer in self.answers:
                yield answer
            if self.error is not None:
                raise self.error
            if self.endless:
                await asyncio.Event().wait()
        finally:
            self.stopped += 1


_FOLDER = TemporaryDirectory()


@cache
def _engine() -> Engine:
    return prepared(Path(_FOLDER.name))


def make(workers: Any = None) -> ServerApp:
    """A server that is not started: its tables sleep, its services answer."""
    app = make_app(ServerConfiguration(rate=0, hosts=("test",)), _engine())
    fake: Any = workers or FakeWorkers()
    app.services.workers = fake
    return app


async def asked(app: FastAPI, method: str, path: str, **said: Any) -> httpx.Response:
    """What an app answers; what goes wrong in it is a 500, as for everybody."""
    transport = httpx.ASGITransport(app, raise_app_exceptions=False)
    async with httpx.AsyncClient(transport=transport, base_url="http://test/api") as client:
        return await client.request(method, path, **said)


APP = make()


def get(path: str, app: FastAPI = APP) -> httpx.Response:
    return asyncio.run(asked(app, "GET", path))


def post(
    path: str,
    body: Any = None,
    app: FastAPI = APP,
    known: Mapping[str, str] | None = None,
) -> httpx.Response:
    """Ask for something with a body: bytes as they are, all else as JSON."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"content-type": "application/json", **(known or {})}
    return asyncio.run(asked(app, "POST", path, content=content, headers=headers))


def fault(response: Any, status: int) -> tuple[str, str]:
    """The code and the place of a refusal."""
    assert response.status_code == status, response.text
    error = response.json()["error"]
    assert set(response.json()) == {"error"}
    assert error["message"]
    return error["code"], error["where"]
