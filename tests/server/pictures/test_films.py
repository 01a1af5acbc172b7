"""Pictures and films of finished games."""

from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image

from cubarium import load
from cubarium.engines.jobs import Job
from cubarium.engines.pool import Busy
from cubarium.match.match import Match
from cubarium.server.pictures import film
from tests.server.app import FakeWorkers
from tests.server.finished import employ, finished
from tests.server.inside import serving


def frames(body: bytes) -> list[Image.Image]:
    picture = Image.open(BytesIO(body))
    found = []
    for at in range(getattr(picture, "n_frames", 1)):
        picture.seek(at)
        found.append(picture.convert("RGB"))
    return found


async def test_pictures_and_films(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        workers = employ(inside, FakeWorkers())
        ann = inside.guest()
        table = await finished(ann)
        stills = [await ann.get(f"/api/tables/{table}/still{at}") for at in ("?at=0", "?at=2", "")]
        assert {one.headers["content-type"] for one in stills} == {"image/png"}
        (first,), (second,), (last,) = (frames(one.content) for one in stills)
        assert first.size == (960, 1040)
        assert first.tobytes() != second.tobytes() == last.tobytes()
        wrong = await ann.get(f"/api/tables/{table}/still?at=9")
        assert wrong.json()["error"]["message"] == "This game has 3 acts."
        for form in ("gif", "webp"):
            told = await ann.get(f"/api/tables/{table}/film?form={form}")
            assert told.headers["content-type"] == f"image/{form}"
            assert f".{form}" in told.headers["content-disposition"]
            shown = frames(told.content)
            assert len(shown) == 3
            assert len({one.tobytes() for one in shown}) == 3
        await ann.get(f"/api/tables/{table}/film?form=gif")
        assert workers.worked == ["FilmJob", "FilmJob"], "beside the server, and once"
        assert (await ann.get(f"/api/tables/{table}/film?form=mp4")).status_code == 422


async def test_a_film_that_nobody_has_time_for_is_refused_and_made_later(tmp_path: Path) -> None:
    class BusyWorkers(FakeWorkers):
        async def last(self, job: Job[Any], **asked: Any) -> Any:
            if self.error is not None:
                raise self.error
            return await super().last(job, **asked)

    async with serving(tmp_path) as inside:
        workers = employ(inside, BusyWorkers(error=Busy("your other questions wait", 5.0)))
        ann = inside.guest()
        table = await finished(ann)
        told = await ann.get(f"/api/tables/{table}/film")
        assert (told.status_code, told.headers["retry-after"]) == (503, "5")
        assert told.json()["error"]["code"] == "busy"
        workers.error = None
        assert (await ann.get(f"/api/tables/{table}/film")).status_code == 200


def test_a_film_leaves_out_what_changes_nothing_on_the_board() -> None:
    """Draws of cards change nothing on the board: they have no picture of their own."""
    game = load("cubeo")
    match, rng = Match.open(game), Random(1)
    match = match.after(match.draw(rng))
    match = match.after(match.move(0, "draw", rng))
    match = match.after(match.move(0, "b2", rng))
    assert len(match.steps) > 6
    assert len(frames(film.film(match, "webp"))) <= 4
