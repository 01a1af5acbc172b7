"""Matches between two engines: many games, the same chances for both, numbers with error bars.

    result = play_match(game, Contender("a", make_a), Contender("b", make_b), pairs=100, workers=2)
    result.score, result.interval, result.elo

Each opening is played in all line-ups (see scores.py), with the same chance seed. What an engine
gets depends on seed, pair, seat and its contender's name, so that a match can be repeated if its
engines count nodes, not seconds; the number of workers changes nothing.
"""

from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from random import Random
from time import perf_counter

from cubarium import catalog
from cubarium.core.engine import Engine, Limit, Story
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.info import GameSpec
from cubarium.core.turn import ToMove
from cubarium.match.events import Event
from cubarium.match.match import Limits, Match
from cubarium.tournament.openings import opening
from cubarium.tournament.scores import (
    FIRST,
    SECOND,
    EngineMatchResult,
    GamePair,
    PlayedGame,
    TimeUsage,
    line_ups,
)

__all__ = [
    "Contender",
    "EngineAtFault",
    "EngineMatchResult",
    "GamePair",
    "PlayedGame",
    "TimeUsage",
    "play_match",
]

NEW = 100
"""How often an opening is made again if it has been played in this match."""
ENDLESS = Limit()
WARM_UP = Limit(seconds=0.01, nodes=10)


class EngineAtFault(CubariumError):
    """An engine made no move, or one that the rules forbid."""


@dataclass(frozen=True)
class Contender:
    """Who plays, and how long it may think. `make` gets the game and a seed; every seat of every
    game gets an engine of its own. It must be picklable if there are several workers."""

    name: str
    make: Callable[[AnyGame, int], Engine]
    limit: Limit = ENDLESS


@dataclass(frozen=True)
class GamePairJob:
    """A pair to be played."""

    spec: GameSpec
    contenders: tuple[Contender, Contender]
    opening: tuple[Event, ...]
    limits: Limits
    seed: str


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
    if pairs < 1 or workers < 1:
        raise ValueError("expected at least one pair and one worker")
    if first.name == second.name:
        raise ValueError(f"both contenders are called {first.name!r}")
    openings = _openings(game, pairs, seed, plies, set_up=set_up)
    jobs = (
        GamePairJob(game.spec, (first, second), opened, limits or Limits(), f"{seed}/{number}")
        for number, opened in enumerate(openings)
    )
    played: list[GamePair] = []

    def result() -> EngineMatchResult:
        return EngineMatchResult((first.name, second.name), game.teams, tuple(played))

    for pair in _played(jobs, min(workers, pairs)):
        played.append(pair)
        if stop is not None and stop(result()):
            break
    return result()


def _openings(
    game: AnyGame, pairs: int, seed: int, plies: int | None, *, set_up: bool
) -> Iterator[tuple[Event, ...]]:
    """New ones as long as they can be found."""
    rng = Random(f"{seed}/openings")
    known = set()
    for _ in range(pairs):
        for _ in range(NEW):
            opened = opening(game, rng, plies, set_up=set_up)
            if opened not in known:
                break
        known.add(opened)
        yield opened


def _played(jobs: Iterator[GamePairJob], workers: int) -> Iterator[GamePair]:
    """The pairs in the order of their jobs."""
    if workers == 1:
        yield from map(play_pair, jobs)
        return
    waiting: deque[Future[GamePair]] = deque()
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        try:
            waiting.extend(pool.submit(play_pair, job) for job in islice(jobs, workers + 1))
            while waiting:
                pair = waiting.popleft().result()
                waiting.extend(pool.submit(play_pair, job) for job in islice(jobs, 1))
                yield pair
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


# in a worker


def play_pair(job: GamePairJob) -> GamePair:
    """All line-ups from one opening."""
    game = catalog.game(job.spec)
    for contender in job.contenders:
        _warmed(job.spec, contender)
    return GamePair(tuple(_game(game, job, seats) for seats in line_ups(game.teams)))


def _game(game: AnyGame, job: GamePairJob, seats: tuple[int, ...]) -> PlayedGame:
    contenders = [job.contenders[side] for side in seats]
    engines = [
        one.make(game, Random(f"{job.seed}/{one.name}/{seat}").getrandbits(63))
        for seat, one in enumerate(contenders)
    ]
    chance = Random(f"{job.seed}/chance")
    match = Match.open(game, job.limits).after(job.opening)
    time_usage = {FIRST: TimeUsage(), SECOND: TimeUsage()}
    while isinstance(match.turn, ToMove):
        seat = match.turn.seat
        story = match.story(seat)
        best, seconds = _thought(game, engines[seat], contenders[seat], story)
        if best not in game.moves(match.state):
            raise _fault(
                game, contenders[seat], story, f"made an illegal move, {_text(game, best)}"
            )
        match = match.after(match.move(seat, game.write(best), chance))
        time_usage[seats[seat]] += TimeUsage(1, seconds, seconds)
    assert match.outcome is not None
    moves = tuple(game.write(step.act) for step in match.steps)
    return PlayedGame(
        seats, match.outcome, match.plies, (time_usage[FIRST], time_usage[SECOND]), moves
    )


def _thought(
    game: AnyGame, engine: Engine, contender: Contender, story: Story
) -> tuple[object, float]:
    """An engine's move, and the seconds that it took."""
    begun = perf_counter()
    thought = None
    for thought in engine.think(game, story, contender.limit):  # noqa: B007  (the last one counts)
        pass
    seconds = perf_counter() - begun
    if thought is None:
        raise _fault(game, contender, story, "made no move")
    return thought.best, seconds


def _fault(game: AnyGame, contender: Contender, story: Story, what: str) -> EngineAtFault:
    where = f"{game.name} {game.spec.options_text()}"
    return EngineAtFault(
        f"{contender.name} {what}, in seat {story.seat} of {where}: {game.text(story.view)}"
    )


def _text(game: AnyGame, move: object) -> str:
    """A move as a text, if it is one at all."""
    try:
        return game.write(move)
    except Exception:  # noqa: BLE001  (an engine may return anything)
        return repr(move)


_WARM: set[tuple[GameSpec, str]] = set()


def _warmed(spec: GameSpec, contender: Contender) -> None:
    """Let a contender think once for nothing: what it has to load is no part of its thinking."""
    if (spec, contender.name) in _WARM:
        return
    _WARM.add((spec, contender.name))
    game = catalog.game(spec)
    match = Match.open(game).after(opening(game, Random(0)))
    assert isinstance(match.turn, ToMove)
    story = match.story(match.turn.seat)
    for _ in contender.make(game, 1).think(game, story, WARM_UP):
        pass
