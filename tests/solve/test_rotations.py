"""Full boards solved: small ones position by position against a plain solver, and their tables."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from cubarium import catalog
from cubarium.core import CubariumError
from cubarium.core.engine import Limit, Proven
from cubarium.core.rotation_solver import RotationFacts
from cubarium.core.solver import WinDrawLoss
from cubarium.engines import registry
from cubarium.games.cubulus import rotation_index as numbering
from cubarium.games.cubulus.geometry import ROWS
from cubarium.games.cubulus.state import Rearrange
from cubarium.match.match import Match
from cubarium.search.engine import SearchEngine
from cubarium.solve import sources
from cubarium.solve.rotations import solver as solving
from cubarium.solve.rotations.audit import audited, random_state
from cubarium.solve.rotations.checker import UNDECIDED, decided
from cubarium.solve.rotations.cores import RotationCores
from cubarium.solve.rotations.entries import DRAW, LOSS, WIN, plies_without, value_without
from cubarium.solve.rotations.gpu import RotationGpu
from cubarium.solve.rotations.orbits import OrbitIndex, orbit_index
from cubarium.solve.rotations.prober import RotationProber
from cubarium.solve.rotations.solver import TableFile, check_disk, check_memory, solve
from cubarium.solve.rotations.survey import RotationCounts
from cubarium.solve.rotations.tablebase import RotationTablebase
from cubarium.solve.tablebase import BadTablebase
from tests.solve.one_thread_gpu import COMPILER, cupy_of
from tests.solve.plain_rotations import VARIED, Cells, Plies, one_face, solved

FACES = (one_face(), *VARIED)
FOUR = RotationCounts(
    wins=16_278,
    losses=7_158,
    draws=3_245_608,
    wins_else_draw=96_976,
    wins_else_loss=0,
    draws_else_loss=0,
)
"""The cage with four balls a side: nobody can be forced to lose."""


def cells_of(index: OrbitIndex) -> Iterator[tuple[int, int, Cells]]:
    """Every number with its board."""
    for orbit in range(index.orbits):
        mask = int(index.first[orbit])
        cells = [cell for cell in range(index.facts.cells) if mask >> cell & 1]
        for column in range(index.columns):
            board = [2] * index.facts.cells
            for at, cell in enumerate(cells):
                board[cell] = 0 if int(index.words[column]) >> at & 1 else 1
            yield orbit, column, tuple(board)


def differences(index: OrbitIndex, entries: Any, plain: Plies, *, plies: bool) -> int:
    """How many boards, with whatever is forbidden, differ from what a plain solver found."""
    wrong = 0
    for orbit, column, board in cells_of(index):
        for forbidden in range(-1, len(index.facts.rows)):
            due = plain[board, forbidden]
            entry = int(entries[orbit, column])
            if plies:
                wrong += plies_without(entry, forbidden) != due
            else:
                value = WIN if due > 0 else LOSS if due < 0 else DRAW
                wrong += value_without(entry, forbidden) != value
    return wrong


@pytest.mark.parametrize("facts", FACES)
def test_small_boards_equal_a_plain_solver(facts: RotationFacts) -> None:
    index = orbit_index(facts)
    plain = solved(facts)
    found = []
    for plies in (False, True):
        backend = RotationCores(index, 2, plies=plies)
        found.append(solve(backend, threads=2))
        assert differences(index, backend.entries, plain, plies=plies) == 0
    values, distances = found
    assert values.survey.counts == distances.survey.counts
    assert values.over == distances.over
    if facts in VARIED:
        counts = distances.survey.counts
        kinds = (counts.wins_else_draw, counts.wins_else_loss, counts.draws_else_loss)
        assert all((counts.wins, counts.losses, counts.draws, *kinds))
        spectrum = distances.survey.spectrum
        assert max(spectrum) == distances.survey.longest == max(plain.values())
        assert spectrum[0] == counts.draws + counts.draws_else_loss
        assert distances.survey.examples


@pytest.mark.skipif(COMPILER is None, reason="there is no g++ here")
@pytest.mark.parametrize("plies", [False, True])
def test_the_source_for_gpus_does_the_same(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    plies: bool,  # noqa: FBT001
) -> None:
    monkeypatch.setitem(sys.modules, "cupy", cupy_of(tmp_path))
    index = orbit_index(VARIED[0])
    gpu = RotationGpu(index, plies=plies)
    solution = solve(gpu, threads=1)
    cores = RotationCores(index, 1, plies=plies)
    assert solution.over == solve(cores, threads=1).over
    assert np.array_equal(gpu.fetched(0, index.orbits), cores.entries)
    again = RotationGpu(index, plies=plies)
    again.load(0, cores.entries, solution.sweeps)
    assert again.sweep(solution.sweeps + 1) == 0
    assert np.array_equal(again.fetched(3, 5), cores.entries[3:5])


def test_a_gpu_solves_the_same() -> None:
    try:
        import cupy

        cupy.cuda.runtime.getDeviceCount()
    except Exception:  # noqa: BLE001
        with pytest.raises(Exception, match=r"CuPy|CUDA|cuda"):
            RotationGpu(orbit_index(one_face()), plies=False)
        pytest.skip("there is no GPU here")
    for facts in (*VARIED, numbering.facts(4)):
        index = orbit_index(facts)
        for plies in (False, True):
            cores, gpu = RotationCores(index, plies=plies), RotationGpu(index, plies=plies)
            assert solve(cores).over == solve(gpu).over
            assert np.array_equal(cores.entries, gpu.fetched(0, index.orbits))


def test_the_numbers_of_boards() -> None:
    for facts in FACES:
        index = orbit_index(facts)
        words = [word for word in range(1 << 2 * facts.balls) if word.bit_count() == facts.balls]
        assert index.words.tolist() == words
        half = (1 << facts.balls) - 1
        numbers = [index.upper[word >> facts.balls] + index.lower[word & half] for word in words]
        assert numbers == list(range(len(words)))
        boards = {
            tuple(where.index(cell) for cell in range(facts.cells))
            for where in facts.symmetries.tolist()
        }
        assert len(boards) == len(facts.symmetries)


# tables


@pytest.fixture(scope="module")
def four(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cage with four balls a side, with plies."""
    path = tmp_path_factory.mktemp("four") / "cubulus.table"
    backend = RotationCores(orbit_index(numbering.facts(4)), plies=True)
    solution = solve(backend, TableFile(path, "cubulus", 1))
    assert solution.survey.counts == FOUR
    assert solution.over == (7_194, 7_158)
    assert solution.survey.spectrum == {-1: 7_158, 0: 3_245_608, 1: 7_194, 2: 106_060}
    return path


