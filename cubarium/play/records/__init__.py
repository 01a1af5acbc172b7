"""Records of games: a text in the manner of PGN, JSON, and Abstract Play's JSON."""

import re

from cubarium.core.record import GameRecord
from cubarium.play.records import json_form, text_form
from cubarium.play.records.replay import record_of, replayed

JSON = re.compile(r"\s*(\{|\[\s*[{\]])")

__all__ = ["read", "record_of", "replayed"]


def read(text: str, most: int | None = None) -> list[GameRecord]:
    """All games of a file, in whichever of our two forms it is. Raises InvalidRecord, also where
    there are more than `most` parts in it."""
    return (json_form.read if JSON.match(text) else text_form.read)(text, most)
