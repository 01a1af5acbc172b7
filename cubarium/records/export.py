"""Games as a text, in a form of one's choice."""

import json
from collections.abc import Sequence
from datetime import UTC, datetime
from enum import StrEnum, unique

from cubarium.core.record import GameRecord
from cubarium.records import json_format, text_format
from cubarium.records.abstract_play import as_abstract_play


@unique
class RecordForm(StrEnum):
    """The forms that a record can be written in."""

    TEXT = "text"
    JSON = "json"
    ABSTRACT_PLAY = "abstract-play"


def written(found: Sequence[GameRecord], form: RecordForm) -> str:
    """These games, at least one, in that form. Raises CubariumError where it has no place for one
    of them."""
    if form is RecordForm.TEXT:
        return text_format.write_all(list(found))
    if form is RecordForm.JSON:
        return json_format.write_all(list(found))
    now = datetime.now(UTC)
    games = [as_abstract_play(record, now) for record in found]
    return json.dumps(games if len(games) > 1 else games[0], indent=1, ensure_ascii=False) + "\n"
