"""Reviews of records: told at once if they were made lately; pictures and films of records."""

import zlib
from io import BytesIO
from typing import Any

import pytest
from PIL import Image

from cubarium.core.errors import CubariumError
from cubarium.server.http.services import ServerApp
from cubarium.server.reviews.review_cache import ReviewCache
from tests.server.api.app import FakeWorkers, fault, make, post
from tests.server.api.test_analysis import ANNOTATED, SUMMARY, TEXT, lines

TWICE = [ANNOTATED, (SUMMARY,), ANNOTATED, (SUMMARY,)]


def review(app: ServerApp, text: str = TEXT, **more: Any) -> list[dict[str, Any]]:
    return lines(post("/review", {"text": text, "quick": True, **more}, app))


def test_a_record_that_was_reviewed_lately_is_told_at_once() -> None:
    workers = FakeWorkers(TWICE)
    app = make(workers)
    begun, *told = review(app)
    assert len(told) == 5
    named = TEXT.replace("\n\n", '\n[Seat0 "Ann"]\n\n', 1)
    again, *kept = review(app, named)
    assert kept == told[2:], "what was known at the end"
    assert (begun["record"]["tags"], again["record"]["tags"]) == ({}, {"Seat0": "Ann"})
    assert len(workers.asked) == 1
    for other in ({"seconds": 0.3}, {"to": 2}, {"quick": False}):
        review(app, **other)
    review(app, TEXT.replace("2. a1e1", "2. a1a5"))
    assert len(workers.asked) == 5


def test_what_failed_is_not_kept() -> None:
    workers = FakeWorkers(TWICE, CubariumError("no"))
    app = make(workers)
    for _ in range(2):
        assert review(app)[-1]["kind"] == "failed"
    assert len(workers.asked) == 2


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr("time.monotonic", lambda: now)
    lines = b"a review\n"
    cache = ReviewCache(most_bytes=2 * len(zlib.compress(lines)), longest=10)
    for key in ("one", "two", "two", "three"):
        cache.keep(key, lines)
    assert [cache.find(key) for key in ("one", "two", "three")] == [None, lines, lines]
    now = 10.0
    assert cache.find("three") is None
    cache.keep("four", lines)
    assert cache.find("four") == lines


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
