"""What an engine would do in a position, in one call."""

from random import Random
from typing import TypeVar, cast

from cubarium.core.engine import Limit, Story, Thought
from cubarium.core.errors import CubariumError, InvalidOption
from cubarium.core.game import AnyGame, Game
from cubarium.core.turn import Ended, Seat, ToDraw
from cubarium.engines import registry
from cubarium.match.outcome_text import say_outcome

S = TypeVar("S")
M = TypeVar("M")
V = TypeVar("V")


def best(
    game: Game[S, M, V],
    state: S,
    seconds: float | None = None,
    *,
    nodes: int | None = None,
    engine: str = registry.FULL,
    seed: int | None = None,
) -> Thought[M]:
    """The best move that an engine finds (`thought.best`), what it expects and what would follow.
    The engine gets what the seat to move knows, never the state, so it can't cheat. It thinks for
    `seconds` (1, unless `nodes` are given), or as long as its level does. Raises CubariumError."""
    limit = limit_of(seconds, nodes)
    seat = mover(game, state)
    view = game.view(state, seat)
    return cast("Thought[M]", best_of(game, Story(seat, view, start=view), limit, engine, seed))


def best_of(
    game: AnyGame, story: Story, limit: Limit, engine: str, seed: int | None
) -> Thought[object]:
    """The last thought of an engine about a story."""
    player = registry.engine(engine, game, Random(seed))
    *_, last = player.think(game, story, limit)
    return last


def limit_of(seconds: float | None, nodes: int | None) -> Limit:
    """A limit, checked. Raises InvalidOption."""
    for name, given in (("seconds", seconds), ("nodes", nodes)):
        if given is not None and not given > 0:
            raise InvalidOption(f"{name} must be more than 0; not {given}")
    return Limit(seconds, nodes)


def mover(game: AnyGame, state: object) -> Seat:
    """The seat to move. Raises CubariumError where there is nothing to decide."""
    turn = game.turn(state)
    if isinstance(turn, Ended):
        raise CubariumError(f"the game is over: {say_outcome(game, turn.outcome)}")
    if isinstance(turn, ToDraw):
        raise CubariumError("chance is to act here: there is no move to choose")
    return turn.seat
