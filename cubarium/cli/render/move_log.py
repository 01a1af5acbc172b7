"""What has happened at a table, as somebody may know it."""

from cubarium.cli.render.cards import say_shown
from cubarium.core.game import Hidden
from cubarium.core.turn import Seat
from cubarium.match.events import Drawn, Moved
from cubarium.match.match import Match


def news(match: Match, since: int, viewer: Seat | None) -> list[str]:
    """Who has done what from a step on, what was drawn for it, and which cards were shown."""
    game = match.game
    acts = [step for step in match.steps if isinstance(step.event, Moved | Drawn)]
    first = sum(isinstance(step.event, Moved | Drawn) for step in match.steps[:since])
    lines: list[list[str]] = []
    mover = None
    for step, act in list(zip(acts, match.seen(viewer), strict=True))[first:]:
        if isinstance(step.event, Moved) and step.event.seat != mover:
            mover = step.event.seat
            lines.append([f"{_called(match, mover)} plays"])
        elif not lines:
            lines.append(["Drawn:"])
        lines[-1].append(str(act) if isinstance(act, Hidden) else game.write(act))
    if not lines:
        return []
    then = match.steps[since].before
    scenes = (game.scene(game.view(state, None)) for state in (then, match.state))
    return [f"{' '.join(line)}." for line in lines] + say_shown(*scenes)


def _called(match: Match, seat: Seat) -> str:
    name = match.game.seat_names[seat]
    return f"{name} ({match.seated[seat].name})" if seat in match.seated else name
