"""Records as JSON: one object, or a list of them."""

import json
from typing import Any

from cubarium import catalog
from cubarium.core.errors import CubariumError, InvalidRecord
from cubarium.core.record import GameRecord, Result
from cubarium.records.replay import TOO_LONG, Replayer, check_version, free_tag

FORMAT = "cubarium-record"
Path = tuple[str | int, ...]


def as_json(record: GameRecord) -> dict[str, Any]:
    """A record as plain data."""
    result = record.result
    return {
        "format": FORMAT,
        "game": record.game,
        "rules": record.rules,
        "players": record.players,
        "options": dict(record.options),
        "tags": dict(record.tags),
        "start": record.start,
        "comment": record.comment,
        "acts": [
            {"text": act.text, "seat": act.seat, "comment": act.comment} for act in record.acts
        ],
        "result": None
        if result is None
        else {
            "winners": sorted(result.winners),
            "reason": result.reason,
            "scores": None if result.scores is None else list(result.scores),
        },
    }


def write_all(records: list[GameRecord]) -> str:
    """Several games as JSON text."""
    return json.dumps([as_json(record) for record in records], indent=1, ensure_ascii=False) + "\n"


def read(text: str, most: int | None = None) -> list[GameRecord]:
    """All games of a JSON text, each checked against the rules. Raises InvalidRecord, also for
    more than `most` objects in all."""
    if most is not None and text.count("{") > most:
        raise InvalidRecord(TOO_LONG, 1, 1)
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise InvalidRecord(f"not JSON: {error.msg}", error.lineno, error.colno) from error
    except ValueError as error:  # a number of thousands of digits
        raise InvalidRecord(f"not a record: {error}", 1, 1) from error
    except RecursionError as error:
        raise InvalidRecord("not a record: it is nested too deeply", 1, 1) from error
    try:
        if isinstance(data, list):
            return [from_json(one, (at,)) for at, one in enumerate(data)]
        return [from_json(data)]
    except WrongPart as wrong:
        at = _locate(text, wrong.path)
        line = text.count("\n", 0, at) + 1
        raise InvalidRecord(str(wrong), line, at - text.rfind("\n", 0, at)) from wrong


class WrongPart(CubariumError):
    """Something inside a record is wrong; `path` leads to it."""

    def __init__(self, path: Path, message: str) -> None:
        super().__init__(message)
        self.path = path


def from_json(data: Any, path: Path = ()) -> GameRecord:
    """The record that plain data describe, checked against the rules. Raises WrongPart, whose path
    begins with `path`."""
    return _read_one(_Part(data, path))


class _Part:
    """A value inside the JSON, and the way to it."""

    def __init__(self, value: Any, path: Path) -> None:
        self.value = value
        self.path = path

    def wrong(self, message: str) -> WrongPart:
        return WrongPart(self.path, message)

    def get(self, name: str, default: Any = ...) -> "_Part":
        if not isinstance(self.value, dict):
            raise self.wrong("expected an object")
        if name not in self.value:
            if default is ...:
                raise self.wrong(f"expected a member {name!r}")
            return _Part(default, self.path)
        return _Part(self.value[name], (*self.path, name))

    def text(self) -> str:
        if not isinstance(self.value, str):
            raise self.wrong("expected a text")
        if any("\ud800" <= sign <= "\udfff" for sign in self.value):
            raise self.wrong("expected a text of whole characters")
        return self.value

    def whole(self) -> int:
        if not isinstance(self.value, int) or isinstance(self.value, bool):
            raise self.wrong("expected a whole number")
        return self.value

    def texts(self) -> dict[str, str]:
        if not isinstance(self.value, dict):
            raise self.wrong("expected an object")
        return {name: self.get(name).text() for name in self.value}

    def parts(self) -> list["_Part"]:
        if not isinstance(self.value, list):
            raise self.wrong("expected a list")
        return [_Part(value, (*self.path, at)) for at, value in enumerate(self.value)]


def _read_one(whole: _Part) -> GameRecord:
    form = whole.get("format")
    if form.text() != FORMAT:
        raise form.wrong(f"expected the format {FORMAT!r}")
    said = whole.get("game")
    try:
        info = catalog.info(said.text())
        said = whole.get("rules")
        check_version(info, said.whole())
        said = whole.get("players")
        spec = info.spec(said.whole())
        said = whole.get("options", {})
        options = said.texts()
        spec = info.spec(spec.players, options)
        said = whole.get("start", None)
        replayer = Replayer(spec, None if said.value is None else said.text())
    except WrongPart:
        raise
    except CubariumError as error:
        raise said.wrong(str(error)) from error
    start = said.value
    for part in whole.get("acts").parts():
        text = part.get("text")
        try:
            act = replayer.act(text.text(), part.get("comment", "").text())
        except WrongPart:
            raise
        except CubariumError as error:
            raise text.wrong(str(error)) from error
        seat = part.get("seat", act.seat)
        if seat.value != act.seat:
            raise seat.wrong(f"expected seat {json.dumps(act.seat)}: it is that seat's turn")
    result = whole.get("result", None)
    ended = None if result.value is None else _read_result(result)
    try:
        replayer.check_result(ended)
    except CubariumError as error:
        raise result.wrong(str(error)) from error
    return GameRecord(
        game=replayer.spec.info.name,
        rules=replayer.spec.info.rules_version,
        players=replayer.spec.players,
        options=options,
        acts=tuple(replayer.acts),
        result=ended,
        start=start,
        tags=_read_tags(whole.get("tags", {})),
        comment=whole.get("comment", "").text(),
    )


def _read_tags(part: _Part) -> dict[str, str]:
    tags = part.texts()
    for name in tags:
        if not free_tag(name):
            raise part.get(name).wrong(f"{name!r} can't be the name of a free tag")
    return tags


def _read_result(part: _Part) -> Result:
    scores = part.get("scores", None)
    return Result(
        frozenset(winner.whole() for winner in part.get("winners").parts()),
        part.get("reason").text(),
        None if scores.value is None else tuple(score.whole() for score in scores.parts()),
    )


def _locate(text: str, path: Path) -> int:
    """Where in a JSON text the value at the end of a path begins."""
    decoder = json.JSONDecoder()

    def skip(at: int) -> int:
        while text[at] in " \t\r\n,:":
            at += 1
        return at

    at = skip(0)
    for step in path:
        at = skip(at + 1)
        member = 0
        while True:
            name: str | int = member
            if isinstance(step, str):
                name, at = decoder.raw_decode(text, at)
                at = skip(at)
            if name == step:
                break
            _, at = decoder.raw_decode(text, at)
            at = skip(at)
            member += 1
    return at
