"""How a match ended, in words."""

from collections.abc import Mapping
from typing import Final

from cubarium.core.game import AnyGame
from cubarium.core.turn import Outcome

MATCH_SENTENCES: Final[Mapping[str, str]] = {
    "repetition": "the same position has come up too often",
    "ply_limit": "the limit of turns was reached",
    "agreement": "all players agreed",
    "resignation": "the other side resigned",
    "time_out": "the other side ran out of time",
}
"""For the ends that are the match's own."""


def say_outcome(game: AnyGame, outcome: Outcome) -> str:
    """Who has won, and by what."""
    sentences = {**game.spec.info.sentences, **MATCH_SENTENCES}
    reason = sentences[outcome.reason]
    if not outcome.winners:
        return f"A draw: {reason}."
    names = " and ".join(game.seat_names[seat] for seat in sorted(outcome.winners))
    return f"{names} {'win' if len(outcome.winners) > 1 else 'wins'}: {reason}."
