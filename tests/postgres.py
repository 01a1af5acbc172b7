"""A PostgreSQL of the tests' own: in a folder below /tmp, gone afterwards."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import URL, create_engine, text
from sqlalchemy.pool import NullPool

from cubarium.database.site_place import PostgresDatabase, postgres_database

OWNER: Final = "postgres"
PASSWORD: Final = "very:secret@word"
SETTINGS: Final = {
    "shared_buffers": "16MB",
    "max_connections": "60",
    "log_min_messages": "fatal",
    "wal_level": "minimal",
    "max_wal_senders": "0",
    "autovacuum": "off",
}


def find_programs() -> Path | None:
    """The folder with initdb and pg_ctl; None: PostgreSQL is not installed."""
    there = os.environ.get("CUBARIUM_POSTGRES")
    if there:
        return Path(there)
    known = shutil.which("initdb")
    if known:
        return Path(known).resolve().parent  # the other programs are there
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda one: len(str(one)))
    return found[-1].parent if found else None


class Cluster:
    """One PostgreSQL with any number of databases."""

    def __init__(self, programs: Path, folder: Path, data: str = "data") -> None:
        self.programs = programs
        self._data = folder / data
        self._numbers = count(1)
        self.folder = folder
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port: int = free.getsockname()[1]

    def make(self, **more: str) -> None:
        """As PostgreSQL is made on a new machine: commits are on the disk. `more`: settings; with a
        small disk the segments of its log are small."""
        secret = self.folder / "password"
        secret.write_text(PASSWORD)
        if os.getuid() == 0:
            for path in (self.folder, secret):
                shutil.chown(path, OWNER, OWNER)
        who = ["-U", OWNER, "--pwfile", secret, "--auth-local=trust", "--auth-host=scram-sha-256"]
        if more:
            who.append("--wal-segsize=1")
        self.run("initdb", "-D", self._data, "-N", "-E", "UTF8", "--locale=C.UTF-8", *who)
        settings = {
            **SETTINGS,
            **more,
            "port": self.port,
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": self.folder,
        }
        with (self._data / "postgresql.conf").open("a") as file:
            file.writelines(f"{name} = '{value}'\n" for name, value in settings.items())

    def start(self, *more: str) -> None:
        self.run("pg_ctl", "-D", self._data, "-l", self.folder / "log", *more, "-w", "start")

    @property
    def is_running(self) -> bool:
        """Is it there, though it may be busy with its recovery?"""
        command = [str(self.programs / "pg_isready"), "-q", "-h", str(self.folder)]
        return subprocess.run([*command, "-p", str(self.port)], check=False).returncode != 2

    def standby(self) -> "Cluster":
        """A copy that follows this one as soon as it can, in the same folder: started, and nobody
        but this one reaches it."""
        found = Cluster(self.programs, self.folder, "standby")
        found.port = self.port
        there = ["-h", self.folder, "-p", self.port, "-U", OWNER]
        self.run("pg_basebackup", *there, "-D", found._data, "-R", "--checkpoint=fast")
        elsewhere = f"-c unix_socket_directories={found._data} -c listen_addresses=''"
        found.start("-o", elsewhere)
        return found

    def take_over(self) -> None:
        """A standby that was stopped is the database from now on, at the address of the first."""
        self.start()
        self.run("pg_ctl", "-D", self._data, "-w", "promote")

    def kill(self) -> None:
        """Every process of it ends at once."""
        first = int((self._data / "postmaster.pid").read_text().split()[0])
        lists = Path(f"/proc/{first}/task").glob("*/children")
        for process in [first, *(int(one) for path in lists for one in path.read_text().split())]:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        while Path(f"/proc/{first}").exists():
            time.sleep(0.01)

    def stop(self, how: str = "fast") -> None:
        """`immediate`: as if it had crashed."""
        self.run("pg_ctl", "-D", self._data, "-m", how, "-w", "stop")

    def run(self, program: str, *words: object) -> None:
        """A program of PostgreSQL, as its user."""
        command = [str(self.programs / program), *map(str, words)]
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            command = ["runuser", "-u", OWNER, "--", *command]
        done = subprocess.run(  # noqa: PLW1510 (its words are told below)
            command, cwd=self.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        assert done.returncode == 0, done.stderr

    def address(self, name: str) -> str:
        """Of a database, through a socket of this machine."""
        return f"postgresql://{OWNER}@/{name}?host={self.folder}&port={self.port}"

    def tcp_address(self, name: str, password: str = PASSWORD) -> str:
        """The same through the network, where a password is asked for."""
        url = URL.create("postgresql", OWNER, password, "127.0.0.1", self.port, name)
        return url.render_as_string(hide_password=False)

    def new_database(self, more: str = "") -> str:
        """The name of an empty database."""
        name = f"site{os.getpid()}x{next(self._numbers)}"
        self.execute("postgres", f"CREATE DATABASE {name} TEMPLATE template0 {more}")
        self.execute("postgres", f"REVOKE CONNECT ON DATABASE {name} FROM PUBLIC")
        return name

    def execute(self, name: str, query: str) -> list[Any]:
        """What a database says, without a server."""
        url = postgres_database(self.address(name)).url
        engine = create_engine(url, poolclass=NullPool, isolation_level="AUTOCOMMIT")
        with engine.connect() as connection:
            found = connection.execute(text(query))
            return [tuple(row) for row in found] if found.returns_rows else []

    def site(self) -> PostgresDatabase:
        """A new, empty database."""
        return postgres_database(self.address(self.new_database()))


@contextmanager
def running_cluster() -> Iterator[Cluster]:
    """Skips the test where there is no PostgreSQL."""
    with (
        tempfile.TemporaryDirectory(prefix="cubarium-pg-", ignore_cleanup_errors=True) as folder,
        cluster_in(Path(folder)) as found,
    ):
        yield found


@contextmanager
def cluster_in(folder: Path, **settings: str) -> Iterator[Cluster]:
    """The same in a folder. It may have stopped by itself in the end."""
    programs = find_programs()
    if programs is None:
        pytest.skip("PostgreSQL is not installed (scripts/setup tells how)")
    found = Cluster(programs, folder)
    found.make(**settings)
    found.start()
    try:
        yield found
    finally:
        if found.is_running:
            found.stop("immediate")
