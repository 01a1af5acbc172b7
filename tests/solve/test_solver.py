"""Quixo solved: the counts that are known, whole boards and the fullest tiers."""

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from cubarium import catalog
from cubarium.core import CubariumError, Ended
from cubarium.games.quixo import solver_index as numbering
from cubarium.games.quixo.geometry import geometry
from cubarium.games.quixo.solver_index import index
from cubarium.solve import prober as probing
from cubarium.solve import solver as solving
from cubarium.solve.checker import faults, paths_and_lines, spread_out
from cubarium.solve.checkpoints import Checkpoints
from cubarium.solve.cpu import Cores
from cubarium.solve.distances import distances
from cubarium.solve.prober import Prober
from cubarium.solve.solver import (
    NONE,
    ValueCounts,
    check_memory,
    fingerprint,
    needed_bytes,
    solve,
    tiers,
)
from cubarium.solve.tablebase import BadTablebase, Tablebase, write
from tests.search.positions import some

THREE = ValueCounts(12_748, 6_935, 0)
FOUR = ValueCounts(26_434_489, 15_003_736, 1_608_496)
FULLEST = {
    25: ValueCounts(20_073_427, 13_326_948, 154_057),
    24: ValueCounts(251_945_445, 159_558_801, 7_926_154),
}
"""Of the usual board."""


def solved(size: int, folder: Path) -> tuple[dict[Any, ValueCounts], Path]:
    """All counts of a board, and its table."""
    facts = index(size)
    checkpoints = Checkpoints(folder / "tiers", "quixo", 1, facts, facts.cells)
    totals = solve(facts, Cores(facts, 2), checkpoints)
    checkpoints.joined(folder / "table")
    return totals, folder / "table"


@pytest.fixture(scope="module")
def three(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[Any, ValueCounts], Path]:
    return solved(3, tmp_path_factory.mktemp("three"))


def test_the_board_of_three(three: tuple[dict[Any, ValueCounts], Path]) -> None:
    totals, _ = three
    assert sum(totals.values(), NONE) == THREE
    assert totals[0, 0] == ValueCounts(1, 0, 0)


@pytest.mark.compiled
def test_the_board_of_four() -> None:
    facts = index(4)
    assert sum(solve(facts, Cores(facts)).values(), NONE) == FOUR


@pytest.mark.soak
@pytest.mark.compiled
def test_the_fullest_tiers_of_the_usual_board() -> None:
    facts = index(5)
    found = {
        tier.cubes: sum(tier.totals.values(), NONE) for tier in tiers(facts, Cores(facts), last=24)
    }
    assert found == FULLEST


def test_every_value_on_the_board_of_three_follows_from_its_moves(
    three: tuple[dict[Any, ValueCounts], Path],
) -> None:
    """By the readable rules, which share nothing with the sweeps."""
    game = catalog.load("quixo", size=3)
    prober = Prober(game, numbering, three[1])
    rng = Random(1)
    words = [(me, op) for me in range(512) for op in range(512) if not me & op]
    for me, op in rng.sample(words, 400):
        follows(game, prober, numbering.state(3, me, op))


def test_openings_of_the_usual_board_follow_from_their_moves() -> None:
    game = catalog.load("quixo")
    prober = Prober(game, numbering, numbering.OPENINGS)
    assert prober.most_cubes == 8
    assert prober.value(game.initial()) == "draw"
    rng = Random(2)
    for cubes in range(1, 8):
        for _ in range(6):
            cells = rng.sample(range(25), cubes)
            mine = rng.randint(0, cubes)
            me = sum(1 << cell for cell in cells[:mine])
            op = sum(1 << cell for cell in cells[mine:])
            follows(game, prober, numbering.state(5, me, op))


def follows(game: Any, prober: Prober, state: Any) -> None:
    value = prober.value(state)
    turn = game.turn(state)
    if isinstance(turn, Ended):
        assert value == ("win" if state.to_move in turn.outcome.winners else "loss")
        return
    replies = {prober.value(game.play(state, move)) for move in game.moves(state)}
    expected = "win" if "loss" in replies else "draw" if "draw" in replies else "loss"
    assert value == expected


