"""Ratings from the games of a match, with any number of seats: the model of Plackett and Luce for
who comes first, which is that of Elo where there are two sides.

A side wins with a chance in proportion to 10^(rating / 400) of who plays it; a shared win counts
for its winners in equal parts, a draw for everybody. The ratings are the likeliest ones, with one
draw more of each contender against the average, so that they are finite. Intervals come from the
spread of whole rounds, since the games of a round are not independent; where there are few rounds,
they are never narrower than those of the model.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from statistics import NormalDist
from typing import Final, TypeAlias

from cubarium.tournament.scores import CONFIDENCE, PlayedGame
from cubarium.tournament.tournament import PlayedRound

SCALE: Final = 400 / log(10)
STEPS: Final = 100
PRECISION: Final = 1e-9
LARGEST_STEP: Final = 2.0
ENOUGH: Final = 30
"""Rounds whose spread is trusted by itself."""

Vector: TypeAlias = list[float]
Matrix: TypeAlias = list[list[float]]


@dataclass(frozen=True)
class Rating:
    """Against the average of all contenders, in Elo, with a 95% interval."""

    elo: float
    interval: tuple[float, float]


@dataclass(frozen=True)
class _Comparison:
    """Who plays the sides of a game, and what each side has won."""

    sides: tuple[int, ...]
    shares: tuple[float, ...]


def ratings(count: int, teams: Sequence[int], rounds: Sequence[PlayedRound]) -> tuple[Rating, ...]:
    """One for each of this many contenders."""
    played = [[_comparison(teams, one.round.group, game) for game in one.games] for one in rounds]
    strengths = _likeliest(count, [comparison for games in played for comparison in games])
    _, hessian = _slopes(strengths, (comparison for games in played for comparison in games))
    inverse = _inverse(hessian)
    centred = _centred(inverse)
    spread = _spread(strengths, centred, played)
    middle = sum(strengths) / count
    z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
    found = []
    for number, strength in enumerate(strengths):
        variance = spread[number]
        if len(rounds) < ENOUGH:
            variance = max(variance, centred[number][number] - sum(centred[number]) / count)
        half = z * sqrt(variance)
        low, high = (SCALE * (strength - middle + sign * half) for sign in (-1, 1))
        found.append(Rating(SCALE * (strength - middle), (low, high)))
    return tuple(found)


def _comparison(teams: Sequence[int], group: Sequence[int], game: PlayedGame) -> _Comparison:
    winners = game.winners or frozenset(range(len(teams)))
    shares: dict[int, float] = {}
    sides: dict[int, int] = {}
    for seat, team in enumerate(teams):
        sides[team] = group[game.seats[seat]]
        shares[team] = shares.get(team, 0.0) + (seat in winners) / len(winners)
    return _Comparison(tuple(sides.values()), tuple(shares.values()))


def _prior(count: int) -> Iterator[tuple[int, float]]:
    yield from ((number, 0.5) for number in range(count))


def _slopes(strengths: Vector, comparisons: Iterator[_Comparison]) -> tuple[Vector, Matrix]:
    """The gradient of the likelihood, and how fast it falls (minus the Hessian), with the prior."""
    count = len(strengths)
    gradient = [0.0] * count
    hessian = [[0.0] * count for _ in range(count)]
    for number, share in _prior(count):
        chance = 1 / (1 + exp(-strengths[number]))
        gradient[number] += share - chance
        hessian[number][number] += chance * (1 - chance)
    for comparison in comparisons:
        chances = _chances(strengths, comparison)
        for number, change in _gradient(comparison, chances).items():
            gradient[number] += change
        for one, chance in zip(comparison.sides, chances, strict=True):
            hessian[one][one] += chance
            for other, its in zip(comparison.sides, chances, strict=True):
                hessian[one][other] -= chance * its
    return gradient, hessian


def _chances(strengths: Vector, comparison: _Comparison) -> Vector:
    most = max(strengths[number] for number in comparison.sides)
    powers = [exp(strengths[number] - most) for number in comparison.sides]
    total = sum(powers)
    return [power / total for power in powers]


def _gradient(comparison: _Comparison, chances: Vector) -> dict[int, float]:
    found: dict[int, float] = {}
    for number, share, chance in zip(comparison.sides, comparison.shares, chances, strict=True):
        found[number] = found.get(number, 0.0) + share - chance
    return found


def _likeliest(count: int, comparisons: list[_Comparison]) -> Vector:
    """By Newton's method: the likelihood is concave."""
    strengths = [0.0] * count
    for _ in range(STEPS):
        gradient, hessian = _slopes(strengths, iter(comparisons))
        steps = [sum(map(_times, row, gradient)) for row in _inverse(hessian)]
        longest = max(map(abs, steps))
        scale = min(1.0, LARGEST_STEP / longest) if longest else 1.0
        strengths = [old + scale * step for old, step in zip(strengths, steps, strict=True)]
        if longest < PRECISION:
            break
    return strengths


def _times(one: float, other: float) -> float:
    return one * other


def _centred(matrix: Matrix) -> Matrix:
    """Of each row, what sets it apart from the average of all: only differences are measured."""
    size = len(matrix)
    average = [sum(column) / size for column in zip(*matrix, strict=True)]
    return [[value - its for value, its in zip(row, average, strict=True)] for row in matrix]


def _spread(strengths: Vector, inverse: Matrix, played: list[list[_Comparison]]) -> Vector:
    """The variance of each strength, from how much the rounds differ."""
    count = len(strengths)
    totals = [0.0] * count
    for games in played:
        gradient = [0.0] * count
        for comparison in games:
            for number, change in _gradient(comparison, _chances(strengths, comparison)).items():
                gradient[number] += change
        for number, row in enumerate(inverse):
            totals[number] += sum(map(_times, row, gradient)) ** 2
    rounds = len(played)
    return [total * rounds / max(1, rounds - 1) for total in totals]


def _inverse(matrix: Matrix) -> Matrix:
    """By Gauss and Jordan; the matrix is positive definite."""
    size = len(matrix)
    rows = [
        [*row, *(float(number == at) for at in range(size))] for number, row in enumerate(matrix)
    ]
    for at in range(size):
        pivot = rows[at][at]
        rows[at] = [value / pivot for value in rows[at]]
        for other in range(size):
            if other != at and rows[other][at]:
                factor = rows[other][at]
                rows[other] = [
                    value - factor * its for value, its in zip(rows[other], rows[at], strict=True)
                ]
    return [row[size:] for row in rows]