@pytest.mark.compiled
def test_a_cage_of_four_balls_follows_from_its_moves(four: Path) -> None:
    game = catalog.load("cubulus")
    prober = RotationProber(game, numbering, four)
    assert audited(prober, 25, Random(1)) == []
    rng = Random(2)
    states: list[Any] = [random_state(prober, rng) for _ in range(40)]
    for state in states:
        for symmetry in game.symmetries()[7:48:13]:
            turned = symmetry.state(state)
            assert prober.value(turned) == prober.value(state)
            assert prober.plies(turned) == prober.plies(state)


@pytest.mark.compiled
def test_a_plain_search_decides_as_the_table_does(four: Path) -> None:
    prober = RotationProber(catalog.load("cubulus"), numbering, four)
    me, op, forbidden = random_words(200, 4)
    plies = prober.distances(me, op, forbidden)
    found = decided(prober.orbits.facts, me, op, forbidden, deepest=2)
    assert (found[plies != 0] == plies[plies != 0]).all()
    assert (found[plies == 0] == UNDECIDED).all()
    assert (prober.values(me, op, forbidden) == np.where(plies > 0, WIN, -plies * 2)).all()


@pytest.mark.soak
@pytest.mark.compiled
def test_every_board_of_four_balls_is_what_a_plain_search_of_two_plies_finds(four: Path) -> None:
    """With nothing forbidden. The search of one ply looks at all boards; that of two, at a share:
    nobody loses in two."""
    prober = RotationProber(catalog.load("cubulus"), numbering, four)
    index = prober.orbits
    me, op = (np.zeros((index.orbits, index.columns), np.uint32) for _ in range(2))
    left = index.first.copy()
    for place in range(8):
        lowest = left & ~(left - np.uint32(1))
        is_mine = (index.words >> np.uint32(place) & np.uint32(1)).astype(np.bool_)
        me |= np.where(is_mine[None, :], lowest[:, None], np.uint32(0))
        op |= np.where(is_mine[None, :], np.uint32(0), lowest[:, None])
        left &= ~lowest
    nothing = np.full(me.size, -1)
    plies = prober.distances(me.ravel(), op.ravel(), nothing)
    found = decided(index.facts, me.ravel(), op.ravel(), nothing, deepest=1)
    assert (found[plies != 0] == plies[plies != 0]).all()
    assert (found[plies == 0] == UNDECIDED).all()
    share = np.flatnonzero(plies == 0)[::1000]
    deeper = decided(index.facts, me.ravel()[share], op.ravel()[share], nothing[share], deepest=2)
    assert (deeper == UNDECIDED).all()