def test_the_shipped_table_counts_what_is_published() -> None:
    """The sum is that of the counts of all classes with up to eight cubes, in lines of text."""
    table = Tablebase(numbering.OPENINGS, "quixo", 1)
    facts = {count: numbering.first_turnings(5, count) for count in range(9)}
    totals = {}
    for a, b in table.classes:
        rows = facts[a]
        columns = int(numbering.rank_lookup(25)[25 - a, b])
        words = np.array(table.values((a, b), len(rows) * columns))
        low, high = (_bits(words, shift)[: len(rows) * columns] for shift in (0, 32))
        times = np.repeat(numbering.turnings(5, rows), columns)
        wins = int(times[(low & high) == 1].sum())
        losses = int(times[(high == 1) & (low == 0)].sum())
        totals[a, b] = ValueCounts(wins, losses, int(times.sum()) - wins - losses)
    assert totals[0, 0] == ValueCounts(0, 0, 1)
    assert totals[4, 4] == ValueCounts(805_796, 48, 74_904_406)
    assert fingerprint(totals) == COUNTED


COUNTED = "30998a2bfea6c8f21ee7cd242e07d2294bc92918a1cd25899f719564e32dc9d1"


def _bits(words: Any, shift: int) -> Any:
    half = (words >> np.uint64(shift) & np.uint64(0xFFFFFFFF)).astype("<u4")
    return np.unpackbits(half.view(np.uint8), bitorder="little")


# distances


@pytest.mark.parametrize(
    ("size", "start", "known"),
    [
        pytest.param(3, 7, THREE, marks=pytest.mark.compiled),
        pytest.param(4, 21, FOUR, marks=[pytest.mark.compiled, pytest.mark.soak]),
    ],
)
def test_distances_agree_with_a_checker_that_shares_nothing_with_them(
    size: int, start: int, known: ValueCounts
) -> None:
    facts = index(size)
    found = distances(facts)
    spectrum = found.spectrum()
    assert sum(many for code, many in spectrum.items() if code > 0) == known.wins
    assert sum(many for code, many in spectrum.items() if code < 0) == known.losses
    assert spectrum.get(0, 0) == known.draws
    assert found.plies[0, 0][0] == start + 1
    codes = spread_out(facts.cells, found.codes)
    paths, lines = paths_and_lines(geometry(size))
    assert faults(codes, paths, lines, facts.cells) == 0
    if size == 3:
        for number in Random(1).sample(range(len(codes)), some(20, 3)):
            wrong = codes.copy()
            wrong[number] = 0 if wrong[number] else 1
            assert faults(wrong, paths, lines, facts.cells)


def test_the_usual_board_has_no_distances() -> None:
    five: Any = SimpleNamespace(size=5)
    with pytest.raises(CubariumError, match="up to 4 by 4"):
        distances(five)


# going on, and refusing


def test_a_stopped_solution_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    facts = index(3)
    checkpoints = Checkpoints(tmp_path / "tiers", "quixo", 1, facts, keep=2)

    def stop(tier: solving.Tier) -> None:
        if tier.cubes == 5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(facts, Cores(facts, 1), checkpoints, stop)
    assert checkpoints.path(5).exists()
    assert not checkpoints.path(6).exists()
    seen: list[int] = []
    totals = solve(facts, Cores(facts, 1), checkpoints, lambda tier: seen.append(tier.cubes))
    assert seen == [4, 3, 2, 1, 0]
    assert sum(totals.values(), NONE) == THREE
    checkpoints.joined(tmp_path / "small")
    assert max(a + b for a, b in Tablebase(tmp_path / "small", "quixo", 1).classes) == 2
    other = Checkpoints(tmp_path / "tiers", "quixo", 1, index(4), keep=2)
    with pytest.raises(BadTablebase, match="boards of 3 by 3"):
        other.lowest()
    monkeypatch.undo()


def test_too_little_memory_is_refused_with_the_number() -> None:
    facts = index(4)
    with pytest.raises(CubariumError, match=r"needs 0\.0 GB of memory; there are 0\.0 GB"):
        check_memory(facts, 1000)
    check_memory(facts, needed_bytes(facts))


def small(path: Path) -> Path:
    write(path, "quixo", 3, 1, {(0, 0): np.array([7], np.uint64)})
    return path


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda data: b"something else\n" + data, "is no tablebase"),
        (lambda data: data[:-1], "bytes; expected"),
        (
            lambda data: data.replace(b'"size": 3', b'"size": x'),
            "header of the tablebase is damaged",
        ),
        (lambda data: data.replace(b"quixo", b"qvixo"), "another game"),
        (lambda data: data[:-8] + b"\0" * 8, "checksum is wrong"),
        (
            lambda data: data.replace(b'"offset": 0', b'"offset": 8'),
            "header of the tablebase is damaged",
        ),
    ],
)
def test_damaged_tables_are_refused_before_any_answer(
    tmp_path: Path, damage: Any, said: str
) -> None:
    path = small(tmp_path / "table")
    Tablebase(path, "quixo", 1).values((0, 0), 1)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(BadTablebase, match=said):
        Tablebase(path, "quixo", 1).values((0, 0), 1)


