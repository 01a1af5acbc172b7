"""A full disk: commands are refused, nothing changes, all can look; with room, games go on."""

from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx

from tests.server.clients import command, move_on, new_table, shown
from tests.server.disks import small_disk
from tests.server.polling import asked, kinds, revisions, wait_for
from tests.server.processes import Served

PAIR = ["me", "device"]


def check_refused(answer: httpx.Response) -> None:
    assert answer.status_code == 503, answer.text
    assert answer.json()["error"]["code"] == "storage"
    assert int(answer.headers["retry-after"]) >= 1


def check_full(http: httpx.Client, folder: Path, table: str, tokens: dict[int, str]) -> None:
    """Nothing can be written, all can be read."""
    before, there = shown(http, table), revisions(folder, table)
    for _ in range(3):
        check_refused(move_on(http, table, tokens))
    check_refused(http.post("/api/tables", json={"game": "quixo", "seats": PAIR}))
    check_refused(command(http, table, tokens[0], type="say", seat=0, text="hello"))
    wait_for(lambda: http.get("/healthz").status_code == 503)
    assert http.get("/healthz").json()["storage"] is False
    for path in (f"/api/tables/{table}/events", "/api/tables?status=live", "/metrics"):
        assert http.get(path).status_code == 200
    after = shown(http, table)
    assert {name: after[name] for name in ("revision", "actions", "chat")} == {
        name: before[name] for name in ("revision", "actions", "chat")
    }
    assert revisions(folder, table) == there


def check_room(http: httpx.Client, folder: Path, table: str, tokens: dict[int, str]) -> None:
    """All goes on, once."""
    wait_for(lambda: http.get("/healthz").status_code == 200)
    played = kinds(folder, table).count("moved")
    for _ in range(4):
        assert move_on(http, table, tokens).status_code == 200
    assert kinds(folder, table).count("moved") == played + 4
    there = revisions(folder, table)
    assert there == [*range(1, len(there) + 1)]
    assert shown(http, table)["revision"] == there[-1]
    assert asked(folder, "PRAGMA integrity_check") == [("ok",)]


def test_no_file_can_grow(tmp_path: Path) -> None:
    with Served(tmp_path) as served, httpx.Client(base_url=served.url, timeout=20) as http:
        table, tokens = new_table(http, game="quixo", seats=PAIR)
        against, keys = new_table(http, game="quixo", seats=["me", "random"])
        for _ in range(3):
            move_on(http, table, tokens)
        served.fill_disk()
        check_full(http, tmp_path, table, tokens)
        check_refused(move_on(http, against, keys))
        seen = shown(http, table, tokens[1])
        move: dict[str, Any] = {
            "type": "move",
            "id": "again",
            "board_revision": seen["board_revision"],
            "move": seen["legal"][0],
        }
        check_refused(command(http, table, tokens[1], **move))
        served.make_room()
        first = command(http, table, tokens[1], **move)
        second = command(http, table, tokens[1], **move)
        assert first.status_code == second.status_code == 200
        assert first.json() == second.json()
        assert move_on(http, against, keys).status_code == 200
        wait_for(lambda: kinds(tmp_path, against).count("moved") == 2)
        check_room(http, tmp_path, table, tokens)


def test_a_small_disk_is_full(tmp_path: Path) -> None:
    folder = tmp_path / "disk"
    with (
        small_disk(folder),
        Served(folder) as served,
        httpx.Client(base_url=served.url, timeout=20) as http,
    ):
        table, tokens = new_table(http, game="cage", seats=PAIR)
        for _ in range(3):
            move_on(http, table, tokens)
        filler = folder / "filler"
        with filler.open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))
        for _ in range(200):  # what the log of the database has reserved is used up first
            if move_on(http, table, tokens).status_code != 200:
                break
        check_full(http, folder, table, tokens)
        filler.unlink()
        check_room(http, folder, table, tokens)
        served.stop()
