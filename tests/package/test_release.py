"""What `make release` asks about the packages of the lock file. The rest of it is made of tests."""

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from scripts.release import audit

ADVISORY = {"id": "OSV-1", "modified": "2026-01-01T00:00:00Z", "summary": "Bad.", "affected": []}


@pytest.fixture
def advisories() -> Callable[[str], AbstractContextManager[str]]:
    """A service that knows something against one package."""

    @contextmanager
    def serving(package: str) -> Iterator[str]:
        class Answers(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                queries = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                found = [_known(query, package) for query in queries["queries"]]
                self._say({"results": found})

            def do_GET(self) -> None:
                self._say(ADVISORY)

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


def test_an_unsafe_package_stops_it(
    advisories: Callable[[str], AbstractContextManager[str]],
) -> None:
    with advisories("fastapi") as address, pytest.raises(SystemExit, match=r"fastapi .* known"):
        audit(address)
    with advisories("no-package-of-ours") as address:
        assert audit(address) == "Nothing is known against them."


def test_it_says_where_it_could_not_ask() -> None:
    said = audit("http://127.0.0.1:9/")
    assert said.startswith("NOT ASKED: http://127.0.0.1:9/ ")
