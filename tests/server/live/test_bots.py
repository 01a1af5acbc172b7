"""Engines in seats of a real server, whose workers are stopped and killed, and itself too."""

import os
import signal
import time
from pathlib import Path

import httpx

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
