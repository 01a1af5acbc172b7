"""Where a server can't start it says why, in one sentence; where it is stopped it ends in order."""

import asyncio
import os
import signal
import socket
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner, Result

from cubarium.cli.main import cli
from cubarium.database.database import is_in_use, prepared
from cubarium.server.process import addresses
from tests.server.clients import Client, move_on, new_table
from tests.server.disks import read_only, small_disk
from tests.server.polling import asked
from tests.server.processes import Served


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """`cubarium serve`, where it is sure not to start."""
    monkeypatch.setattr("cubarium.server.process.logs.configure", lambda *_: None)

    def called(data: Path, *options: str) -> Result:
        return CliRunner().invoke(cli, ["serve", "--data", str(data), "--port", "0", *options])

    return called


def check_sentence(result: Result, *words: str) -> None:
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    (line,) = result.stderr.splitlines()
    assert line.startswith("Error: ")
    for word in words:
        assert word in line


def test_read_only_folder(tmp_path: Path, serve: Callable[..., Result]) -> None:
    folder = tmp_path / "disk"
    words = (str(folder), "can't be used", "ead-only")
    with small_disk(folder):
        with read_only(folder):
            check_sentence(serve(folder), *words)
            check_sentence(serve(folder / "new"), *words)
        prepared(folder).dispose()
        with read_only(folder):
            check_sentence(serve(folder), *words)
        (folder / "server.lock").touch()
        with read_only(folder):
            check_sentence(serve(folder), *words)


def test_folder_that_is_no_folder(tmp_path: Path, serve: Callable[..., Result]) -> None:
    (tmp_path / "cubarium.db").write_text("no database, but long enough to be one" * 99)
    check_sentence(serve(tmp_path), str(tmp_path), "not a database")
    assert serve(tmp_path / "cubarium.db").exit_code == 2


def test_newer_database(tmp_path: Path, serve: Callable[..., Result]) -> None:
    prepared(tmp_path).dispose()
    asked(tmp_path, "UPDATE alembic_version SET version_num = '9999'")
    check_sentence(serve(tmp_path), "newer Cubarium")
    assert asked(tmp_path, "SELECT version_num FROM alembic_version") == [("9999",)]


def test_port_in_use(tmp_path: Path, serve: Callable[..., Result]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        check_sentence(serve(tmp_path, "--port", str(port)), f"port {port}", "in use")
    check_sentence(serve(tmp_path, "--host", "no.such.host.invalid"), "no.such.host.invalid")


def test_one_server_a_folder(
    tmp_path: Path, serve: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    with Served(tmp_path, anew=True) as served:
        told = serve(tmp_path)
        assert (told.exit_code, told.stderr) == (0, "")
        assert told.stdout == f"Cubarium serves at {served.url} already.\n"
        file = tmp_path / "server.address"
        for nonsense in ("", "{", "[]", '{"local": 1}', '{"local": "x:", "shareable": []}'):
            file.write_text(nonsense)
            check_sentence(serve(tmp_path), "another Cubarium server")
        with socket.create_server(("127.0.0.1", 0)) as other:
            port = other.getsockname()[1]
            file.write_text(f'{{"local": "http://127.0.0.1:{port}", "shareable": []}}')
            monkeypatch.setattr("cubarium.cli.commands.serve.PATIENCE", 0.2)
            check_sentence(serve(tmp_path), "another Cubarium server")
        assert served.stop(signal.SIGINT) == 0
        assert not is_in_use(tmp_path)
        assert not file.exists()


def test_the_page_of_the_first_one_is_opened(
    tmp_path: Path, serve: Callable[..., Result], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[str] = []

    def show(page: str) -> bool:
        shown.append(page)
        return True

    monkeypatch.setattr("cubarium.cli.commands.serve.show_page", show)
    with Served(tmp_path) as served:
        assert serve(tmp_path, "--open").exit_code == 0
        assert shown == [served.url]


def test_people_nearby(tmp_path: Path, serve: Callable[..., Result]) -> None:
    """One that serves this computer alone does not do for them; the other one is told again."""
    with Served(tmp_path) as served:
        check_sentence(serve(tmp_path, "--lan"), served.url, "this computer alone", "--lan")
        served.stop()
    hosts = addresses.local_hosts()
    with Served(tmp_path, "--lan") as served, httpx.Client(base_url=served.url) as http:
        nearby = [addresses.address(host, served.port) for host in hosts]
        told = http.get("/api/addresses").json()
        assert told == {"addresses": nearby, "command": "cubarium serve --lan"}
        for one in nearby:
            assert httpx.get(f"{one}/healthz").status_code == 200
        if nearby:
            again = serve(tmp_path, "--lan")
            assert again.exit_code == 0
            assert nearby[0] in again.stdout


def test_an_address_that_was_left_behind(tmp_path: Path) -> None:
    """A server that was killed could not take it away: the next one has another."""
    served = Served(tmp_path).start()
    served.kill()
    file = tmp_path / "server.address"
    left = file.read_text()
    served.port = 0
    with served:
        assert served.url in file.read_text()
        assert file.read_text() != left


async def watched(served: Served, table: str, token: str) -> Client:
    client = Client(served, table, token)
    await client.come()
    return client


def test_stopped_while_all_is_busy(tmp_path: Path) -> None:
    with (
        Served(tmp_path, "--workers", "2") as served,
        httpx.Client(base_url=served.url, timeout=20) as http,
    ):
        table, tokens = new_table(http, game="quixo", seats=["me", "random"])
        workers = served.workers()
        assert len(workers) == 2
        for worker in workers:
            os.kill(worker, signal.SIGSTOP)  # engines that think, and think
        assert move_on(http, table, tokens).status_code == 200

        async def stop() -> tuple[int, int | None, float]:
            clients = [await watched(served, table, tokens[0]) for _ in range(5)]
            began = time.monotonic()
            code = await asyncio.to_thread(served.stop)
            lasted = time.monotonic() - began
            for client in clients:
                await client.go()
            (closed,) = {client.closed for client in clients}
            return code, closed, lasted

        code, closed, lasted = asyncio.run(stop())
        assert code == 0, served.errors
        assert closed == 1012
        assert lasted < 8
        assert not [worker for worker in workers if Path(f"/proc/{worker}").exists()]
        assert not [line for line in served.errors if '"error"' in line]
