"""Pictures for links: of the right size, quick to come again, and without a secret in them."""

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from cubarium import catalog
from cubarium.core.scene import Scene
from cubarium.server.pictures import cache, contents, endpoints, fonts
from cubarium.server.pictures.poster import Poster, draw
from cubarium.tables.table import Table
from tests.server.inside import Guest, serving


def image(body: bytes) -> Image.Image:
    opened = Image.open(BytesIO(body))
    opened.load()
    return opened.convert("RGB")


def pixels(picture: Image.Image) -> int:
    """How many colours it has."""
    return len(picture.getcolors(1 << 20) or ())


async def picture(guest: Guest, table: str, **headers: str) -> Any:
    return await guest.get(f"/api/tables/{table}/picture", headers=headers)


@pytest.mark.parametrize(
    "path", ["/api/picture", *(f"/api/games/{n}/picture" for n in catalog.names())]
)
async def test_games(tmp_path: Path, path: str) -> None:
    async with serving(tmp_path) as inside:
        answer = await inside.guest().get(path)
        assert answer.headers["content-type"] == "image/png"
        assert answer.headers["cross-origin-resource-policy"] == "cross-origin"
        assert len(answer.content) < 80_000
        drawn = image(answer.content)
        assert drawn.size == (1200, 630)
        assert pixels(drawn) > 20
        unknown = await inside.guest().get("/api/games/nonsense/picture")
        assert (unknown.status_code, unknown.json()["error"]["code"]) == (404, "no_such_game")


async def test_a_table_as_it_stands(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        ann = inside.guest()
        table = await ann.table("quixo", "me", "device", name="Ann")
        before = await picture(ann, table)
        tag = before.headers["etag"]
        known = await picture(ann, table, **{"if-none-match": tag})
        assert (known.status_code, known.content) == (304, b"")
        now = await ann.look(table)
        await ann.done(table, "move", board_revision=0, move=now["legal"][0])
        after = await picture(ann, table, **{"if-none-match": tag})
        assert after.status_code == 200
        assert after.content != before.content
        left, right = ((0, 0, 640, 630), (640, 0, 1200, 630))
        for box in (left, right):
            assert (
                image(after.content).crop(box).tobytes()
                != image(before.content).crop(box).tobytes()
            )
        assert (await picture(ann, "nowhere")).json()["error"]["code"] == "no_such_table"


async def test_drawn_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[Poster] = []

    def counted(poster: Poster) -> bytes:
        drawn.append(poster)
        return draw(poster)

    monkeypatch.setattr(endpoints, "draw", counted)
    monkeypatch.setattr(cache, "MAX_PICTURES", 1)
    async with serving(tmp_path) as inside:
        ann = inside.guest()
        tables = [await ann.table("quixo", "me", "device") for _ in range(2)]
        for table in (tables[0], tables[0], tables[1], tables[1], tables[0]):
            assert (await picture(ann, table)).status_code == 200
        assert len(drawn) == 3, "one is kept"


async def test_who_lets_too_much_be_drawn_has_to_wait(tmp_path: Path) -> None:
    async with serving(tmp_path, rate=0.5) as inside:
        app = inside.app.services
        app.limits.work._burst = 1
        guest = inside.guest()
        codes = [
            (await guest.get(path)).status_code
            for path in ("/api/games/quixo/picture", "/api/games/cage/picture")
        ]
        assert codes == [200, 429]


def spy(monkeypatch: pytest.MonkeyPatch) -> list[Scene]:
    """The scenes that are drawn."""
    seen: list[Scene] = []
    of_table = contents.of_table

    def kept(table: Table) -> Poster:
        poster = of_table(table)
        seen.extend(poster.scenes)
        return poster

    monkeypatch.setattr(contents, "of_table", kept)
    return seen


async def test_nothing_hidden_is_drawn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Cards that nobody else may see make no difference, not even for whoever holds them."""
    scenes = spy(monkeypatch)
    async with serving(tmp_path) as inside:
        ann = inside.guest()
        table = await ann.table("cubeo", "me", "device")
        dealt = inside.known(table).session.match
        position = dealt.game.text(dealt.state)
        one, other = re.findall(r"hands=([c\d,]+)/([c\d,]+)", position)[0]
        drawn = set()
        for hands in (f"{one}/{other}", f"{other}/{one}"):
            start = position.replace(f"{one}/{other}", hands)
            again = await ann.table("cubeo", "me", "device", position=start)
            drawn.add((await picture(ann, again)).content)
        assert one != other
        assert len(drawn) == 1
        for scene in scenes:
            assert scene.viewer is None
            assert not scene.cards
            assert all(not item.symbol for item in scene.items if item.kind == "card")


@pytest.mark.parametrize(
    ("name", "without", "there"),
    [("Zoë", "Zoe", True), ("Ann", "Ann", True), ("日本", "X", False)],
)
def test_letters(
    name: str,
    without: str,
    there: bool,  # noqa: FBT001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What the fonts of this machine do not have is written without accents, or not at all."""
    monkeypatch.setattr(fonts, "OTHERS", ())
    assert fonts.readable(name, "X") == without
    assert (without != "X") == there
