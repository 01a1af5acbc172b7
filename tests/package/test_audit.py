"""What `make audit` and `make release` ask about the packages of the lock files."""

import gzip
import json
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import unquote

import pytest

from scripts.audit import CLEAN, UNREACHED, UNSAFE, audit_page, audit_python, check
from tests.package.environments import ROOT

NOWHERE = "http://127.0.0.1:9/"
NPM_ADVISORY = {
    "id": 1,
    "url": "https://example.org/1",
    "title": "Bad.",
    "severity": "high",
    "vulnerable_versions": "*",
}
ADVISORY = {"id": "OSV-1", "modified": "2026-01-01T00:00:00Z", "summary": "Bad.", "affected": []}


@pytest.fixture
def advisories() -> Callable[[str], AbstractContextManager[str]]:
    """A service that knows something against one package."""

    @contextmanager
    def serving(package: str) -> Iterator[str]:
        locked: dict[str, list[str]] = {}

        class Answers(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                if "/npm/" in self.path:
                    body = self.rfile.read(int(self.headers["Content-Length"]))
                    locked.update(json.loads(gzip.decompress(body)))
                    return self._say({package: [NPM_ADVISORY]} if package in locked else {})
                queries = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                found = [_known(query, package) for query in queries["queries"]]
                return self._say({"results": found})

            def do_GET(self) -> None:
                name = unquote(self.path[1:])  # npm wants to know which releases are safe
                if name not in locked:
                    return self._say(ADVISORY)
                versions = {one: {"name": name, "version": one} for one in locked[name]}
                return self._say({"name": name, "versions": versions})

            def _say(self, body: dict[str, Any]) -> None:
                text = json.dumps(body).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(text)))
                self.end_headers()
                self.wfile.write(text)

            def log_message(self, *words: object) -> None:
                del words

        with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}/"
            server.shutdown()

    return serving


def _known(query: dict[str, Any], package: str) -> dict[str, Any]:
    known = {"id": ADVISORY["id"], "modified": ADVISORY["modified"]}
    return {"vulns": [known]} if query["package"]["name"] == package else {}


def test_unsafe_packages_are_named(
    advisories: Callable[[str], AbstractContextManager[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    with advisories("fastapi") as address:
        assert check(address, NOWHERE) == UNSAFE
        assert "fastapi" in capsys.readouterr().out
    with advisories("preact") as address:
        assert (audit_python(address), audit_page(address)) == (CLEAN, UNSAFE)
        assert "preact" in capsys.readouterr().out


@pytest.mark.soak
def test_all_sources_together(
    advisories: Callable[[str], AbstractContextManager[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    with advisories("preact") as address:
        assert check(address, address) == UNSAFE
        assert check(address, NOWHERE) == UNREACHED
    with advisories("no-package-of-ours") as address:
        assert check(address, address) == CLEAN
        assert "nothing is known" in capsys.readouterr().out


@pytest.mark.soak
def test_no_source_is_reached() -> None:
    words = ["--advisories", NOWHERE, "--registry", NOWHERE]
    done = subprocess.run(
        [sys.executable, "-m", "scripts.audit", *words],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == UNREACHED
    assert done.stdout.count(f"NOT ASKED, {NOWHERE} does not answer here") == 2
