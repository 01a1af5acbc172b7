"""Boards with one ball outside: the source for GPUs, run on one thread, against a plain solver."""

import sys
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from cubarium.core import CubariumError, Ended, Outcome, ToMove
from cubarium.games.cubulus import rotation_index as numbering
from cubarium.games.cubulus.messages import End
from cubarium.solve.rotations.entries import DRAW, LOSS, WIN, value_without
from cubarium.solve.rotations.gpu import RotationGpu
from cubarium.solve.rotations.orbits import orbit_index
from cubarium.solve.rotations.outside import (
    CLASSES,
    OutsideIndex,
    check_outside_memory,
    solve_outside,
)
from cubarium.solve.rotations.outside_check import OutsideCheck
from cubarium.solve.rotations.outside_gpu import OutsideGpu
from cubarium.solve.rotations.solver import solve
from tests.solve.one_thread_gpu import COMPILER, cupy_of
from tests.solve.plain_rotations import (
    EMPTY,
    ME,
    NEUTRAL,
    OP,
    VARIED,
    Cells,
    has_square,
    solved,
    solved_with_a_gap,
    swapped,
    ways_in,
)

FACTS = VARIED[0]
pytestmark = pytest.mark.skipif(COMPILER is None, reason="there is no g++ here")


@pytest.fixture(scope="module")
def tier(tmp_path_factory: pytest.TempPathFactory) -> Iterator[OutsideGpu]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "cupy", cupy_of(tmp_path_factory.mktemp("gpu")))
        full = RotationGpu(orbit_index(FACTS), plies=False)
        solve(full, threads=1)
        backend = OutsideGpu(OutsideIndex(full.index), full)
        told: list[int] = []
        solution = solve_outside(backend, lambda report: told.append(report.changed))
        assert told[-1] == 0
        assert solution.sweeps == len(told)
        for kind in CLASSES:
            counts = solution.counts[kind]
            every = counts.all_wins + counts.losses + counts.draws + counts.draws_else_loss
            assert every == backend.index.positions
            assert all((counts.wins, counts.losses, counts.draws, counts.wins_else_draw))
        assert solution.counts[1].wins_else_loss
        assert sum(one.draws_else_loss for one in solution.counts)
        yield backend


def board_of(index: OutsideIndex, kind: int, row: int, column: int) -> Cells:
    orbit, empty = divmod(row, index.places)
    mask = int(index.orbits.first[orbit])
    cells = [cell for cell in range(index.facts.cells) if mask >> cell & 1]
    board = [NEUTRAL] * index.facts.cells
    board[cells.pop(empty)] = EMPTY
    word = int(index.words(kind)[column])
    for at, cell in enumerate(cells):
        board[cell] = ME if word >> at & 1 else OP
    return tuple(board)


@pytest.mark.plain
def test_every_board_equals_a_plain_solver(tier: OutsideGpu) -> None:
    index = tier.index
    codes = [entries.reshape(index.rows, index.columns) for entries in tier.entries]
    plain = solved_with_a_gap(FACTS, solved(FACTS))
    checked = 0
    for kind in CLASSES:
        for row in range(index.rows):
            for column in range(index.columns):
                board = board_of(index, kind, row, column)
                gap = board.index(EMPTY)
                for forbidden in range(-1, len(FACTS.rows)):
                    if forbidden < 0 or gap not in FACTS.rows[forbidden]:
                        due = plain[board, forbidden]
                        value = value_without(int(codes[kind][row, column]), forbidden)
                        assert value == (WIN if due > 0 else LOSS if due < 0 else DRAW)
                        checked += 1
    assert checked == 17_280


class FaceGame:
    """The rules of a face for the checker: a state is its cells as the mover sees them, what is
    forbidden, and whether the first seat is to move."""

    def turn(self, s: tuple[Cells, int, bool]) -> Any:
        board, _, is_first = s
        for colour in (ME, OP):
            if has_square(board, colour, FACTS.squares.tolist()):
                return Ended(
                    Outcome(frozenset({0 if (colour == ME) == is_first else 1}), End.SQUARE)
                )
        return ToMove(0)

    def moves(self, s: tuple[Cells, int, bool]) -> list[tuple[Cells, int]]:
        board, forbidden, _ = s
        rows = FACTS.rows.tolist()
        turned = [
            (swapped(board, row), rows.index(row[::-1]))
            for number, row in enumerate(rows)
            if number != forbidden and not any(board[cell] == EMPTY for cell in row)
        ]
        return turned + [(after, -1) for after in ways_in(FACTS, board)]

    def play(self, s: tuple[Cells, int, bool], m: tuple[Cells, int]) -> tuple[Cells, int, bool]:
        return (*m, not s[2])

    def text(self, s: tuple[Cells, int, bool]) -> str:
        return str(s)

    def gapped_words(self, s: tuple[Cells, int, bool]) -> tuple[int, int, int, int]:
        board, forbidden, _ = s
        me, op, gap = (
            sum(1 << cell for cell, ball in enumerate(board) if ball == kind)
            for kind in (ME, OP, EMPTY)
        )
        return me, op, gap, forbidden

    def state(self, me: int, op: int, forbidden: int, gap: int) -> tuple[Cells, int, bool]:
        words = {ME: me, OP: op, EMPTY: gap}
        board = tuple(
            next((kind for kind, word in words.items() if word >> cell & 1), NEUTRAL)
            for cell in range(FACTS.cells)
        )
        return board, forbidden, True


def test_the_checker_agrees_and_finds_what_is_wrong(tier: OutsideGpu) -> None:
    face: Any = FaceGame()
    check = OutsideCheck(face, face, tier.index, tier)
    assert check.wrong(300, Random(1)) == []
    kept = [entries.copy() for entries in tier.entries]
    for entries in tier.entries:
        entries[entries == LOSS] = WIN
    assert check.wrong(100, Random(1))
    tier.entries = kept
    assert check.values([]) == []


def test_too_little_memory_is_refused() -> None:
    index = OutsideIndex(orbit_index(FACTS))
    check_outside_memory(index, 1 << 40)
    with pytest.raises(CubariumError, match=r"needs 0\.3 GB of memory; there are 0\.0 GB"):
        check_outside_memory(index, 1000)


def test_gaps_of_the_cage() -> None:
    """A ball can be put into any place but the centre, and pushed in along the rows of the gap."""
    orbits: Any = type("Orbits", (), {"facts": numbering.facts(9), "orbits": 0})
    ways = OutsideIndex(orbits).ways
    counts = np.bincount((ways != 254).sum(axis=1))
    assert counts.tolist() == [0, 0, 0, 0, 8, 12, 7]
    assert [gap for gap in range(27) if 255 not in ways[gap]] == [13]
