"""A match under way: rounds in their order, whoever plays the games and however often it was
interrupted. So what is decided after each round does not depend on which game was the quickest."""

from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from dataclasses import dataclass
from itertools import tee
from typing import TypeAlias

from cubarium.engines.executor import Executor
from cubarium.tournament.game_job import play_game
from cubarium.tournament.schedule import MatchRound, Schedule
from cubarium.tournament.scores import PlayedGame

GameKey: TypeAlias = tuple[int, int]
OnGame: TypeAlias = Callable[[GameKey, PlayedGame], None]


@dataclass(frozen=True)
class PlayedRound:
    """A round, with all its games."""

    round: MatchRound
    games: tuple[PlayedGame, ...]


def play_rounds(
    schedule: Schedule,
    executor: Executor,
    known: Mapping[GameKey, PlayedGame] | None = None,
    on_game: OnGame | None = None,
) -> Generator[PlayedRound, None, None]:
    """One round after the other. Games that are `known` are not played again; `on_game` gets every
    other one as soon as it is over. Whoever closes the generator ends the match."""
    games = dict(known or {})
    done = frozenset(games)
    ahead, behind = tee(schedule.rounds())
    jobs = (job for one in ahead for job in schedule.jobs(one) if job.key not in done)
    with closing(executor.run(play_game, jobs)) as finished:
        for one in behind:
            keys = [job.key for job in schedule.jobs(one)]
            while any(key not in games for key in keys):
                job, game = next(finished)
                games[job.key] = game
                if on_game is not None:
                    on_game(job.key, game)
            yield PlayedRound(one, tuple(games.pop(key) for key in keys))
