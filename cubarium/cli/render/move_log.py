"""The moves of a match in words, as one viewer may know them."""

from cubarium.core.turn import Seat
from cubarium.match.events import Drawn, Moved
from cubarium.match.match import Match
from cubarium.render.card_text import shown_cards_text


def move_log(match: Match, since: int, viewer: Seat | None) -> list[str]:
    """Who has played what since a step, what was drawn, and which cards were shown."""
    game = match.game
    acts = [step for step in match.steps if isinstance(step.event, Moved | Drawn)]
    first = sum(isinstance(step.event, Moved | Drawn) for step in match.steps[:since])
    lines: list[list[str]] = []
    mover = None
    for step, act in list(zip(acts, match.seen(viewer), strict=True))[first:]:
        if isinstance(step.event, Moved) and step.event.seat != mover:
            mover = step.event.seat
            lines.append([f"{_label(match, mover)} plays"])
        elif not lines:
            lines.append(["Drawn:"])
        lines[-1].append(game.act_text(act))
    if not lines:
        return []
    then = match.steps[since].before
    scenes = (game.scene(game.view(state, None)) for state in (then, match.state))
    return [f"{' '.join(line)}." for line in lines] + shown_cards_text(*scenes)


def _label(match: Match, seat: Seat) -> str:
    name = match.game.seat_names[seat]
    return f"{name} ({match.seated[seat].name})" if seat in match.seated else name
