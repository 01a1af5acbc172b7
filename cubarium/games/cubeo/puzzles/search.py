"""The exact search for the fewest cubes: compiled, in slices, without gaps.

For a number of cubes it tries all ways to show the first card, with each all ways to show the next
that go together with it, and so on. The next card is always the one with the fewest ways left, and
of the first card one turning of the board is enough. If nothing is found, there is no arrangement
with so few cubes: that is the proof.
"""

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cubarium.games.cubeo import COLOURS, CUBES
from cubarium.games.cubeo.bitboard import popcount
from cubarium.games.cubeo.cards import Card
from cubarium.games.cubeo.puzzles.demands import Demand, demands, is_first_turning
from cubarium.jit import compiled, helper

Words = NDArray[np.uint64]
BITBOARDS = 2 + len(COLOURS)
"""Taken, empty, and one for each colour."""
COLOUR_CUBES = np.uint64(CUBES)


class SearchStatus(IntEnum):
    """Where a search stands."""

    RUNNING = 0
    FOUND = 1
    EXHAUSTED = 2


RUNNING, FOUND, EXHAUSTED = map(int, SearchStatus)


@helper
def fits(now: Any, way: Any) -> bool:
    """Do two demands go together?"""
    if (now[0] | way[0]) & (now[1] | way[1]):
        return False
    here = now[2] | now[3] | now[4] | now[5]
    there = way[2] | way[3] | way[4] | way[5]
    same = (now[2] & way[2]) | (now[3] & way[3]) | (now[4] & way[4]) | (now[5] & way[5])
    return not here & there & ~same


@helper
def adds_nothing(now: Any, way: Any) -> bool:
    """Is a demand met already, whatever comes?"""
    return not (
        (way[0] & ~now[0])
        | (way[1] & ~now[1])
        | (way[2] & ~now[2])
        | (way[3] & ~now[3])
        | (way[4] & ~now[4])
        | (way[5] & ~now[5])
    )


@helper
def narrowed(ways: Any, now: Any, most: Any, left: Any, count: Any, after: Any) -> Any:
    """Keep the ways of a card that go together with what is asked already: how many there are;
    -1: the card is shown in any case."""
    kept = 0
    for at in range(count):
        way = ways[left[at]]
        if popcount(now[0] | way[0]) <= most and fits(now, way):
            if adds_nothing(now, way):
                return -1
            after[kept] = left[at]
            kept += 1
    return kept


@compiled
def run(  # noqa: C901
    ways: Words,
    most: int,
    lists: NDArray[np.int32],
    counts: NDArray[np.int64],
    asked: Words,
    chosen: NDArray[np.int64],
    position: NDArray[np.int64],
    level: int,
    budget: int,
) -> tuple[int, int]:
    """Go on searching for this many steps: the status, and the level that was reached. The arrays
    hold where the search stands: per level and card the ways left (count 0: the card is shown),
    what is asked so far, the card being tried and how far."""
    cards = counts.shape[1]
    word = np.uint64(most)
    for _ in range(budget):
        card = chosen[level]
        if position[level] == counts[level, card]:
            if level == 0:
                return EXHAUSTED, level
            level -= 1
            continue
        way = ways[lists[level, card, position[level]]]
        position[level] += 1
        now = asked[level + 1]
        for bitboard in range(6):
            now[bitboard] = asked[level, bitboard] | way[bitboard]
        next_card = -1
        dead = False
        for other in range(cards):
            counts[level + 1, other] = 0
            if other == card or counts[level, other] == 0:
                continue
            kept = narrowed(
                ways, now, word, lists[level, other], counts[level, other], lists[level + 1, other]
            )
            if kept == 0:
                dead = True
                break
            if kept < 0:
                continue
            counts[level + 1, other] = kept
            if next_card < 0 or kept < counts[level + 1, next_card]:
                next_card = other
        if dead:
            continue
        if next_card < 0:
            enough = True
            for bitboard in range(2, 6):
                if popcount(now[bitboard]) > COLOUR_CUBES:
                    enough = False
            if enough:
                return FOUND, level + 1
            continue
        level += 1
        chosen[level] = next_card
        position[level] = 0
    return RUNNING, level


class Search:
    """One search for an arrangement of some cubes at most; it can be stopped and gone on with."""

    def __init__(self, cards: Sequence[Card], most: int) -> None:
        self.most = most
        ways = [[way for way in demands(card) if way.cubes <= most] for card in cards]
        every = [way for some in ways for way in some]
        self.ways = _words(every)
        depth, count = len(cards), max(map(len, ways), default=0)
        self.lists = np.zeros((depth + 1, depth, max(count, 1)), np.int32)
        self.counts = np.zeros((depth + 1, depth), np.int64)
        self.asked = np.zeros((depth + 1, BITBOARDS), np.uint64)
        self.chosen = np.zeros(depth + 1, np.int64)
        self.position = np.zeros(depth + 1, np.int64)
        self.level = 0
        self.status = SearchStatus.RUNNING if all(ways) else SearchStatus.EXHAUSTED
        first = min(range(depth), key=lambda card: len(ways[card]))
        self.chosen[0] = first
        begin = 0
        for card, some in enumerate(ways):
            kept = [
                at
                for at in range(begin, begin + len(some))
                if card != first or is_first_turning(every[at])
            ]
            self.lists[0, card, : len(kept)] = kept
            self.counts[0, card] = len(kept)
            begin += len(some)

    def go_on(self, steps: int) -> SearchStatus:
        """Search for this many steps more."""
        if self.status is SearchStatus.RUNNING:
            status, self.level = run(
                self.ways,
                self.most,
                self.lists,
                self.counts,
                self.asked,
                self.chosen,
                self.position,
                self.level,
                steps,
            )
            self.status = SearchStatus(status)
        return self.status

    @property
    def progress(self) -> float:
        """How much of the first card's ways has been tried."""
        return float(self.position[0]) / max(1, int(self.counts[0, self.chosen[0]]))

    def demand(self) -> Demand:
        """What the arrangement that was found must meet."""
        taken, empty, *colours = map(int, self.asked[self.level])
        return Demand(taken, empty, tuple(colours))


def _words(ways: Sequence[Demand]) -> Words:
    rows = [(way.taken, way.empty, *way.colours) for way in ways]
    return np.array(rows, np.uint64).reshape(len(rows), BITBOARDS)
