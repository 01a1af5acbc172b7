"""How the weights of the evaluation are found."""

import numpy as np
import pytest

from cubarium import catalog
from cubarium.engines.executor import SerialExecutor
from cubarium.engines.process_executor import ProcessExecutor
from cubarium.games.cubeo.lookup import MOVERS, NEARNESS, SEAT_WIDTH, weights
from scripts.fit.cards import NEAR, PRIOR, TIE_BREAK, Found, chances, collected, fitted, logistic
from scripts.fit.parts import Part, in_order


def test_a_regression_finds_what_made_the_results() -> None:
    rng = np.random.default_rng(1)
    inputs = rng.normal(size=(20_000, 3))
    made = np.array([0.3, -1.0, 0.5])
    results = (rng.random(20_000) < 1 / (1 + np.exp(-inputs @ made))).astype(float)
    found, loss = logistic(inputs, results)
    assert found == pytest.approx(made, abs=0.06)
    assert loss < np.log(2)


def test_chances_are_counted() -> None:
    """Each nearness by itself, drawn a little towards the mean; the mover's apart from others'."""
    far, near, mover = NEAR, NEAR + 6, NEAR + NEARNESS + 6
    found = Found(
        cards=[far] * 1000 + [near] * 1000 + [mover] * 10,
        soon=[False] * 1000 + [True] * 500 + [False] * 500 + [True] * 10,
    )
    told = chances(found)
    assert told[far] == pytest.approx(0.25 * PRIOR / (1000 + PRIOR))
    assert told[near] == pytest.approx((500 + 0.25 * PRIOR) / (1000 + PRIOR))
    assert told[mover] == 1
    assert not told[:NEAR].any()
    assert not told[NEAR + 2 * NEARNESS :].any()


@pytest.mark.compiled
@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_are_fitted(players: int) -> None:
    game = catalog.load("cubeo", players)
    found = collected(game, 5, 4, 1)
    assert len(found.rows) == len(found.results)
    assert len(found.rows) % players == 0
    assert sum(found.results) == pytest.approx(len(found.rows) / players)
    assert len(found.cards) == len(found.soon) <= 3 * len(found.rows)
    assert 0 < sum(found.soon) < len(found.soon)
    told, _ = fitted(found, players)
    assert len(told) == MOVERS + players * SEAT_WIDTH
    own = told[MOVERS : MOVERS + SEAT_WIDTH]
    assert own[1] > 0
    assert own[:NEAR] == pytest.approx(own[1] * np.arange(NEAR))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_weights_that_we_have_are_such_a_fit(players: int) -> None:
    """One scale for one's own prospects, one for the others'."""
    told = weights()[players]
    own, *others = told[MOVERS : MOVERS + players * SEAT_WIDTH].reshape(players, SEAT_WIDTH)
    for other in others:
        assert other == pytest.approx(own * (other[NEAR - 1] / own[NEAR - 1]), abs=1)
    assert own[:NEAR] == pytest.approx(own[NEAR - 1] / (NEAR - 1) * np.arange(NEAR), abs=1)
    hand = own[NEAR : NEAR + 2 * NEARNESS]
    assert own[NEAR + 2 * NEARNESS + 1 :] == pytest.approx(TIE_BREAK * hand, abs=1.5)
    assert 0 <= hand.min() < hand.max() < own[1]


def parity(job: Part) -> int:
    return job[-1] % 2


def test_parts_come_in_their_order() -> None:
    """As quick as they may be: the same seed gives the same weights."""
    parts: list[Part] = [("cubeo", "2", 1, 1, number) for number in range(6)]
    for executor in (SerialExecutor(), ProcessExecutor(2)):
        assert list(in_order(executor, parity, parts)) == [0, 1] * 3