def random_words(count: int, balls: int) -> tuple[Any, Any, Any]:
    """Full boards of the cage, some of them with three or four balls together."""
    rng = Random(3)
    me, op = np.zeros(count, np.uint32), np.zeros(count, np.uint32)
    for number in range(count):
        cells = rng.sample([0, 1, 2, 3, 4, 5, 6, 7, 8, 12, 15, 21], 2 * balls)
        me[number] = sum(1 << cell for cell in cells[:balls])
        op[number] = sum(1 << cell for cell in cells[balls:])
    return me, op, np.array([rng.randrange(-1, len(ROWS)) for _ in range(count)])


class NearEnds:
    """Knows the boards that a plain search of three plies decides, as a tablebase would."""

    reach = "the end of the game"

    def _plies(self, s: Any) -> int:
        me, op, forbidden = numbering.words(s) or (0, 0, 0)
        mine, theirs = (np.array([word], np.uint32) for word in (me, op))
        return int(decided(numbering.facts(9), mine, theirs, np.array([forbidden]))[0])

    def value(self, s: Any) -> WinDrawLoss | None:
        plies = self._plies(s)
        if plies == UNDECIDED:
            return None
        return WinDrawLoss.WIN if plies > 0 else WinDrawLoss.LOSS

    def plies(self, s: Any) -> int | None:
        plies = self._plies(s)
        return None if plies == UNDECIDED else abs(plies) - 1


@pytest.mark.compiled
@pytest.mark.parametrize("level", [None, 8])
def test_an_engine_wins_as_soon_as_it_can_and_loses_as_late(level: int | None) -> None:
    game = catalog.load("cubulus")
    strength = None if level is None else registry.strength(game, level)
    engine = SearchEngine(strength=strength, rng=Random(1), memory=1, prober=NearEnds())
    for text, plies in (
        ("YRB|BRY|BRR/RBB|YBY|YBB/YRY|BRY|YRR R", 3),
        ("BBR|BRY|YBR/RRY|RBY|YRR/BBB|BRY|YYY R", -2),
    ):
        state = game.position(text)
        story = Match.open(game, None, state).story(0)
        (*_, last) = engine.think(game, story, Limit(nodes=300))
        assert isinstance(last.value, Proven)
        assert last.value.plies == abs(plies)
        assert last.value.outcome.winners == {0 if plies > 0 else 1}
        after = game.play(state, last.best)  # type: ignore[arg-type]
        assert NearEnds().plies(after) == abs(plies) - 1


