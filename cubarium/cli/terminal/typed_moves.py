"""Moves as people type them: in any case, with spaces, or only their beginning."""

from cubarium.core.errors import IllegalMove, InvalidMove
from cubarium.core.turn import Seat
from cubarium.match.match import Match


def legal_texts(match: Match, beginning: str = "") -> list[str]:
    """The legal moves that begin like this, in any case."""
    texts = map(match.game.write, match.game.moves(match.state))
    return [text for text in texts if text.lower().startswith(beginning.lower())]


def move_text(match: Match, typed: str) -> str:
    """The move that is meant; what is no move stays as it is."""
    known = (*legal_texts(match), *match.game.actions())
    return next((text for text in known if text.lower() == typed.lower()), typed)


def explain(match: Match, seat: Seat, typed: str, error: IllegalMove | InvalidMove) -> list[str]:
    """Why this can't be played, and which moves begin like it."""
    info = match.game.spec.info
    begun = legal_texts(match, typed)
    continuations = [f"{typed}: {' '.join(begun)}"] if begun else []
    if isinstance(error, IllegalMove):
        return [info.say(error), *continuations]
    scene = match.game.scene(match.game.view(match.state, seat))
    if blocked := scene.blocked.get(typed.lower()):
        return [info.sentences[blocked].format(where=typed.lower())]
    return continuations or [
        f"{typed!r} is neither a move nor a command. Type help.",
        f"A move is {error.expected}.",
    ]
