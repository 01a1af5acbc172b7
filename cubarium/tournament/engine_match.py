"""Matches between two engines, from Python: many games, the same chances for both, numbers with
error bars.

    result = play_match(game, Contender("a", make_a), Contender("b", make_b), pairs=100, workers=2)
    result.score, result.interval, result.elo

Each opening is played in all line-ups (see scores.py), with the same chance seed. What an engine
gets depends on seed, pair, seat and its contender's name, so that a match can be repeated if its
engines count nodes, not seconds; the number of workers changes nothing.
"""

from collections.abc import Callable
from contextlib import closing

from cubarium.core.game import AnyGame
from cubarium.engines.process_executor import executor_for
from cubarium.match.match import Limits
from cubarium.tournament.contender import Contender
from cubarium.tournament.game_job import EngineAtFault
from cubarium.tournament.openings import random_openings
from cubarium.tournament.schedule import Schedule
from cubarium.tournament.scores import EngineMatchResult, GamePair, PlayedGame, TimeUsage
from cubarium.tournament.tournament import play_rounds

__all__ = [
    "Contender",
    "EngineAtFault",
    "EngineMatchResult",
    "GamePair",
    "PlayedGame",
    "TimeUsage",
    "play_match",
]


def play_match(
    game: AnyGame,
    first: Contender,
    second: Contender,
    pairs: int,
    *,
    seed: int = 0,
    workers: int = 1,
    plies: int | None = None,
    set_up: bool = True,
    limits: Limits | None = None,
    stop: Callable[[EngineMatchResult], bool] | None = None,
) -> EngineMatchResult:
    """Play this many pairs, or until `stop` says so, which sees the result after each pair. `plies`
    and `set_up` say how games are opened: see openings.py. Raises EngineAtFault."""
    if workers < 1:
        raise ValueError("expected at least one worker")
    openings = random_openings(game, seed, plies, set_up=set_up)
    schedule = Schedule(game, (first, second), openings, pairs, seed, limits or Limits())
    played: list[GamePair] = []

    def result() -> EngineMatchResult:
        return EngineMatchResult((first.name, second.name), game.teams, tuple(played))

    with closing(play_rounds(schedule, executor_for(min(workers, pairs)))) as rounds:
        for one in rounds:
            played.append(GamePair(one.games))
            if stop is not None and stop(result()):
                break
    return result()
