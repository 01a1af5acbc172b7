"""Records of games: a text in the manner of PGN, JSON, and Abstract Play's JSON."""

from cubarium.core.record import GameRecord
from cubarium.play.records import json_form, text_form
from cubarium.play.records.replay import record_of, replayed

__all__ = ["read", "record_of", "replayed"]


def read(text: str) -> list[GameRecord]:
    """All games of a file, in whichever of our two forms it is. Raises InvalidRecord."""
    if text.lstrip().startswith("{") or text.lstrip().startswith("[{"):
        return json_form.read(text)
    return text_form.read(text)
