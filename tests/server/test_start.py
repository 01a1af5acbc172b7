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
from cubarium.store.database import in_use, prepared
from tests.server.clients import Client, move_on, new_table
from tests.server.disks import read_only, small_disk
from tests.server.polling import asked
from tests.server.processes import Served


@pytest.fixture
def serve(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    """`cubarium serve`, where it is sure not to start."""
    monkeypatch.setattr("cubarium.server.logs.configure", lambda _: None)

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


def test_one_server_a_folder(tmp_path: Path, serve: Callable[..., Result]) -> None:
    with Served(tmp_path) as served:
        check_sentence(serve(tmp_path), "another Cubarium server")
        assert served.stop(signal.SIGINT) == 0
        assert not in_use(tmp_path)


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
