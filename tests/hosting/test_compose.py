"""docs/hosting/compose.yaml: what it says of servers is said to real ones, without containers."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import httpx
import pytest

from cubarium.cli.commands.serve import command as serve
from tests.hosting.files import HOSTING, compose, entry_point, exposed, read, variables
from tests.postgres import PASSWORD, Cluster
from tests.server.processes import ADDRESS, PATIENCE

ENVIRONMENT: Final = {"SITE": "games.example.test", "DATABASE_PASSWORD": PASSWORD}


@pytest.fixture
def services() -> dict[str, Any]:
    found: dict[str, Any] = compose(ENVIRONMENT)["services"]
    return found


def test_nothing_starts_without_the_secrets() -> None:
    assert {one.name for one in variables()} == ENVIRONMENT.keys()
    for one in variables():
        assert re.fullmatch(r":\?\w.*", one.otherwise), one
    text = read("compose.yaml")
    assert all("${" in line for line in text.splitlines() if "PASSWORD:" in line)


def test_every_service_is_looked_after(services: dict[str, Any]) -> None:
    whole = compose(ENVIRONMENT)
    servers = [name for name, one in services.items() if one["image"] == "cubarium"]
    assert len(servers) == 2
    for one in services.values():
        assert {"test", "interval", "timeout", "retries"} <= one["healthcheck"].keys()
        assert one["restart"] == "unless-stopped"
        assert int(one["stop_grace_period"].removesuffix("s")) >= 20
        assert set(one["networks"]) <= whole["networks"].keys()
        assert set(one.get("depends_on", ())) <= services.keys()
        for mounted in one.get("volumes", ()):
            source = mounted.split(":")[0]
            assert source in whole["volumes"] or (HOSTING / source).is_file(), source
    assert [name for name, one in services.items() if "ports" in one] == ["proxy"]
    build = services[servers[0]]["build"]
    context = (HOSTING / build["context"]).resolve()
    assert (context / "pyproject.toml").is_file()
    assert (context / build["dockerfile"]).samefile(HOSTING / "Containerfile")


def test_the_proxy_knows_the_servers(services: dict[str, Any]) -> None:
    proxy = services["proxy"]
    servers = [name for name, one in services.items() if one["image"] == "cubarium"]
    named = [value for name, value in proxy["environment"].items() if name.startswith("SERVER_")]
    assert named == [f"{name}:{exposed()}" for name in servers]
    asked = set(re.findall(r"\{\$(\w+)", read("Caddyfile.several")))
    assert asked == proxy["environment"].keys()
    assert set(proxy["networks"]) >= set(services[servers[0]]["networks"])


def test_the_program_knows_what_is_set(services: dict[str, Any]) -> None:
    from psycopg.pq import Conninfo

    options = {f"CUBARIUM_{(one.name or '').upper()}" for one in serve.params}
    libpq = {one.envvar.decode() for one in Conninfo.get_defaults() if one.envvar}
    for one in services.values():
        if one["image"] == "cubarium":
            assert set(one["environment"]) <= options | libpq


@contextmanager
def started(service: dict[str, Any], cluster: Cluster, database: str, data: Path) -> Iterator[str]:
    """A server of compose on this machine: where it is, and nothing else, is other than there."""
    words = [*entry_point(), *service["command"]]
    for option, here in (("--host", "127.0.0.1"), ("--data", str(data))):
        words[words.index(option) + 1] = here
    there = "cubarium@database/cubarium"
    assert there in service["environment"]["CUBARIUM_DATABASE"]
    address = f"postgres@127.0.0.1:{cluster.port}/{database}"
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("COVERAGE_")},
        **service["environment"],
        "CUBARIUM_DATABASE": service["environment"]["CUBARIUM_DATABASE"].replace(there, address),
        "PYTHONUNBUFFERED": "1",
    }
    command = [sys.executable, "-m", *words, "--port", "0", "--no-warm"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        try:
            assert process.stdout is not None
            found = ADDRESS.search(process.stdout.readline())
            assert found is not None, "no server"
            yield found[0]
        finally:
            process.terminate()


def test_the_servers_start_and_are_well(
    services: dict[str, Any], cluster: Cluster, tmp_path: Path
) -> None:
    servers = [one for one in services.values() if one["image"] == "cubarium"]
    database = cluster.new_database()
    with (
        started(servers[0], cluster, database, tmp_path) as first,
        started(servers[1], cluster, database, tmp_path) as second,
    ):
        for url, service in zip((first, second), servers, strict=True):
            kind, program, *words = service["healthcheck"]["test"]
            assert (kind, program) == ("CMD", "python")
            here = [one.replace(f"http://127.0.0.1:{exposed()}", url) for one in words]
            assert here != words
            subprocess.run([sys.executable, *here], check=True, timeout=PATIENCE)
        with httpx.Client(timeout=PATIENCE) as http:
            wanted = {"game": "quixo", "seats": ["me", "device"]}
            site = {"Host": ENVIRONMENT["SITE"]}
            made = http.post(f"{first}/api/tables", json=wanted, headers=site)
            assert "secure" in made.headers["Set-Cookie"].lower()
            table = made.json()["update"]["table"]
            assert http.get(f"{second}/api/tables/{table}", headers=site).is_success
            for url, name in ((first, "server-1"), (second, "server-2")):
                inside = http.get(f"{url}/api/games", headers={"Host": f"{name}:{exposed()}"})
                assert inside.is_success
                other = http.get(f"{url}/api/games", headers={"Host": "other.example"})
                assert other.is_client_error
