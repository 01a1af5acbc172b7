"""A login of the database server that may connect to the site's database, and nothing more: it can
send notifications and hear them, since PostgreSQL asks for no right there."""

import base64
import json
import os
import pickle
import re
from pathlib import Path
from time import sleep

import httpx
import psycopg
import pytest
from psycopg.errors import InsufficientPrivilege
from websockets.sync.client import connect

from cubarium.database.site_place import PostgresDatabase
from tests.postgres import Cluster
from tests.server.clients import move_on, new_table, shown
from tests.server.polling import wait_for
from tests.server.processes import PATIENCE
from tests.server.site import SharedSite, shared_site

HEARD = re.compile(
    r'\{"process":"[0-9a-f]+","tables":\{("[\w-]+":(\d+|null),?)+\}\}'
    r'|\{"process" : "[0-9a-f]+", "message" : \d+\}'
)
"""All that a notification says: names, revisions, numbers of rows."""


class Evil:
    """Makes a file when it is unpickled."""

    def __init__(self, file: Path) -> None:
        self.file = file

    def __reduce__(self) -> tuple[object, ...]:
        return os.mkdir, (str(self.file),)


def login(cluster: Cluster, site: SharedSite, name: str) -> psycopg.Connection[tuple[object, ...]]:
    """A new role that may connect, and nothing else."""
    assert isinstance(site.place, PostgresDatabase)
    database = site.place.url.database
    cluster.execute("postgres", f"CREATE ROLE {name} LOGIN")
    cluster.execute("postgres", f"GRANT CONNECT ON DATABASE {database} TO {name}")
    return psycopg.connect(
        f"user={name} host={cluster.folder} port={cluster.port} dbname={database}", autocommit=True
    )


def test_a_login_that_may_only_connect(cluster: Cluster, tmp_path: Path) -> None:
    made = tmp_path / "made"
    evil = base64.b85encode(pickle.dumps(Evil(made))).decode()
    with shared_site(cluster, 2, "--workers", "1") as site, login(cluster, site, "watcher") as own:
        first, second = site.processes
        with (
            httpx.Client(base_url=first.url, timeout=PATIENCE) as here,
            httpx.Client(base_url=second.url, timeout=PATIENCE) as there,
            connect(second.socket_url) as socket,
        ):
            table, tokens = new_table(here, game="quixo", seats=["me", "device"])
            secret, _ = new_table(here, game="cubeo", seats=["me", "device"])
            before = shown(there, table)
            row = {
                "table_id": table,
                "revision": before["revision"] + 1,
                "kind": "moved",
                "seat": 0,
                "data": {"move": before["legal"][0]},
                "at": 0,
                "spent": 0,
                "command": None,
            }
            kick = {"kind": "admin", "command": "kick", "argument": "0.0.0.0/0"}
            made_up = {"kind": "appended", "table": table, "rows": [row]}
            ahead = {"process": "x", "tables": {table: 2**31, secret: None, "none": 1}}
            own.execute("LISTEN cubarium")
            for channel in ("cubarium", "cubarium_jobs", "cubarium_answers"):
                for said in (
                    json.dumps(["x", "done", evil]),
                    json.dumps(["x", [kick, made_up]]),
                    json.dumps({"process": "x", "messages": [kick, made_up]}),
                    json.dumps(ahead),
                    json.dumps({"process": "x", "message": 1}),
                    "[" * 7_000,
                ):
                    own.execute("SELECT pg_notify(%s, %s)", [channel, said])
            sleep(1)
            assert not made.exists(), "a server has run what it was sent"
            for http in (here, there):
                assert shown(http, table)["revision"] == before["revision"], "nobody has moved"
            assert socket.ping().wait(PATIENCE), "no one was thrown out"
            assert move_on(here, table, tokens).is_success
            wait_for(lambda: shown(there, table)["revision"] > before["revision"])
            assert move_on(there, table, tokens).is_success, "listeners live on"
            wait_for(lambda: shown(here, table)["revision"] > before["revision"] + 1)
        heard = [one.payload for one in own.notifies(timeout=0.5)]
        told = [one for one in heard if '"x"' not in one and "[[[" not in one]
        assert told
        assert [one for one in told if not HEARD.fullmatch(one)] == []
        for query in (
            "SELECT body FROM messages",
            "SELECT body FROM engine_jobs",
            "INSERT INTO messages (process, body) VALUES ('x', '[]')",
        ):
            with pytest.raises(InsufficientPrivilege):
                own.execute(query)
