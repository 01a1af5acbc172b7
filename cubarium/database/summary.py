"""The columns that lists of tables need: a summary of the log, written with every entry."""

from typing import Any, Final, TypeAlias

from cubarium.engines import registry
from cubarium.match.session import Session
from cubarium.match.status import Status

Summary: TypeAlias = dict[str, Any]
COLUMNS: Final = (
    "status",
    "revision",
    "seated",
    "to_move",
    "engine_moves",
    "between_people",
    "deadline",
    "changed",
    "outcome",
    "ended",
    "plies",
)
ENDED: Final = (Status.OVER, Status.ABORTED)


def summary(session: Session, at: int) -> Summary:
    """The summary of a session that changed at this time. Its deadline is the earliest possible
    one: whoever looks then counts downtimes too. It ended now, unless it had ended before."""
    to_move, seated = session.to_move, session.match.seated
    return {
        "status": str(session.status),
        "revision": session.revision,
        "seated": [
            [seated[seat].name, seated[seat].engine] if seat in seated else None
            for seat in range(session.match.game.players)
        ],
        "to_move": to_move,
        "engine_moves": to_move is not None and bool(session.engine(to_move, registry.LOWEST)),
        "between_people": len(session.people()) > 1,
        "deadline": session.clocks.deadline(),
        "changed": at,
        "ended": at if session.status in ENDED else None,
        **result(session),
    }


def result(session: Session) -> Summary:
    """How the game ended, if it did, and after how many turns."""
    outcome = session.match.outcome
    return {
        "outcome": None
        if outcome is None or session.status is not Status.OVER
        else {
            "winners": sorted(outcome.winners),
            "reason": str(outcome.reason),
            "scores": outcome.scores,
        },
        "plies": session.match.plies,
    }
