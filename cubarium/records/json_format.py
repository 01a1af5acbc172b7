"""Records as JSON: one object, or a list of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace

from cubarium import catalog
from cubarium.core.errors import CubariumError, InvalidRecord
from cubarium.core.record import ANY_SEAT, GameRecord
from cubarium.records.replay import TOO_LONG, Replayer, check_version, is_free_tag
from cubarium.schema.record import Path, invalid_part, read_shape, records_schema


def write_all(records: list[GameRecord]) -> str:
    """Several games as JSON text."""
    return records_schema().dump_json(records, indent=1).decode() + "\n"


def read(text: str, most: int | None = None) -> list[GameRecord]:
    """All games of a JSON text, each checked against the rules. Raises InvalidRecord, also for
    more than `most` objects in all."""
    if most is not None and text.count("{") > most:
        raise InvalidRecord(TOO_LONG, 1, 1)
    found = read_shape(text)
    is_list = text.lstrip().startswith("[")
    try:
        return [checked(one, (at,) if is_list else ()) for at, one in enumerate(found)]
    except WrongPart as wrong:
        raise invalid_part(text, wrong.path, str(wrong)) from wrong


class WrongPart(CubariumError):
    """Something inside a record is wrong; `path` leads to it."""

    def __init__(self, path: Path, message: str) -> None:
        super().__init__(message)
        self.path = path


def checked(record: GameRecord, path: Path = ()) -> GameRecord:
    """The record, if it follows the rules, with all seats named. Raises WrongPart, whose path
    begins with `path`."""
    with _blaming(*path, "game"):
        info = catalog.info(record.game)
    with _blaming(*path, "rules"):
        check_version(info, record.rules)
    with _blaming(*path, "players"):
        info.spec(record.players)
    with _blaming(*path, "options"):
        spec = info.spec(record.players, record.options)
    with _blaming(*path, "start"):
        replayer = Replayer(spec, record.start)
    for at, given in enumerate(record.acts):
        with _blaming(*path, "acts", at, "text"):
            act = replayer.act(given.text, given.comment)
        if given.seat not in (ANY_SEAT, act.seat):
            expected = "null: chance acts" if act.seat is None else f"{act.seat}: it is its turn"
            raise WrongPart((*path, "acts", at, "seat"), f"expected seat {expected}")
    with _blaming(*path, "result"):
        replayer.check_result(record.result)
    for name in record.tags:
        if not is_free_tag(name):
            message = f"{name!r} can't be the name of a free tag"
            raise WrongPart((*path, "tags", name), message)
    return replace(record, acts=tuple(replayer.acts))


@contextmanager
def _blaming(*path: str | int) -> Iterator[None]:
    """What goes wrong inside is the fault of this part."""
    try:
        yield
    except CubariumError as error:
        raise WrongPart(path, str(error)) from error
