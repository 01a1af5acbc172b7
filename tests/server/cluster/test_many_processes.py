"""Several processes on one database, killed and cut off: what was acknowledged is there once."""

from random import Random

import httpx
import pytest

from tests.postgres import Cluster
from tests.server.clients import command, move_on, new_table, shown
from tests.server.fault_runs import bad_network, clock_jumps, full_disks, kills_and_restarts
from tests.server.polling import asked, wait_for
from tests.server.processes import PATIENCE
from tests.server.site import shared_site


@pytest.mark.parametrize(
    ("games", "kills", "restarts"),
    [(20, 1, 1), pytest.param(200, 6, 4, marks=pytest.mark.soak)],
)
def test_nothing_acknowledged_is_lost(games: int, kills: int, restarts: int) -> None:
    assert kills_and_restarts(games, kills, restarts).moves >= games


@pytest.mark.soak
def test_clocks_that_jump() -> None:
    done = clock_jumps(games=200, jumps=6, kills=2)
    assert done.clocks_apart is not None


@pytest.mark.soak
def test_full_disks() -> None:
    assert full_disks(games=60, times=3).moves >= 60


@pytest.mark.soak
def test_a_bad_network(cluster: Cluster) -> None:
    done = bad_network(cluster, 200).faults
    assert min(done["drop"], done["double"], done["late"]) > 0, done


def test_what_a_dead_process_looked_after(cluster: Cluster) -> None:
    """Engine seats and clocks are taken over; games with engines go on."""
    with shared_site(cluster, 2, "--workers", "1") as site:
        first, second = site.processes
        with httpx.Client(base_url=first.url, timeout=PATIENCE) as http:
            clock = {"kind": "live", "base": 8, "increment": 0}
            timed, keys = new_table(http, game="quixo", seats=["me", "device"], clock=clock)
            for _ in range(2):  # then the clock runs
                assert move_on(http, timed, keys).is_success
            table, tokens = new_table(http, game="quixo", seats=["me", "random"])
            _moved(http, table, tokens[0])
        owner = "SELECT process FROM leases WHERE name = ?"
        wait_for(lambda: all(asked(site.place, owner, name) for name in (timed, table)))
        before = asked(site.place, owner, table)
        first.kill()
        with httpx.Client(base_url=second.url, timeout=PATIENCE) as http:
            _moved(http, table, tokens[0])
            wait_for(lambda: shown(http, timed)["status"] == "over")
        assert asked(site.place, owner, table) not in ([], before)


def _moved(http: httpx.Client, table: str, token: str) -> None:
    """Make a move, and let the engine answer."""
    seen = shown(http, table, token)
    board = seen["board_revision"]
    move = Random(1).choice(seen["legal"])
    assert command(http, table, token, type="move", board_revision=board, move=move).is_success
    wait_for(lambda: shown(http, table)["board_revision"] == board + 2)
