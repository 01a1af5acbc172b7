"""Records of games: a text in the manner of PGN, JSON, and Abstract Play's JSON."""

import re
from collections.abc import Iterable

from cubarium.core.errors import InvalidOption
from cubarium.core.record import GameRecord
from cubarium.records import json_format, text_format
from cubarium.records.export import RecordForm, written
from cubarium.records.replay import record_of, replayed

JSON = re.compile(r"\s*(\{|\[\s*[{\]])")

__all__ = ["read", "record_of", "replayed", "write"]


def read(text: str, most: int | None = None) -> list[GameRecord]:
    """All games of a file, in whichever of our two forms it is. Raises InvalidRecord, also where
    there are more than `most` parts in it."""
    return (json_format.read if JSON.match(text) else text_format.read)(text, most)


def write(records: GameRecord | Iterable[GameRecord], form: str = "text") -> str:
    """A record, or several, as a text of a form: `text`, `json` or `abstract-play`. Raises
    CubariumError."""
    found = [records] if isinstance(records, GameRecord) else list(records)
    if form not in list(RecordForm):
        raise InvalidOption(f"records are written as {', '.join(RecordForm)}; not {form}")
    if not found:
        raise InvalidOption("there is no record to write")
    return written(found, RecordForm(form))
