"""The page over HTTP: every address of a page, every file, and what is not there."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import unescape
from pathlib import Path
from typing import Any, Final

import pytest

from cubarium.server.static import install_page, read_page
from tests.server.inside import Inside, serving

BROWSER: Final = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"
PAGE: Final = "<!doctype html><html><head><title>Cubarium</title></head><body></body></html>"


@asynccontextmanager
async def with_page(folder: Path, **more: Any) -> AsyncIterator[Inside]:
    """A server with a page of two files."""
    (folder / "page" / "assets").mkdir(parents=True)
    (folder / "page" / "index.html").write_text(PAGE)
    (folder / "page" / "assets" / "index-1.js").write_text("export {};")
    async with serving(folder / "data", **more) as inside:
        install_page(inside.app, read_page(folder / "page"))
        yield inside


@pytest.mark.parametrize("path", ["/", "/new/quixo", "/rules/cage", "/learn", "/puzzles/p001"])
async def test_pages(tmp_path: Path, path: str) -> None:
    async with with_page(tmp_path) as inside:
        guest = inside.guest(accept=BROWSER)
        answer = await guest.get(path)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith("text/html")
        assert "Cubarium" in answer.text
        again = await guest.get(path, headers={"if-none-match": answer.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        head = await guest.http.head(path)
        assert (head.status_code, head.content) == (200, b"")


@pytest.mark.parametrize("path", ["/nonsense", "/rules", "/assets/index-0.js", "/api", "/t/a/b"])
async def test_what_is_not_there(tmp_path: Path, path: str) -> None:
    """People see the page, which says so; programs read an error. Both get a 404."""
    async with with_page(tmp_path) as inside:
        person, program = inside.guest(accept=BROWSER), inside.guest()
        shown = await person.get(path)
        assert shown.status_code == 404
        assert "<title>Cubarium</title>" in shown.text
        known = {"if-none-match": shown.headers["etag"]}
        assert (await person.get(path, headers=known)).status_code == 404
        told = await program.get(path)
        assert (told.status_code, told.json()["error"]["code"]) == (404, "not_found")
        posted = await person.post(path, {})
        assert (posted.status_code, posted.json()["error"]["code"]) == (404, "not_found")


async def test_programs_are_below_api(tmp_path: Path) -> None:
    """Whatever accepts HTML there reads errors as JSON, and wrong methods stay wrong methods."""
    async with with_page(tmp_path) as inside:
        person = inside.guest(accept=BROWSER)
        for path, status, code in (
            ("/api/nonsense", 404, "not_found"),
            ("/api/tables/nowhere", 404, "no_such_table"),
            ("/api/review", 405, "method_not_allowed"),
        ):
            answer = await person.get(path)
            assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)


async def test_files_are_kept_and_packed(tmp_path: Path) -> None:
    async with with_page(tmp_path) as inside:
        guest = inside.guest()
        packed = await guest.get("/assets/index-1.js")
        assert packed.headers["content-encoding"] == "gzip"
        plain = await guest.get("/assets/index-1.js", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == packed.text == "export {};"
        assert "immutable" in plain.headers["cache-control"]
        assert (await guest.get("/")).headers["cache-control"] == "no-cache"


def told(page: str) -> dict[str, str]:
    """What a page says about itself."""
    found = re.findall(r'<meta (?:property|name)="([\w:]+)" content="([^"]*)">', page)
    return {name: unescape(text) for name, text in found}


async def test_links_tell_what_they_lead_to(tmp_path: Path) -> None:
    async with with_page(tmp_path) as inside:
        guest = inside.guest(accept=BROWSER)
        table = await guest.table("quixo", "me", "friend", name='<b>"Ann"')
        page = (await guest.get(f"/t/{table}")).text
        tags = told(page)
        assert tags["og:title"] == "Quixo · Cubarium"
        assert tags["og:description"] == '<b>"Ann". Waiting for a player.'
        assert "<b>" not in page
        assert tags["og:url"] == f"http://table.test/t/{table}"
        assert tags["twitter:card"] == "summary_large_image"
        assert page.index("og:image") < page.index("</head>")
        drawn = await guest.get(tags["og:image"])
        assert (drawn.status_code, drawn.headers["content-type"]) == (200, "image/png")
        for path in ("/", "/rules/cage", "/new/cubeo"):
            tags = told((await guest.get(path)).text)
            assert tags["og:title"]
            assert tags["og:description"]
            assert (await guest.get(tags["og:image"])).status_code == 200


async def test_links_behind_a_proxy(tmp_path: Path) -> None:
    async with with_page(tmp_path, https=True, hosts=("games.example",)) as inside:
        tags = told((await inside.guest().get("/", headers={"host": "games.example"})).text)
        assert tags["og:url"] == "https://games.example/"
        assert tags["og:image"].startswith("https://games.example/api/")


@pytest.mark.parametrize("path", ["/t/nowhere", "/rules/nonsense", "/new/nonsense", "/t/<b>"])
async def test_pages_about_what_is_not_there(tmp_path: Path, path: str) -> None:
    async with with_page(tmp_path) as inside:
        answer = await inside.guest(accept=BROWSER).get(path)
        assert answer.status_code == 404
        assert told(answer.text) == {}