@pytest.mark.compiled
def test_engines_know_a_table_in_the_folder(four: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = catalog.load("cubulus")
    assert registry._prober(game) is None
    monkeypatch.setenv(sources.FOLDER, str(four.parent))
    found = registry._prober(game)
    assert isinstance(found, RotationProber)
    assert sources.audited(found, 3, Random(1)) == []
    assert registry._prober(catalog.load("cubulus", 3)) is None
    assert registry.analyst(game, tablebase=four) is not None


def test_a_table_that_is_of_no_use_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv(sources.FOLDER, str(tmp_path))
    game = catalog.load("cubulus")
    assert sources.known_source(game) is None
    (tmp_path / "cubulus.table").write_bytes(b"something else\n")
    assert sources.known_source(game) is None
    assert "no tablebase" in caplog.text
    with pytest.raises(BadTablebase, match="no tablebase of this game"):
        sources.value_source(game, tmp_path / "cubulus.table")
    monkeypatch.delenv(sources.FOLDER)
    assert sources.tables_folder().name == "tables"


class FaceNumbering:
    """The numbering of a face as if it were a game: a state is its words."""

    def check(self, game: object) -> None:
        del game

    def facts(self, balls: int) -> RotationFacts:
        return next(facts for facts in VARIED if facts.balls == balls)

    def words(self, s: tuple[int, int, int] | None) -> tuple[int, int, int] | None:
        return s


FACE: Any = FaceNumbering()
GAME: Any = SimpleNamespace(
    name="face", spec=SimpleNamespace(info=SimpleNamespace(rules_version=1))
)


def written(path: Path, facts: RotationFacts, *, plies: bool) -> Path:
    solve(RotationCores(orbit_index(facts), 1, plies=plies), TableFile(path, "face", 1), threads=1)
    return path


@pytest.mark.parametrize(
    ("facts", "plies"),
    [
        (VARIED[0], True),
        (VARIED[1], False),
        pytest.param(VARIED[0], False, marks=pytest.mark.soak),
        pytest.param(VARIED[1], True, marks=pytest.mark.soak),
    ],
)
def test_a_prober_finds_every_board_turned_or_not(
    tmp_path: Path,
    facts: RotationFacts,
    plies: bool,  # noqa: FBT001
) -> None:
    prober = RotationProber(GAME, FACE, written(tmp_path / "table", facts, plies=plies))
    plain = solved(facts)
    asked = Random(1).sample(sorted(plain), 400)
    words = [
        [sum(1 << at for at, ball in enumerate(b) if ball == k) for k in (0, 1)] for b, _ in asked
    ]
    due = np.array([plain[one] for one in asked])
    me, op = (np.array([pair[k] for pair in words], np.uint32) for k in (0, 1))
    forbidden = np.array([ban for _, ban in asked])
    values = prober.values(me, op, forbidden)
    assert (values == np.where(due > 0, WIN, np.where(due < 0, LOSS, DRAW))).all()
    first = (int(me[0]), int(op[0]), int(forbidden[0]))
    assert prober.value(first) == {WIN: "win", LOSS: "loss", DRAW: "draw"}[int(values[0])]
    assert prober.value(None) is None
    assert prober.plies(None) is None
    if plies:
        assert (prober.distances(me, op, forbidden) == due).all()
        found = [prober.plies((int(a), int(b), int(c))) for a, b, c in zip(me, op, forbidden)]  # noqa: B905
        assert found == [abs(int(one)) - 1 if one else None for one in due]
    else:
        assert prober.plies(first) is None
        with pytest.raises(BadTablebase, match="no distances"):
            prober.distances(me, op, forbidden)
    assert f"{facts.balls} a side" in prober.reach
    plain_search = decided(facts, me, op, forbidden)
    near = (due != 0) & (abs(due) <= 4)
    assert (plain_search[near] == due[near]).all()
    assert (plain_search[~near] == UNDECIDED).all()


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (lambda data: b"x" + data, "no tablebase of this game"),
        (lambda data: data[:-1], "bytes; expected"),
        (lambda data: data.replace(b'"balls": 3', b'"balls": x'), "header"),
        (lambda data: data.replace(b'"over": [', b'"over": [7, '), "header"),
        (lambda data: data.replace(b'"orbits": 16', b'"orbits": 32'), "bytes; expected"),
        (
            lambda data: data.replace(b'"orbits": 16', b'"orbits": 32').replace(
                b'"columns": 20', b'"columns": 10'
            ),
            "header",
        ),
        (lambda data: data.replace(b'"face"', b'"fake"'), "another game"),
        (lambda data: data.replace(b'"finished": true,', b'"finished":false,'), "not finished"),
        (lambda data: data[:-1] + bytes([data[-1] ^ 1]), "checksum is wrong"),
    ],
)
def test_damaged_tables_are_refused(tmp_path: Path, damage: Any, said: str) -> None:
    path = written(tmp_path / "table", VARIED[0], plies=False)
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(BadTablebase, match=said):
        RotationProber(GAME, FACE, path)


