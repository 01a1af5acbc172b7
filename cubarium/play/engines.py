"""The analysts of the house. Whatever they search with is loaded when they are asked for."""

from collections.abc import Iterator
from random import Random
from typing import Any

from cubarium.core.engine import Analyst, Estimate, Limit, Proven, Story, Thought
from cubarium.core.game import AnyGame
from cubarium.core.turn import Ended


def analyst(game: AnyGame, threads: int = 1, memory: int | None = None) -> Analyst:
    """Who compares moves at this table; `memory` is in MB, None: as much as is usual."""
    del game, threads, memory
    return OneMoveAhead()


class OneMoveAhead:
    """Knows a win in one when it sees it, and nothing else."""

    def analyse(
        self, game: AnyGame, story: Story, limit: Limit, lines: int = 1
    ) -> Iterator[tuple[Thought, ...]]:
        """All there is to know, at once."""
        del limit
        state = game.guess(story.view, Random(0))
        moves = game.moves(state)
        thoughts = [self._thought(game, state, move, len(moves)) for move in moves]
        thoughts.sort(key=lambda thought: -_rank(game, story, thought))
        yield tuple(thoughts[:lines])

    def _thought(self, game: AnyGame, state: Any, move: Any, nodes: int) -> Thought:
        value: Proven | Estimate = Estimate((1 / game.players,) * game.players)
        if not game.has_secrets:  # what is only guessed proves nothing
            turn = game.turn_without(game.play(state, move), game.gone(state))
            if isinstance(turn, Ended):
                value = Proven(turn.outcome, 1)
        return Thought(move, value, (move,), nodes, depth=1)


def _rank(game: AnyGame, story: Story, thought: Thought) -> int:
    """A win, what is not known, all else."""
    if isinstance(thought.value, Estimate):
        return 1
    winners = {game.teams[seat] for seat in thought.value.outcome.winners}
    return 2 if winners == {game.teams[story.seat]} else 0