def test_a_header_that_lies_about_lengths_is_refused(
    three: tuple[Any, Path], tmp_path: Path
) -> None:
    """Right sums of too few values: compiled code would read beyond their end."""
    whole = Tablebase(three[1], "quixo", 1)
    facts = index(3)
    values = {which: whole.values(which, facts.positions(*which)) for which in whole.classes}
    values[4, 4] = values[4, 4][:1]
    write(tmp_path / "short", "quixo", 3, 1, values)
    prober = Prober(catalog.load("quixo", size=3), numbering, tmp_path / "short")
    with pytest.raises(BadTablebase, match="length is wrong"):
        prober.value(numbering.state(3, 0b101010100, 0b010101010))


def test_a_tier_without_all_its_classes_is_no_checkpoint(tmp_path: Path) -> None:
    facts = index(3)
    checkpoints = Checkpoints(tmp_path / "tiers", "quixo", 1, facts, keep=9)
    solve(facts, Cores(facts, 1), checkpoints, last=7)
    cubes, values, _ = checkpoints.lowest() or (0, {}, {})
    del values[3, 4]
    write(checkpoints.path(cubes), "quixo", 3, 1, values)
    with pytest.raises(BadTablebase, match="not the whole tier"):
        checkpoints.lowest()


def test_a_tier_counts_only_when_its_counts_are_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed between two files: what goes on must not miss a tier in its totals."""
    facts = index(3)
    checkpoints = Checkpoints(tmp_path / "tiers", "quixo", 1, facts, keep=9)
    written = Path.replace

    def killed(path: Path, target: Path) -> Path:
        if target.name == killing[0]:
            raise KeyboardInterrupt
        return written(path, target)

    monkeypatch.setattr(Path, "replace", killed)
    for name in ("tier05.table", "counts.json"):
        killing = [name]
        with pytest.raises(KeyboardInterrupt):
            solve(facts, Cores(facts, 1), checkpoints)
    monkeypatch.undo()
    assert sum(solve(facts, Cores(facts, 1), checkpoints).values(), NONE) == THREE


def test_a_table_of_another_board_is_refused(three: tuple[Any, Path]) -> None:
    with pytest.raises(CubariumError, match="boards of 3 by 3"):
        Prober(catalog.load("quixo", size=4), numbering, three[1])
    with pytest.raises(CubariumError, match="two players"):
        Prober(catalog.load("quixo", 4), numbering, three[1])


# the numbering


@pytest.mark.parametrize("size", [3, 4])
def test_the_index_numbers_every_position_once(size: int) -> None:
    facts = index(size)
    raw = sum(
        int(facts.orbit[a].sum()) * facts.columns(a, b)
        for a in range(facts.cells + 1)
        for b in range(facts.cells + 1 - a)
    )
    assert raw == 3**facts.cells
    for count in range(facts.cells + 1):
        assert np.array_equal(facts.first[count], numbering.first_turnings(size, count))


def test_planes_and_states_go_both_ways() -> None:
    state = numbering.state(5, 0b11, 0b100)
    assert numbering.bitboards(state) == (0b11, 0b100)


def test_a_gpu_says_what_it_needs() -> None:
    try:
        import cupy

        cupy.cuda.runtime.getDeviceCount()
    except Exception:  # noqa: BLE001
        from cubarium.solve.gpu import Gpu

        with pytest.raises(Exception, match=r"CuPy|CUDA|cuda"):
            Gpu(index(3))
        pytest.skip("there is no GPU here")
    from cubarium.solve.gpu import Gpu

    for size, known in ((3, THREE), (4, FOUR)):
        facts = index(size)
        assert sum(solve(facts, Gpu(facts)).values(), NONE) == known


def test_the_first_probe_waits_for_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is compiled or loaded is so when a prober is made."""
    asked: list[int] = []
    probed = probing._probe

    def counted(*words: Any) -> Any:
        asked.append(len(words[0]))
        return probed(*words)

    monkeypatch.setattr(probing, "_probe", counted)
    game = catalog.load("quixo")
    Prober(game, numbering, numbering.OPENINGS)
    assert asked == [1]


@pytest.mark.parametrize("count", [0, 1, 2, 4, 9, 10])
def test_all_words_with_so_many_bits(count: int) -> None:
    words = [word for word in range(1 << 9) if word.bit_count() == count]
    assert numbering._words(9, count).tolist() == words
