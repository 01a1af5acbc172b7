"""The logins of docs/hosting/roles.sql: each may do what it needs, and no more."""

import os
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner
from psycopg import connect
from psycopg.errors import InsufficientPrivilege

from cubarium.cli.main import cli
from cubarium.database.site_place import postgres_database
from tests.postgres import Cluster, running_cluster
from tests.server.clients import move_on, new_table, shown
from tests.server.polling import wait_for
from tests.server.processes import PATIENCE, Served

FILES = Path(__file__).parents[2] / "docs" / "hosting"
PASSWORDS = {"owner": "o'wn", "server": "s3rver", "worker": "w0rker"}


def psql(cluster: Cluster, *words: str) -> None:
    programs = cluster.programs
    command = [str(programs / "psql"), "-q", "-v", "ON_ERROR_STOP=1", *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def address(cluster: Cluster, role: str) -> str:
    return f"postgresql://cubarium_{role}@/cubarium?host={cluster.folder}&port={cluster.port}"


def remote_jobs(server: Served) -> float:
    lines = httpx.get(f"{server.url}/metrics").text.splitlines()
    name = 'cubarium_remote_jobs_total{result="done"} '
    return sum(float(line.split()[-1]) for line in lines if line.startswith(name))


def test_each_login_can_do_its_work_and_no_more() -> None:
    with running_cluster() as cluster:
        given = [word for name, value in PASSWORDS.items() for word in ("-v", f"{name}={value}")]
        superuser = cluster.address("postgres")
        psql(cluster, superuser, *given, "-f", str(FILES / "roles.sql"))
        words = ["admin", "upgrade", "--database", address(cluster, "owner")]
        done = CliRunner().invoke(cli, words)
        assert done.exit_code == 0, done.output
        psql(cluster, address(cluster, "owner"), "-f", str(FILES / "worker-rights.sql"))
        for role, queries in {
            "server": ("CREATE TABLE mine (id INTEGER)", "DROP TABLE bans"),
            "worker": ("SELECT * FROM secrets", "SELECT * FROM events", "SELECT * FROM messages"),
        }.items():
            for query in queries:
                with (
                    connect(address(cluster, role)) as connection,
                    pytest.raises(InsufficientPrivilege),
                ):
                    connection.execute(query)
        check = ["admin", "check", "--database", address(cluster, "server")]
        done = CliRunner().invoke(cli, check)
        assert (done.exit_code, done.output) == (0, "All is well.\n")
        place = postgres_database(address(cluster, "server"))
        command = [sys.executable, "-m", "cubarium", "worker", "--workers", "1"]
        environment = {**os.environ, "CUBARIUM_DATABASE": address(cluster, "worker")}
        with (
            Served(place, "--workers", "1") as server,
            subprocess.Popen(command, stdout=subprocess.DEVNULL, env=environment) as worker,
            httpx.Client(base_url=server.url, timeout=PATIENCE) as http,
        ):
            try:
                wait_for(lambda: "cubarium_remote_workers 1.0" in http.get("/metrics").text)
                table, tokens = new_table(http, game="quixo", seats=["me", "random"])
                assert move_on(http, table, tokens).is_success
                wait_for(lambda: shown(http, table)["turn"]["seat"] == 0)
                assert remote_jobs(server) == 1
            finally:
                worker.kill()


def test_check_tells_of_a_database_that_every_login_may_open(cluster: Cluster) -> None:
    place = cluster.site()
    words = ["admin", "upgrade", "--database", cluster.address(str(place.url.database))]
    assert CliRunner().invoke(cli, words).exit_code == 0
    words[1] = "check"
    assert CliRunner().invoke(cli, words).output == "All is well.\n"
    cluster.execute("postgres", f"GRANT CONNECT ON DATABASE {place.url.database} TO PUBLIC")
    told = CliRunner().invoke(cli, words)
    assert told.exit_code == 1
    assert f"REVOKE CONNECT ON DATABASE {place.url.database} FROM PUBLIC;" in told.output
