"""The example bot: two of them play whole games on a real server, whatever happens to the line."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosedError

from examples import bot as example
from tests.server.contest import contest
from tests.server.processes import Served

BOT = Path(example.__file__)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("data")) as served:
        yield served


def test_it_is_short() -> None:
    assert len(BOT.read_text("utf-8").splitlines()) <= 100


@pytest.mark.parametrize("game", ["quixo", "cubeo"])
def test_two_bots_play_a_whole_game(server: Served, game: str) -> None:
    ends = asyncio.run(contest(server.url, game))
    assert [end["state"]["status"] for end in ends] == ["over", "over"]
    assert ends[0]["state"]["turn"] == ends[1]["state"]["turn"] is not None
    record = httpx.get(f"{server.url}/api/tables/{ends[0]['table']}/record").text
    assert f'[Reason "{ends[0]["state"]["turn"]["outcome"]["reason"]}"]' in record


def test_it_comes_back_and_sends_again(server: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every fifth message is lost with its connection: after it was sent, or before."""
    sent = 0
    send = ClientConnection.send

    async def flaky(self: ClientConnection, message: str) -> None:
        nonlocal sent
        sent += 1
        if sent % 5:
            await send(self, message)
            return
        if sent % 2:
            await send(self, message)
        self.transport.abort()
        raise ConnectionClosedError(None, None)

    monkeypatch.setattr(ClientConnection, "send", flaky)
    ends = asyncio.run(contest(server.url, "quixo"))
    assert [end["state"]["status"] for end in ends] == ["over", "over"]
