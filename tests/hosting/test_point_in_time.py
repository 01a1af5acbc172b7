"""A PostgreSQL goes back to a moment, by the commands of docs/hosting.md."""

import shutil
import time
from pathlib import Path

import httpx
import pytest

from cubarium.database.site_place import postgres_database
from tests.postgres import OWNER, Cluster, running_cluster
from tests.server.clients import move_on, new_table
from tests.server.polling import wait_for
from tests.server.processes import Served


def archive(cluster: Cluster) -> Path:
    """From now on the cluster keeps what it writes; the folder where."""
    folder = cluster.folder / "wal"
    folder.mkdir()
    _give(folder)
    for name, value in {
        "wal_level": "replica",
        "max_wal_senders": "2",
        "archive_mode": "on",
        "archive_command": f"test ! -f {folder}/%f && cp %p {folder}/%f",
    }.items():
        cluster.execute("postgres", f"ALTER SYSTEM SET {name} = '{value}'")
    cluster.stop()
    cluster.start()
    return folder


def _give(path: Path) -> None:
    if path.owner() == "root":
        shutil.chown(path, OWNER, OWNER)


def back_to(cluster: Cluster, base: Path, wal: Path, moment: str) -> None:
    """Let the cluster be what it was then."""
    data = cluster.folder / "data"
    data.rename(cluster.folder / "data.before")
    base.rename(data)
    with (data / "postgresql.auto.conf").open("a") as file:
        file.write(f"restore_command = 'cp {wal}/%f %p'\n")
        file.write(f"recovery_target_time = '{moment}'\n")
        file.write("recovery_target_action = 'promote'\n")
    (data / "recovery.signal").touch()
    _give(data / "recovery.signal")
    cluster.start()
    wait_for(lambda: cluster.execute("postgres", "SELECT pg_is_in_recovery()") == [(False,)])


@pytest.mark.soak
def test_back_to_a_moment() -> None:
    with running_cluster() as cluster:
        wal, base, name = archive(cluster), cluster.folder / "base", cluster.new_database()
        place = postgres_database(cluster.address(name))
        with Served(place) as served, httpx.Client(base_url=served.url) as http:
            early, keys = new_table(http, game="quixo", seats=["me", "device"])
            there = ("-h", cluster.folder, "-p", cluster.port, "-U", OWNER)
            cluster.run("pg_basebackup", *there, "-D", base, "-c", "fast")
            assert move_on(http, early, keys).is_success
            ((moment,),) = cluster.execute("postgres", "SELECT now()::text")
            time.sleep(1)  # until nothing belongs to both sides of the moment
            assert move_on(http, early, keys).is_success
            late, _ = new_table(http, game="quixo", seats=["me", "device"])
            assert served.stop() == 0
        ((last,),) = cluster.execute("postgres", "SELECT pg_walfile_name(pg_switch_wal())")
        wait_for((wal / last).exists)
        cluster.stop()
        back_to(cluster, base, wal, moment)
        with Served(place) as served, httpx.Client(base_url=served.url) as http:
            assert http.get(f"/api/tables/{late}").status_code == 404
            found = http.get(f"/api/tables/{early}").json()
            assert found["state"]["board_revision"] == 1
            assert move_on(http, early, keys).is_success
