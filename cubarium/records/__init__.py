"""Records of games: a text in the manner of PGN, JSON, and Abstract Play's JSON."""

import re

from cubarium.core.record import GameRecord
from cubarium.records import json_format, text_format
from cubarium.records.replay import record_of, replayed

JSON = re.compile(r"\s*(\{|\[\s*[{\]])")

__all__ = ["read", "record_of", "replayed"]


def read(text: str, most: int | None = None) -> list[GameRecord]:
    """All games of a file, in whichever of our two forms it is. Raises InvalidRecord, also where
    there are more than `most` parts in it."""
    return (json_format.read if JSON.match(text) else text_format.read)(text, most)
