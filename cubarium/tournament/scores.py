"""What a match between two engines has shown so far: scores, and how far to trust them.

A pair is one opening, played by both contenders in all seats. Its score, from the first
contender's view, is 0 to 1, and 1/2 for equals:

- Two sides: the mean of two games, a draw being 1/2.
- Three or four seats, each for itself: the first contender sits alone among copies of the second
  one, in every seat in turn; then the second one sits alone among copies of the first. With `a` and
  `b` the shares of the wins of whoever is alone, the score is 1/2 + (a - b) / 2. A draw is shared
  by all, a shared win by its winners. (With two sides this is the same number.)

Exchanging the contenders turns every score s into 1 - s.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import inf, log10, sqrt
from statistics import NormalDist, mean, stdev

from cubarium.core.record import GameRecord
from cubarium.core.turn import Seat

CONFIDENCE = 0.95
ENOUGH = 5
"""If fewer pairs than this differ from the usual pair, their spread says too little."""

FIRST, SECOND = 0, 1


@dataclass(frozen=True)
class TimeUsage:
    """How long a contender has thought."""

    moves: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def __add__(self, other: "TimeUsage") -> "TimeUsage":
        return TimeUsage(
            self.moves + other.moves,
            self.seconds + other.seconds,
            max(self.longest, other.longest),
        )

    @property
    def mean(self) -> float:
        return self.seconds / self.moves if self.moves else 0.0


@dataclass(frozen=True)
class GameFault:
    """Why a program has lost a game by its own fault."""

    contender: int
    seat: Seat
    kind: str
    text: str


@dataclass(frozen=True)
class PlayedGame:
    """One finished game. In this order it is written as JSON."""

    seats: tuple[int, ...]
    """By seat, the number of who sat there; of two contenders FIRST or SECOND."""
    record: GameRecord
    plies: int
    time_usage: tuple[TimeUsage, ...]
    """By contender."""
    faults: tuple[GameFault, ...] = ()

    @property
    def winners(self) -> frozenset[Seat]:
        """Who has won; nobody: a draw."""
        assert self.record.result is not None
        return self.record.result.winners

    @property
    def reason(self) -> str:
        """Why it ended."""
        assert self.record.result is not None
        return self.record.result.reason

    @property
    def moves(self) -> tuple[str, ...]:
        """All acts, those of the opening and of chance included."""
        return tuple(act.text for act in self.record.acts)

    def share(self, contender: int) -> float:
        """The part of the win that goes to a contender's seats; a draw is shared by all."""
        winners = self.winners or range(len(self.seats))
        return sum(self.seats[seat] == contender for seat in winners) / len(winners)

    @property
    def won(self) -> int:
        """1: the first contender's seats alone have won; -1: the other's; 0: neither."""
        if not self.winners:
            return 0
        share = self.share(FIRST)
        return 1 if share == 1 else -1 if share == 0 else 0


@dataclass(frozen=True)
class GamePair:
    """All games from one opening."""

    games: tuple[PlayedGame, ...]

    def share_alone(self, contender: int) -> float:
        """A contender's share where it has one seat, or one of two sides."""
        fewest = min(game.seats.count(contender) for game in self.games)
        shares = [g.share(contender) for g in self.games if g.seats.count(contender) == fewest]
        return mean(shares)

    @property
    def score(self) -> float:
        return 0.5 + (self.share_alone(FIRST) - self.share_alone(SECOND)) / 2


@dataclass(frozen=True)
class EngineMatchResult:
    """A match, seen from the first contender."""

    names: tuple[str, str]
    teams: tuple[int, ...]
    pairs: tuple[GamePair, ...]

    @cached_property
    def games(self) -> tuple[PlayedGame, ...]:
        return tuple(game for pair in self.pairs for game in pair.games)

    @cached_property
    def scores(self) -> tuple[float, ...]:
        return tuple(pair.score for pair in self.pairs)

    @property
    def score(self) -> float:
        return mean(self.scores)

    @property
    def interval(self) -> tuple[float, float]:
        """The score's 95% interval: Student's, from the spread of the pairs; where nearly all
        pairs are alike, Wilson's from the games, which is never of no width."""
        usual = Counter(self.scores).most_common(1)[0][1]
        if len(self.scores) - usual < ENOUGH:
            return wilson(self.score, len(self.games))
        return student(self.scores)

    @property
    def elo(self) -> float:
        """The difference in Elo that this score stands for; infinite for 0 and 1. With several
        seats: as if the score were one between two players."""
        return elo(self.score)

    @property
    def elo_interval(self) -> tuple[float, float]:
        low, high = self.interval
        return elo(low), elo(high)

    @property
    def wins_draws_losses(self) -> tuple[int, int, int]:
        """Games that only the first contender's seats have won, others, only the second one's."""
        won = Counter(game.won for game in self.games)
        return won[1], won[0], won[-1]

    @property
    def share_alone(self) -> tuple[float, float]:
        """Each contender's share of the wins when it sits alone."""
        first, second = (
            mean(pair.share_alone(side) for pair in self.pairs) for side in (FIRST, SECOND)
        )
        return first, second

    @property
    def fair_share(self) -> float:
        """The share alone of one that is as strong as the others."""
        return 1 / len(set(self.teams))

    @property
    def plies(self) -> float:
        return mean(game.plies for game in self.games)

    @property
    def time_usage(self) -> tuple[TimeUsage, TimeUsage]:
        first, second = zip(*(game.time_usage for game in self.games), strict=True)
        return sum(first, TimeUsage()), sum(second, TimeUsage())

    @property
    def endings(self) -> Mapping[str, int]:
        """How many games ended for which reason."""
        return dict(Counter(game.reason for game in self.games).most_common())


def line_ups(teams: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """Who sits where in the games of a pair."""
    sides = sorted(set(teams))
    if len(sides) == 2:
        return tuple(tuple(int(team != side) for team in teams) for side in sides)
    seats: range = range(len(teams))

    def with_one(alone: Seat, contender: int) -> tuple[int, ...]:
        return tuple(contender if seat == alone else 1 - contender for seat in seats)

    return tuple(with_one(seat, side) for side in (FIRST, SECOND) for seat in seats)


def wilson(score: float, games: int) -> tuple[float, float]:
    """Wilson's interval for a score from this many games."""
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    middle = (score + z * z / (2 * games)) / (1 + z * z / games)
    spread = score * (1 - score) / games + z * z / (4 * games * games)
    half = z * sqrt(spread) / (1 + z * z / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def student(scores: Sequence[float]) -> tuple[float, float]:
    """Student's interval for the mean of some scores between 0 and 1."""
    middle = mean(scores)
    half = quantile(len(scores) - 1) * stdev(scores) / sqrt(len(scores))
    return max(0.0, middle - half), min(1.0, middle + half)


def quantile(freedom: int) -> float:
    """Student's quantile for the interval, by Fisher's expansion: right to 0.2% from five degrees
    of freedom."""
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


def elo(score: float) -> float:
    """The difference in Elo at which this score is to be expected."""
    if score <= 0:
        return -inf
    return inf if score >= 1 else 400 * log10(score / (1 - score))
