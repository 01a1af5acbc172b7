"""All of Quixo on the board of three, by the readable rules: who wins and in how many plies, also
where some positions end the match in a draw."""

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubarium import catalog
from cubarium.core.game import AnyGame
from cubarium.games.quixo.state import State
from tests.search.positions import winners_of

GAME: AnyGame = catalog.load("quixo", size=3)
WON, LOST, NONE = -1, -2, -3


@cache
def graph() -> tuple[list[State], dict[State, int], NDArray[np.int64]]:
    """The open positions of both seats that can come up, their numbers, and where each act leads:
    to a number, or WON or LOST for the mover; NONE fills up."""
    numbers = {GAME.initial(): 0}
    found = [GAME.initial()]
    rows: list[list[int]] = []
    for state in found:
        row = []
        for move in GAME.moves(state):
            after = GAME.play(state, move)
            winners = winners_of(GAME, after)
            if winners is not None:
                row.append(WON if state.to_move in winners else LOST)
                continue
            if after not in numbers:
                numbers[after] = len(found)
                found.append(after)
            row.append(numbers[after])
        rows.append(row)
    most = max(map(len, rows))
    return found, numbers, np.array([row + [NONE] * (most - len(row)) for row in rows])


def solved(over: frozenset[State] = frozenset()) -> NDArray[np.int64]:
    """By number: n for a win in n plies, -n for a loss in n, 0 for a draw; who comes to one of the
    positions `over` draws at once."""
    found, numbers, acts = graph()
    drawn = np.zeros(len(found) + 3, bool)
    drawn[[numbers[state] for state in over]] = True
    drawn_there = drawn[acts] & (acts >= 0)
    codes = np.zeros(len(found) + 3, np.int64)
    plies = 0
    while True:
        plies += 1
        there = np.where(drawn_there, 0, codes[acts])
        wins = ((there < 0) | (acts == WON)).any(axis=1)
        losses = ((there > 0) | (acts == LOST) | (acts == NONE)).all(axis=1)
        new = codes[: len(found)] == 0
        codes[: len(found)][new & wins] = plies
        codes[: len(found)][new & losses] = -plies
        if not (new & (wins | losses)).any() and plies > 1:
            return codes[: len(found)]


def value(state: Any, codes: NDArray[np.int64]) -> int:
    """The code of a position as `positions.agrees` wants it."""
    code = int(codes[graph()[1][state]])
    return code + (code > 0) - (code < 0)
