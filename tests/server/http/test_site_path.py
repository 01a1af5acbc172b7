"""A site below a path of its host, whether the proxy takes the path away or not."""

import re
from pathlib import Path

import pytest

from cubarium.core.errors import CubariumError
from cubarium.server.http.site_path import site_path
from cubarium.server.static import install_page, read_page
from tests.server.inside import serving

PAGE = (
    '<!doctype html><html lang="en"><head><link href="./a.css"><script src="/b.js"></script></head>'
)


@pytest.mark.parametrize("prefix", ["/club/games", ""])
async def test_a_site_below_a_path(tmp_path: Path, prefix: str) -> None:
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").write_text(PAGE)
    async with serving(tmp_path / "data", path="/club/games") as inside:
        install_page(inside.app, read_page(tmp_path / "page"))
        guest = inside.guest()
        page = await guest.get(f"{prefix}/rules/quixo")
        assert page.status_code == 200
        assert '<html data-path="/club/games" lang="en">' in page.text
        assert re.findall(r'(?:href|src)="([^"]*)"', page.text) == [
            "/club/games/a.css",
            "/club/games/b.js",
        ]
        preview = '<meta property="og:url" content="http://table.test/club/games/rules/quixo">'
        assert preview in page.text
        made = await guest.post(
            f"{prefix}/api/tables", {"game": "quixo", "seats": ["me", "device"]}
        )
        assert made.status_code == 201
        assert "Path=/club/games;" in made.headers["set-cookie"]
        assert (await guest.get(f"{prefix}/healthz")).status_code == 200


async def test_the_path_itself(tmp_path: Path) -> None:
    async with serving(tmp_path, path="/games") as inside:
        guest = inside.guest()
        answer = await guest.get("/games")
        assert (answer.status_code, answer.headers["location"]) == (308, "/games/")
        assert (await guest.get("/gamesome/healthz")).status_code == 404


@pytest.mark.parametrize("text", ["games", "/a b", "/../x", "//", "/a//b", '/"', "http://x/y"])
def test_what_is_no_path(text: str) -> None:
    if text.rstrip("/"):
        with pytest.raises(CubariumError, match="no path for a site"):
            site_path(text)
    else:
        assert site_path(text) == ""
    assert site_path("/games/") == "/games"
