"""The proxies before several servers: what their files say, and what real ones do with them."""

import asyncio
import os
import re
import shutil
import socket
import subprocess
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Final, TypeAlias

import httpx
import pytest

from cubarium.tables.messages import PROTOCOL
from tests.hosting.files import read
from tests.postgres import Cluster
from tests.server.clients import Client, new_table
from tests.server.polling import wait_for
from tests.server.processes import PATIENCE
from tests.server.site import Crowd, SharedSite, shared_site

PORTS: Final = ("8787", "8788")
"""Of the servers, in both files."""
Proxy: TypeAlias = Callable[[Path, int, Sequence[int]], AbstractContextManager[None]]
"""In a folder, on a port, before the ports of two servers."""
GAMES: Final = 8
LEFT_ALONE: Final = 6.0
"""Seconds after which both proxies ask a server again that did not answer."""


def directives(text: str) -> list[str]:
    """The lines of an nginx file that say something."""
    return [line.strip() for line in text.splitlines() if line.strip()[:1] not in ("", "#")]


def test_nginx_passes_on_what_it_passes_to_one_server() -> None:
    one, several = (directives(read(name)) for name in ("nginx.conf", "nginx-several.conf"))
    other = {line for line in one if "zone" in line or "limit_conn" in line or "proxy_pass" in line}
    assert set(one) - other <= set(several)
    asked = [line.split()[1] for line in several if line.startswith("server 127")]
    assert asked == 2 * [f"127.0.0.1:{port}" for port in PORTS]
    named = {line.split()[1] for line in several if line.startswith("upstream ")}
    passed = {line.rpartition("/")[2].rstrip(";") for line in several if "proxy_pass " in line}
    assert passed == named


def test_nothing_that_changes_something_is_sent_twice() -> None:
    again = [
        set(line.rstrip(";").split()[1:])
        for line in directives(read("nginx-several.conf"))
        if line.startswith("proxy_next_upstream ")
    ]
    assert again == [{"error", "timeout"}, {"error", "timeout", "http_404"}]
    caddy = read("Caddyfile.several")
    (methods,) = re.findall(r"lb_retry_match \{\s*method (.*)\s*\}", caddy)
    assert set(methods.split()) == {"GET", "HEAD"}
    proxies = [line for line in caddy.splitlines() if line.strip().startswith("reverse_proxy ")]
    assert caddy.count("import patience") == len(proxies)


@dataclass
class ProxiedSite(SharedSite):
    """Every socket is opened through the proxy."""

    port: int = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def socket_url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws?protocol={PROTOCOL}"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


@contextmanager
def _running(program: str, *words: str, **environment: str) -> Iterator[None]:
    found = shutil.which(program)
    if found is None:
        pytest.skip(f"{program} is not installed")
    with subprocess.Popen([found, *words], env={**os.environ, **environment}) as process:
        try:
            yield
        finally:
            process.terminate()


@contextmanager
def caddy(folder: Path, port: int, servers: Sequence[int]) -> Iterator[None]:
    """The file as it is, told where the servers are; nobody administers it."""
    whole = folder / "Caddyfile"
    whole.write_text("{\n\tadmin off\n}\n" + read("Caddyfile.several"))
    words = ("run", "--config", str(whole), "--adapter", "caddyfile")
    there = {f"SERVER_{at}": f"127.0.0.1:{one}" for at, one in enumerate(servers, 1)}
    own = {"XDG_CONFIG_HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    with _running("caddy", *words, SITE=f"http://127.0.0.1:{port}", **there, **own):
        yield


@contextmanager
def nginx(folder: Path, port: int, servers: Sequence[int]) -> Iterator[None]:
    """The file with other ports, and without TLS."""
    text = re.sub(r".*(ssl_certificate|listen \[::\]).*\n", "", read("nginx-several.conf"))
    text = text.replace("listen 443 ssl", f"listen 127.0.0.1:{port}")
    text = text.replace("listen 80", f"listen 127.0.0.1:{free_port()}")
    for known, here in zip(PORTS, servers, strict=True):
        text = text.replace(f"127.0.0.1:{known}", f"127.0.0.1:{here}")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    folder.chmod(0o755)
    whole = folder / "nginx.conf"
    whole.write_text(
        f"daemon off; pid {folder}/pid; error_log {folder}/errors; events {{}}\nhttp {{\n"
        + "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
        + f"access_log off;\n{text}\n}}\n"
    )
    with _running("nginx", "-p", str(folder), "-c", str(whole)):
        yield


def answers(url: str) -> bool:
    try:
        return httpx.get(f"{url}/healthz").is_success
    except httpx.TransportError:
        return False


@contextmanager
def files(folder: Path, name: str) -> Iterator[int]:
    """A server that has nothing but one file of the page: its port."""
    (folder / "assets").mkdir(parents=True)
    (folder / "assets" / name).write_text(name)
    (folder / "healthz").write_text("well")
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_port
        server.shutdown()


@pytest.mark.soak
@pytest.mark.parametrize("proxy", [caddy, nginx])
def test_a_page_of_either_version_finds_its_files(proxy: Proxy, tmp_path: Path) -> None:
    port = free_port()
    with (
        files(tmp_path / "one", "old.js") as one,
        files(tmp_path / "two", "new.js") as two,
        proxy(tmp_path, port, [one, two]),
        httpx.Client(base_url=f"http://127.0.0.1:{port}") as http,
    ):
        wait_for(lambda: answers(str(http.base_url)))
        for _ in range(4):
            assert http.get("/assets/old.js").text == "old.js"
            assert http.get("/assets/new.js").text == "new.js"
            assert http.get("/assets/none.js").status_code == 404
            assert http.get("/healthz").text == "well"


@pytest.mark.soak
@pytest.mark.parametrize("proxy", [caddy, nginx])
def test_servers_are_restarted_behind_a_real_one(
    proxy: Proxy, cluster: Cluster, tmp_path: Path
) -> None:
    """One after another, while people play: every request is answered, every move is kept once."""
    with shared_site(cluster) as behind:
        servers = [one.port for one in behind.processes]
        port = free_port()
        site = ProxiedSite(behind.place, behind.processes, port=port)
        with proxy(tmp_path, port, servers):
            wait_for(lambda: answers(site.url))
            crowd = Crowd(site, GAMES)
            asyncio.run(_restarts(crowd, site))


async def _restarts(crowd: Crowd, site: ProxiedSite) -> None:
    playing = [asyncio.create_task(player.play()) for player in crowd.players]
    await crowd.more(2 * GAMES)
    for process in site.processes:
        assert await asyncio.to_thread(process.stop) == 0
        for _ in range(4):  # whoever's turn it is
            watching = Client(site, await asyncio.to_thread(_new_table, site))
            await watching.come()
            await watching.go()
        await asyncio.to_thread(process.start)
        await asyncio.sleep(LEFT_ALONE)
    await crowd.end(playing)
    for process in site.processes:
        assert "cubarium_requests_total" in httpx.get(f"{process.url}/metrics").text


def _new_table(site: ProxiedSite) -> str:
    with httpx.Client(base_url=site.url, timeout=PATIENCE) as http:
        table, _ = new_table(http, game="quixo", seats=["me", "device"])
        return table
