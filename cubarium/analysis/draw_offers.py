"""How an engine answers the offer of a draw."""

from dataclasses import replace
from typing import Final

from cubarium.analysis.annotation import side_share
from cubarium.core.engine import Analyst, Limit, Proven, Story, Thought
from cubarium.core.game import AnyGame
from cubarium.core.turn import Outcome, Seat
from cubarium.match.events import Moved
from cubarium.match.match import Match, MatchEnd

BRIEFLY: Final = Limit(seconds=0.3, nodes=20_000)
LITTLE: Final = 0.05
"""This much more than a draw gives is still even."""


def story_for_offer(match: Match, seat: Seat) -> Story:
    """What the seat knows. Where things are hidden an analyst thinks for whoever is to move, so it
    is asked about the seat's own last turn, if it has had one."""
    if match.game.has_secrets:
        for at in reversed(range(len(match.steps))):
            step = match.steps[at]
            if isinstance(step.event, Moved) and step.event.seat == seat:
                return replace(match, state=step.before, steps=match.steps[:at]).story(seat)
    return match.story(seat)


def agrees(game: AnyGame, story: Story, analyst: Analyst) -> bool:
    """Is a draw as good for the side of the story's seat as playing on, by what it knows?"""
    thoughts: tuple[Thought[object], ...] = ()
    for thoughts in analyst.analyse(game, story, BRIEFLY):  # noqa: B007
        pass
    draw = Proven(Outcome(frozenset(), MatchEnd.AGREEMENT))
    hoped = side_share(game, thoughts[0].value, story.seat)
    return hoped <= side_share(game, draw, story.seat) + LITTLE
