"""Both readings of the rules count what the tables say."""

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from cubarium import catalog, jit
from cubarium.core.game import AnyGame
from cubarium.search.perft import perft_by_rules
from cubarium.search.perft_kernel import perft_by_kernel
from tests.tables import REAL, SOAKING, compiling

WALKED = (
    2_000 if not jit.ENABLED else 100_000 if SOAKING else 10_000
)  # states to walk through by the readable rules
SHALLOW = 1_000  # and by a kernel that is not compiled


class Row(NamedTuple):
    """One line of a table."""

    game: AnyGame
    state: Any
    counts: tuple[int, ...]

    def shallow(self, walked: int) -> list[tuple[int, int]]:
        """The depths, with their counts, for which not more states must be walked through."""
        before = (1, *self.counts)
        return [
            (depth, count)
            for depth, count in enumerate(self.counts, 1)
            if before[depth - 1] <= walked
        ]


def read_table(name: str) -> list[Row]:
    rows = []
    for line in (Path(__file__).parent / f"{name}.txt").read_text("utf-8").splitlines():
        if not line or line.startswith("#"):
            continue
        head, _, counts = line.partition(" : ")
        table, _, position = head.partition(" | ")
        said = dict(option.split("=") for option in table.split())
        game = catalog.load(name, int(said.pop("players")), **said)
        state = game.position(position) if position else game.initial()
        rows.append(Row(game, state, tuple(map(int, counts.split()))))
    return rows


def label(row: Row) -> str:
    return f"{row.game.name}-{row.game.players}-{row.game.text(row.state)}"


ROWS = [row for name in REAL for row in read_table(name)]
for_rows = pytest.mark.parametrize("row", ROWS, ids=label)
for_kernels = pytest.mark.parametrize(
    "row",
    [pytest.param(row, marks=compiling(row.game)) for row in ROWS],
    ids=label,
)


@pytest.mark.compiled  # nothing is: where no coverage is measured, it takes half the time
@for_rows
def test_rules(row: Row) -> None:
    for depth, count in row.shallow(WALKED):
        assert perft_by_rules(row.game, row.state, depth) == count


@for_kernels
def test_kernel_shallow(row: Row) -> None:
    kernel = catalog.kernel(row.game)
    assert perft_by_kernel(kernel, kernel.pack(row.state), 0) == 1
    for depth, count in row.shallow(SHALLOW):
        assert perft_by_kernel(kernel, kernel.pack(row.state), depth) == count


@pytest.mark.compiled
@for_kernels
def test_kernel_deep(row: Row) -> None:
    kernel = catalog.kernel(row.game)
    for depth, count in enumerate(row.counts, 1):
        assert perft_by_kernel(kernel, kernel.pack(row.state), depth) == count


@pytest.mark.parametrize("name", REAL)
def test_every_number_of_players_has_a_table(name: str) -> None:
    assert {row.game.players for row in read_table(name)} == set(catalog.info(name).players)
