"""Records, read and written."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubarium.core.game import AnyGame
from cubarium.core.record import GameRecord
from cubarium.core.turn import ToDraw, ToMove
from cubarium.match.events import Drawn, Moved
from cubarium.match.match import Limits, Match
from cubarium.records import record_of, text_format
from cubarium.schema.record import record_schema
from cubarium.server.http.requests import PARTS
from tests.server.app import FakeWorkers, fault, make, post
from tests.tables import for_tables, walk

HEAD = '[Game "quixo"]\n[Rules "1"]\n[Players "2"]\n\n'


def recorded(game: AnyGame, seed: int, most: int = 60) -> tuple[GameRecord, str]:
    match = Match.open(game, Limits(None, None))
    for visit in walk(game, seed, most):
        turn, text = match.turn, game.write(visit.act)
        assert isinstance(turn, ToMove | ToDraw)
        event = Moved(turn.seat, text) if isinstance(turn, ToMove) else Drawn(text)
        match = match.after([event])
    tags = {"Seat0": 'Ann "A" \\ é', "Date": "2026.11.15"}
    return record_of(match, tags, "How it went."), game.text(match.state)


@for_tables()
def test_what_is_written_is_read(game: AnyGame) -> None:
    record, position = recorded(game, 2)
    plain = record_schema().dump_python(record, mode="json")
    for text in (text_format.write(record), record_schema().dump_json(record).decode()):
        told = post("/records/read", {"text": text}).json()
        assert told == {"games": [{"record": plain, "position": position}]}
    for form in ("text", "json"):
        asked = {"records": [plain, plain], "form": form}
        text = post("/records/write", asked).json()["text"]
        again = post("/records/read", {"text": text}).json()
        assert [one["record"] for one in again["games"]] == [plain, plain]


@for_tables("quixo", "cubulus")
def test_finished_games_go_to_abstract_play(game: AnyGame) -> None:
    record, _ = recorded(game, 1, 1000)
    if record.result is None:
        pytest.skip("the game did not come to its end")
    asked = {"records": [record_schema().dump_python(record, mode="json")], "form": "abstract-play"}
    told = json.loads(post("/records/write", asked).json()["text"])
    assert told["header"]["players"][0]["name"] == 'Ann "A" \\ é'


def test_seats_need_not_be_said() -> None:
    record = {"game": "quixo", "rules": 1, "players": 2, "acts": [{"text": "a1e1"}]}
    told = post("/records/write", {"records": [record], "form": "text"}).json()
    assert told["text"].endswith("1. a1e1\n*\n")


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("nonsense", "1:1"),
        (HEAD + "1. a1e1\nb2b5 *", "6:1"),
        (HEAD + "1. a1e1", "5:8"),
        (HEAD + "{" + "a" * 100_000, "5:1"),
        (HEAD + "[" * 1000, "5:1"),
        ('{"format": "cubarium-record"}', "1:1"),
        ('[{"format": 1}]', "1:13"),
        ("[" * 100_000, None),
        ('{"a":' * 50_000, None),
        ("{" + "1" * 5000, None),
        ('{"format": ' + "1" * 5000 + "}", None),
        (HEAD + "{a}" * PARTS + "*", None),
        ("[" + '{"format": "x"},' * (PARTS + 1) + "]", "1:1"),
    ],
)
def test_what_is_no_record_is_refused(text: str, where: str | None) -> None:
    code, place = fault(post("/records/read", {"text": text}), 422)
    assert code == "invalid_record"
    assert where is None or place == where


def test_no_games_are_no_error() -> None:
    assert post("/records/read", {"text": ""}).json() == {"games": []}


@pytest.mark.parametrize(
    "body",
    [{}, {"text": 1}, {"text": "x" * 1_000_001}, {"text": "", "more": 1}, {"text": "\ud800"}],
)
def test_what_is_no_question_is_refused(body: dict[str, Any]) -> None:
    assert fault(post("/records/read", body), 422)[0] == "invalid_input"


GOOD: dict[str, Any] = {"game": "quixo", "rules": 1, "players": 2, "acts": [{"text": "a1e1"}]}


@pytest.mark.parametrize(
    ("said", "where"),
    [
        ({"game": "chess"}, "records.0.game"),
        ({"rules": 9}, "records.0.rules"),
        ({"players": 3}, "records.0.players"),
        ({"options": {"size": "7"}}, "records.0.options"),
        ({"start": "nonsense"}, "records.0.start"),
        ({"acts": [{"text": "a1e1"}, {"text": "b2b5"}]}, "records.0.acts.1.text"),
        ({"acts": [{"text": "a1e1", "seat": 1}]}, "records.0.acts.0.seat"),
        ({"acts": [{"text": "a1e1", "seat": None}]}, "records.0.acts.0.seat"),
        ({"acts": [{"text": "!7"}]}, "records.0.acts.0.text"),
        ({"result": {"winners": [0], "reason": "line"}}, "records.0.result"),
        ({"result": {"winners": [7], "reason": "resignation"}}, "records.0.result"),
        ({"tags": {"Game": "x"}}, "records.0.tags.Game"),
        ({"tags": {"not a name": "x"}}, "records.0.tags.not a name"),
        ({"acts": [{"text": "x" * 41}]}, "records.0.acts.0.text"),
        ({"format": "pgn"}, "body.records.0.format"),
        ({"more": 1}, "body.records.0.more"),
    ],
)
def test_what_can_not_be_written_is_named(said: dict[str, Any], where: str) -> None:
    told = post("/records/write", {"records": [GOOD | said], "form": "text"})
    assert fault(told, 422)[1] == where


def test_too_much_is_not_written() -> None:
    asked = {"records": [GOOD | {"acts": [{"text": "a1e1"}] * 1000}] * 11, "form": "text"}
    assert fault(post("/records/write", asked), 413) == ("too_large", "records")


@pytest.mark.parametrize("asked", [{"form": "pgn"}, {"records": []}, {"form": None}])
def test_other_forms_are_not_known(asked: dict[str, Any]) -> None:
    assert fault(post("/records/write", {"records": [GOOD], "form": "text"} | asked), 422)


@pytest.mark.parametrize("tags", [{}, {"Date": "soon"}])
def test_abstract_play_has_no_place_for_it(tags: dict[str, str]) -> None:
    ended = {"result": {"winners": [0], "reason": "resignation"}, "tags": tags}
    for said in ({}, ended):
        asked = {"records": [GOOD | said], "form": "abstract-play"}
        assert fault(post("/records/write", asked), 422) == ("invalid_input", "")


@given(cut=st.integers(0, 300), sign=st.sampled_from('{}[]"\\#*!=1. \n\x00é'))
def test_no_text_breaks_it(cut: int, sign: str) -> None:
    text = HEAD + "{Good.} 1. a1e1 {So \\} so.} b5b1 2. a1e1 *\n"
    for written in (text[:cut] + sign + text[cut:], text[:cut] + sign + text[cut + 1 :]):
        assert post("/records/read", {"text": written}).status_code in (200, 422)


def test_much_is_read_and_written_by_a_worker() -> None:
    """A text that takes long to play through is not read in the server's own process."""
    workers = FakeWorkers()
    app = make(workers)
    head = '[Game "cage"]\n[Rules "1"]\n[Players "2"]\n\n'
    told = post("/records/read", {"text": head + "1+ 2+ 1+ 3+ " * 400 + "*"}, app).json()
    (game,) = told["games"]
    assert len(game["record"]["acts"]) == 1600
    wrong = head + "1+ 2+ 1+ 3+ " * 400 + "9+ *"
    assert fault(post("/records/read", {"text": wrong}, app), 422) == ("invalid_record", "5:4801")
    assert post("/records/write", {"records": [game["record"]], "form": "text"}, app).json()["text"]
    game["record"]["acts"][7]["text"] = "9+"
    told = post("/records/write", {"records": [game["record"]], "form": "text"}, app)
    assert fault(told, 422) == ("invalid_record", "records.0.acts.7.text")
    assert workers.worked == ["ReadRecordsJob"] * 2 + ["WriteRecordsJob"] * 2
