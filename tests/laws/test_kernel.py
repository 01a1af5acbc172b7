"""The kernel is the rules again: the same moves, states, ends; and its keys are sound."""

from collections.abc import Iterable
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubarium import catalog
from cubarium.core import Ended, ToMove
from cubarium.core import operations as op
from cubarium.core.game import AnyGame
from cubarium.core.operations import Kernel
from cubarium.jit import compiled
from cubarium.search.playout import playouts
from tests.tables import REAL, for_tables, games, some, states, walk


@compiled
def step(state: Any, action: int, out: Any) -> Any:
    """Everything that the kernel says of a state, in one compiled call."""
    after = op.apply(state, action)
    turn = op.turn(after)
    count = op.legal(after, out) if turn != op.ENDED else 0
    return after, turn, count, op.key(after), op.canonical_key(after)


@compiled
def canonical(state: Any) -> Any:
    return op.canonical_key(state)


@compiled
def share(state: Any, seat: int) -> float:
    return op.shares(state, seat)


@compiled
def rowed(state: Any, row: Any) -> Any:
    op.to_row(state, row)
    return op.from_row(state, row)


@compiled
def picked(state: Any, rng: Any) -> Any:
    return op.pick(state, rng)


def words(packed: Any) -> Any:
    """Compiled functions return words as Python's numbers."""
    return type(packed)(*map(np.uint64, packed))


def whole(key: Any) -> tuple[int, int]:
    """A key as Python's numbers."""
    first, second = map(int, key)
    return first, second


def ids_of(game: AnyGame, acts: Iterable[Any]) -> list[int]:
    """Action ids: a draw has its own, or that of the move with the same text."""
    ids = {text: number for number, text in enumerate(game.actions())}
    texts = map(game.write, acts)
    return [ids[text if text in ids else text.removeprefix("=")] for text in texts]


def legal_ids(game: AnyGame, state: Any) -> list[int]:
    return sorted(ids_of(game, [*game.moves(state), *game.draws(state)]))


def agree(game: AnyGame, kernel: Kernel, seed: int) -> None:
    out = np.zeros(kernel.most, np.int64)
    packed = kernel.pack(game.initial())
    for visit in walk(game, seed):
        (action,) = ids_of(game, [visit.act])
        after, turn, count, key, _ = step(packed, action, out)
        packed = words(after)
        assert kernel.unpack(packed) == visit.after
        assert tuple(packed) == tuple(kernel.pack(visit.after))
        assert list(out[:count]) == legal_ids(game, visit.after)
        expected = game.turn(visit.after)
        if isinstance(expected, Ended):
            assert turn == op.ENDED
            sharing = expected.outcome.winners or set(range(game.players))
            for seat in range(game.players):
                due = 1 / len(sharing) if seat in sharing else 0.0
                assert share(packed, seat) == due
        else:
            assert turn == (expected.seat if isinstance(expected, ToMove) else op.CHANCE)
        assert max(key) < 2**63


@for_tables(*REAL, every=True)
@given(seed=st.integers(0, 10**6))
def test_kernel_and_rules_agree_along_random_games(game: AnyGame, seed: int) -> None:
    agree(game, catalog.kernel(game), seed)


@pytest.mark.compiled
@for_tables(*REAL, every=True)
def test_kernel_and_rules_agree_along_many_games(game: AnyGame) -> None:
    kernel = catalog.kernel(game)
    for seed in games(game, 300):
        agree(game, kernel, seed)


@for_tables(*REAL)
@given(seed=st.integers(0, 10**6))
def test_canonical_keys_are_the_same_for_symmetric_states_alone(game: AnyGame, seed: int) -> None:
    kernel = catalog.kernel(game)
    classes: dict[tuple[int, int], set[Any]] = {}
    symmetries = game.symmetries()
    for state in states(game, seed)[::8]:
        orbit = {symmetry.state(state) for symmetry in symmetries}
        images = (symmetry.state(state) for symmetry in some(symmetries, seed))
        keys = {whole(canonical(kernel.pack(image))) for image in images}
        assert len(keys) == 1
        assert classes.setdefault(keys.pop(), orbit) == orbit


@for_tables(*REAL)
@given(seed=st.integers(0, 10**6))
def test_keys_tell_states_apart(game: AnyGame, seed: int) -> None:
    kernel = catalog.kernel(game)
    found: dict[tuple[int, int], Any] = {}
    symmetries = game.symmetries()
    for state in states(game, seed):
        for image in (symmetry.state(state) for symmetry in some(symmetries, seed, most=6)):
            packed = kernel.pack(image)
            assert found.setdefault(whole(op.key(packed)), image) == image


@for_tables(*REAL)
@given(seed=st.integers(0, 10**6))
def test_rows_read_back(game: AnyGame, seed: int) -> None:
    kernel = catalog.kernel(game)
    packed = kernel.pack(states(game, seed)[-1])
    row = np.zeros(len(packed), np.uint64)
    assert rowed(packed, row) == packed


@for_tables(*REAL)
@given(seed=st.integers(0, 10**6))
def test_picks_are_legal_and_all_come_up(game: AnyGame, seed: int) -> None:
    kernel = catalog.kernel(game)
    late = [state for state in states(game, seed) if isinstance(game.turn(state), ToMove)][-1]
    packed = kernel.pack(late)
    legal = legal_ids(game, late)
    rng = np.uint64(seed + 1)
    counts = dict.fromkeys(legal, 0)
    for _ in range(40 * len(legal)):
        action, number = picked(packed, rng)
        rng = np.uint64(number)
        counts[int(action)] += 1
    assert min(counts.values()) > 5
    assert max(counts.values()) < 110


@for_tables(*REAL)
def test_playouts_share_out_every_game(game: AnyGame) -> None:
    kernel = catalog.kernel(game)
    totals = np.zeros(game.players)
    seed = np.uint64(Random(1).getrandbits(63))
    moves = playouts(kernel.pack(game.initial()), 20, 10_000, seed, totals)
    assert totals.sum() == pytest.approx(20)
    assert moves > 20 * 5
