"""Engines in seats of a real server, whose workers are stopped and killed, and itself too."""

import os
import signal
import time
from pathlib import Path

import httpx

from tests.engines.programs import BADLY, hosted
from tests.server.clients import move_on, new_table, shown
from tests.server.polling import kinds, wait_for
from tests.server.processes import Served

BASE = 60


def stop_workers(served: Served) -> list[int]:
    """Let no engine think."""
    found = served.workers()
    for worker in found:
        os.kill(worker, signal.SIGSTOP)
    return found


def test_engines_move_whatever_is_killed(tmp_path: Path) -> None:
    with (
        Served(tmp_path, "--workers", "1") as served,
        httpx.Client(base_url=served.url, timeout=20) as http,
    ):
        clock = {"kind": "live", "base": BASE}
        table, tokens = new_table(http, game="quixo", seats=["me", "random"], clock=clock)

        def moves() -> int:
            return kinds(tmp_path, table).count("moved")

        # one that has to wait
        (worker,) = stop_workers(served)
        assert move_on(http, table, tokens).status_code == 200
        time.sleep(1.5)
        assert moves() == 1
        os.kill(worker, signal.SIGCONT)
        wait_for(lambda: moves() == 2)
        assert shown(http, table)["clock"]["left"][1] > (BASE - 1) * 1000, "waiting is not thinking"

        # one whose process dies
        stop_workers(served)
        assert move_on(http, table, tokens).status_code == 200
        os.kill(worker, signal.SIGKILL)
        wait_for(lambda: moves() == 4)

        # one whose server dies: nobody looks at the table, and it moves
        (worker,) = stop_workers(served)
        assert move_on(http, table, tokens).status_code == 200
        served.kill()
        os.kill(worker, signal.SIGKILL)
        assert moves() == 5
        served.start()
        wait_for(lambda: moves() == 6)
        assert shown(http, table)["clock"]["left"][1] > (BASE - 1) * 1000
        assert move_on(http, table, tokens).status_code == 200
        wait_for(lambda: moves() == 8)


def test_hosted_programs_move_and_lose_by_their_own_fault(tmp_path: Path) -> None:
    legal = "say('bestmove ' + ('b1b3' if 'b1b3' not in line else 'c1c3'))"
    file = hosted(tmp_path, fox=legal, cheat=BADLY["cheated"])
    with (
        Served(tmp_path, "--workers", "1", "--engines", str(file)) as served,
        httpx.Client(base_url=served.url, timeout=20) as http,
    ):
        engines = {one["name"]: one for one in http.get("/api/games").json()["engines"]}
        assert engines["fox"] == {"name": "fox", "title": "Fox of the tests", "is_hosted": True}
        assert not engines["level1"]["is_hosted"]
        options = {"size": "3"}
        table, tokens = new_table(http, game="quixo", options=options, seats=["fox", "me"])
        wait_for(lambda: kinds(tmp_path, table).count("moved") == 1)
        assert shown(http, table)["seats"][0]["name"] == "Fox of the tests"
        assert move_on(http, table, tokens).status_code == 200
        other, _ = new_table(http, game="quixo", options=options, seats=["cheat", "me"])
        wait_for(lambda: "resigned" in kinds(tmp_path, other))
        answer = http.post("/api/tables", json={"game": "quixo", "seats": ["ugi:ls", "me"]})
        assert answer.status_code in (400, 422)
        assert "fox, cheat" in answer.text
