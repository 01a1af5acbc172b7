"""A match that ends when it has decided: the sequential probability ratio test of Wald, for pairs.

It asks whether the first contender is better by `elo0` or by `elo1` Elo. Pairs are not assumed to
be anything: the likelihoods are those of the distributions nearest to what was seen that have these
scores (the generalised test, as chess programs are tested with it). See
https://cantate.be/Fishtest/GSPRT_approximation.pdf for why its error rates hold.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from math import log
from typing import Final

from cubarium.core.errors import CubariumError

POSSIBLE: Final = (0.0, 0.25, 0.5, 0.75, 1.0)
UNSEEN: Final = 1e-3
"""What counts of a score that has not been seen: it may come yet."""
BISECTIONS: Final = 50


@unique
class SprtVerdict(StrEnum):
    """What a test has decided."""

    STRONGER = "stronger"
    """By `elo1` rather than by `elo0`."""
    NOT_STRONGER = "not stronger"


@dataclass(frozen=True)
class Sprt:
    """`alpha`: how often it may call a contender stronger that is better by `elo0` only; `beta`:
    how often it may miss one that is better by `elo1`."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05

    def __post_init__(self) -> None:
        if not self.elo0 < self.elo1:
            raise CubariumError(f"SPRT: expected {self.elo0:g} to be less than {self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise CubariumError("SPRT: expected error rates between 0 and 0.5")

    @property
    def bounds(self) -> tuple[float, float]:
        """The logarithms of the likelihood ratio at which it decides."""
        return log(self.beta / (1 - self.alpha)), log((1 - self.beta) / self.alpha)

    def ratio(self, scores: Sequence[float]) -> float:
        """The logarithm of the likelihood ratio, from the scores of pairs."""
        return self.ratio_of(Counter(scores))

    def ratio_of(self, counts: Mapping[float, int]) -> float:
        """The same from how often each score came up."""
        weights: dict[float, float] = dict.fromkeys(POSSIBLE, UNSEEN)
        for score, count in counts.items():
            weights[score] = weights.get(score, 0.0) + count
        low, high = expected_score(self.elo0), expected_score(self.elo1)
        tilt0, tilt1 = _tilt(weights, low), _tilt(weights, high)
        return sum(
            weight * (log(1 + tilt0 * (score - low)) - log(1 + tilt1 * (score - high)))
            for score, weight in weights.items()
        )

    def verdict(self, scores: Sequence[float]) -> SprtVerdict | None:
        """None: it goes on."""
        return self.decision(self.ratio(scores))

    def decision(self, ratio: float) -> SprtVerdict | None:
        """The same from the logarithm of the ratio."""
        lower, upper = self.bounds
        if ratio >= upper:
            return SprtVerdict.STRONGER
        return SprtVerdict.NOT_STRONGER if ratio <= lower else None


def expected_score(elo: float) -> float:
    """The score at a difference in Elo."""
    return 1 / (1 + 10 ** (-elo / 400))


def _tilt(weights: Mapping[float, float], mean: float) -> float:
    """The likeliest distribution with this mean has the weights w / (1 + x (score - mean)): x."""
    lowest, highest = -1 / (max(weights) - mean), 1 / (mean - min(weights))
    for _ in range(BISECTIONS):
        middle = (lowest + highest) / 2
        pull = sum(
            w * (score - mean) / (1 + middle * (score - mean)) for score, w in weights.items()
        )
        if pull > 0:
            lowest = middle
        else:
            highest = middle
    return (lowest + highest) / 2
