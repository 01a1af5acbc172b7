"""Clocks of a real server: right within a second, over its death and its return."""

import time
from pathlib import Path
from typing import Any

import httpx
import pytest

from cubarium.match.clocks import DAY
from tests.server.clients import move_on, new_table, shown
from tests.server.polling import asked, kinds, wait_for
from tests.server.processes import Served

NEAR = 1.5
"""Seconds: so far from the truth may a clock be."""
SHORT = 4
PAIR = ["me", "device"]


def begun(http: httpx.Client, moves: int, **wanted: Any) -> tuple[str, dict[int, str], float]:
    """A table where some moves have been made, and since when the last clock runs."""
    table, tokens = new_table(http, **wanted)
    for _ in range(moves):
        assert move_on(http, table, tokens).status_code == 200
    return table, tokens, time.monotonic()


def left(http: httpx.Client, table: str) -> float:
    """Seconds that are left to the seat whose clock runs."""
    clock = shown(http, table)["clock"]
    seconds: float = clock["left"][clock["running"]] / 1000
    return seconds


def live(base: int) -> dict[str, Any]:
    return {"kind": "live", "base": base}


def timed_out(folder: Path, table: str) -> bool:
    return "timed_out" in kinds(folder, table)


def late(folder: Path, table: str, base: int) -> int:
    """How long after its time was up a seat lost by that, by the server's own times."""
    query = "SELECT max(at) FROM events WHERE table_id = ? AND kind = ?"
    (began,) = asked(folder, query, table, "moved")[0]
    (ended,) = asked(folder, query, table, "timed_out")[0]
    downtimes = asked(folder, "SELECT began, ended FROM downtimes")
    lost = sum(max(0, min(ended, two) - max(began, one)) for one, two in downtimes)
    return int(ended - began - lost - base)


def make_older(folder: Path, table: str, age: int) -> None:
    """As if all had happened so many milliseconds earlier."""
    asked(folder, "UPDATE events SET at = at - ? WHERE table_id = ?", age, table)
    query = "UPDATE tables SET changed = changed - ?1, deadline = deadline - ?1 WHERE id = ?2"
    asked(folder, query, age, table)


def test_time_without_a_server_is_charged_to_nobody(tmp_path: Path) -> None:
    with Served(tmp_path) as served, httpx.Client(base_url=served.url, timeout=20) as http:
        long, tokens, since = begun(http, 2, game="quixo", seats=PAIR, clock=live(60))
        short, _, began = begun(http, 2, game="cage", seats=PAIR, clock=live(SHORT))
        three, _, _ = begun(
            http, 3, game="cubulus", players=3, seats=[*PAIR, "device"], clock=live(SHORT)
        )
        days, _, _ = begun(http, 2, game="quixo", seats=PAIR, clock={"kind": "days", "days": 1})
        untimed, _, _ = begun(http, 0, game="quixo", seats=PAIR, clock=live(1))
        time.sleep(1)
        alive = time.monotonic()
        served.kill()
        make_older(tmp_path, days, DAY - SHORT * 1000)
        time.sleep(2.5)
        served.start()
        back = time.monotonic()
        for table in (short, three, days, long):
            shown(http, table)  # the cookie says whose seats they are: they are back

        def expected(base: float, start: float) -> float:
            return base - (alive - start) - (time.monotonic() - back)

        assert abs(left(http, long) - expected(60, since)) < NEAR
        assert not timed_out(tmp_path, short)
        wait_for(lambda: timed_out(tmp_path, short))
        assert abs(expected(SHORT, began)) < 2 * NEAR
        wait_for(lambda: timed_out(tmp_path, days))
        assert 0 <= late(tmp_path, short, SHORT * 1000) < NEAR * 1000
        assert 0 <= late(tmp_path, days, DAY) < NEAR * 1000
        seen = shown(http, short)
        loser = seen["clock"]["left"].index(0)
        assert seen["status"] == "over"
        assert seen["outcome"] == {"winners": [1 - loser], "reason": "time_out", "scores": None}

        wait_for(lambda: timed_out(tmp_path, three))
        seen = shown(http, three)
        assert seen["status"] == "live", "the others play on"
        assert [seat["left"] for seat in seen["seats"]].count(True) == 1
        assert kinds(tmp_path, untimed) == ["seated", "seated"], "no clock runs before a move"

        assert move_on(http, long, tokens).status_code == 200
        assert abs(left(http, long) - 60) < 60 - expected(60, since) + NEAR


@pytest.mark.soak
def test_time_when_nothing_can_be_stored_is_charged_to_nobody(tmp_path: Path) -> None:
    with Served(tmp_path) as served, httpx.Client(base_url=served.url, timeout=20) as http:
        busy, tokens, _ = begun(http, 2, game="quixo", seats=PAIR)
        table, _, began = begun(http, 2, game="quixo", seats=PAIR, clock=live(SHORT))
        served.fill_disk()
        full = time.monotonic()
        wait_for(lambda: http.get("/healthz").status_code == 503)
        time.sleep(SHORT)
        assert not timed_out(tmp_path, table)
        served.make_room()
        assert move_on(http, busy, tokens).status_code == 200, "before the next heartbeat"
        wait_for(lambda: http.get("/healthz").status_code == 200)
        room = time.monotonic()
        remaining = SHORT - (full - began) - (time.monotonic() - room)
        assert abs(left(http, table) - remaining) < 1.5 * NEAR
        wait_for(lambda: timed_out(tmp_path, table))
        assert 0 <= late(tmp_path, table, SHORT * 1000) < NEAR * 1000
