"""What a match has shown: one shape for people, programs and plots. An infinite Elo is None."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isfinite
from statistics import mean

from cubarium.tournament.ratings import Rating, ratings
from cubarium.tournament.schedule import Schedule
from cubarium.tournament.scores import EngineMatchResult, GamePair, TimeUsage
from cubarium.tournament.sprt import Sprt, SprtVerdict
from cubarium.tournament.tournament import PlayedRound


@dataclass(frozen=True)
class ContenderSummary:
    """How one contender has done in all its games."""

    name: str
    seconds: float | None
    """Its limits a move."""
    nodes: int | None
    games: int
    score: float
    """Its share of the wins; where several of its seats play, that of all of them."""
    fair: float
    """What one as strong as the others would have got."""
    rating: Rating
    moves: int
    seconds_a_move: float
    longest_move: float
    faults: int


@dataclass(frozen=True)
class PairSummary:
    """Two contenders against each other, seen from the first one."""

    names: tuple[str, str]
    pairs: int
    games: int
    score: float
    interval: tuple[float, float]
    elo: float | None
    elo_interval: tuple[float | None, float | None]
    wins: int
    draws: int
    losses: int
    share_alone: tuple[float, float]


@dataclass(frozen=True)
class FaultSummary:
    """A program that has lost by its own fault."""

    game: str
    name: str
    kind: str
    text: str


@dataclass(frozen=True)
class SprtSummary:
    """Where a test stands; without a verdict it has not decided."""

    test: Sprt
    ratio: float
    bounds: tuple[float, float]
    verdict: SprtVerdict | None


@dataclass(frozen=True)
class MatchReport:
    """All of it. `is_complete`: nothing is left to be played."""

    game: str
    players: int
    options: dict[str, str]
    seed: int
    rounds: int
    games: int
    is_complete: bool
    contenders: tuple[ContenderSummary, ...]
    matches: tuple[PairSummary, ...]
    """Where two contenders meet."""
    plies: float
    endings: dict[str, int]
    faults: tuple[FaultSummary, ...] = ()
    sprt: SprtSummary | None = field(default=None)


def match_report(
    schedule: Schedule, rounds: Sequence[PlayedRound], test: Sprt | None = None
) -> MatchReport:
    """What these rounds have shown; there is at least one."""
    game = schedule.game
    games = [one for played in rounds for one in played.games]
    names = [one.name for one in schedule.contenders]
    pairs = tuple(
        pair_result(schedule, rounds, group) for group in schedule.groups if len(group) == 2
    )
    sprt = None
    if test is not None:
        ratio = test.ratio(pairs[0].scores)
        sprt = SprtSummary(test, ratio, test.bounds, test.decision(ratio))
    is_played = len(rounds) == schedule.pairs * len(schedule.groups)
    return MatchReport(
        game.name,
        game.players,
        game.spec.option_texts(),
        schedule.seed,
        len(rounds),
        len(games),
        is_played or (sprt is not None and sprt.verdict is not None),
        _summaries(schedule, rounds),
        tuple(_pair(one) for one in pairs if one.pairs),
        mean(one.plies for one in games),
        dict(Counter(one.reason for one in games).most_common()),
        tuple(
            FaultSummary(one.record.tags["Round"], names[number], fault.kind, fault.text)
            for played in rounds
            for one in played.games
            for fault in one.faults
            for number in (played.round.group[fault.contender],)
        ),
        sprt,
    )


def pair_result(
    schedule: Schedule, rounds: Sequence[PlayedRound], group: tuple[int, ...]
) -> EngineMatchResult:
    """The match of two contenders."""
    first, second = (schedule.contenders[number].name for number in group)
    pairs = tuple(GamePair(one.games) for one in rounds if one.round.group == group)
    return EngineMatchResult((first, second), schedule.game.teams, pairs)


def _pair(result: EngineMatchResult) -> PairSummary:
    low, high = result.elo_interval
    return PairSummary(
        result.names,
        len(result.pairs),
        len(result.games),
        result.score,
        result.interval,
        _finite(result.elo),
        (_finite(low), _finite(high)),
        *result.wins_draws_losses,
        result.share_alone,
    )


def _finite(number: float) -> float | None:
    return number if isfinite(number) else None


def _summaries(schedule: Schedule, rounds: Sequence[PlayedRound]) -> tuple[ContenderSummary, ...]:
    teams = schedule.game.teams
    rated = ratings(len(schedule.contenders), teams, rounds)
    found = []
    for number, contender in enumerate(schedule.contenders):
        own = [
            (game, one.round.group.index(number))
            for one in rounds
            if number in one.round.group
            for game in one.games
        ]
        usage = sum((game.time_usage[side] for game, side in own), TimeUsage())
        found.append(
            ContenderSummary(
                contender.name,
                contender.limit.seconds,
                contender.limit.nodes,
                len(own),
                mean([game.share(side) for game, side in own] or [0.0]),
                mean([game.seats.count(side) / len(teams) for game, side in own] or [0.0]),
                rated[number],
                usage.moves,
                usage.mean,
                usage.longest,
                sum(fault.contender == side for game, side in own for fault in game.faults),
            )
        )
    return tuple(found)