def test_a_stopped_solution_goes_on(tmp_path: Path) -> None:
    index = orbit_index(VARIED[0])
    file = TableFile(tmp_path / "table", "face", 1)
    made: list[int] = []

    def stop(report: solving.SweepReport) -> None:
        made.append(report.number)
        if report.number == 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(RotationCores(index, 1, plies=True), file, stop, checkpoint_seconds=0, threads=1)
    assert RotationTablebase(file.checkpoint, "face", 1).sweeps == 5
    with pytest.raises(BadTablebase, match="another kind"):
        solve(RotationCores(index, 1, plies=False), file)
    whole = RotationCores(index, 1, plies=True)
    made.clear()
    solution = solve(whole, file, lambda report: made.append(report.number), threads=1)
    assert made[0] == 6
    assert not file.checkpoint.exists()
    fresh = RotationCores(index, 1, plies=True)
    assert solution.over == solve(fresh, threads=1).over
    assert np.array_equal(whole.entries, fresh.entries)
    assert np.array_equal(RotationTablebase(file.path, "face", 1).entries, fresh.entries)


def test_too_little_memory_or_disk_is_refused(tmp_path: Path, monkeypatch: Any) -> None:
    index = orbit_index(one_face())
    with pytest.raises(CubariumError, match=r"needs 0\.3 GB of memory; there are 0\.0 GB"):
        check_memory(index, 1000, plies=True)
    with pytest.raises(CubariumError, match="there is no folder"):
        check_disk(index, tmp_path / "none" / "table", plies=True)
    check_disk(index, tmp_path / "table", plies=True)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=10))
    with pytest.raises(CubariumError, match=r"needs 0\.0 GB of disk"):
        check_disk(index, tmp_path / "table", plies=True)


# the numbering of the cage


def test_states_and_words_go_both_ways() -> None:
    game = catalog.load("cubulus")
    prober: Any = SimpleNamespace(
        orbits=SimpleNamespace(facts=numbering.facts(9)), index=numbering, game=game
    )
    rng = Random(1)
    for _ in range(20):
        state: Any = random_state(prober, rng)
        words = numbering.words(state)
        assert words is not None
        assert numbering.state(*words) == state
        assert game.position(game.text(state)) == state
    assert numbering.words(game.initial()) is None
    lopsided = numbering.state(0b111, 0b1000, -1)
    assert numbering.words(lopsided) is None
    with pytest.raises(CubariumError, match="two players"):
        numbering.check(catalog.load("cubulus", 3))


def test_rotations_are_the_rearrangements_of_the_rules() -> None:
    game = catalog.load("cubulus")
    rows = numbering.facts(9).rows.tolist()
    state = game.position("BRY|RYB|YBR/YBR|BRY|RYB/RYB|YBR|BRY R")
    for (place, axis), (first, second, third) in zip(ROWS, rows, strict=True):
        board = list(state.board)
        board[second], board[third], board[first] = (
            state.board[at] for at in (first, second, third)
        )
        assert game.play(state, Rearrange(place, axis)).board == tuple(board)
