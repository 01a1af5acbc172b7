"""Pictures and films of posted records."""

from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from tests.server.app import FakeWorkers, fault, make, post
from tests.server.studies.test_analysis import TEXT


def frames(body: bytes) -> int:
    return getattr(Image.open(BytesIO(body)), "n_frames", 1)


def test_pictures_and_films_of_a_record() -> None:
    workers = FakeWorkers()
    app = make(workers)
    stills = [post("/records/still", {"text": TEXT, "at": at}, app) for at in (0, 3, None, 3)]
    assert {one.headers["content-type"] for one in stills} == {"image/png"}
    assert {one.headers["content-disposition"] for one in stills} == {
        'attachment; filename="quixo.png"'
    }
    first, third, last, again = (one.content for one in stills)
    assert first != third == last == again
    for form in ("gif", "webp", "gif"):
        told = post("/records/film", {"text": TEXT, "form": form}, app)
        assert told.headers["content-type"] == f"image/{form}"
        assert frames(told.content) == 4
    assert workers.worked == [*["RecordStillJob"] * 3, *["RecordFilmJob"] * 2], "each once"


@pytest.mark.parametrize(
    ("door", "said", "where"),
    [
        ("still", {"text": "nonsense"}, "1:1"),
        ("film", {"text": TEXT.replace("b5b1", "b5b2")}, "5:9"),
        ("film", {"text": TEXT * 2}, ""),
        ("still", {"text": ""}, ""),
        ("still", {"at": 4}, "at"),
        ("still", {"at": -1}, "body.at"),
        ("film", {"form": "mp4"}, "body.form"),
        ("film", {"text": "\ud800"}, "body.text"),
        ("film", {"at": 1}, "body.at"),
    ],
)
def test_what_can_not_be_drawn(door: str, said: dict[str, Any], where: str) -> None:
    workers = FakeWorkers()
    told = post(f"/records/{door}", {"text": TEXT} | said, make(workers))
    assert fault(told, 422)[1] == where
    assert not workers.worked
