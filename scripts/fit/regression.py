"""Logistic regression: weights that turn the patterns of a position into the odds of winning."""

import numpy as np
from numpy.typing import NDArray

ROUNDS = 400
RATE = 0.05


def fitted(
    features: NDArray[np.int64], results: NDArray[np.float64], count: int, ridge: float
) -> tuple[NDArray[np.float64], float]:
    """The weights (log odds), and the mean loss per position. `features`: a row of numbers for each
    position; `results`: what its game brought, from 0 to 1. Adam over all positions at once."""
    weights = np.zeros(count)
    mean = np.zeros(count)
    square = np.zeros(count)
    flat = features.ravel()
    wide = features.shape[1]
    loss = 0.0
    for step in range(1, ROUNDS + 1):
        chance = 1 / (1 + np.exp(-weights[features].sum(axis=1)))
        sums = np.bincount(flat, weights=np.repeat(chance - results, wide), minlength=count)
        slope = sums / len(results) + ridge * weights
        mean = 0.9 * mean + 0.1 * slope
        square = 0.999 * square + 0.001 * slope**2
        fair_mean, fair_square = mean / (1 - 0.9**step), square / (1 - 0.999**step)
        weights -= RATE * fair_mean / (np.sqrt(fair_square) + 1e-8)
        chance = np.clip(chance, 1e-6, 1 - 1e-6)
        loss = -float(np.mean(results * np.log(chance) + (1 - results) * np.log(1 - chance)))
    return weights, loss
