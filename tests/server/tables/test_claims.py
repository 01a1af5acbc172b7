"""Games whose other players have left; time-outs that can't be written; tables nobody can read."""

from collections.abc import Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import pytest
import uvicorn
from sqlalchemy.exc import OperationalError

from cubarium.database.database import locked, prepared
from cubarium.match import command_rules
from cubarium.server.app import make_app
from cubarium.server.run import listening
from cubarium.server.server_configuration import ServerConfiguration
from cubarium.server.tables.runtime import Runtime
from tests.database.rows import begun, put
from tests.server.clients import command, move_on, new_table
from tests.server.flat import flat
from tests.server.polling import asked, kinds, wait_for

PAIR = ["me", "device"]


class Inside(httpx.Client):
    """Asks a server that runs in this process."""

    runtime: Runtime


@pytest.fixture
def http(tmp_path: Path) -> Iterator[Inside]:
    """On a folder with a table that can't be read."""
    engine = prepared(tmp_path)
    put(engine, "broken", begun(2), 5)
    asked(tmp_path, "UPDATE tables SET engine_moves = 1, configuration = '{}' WHERE id = 'broken'")
    app = make_app(ServerConfiguration(rate=0, warm=False), engine)
    server = uvicorn.Server(uvicorn.Config(app, log_config=None))
    with locked(tmp_path), listening("127.0.0.1", 0) as socket:
        thread = Thread(target=server.run, kwargs={"sockets": [socket]})
        thread.start()
        with Inside(base_url=f"http://127.0.0.1:{socket.getsockname()[1]}", timeout=20) as client:
            client.runtime = app.services.runtime
            yield client
        server.should_exit = True
        thread.join()
    engine.dispose()


def test_a_claim_is_one_command(
    http: Inside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, tokens = new_table(http, game="quixo", seats=PAIR)
    for _ in range(2):
        assert move_on(http, table, tokens).status_code == 200
    claim: dict[str, Any] = {"type": "claim", "id": "c", "what": "win", "seat": 0}
    early = command(http, table, tokens[0], **claim)
    assert early.json()["error"]["code"] == "still_here"
    monkeypatch.setattr(command_rules, "UNTIMED_GRACE", 0)
    first = command(http, table, tokens[0], **claim)
    assert first.status_code == 200, first.text
    again = command(http, table, tokens[0], **claim)
    assert again.json() == first.json()
    assert kinds(tmp_path, table)[-2:] == ["claimed", "timed_out"]


def test_names_of_commands_belong_to_seats(
    http: Inside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One seat may claim by a name that the other one has used for a move."""
    monkeypatch.setattr(command_rules, "UNTIMED_GRACE", 0)
    table, tokens = new_table(http, game="quixo", seats=PAIR)
    for _ in range(2):
        assert move_on(http, table, tokens).status_code == 200
    asked(tmp_path, "UPDATE events SET command = '1' WHERE kind = 'moved' AND seat = 1")
    claim = {"type": "claim", "id": "1", "what": "win", "seat": 0}
    assert command(http, table, tokens[0], **claim).status_code == 200


def test_a_write_that_failed_but_was_made(
    http: Inside, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk says no, and has it all the same: the command comes again, and is known."""
    table, tokens = new_table(http, game="quixo", seats=PAIR)
    write = http.runtime.storage.writer.write

    async def lying(change: Any, *more: Any) -> Any:
        await write(change, *more)
        raise OperationalError("COMMIT", {}, OSError("disk I/O error"))

    seen = flat(http.get(f"/api/tables/{table}").json())
    move = {"type": "move", "id": "m", "board_revision": 0, "move": seen["legal"][0], "seat": 0}
    with monkeypatch.context() as patched:
        patched.setattr(http.runtime.storage.writer, "write", lying)
        assert command(http, table, tokens[0], **move).status_code == 503
    assert kinds(tmp_path, table).count("moved") == 1
    known = command(http, table, tokens[0], **move)
    assert known.json()["revision"] == 3
    assert move_on(http, table, tokens).status_code == 200
    assert kinds(tmp_path, table).count("moved") == 2


def test_one_broken_table_harms_nobody(http: Inside, tmp_path: Path) -> None:
    table, _ = new_table(http, game="quixo", seats=["me", "random"])
    beat = asked(tmp_path, "SELECT at FROM heartbeats")
    wait_for(lambda: asked(tmp_path, "SELECT at FROM heartbeats") > beat)
    assert http.get("/healthz").status_code == 200
    assert http.get(f"/api/tables/{table}").status_code == 200
