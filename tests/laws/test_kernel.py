"""The kernel is the rules again: the same moves, states, ends; and its keys are sound."""

from collections.abc import Iterable
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from cubarium import catalog
from cubarium.core import Ended, ToMove
from cubarium.core import operations as op
from cubarium.core.game import AnyGame
from cubarium.core.operations import Kernel
from cubarium.jit import ENABLED, compiled
from cubarium.search.kernel_calls import key_of, legal_actions, seat_to_move, share_of, successor
from cubarium.search.playout import playouts
from tests.rulebook.examples import Player, examples_of
from tests.tables import (
    CHOICES,
    REAL,
    Choices,
    Visit,
    every,
    for_kernels,
    for_tables,
    games,
    generator,
    some,
    states,
    walk,
)


@compiled
def canonical(state: Any) -> Any:
    return op.canonical_key(state)


@compiled
def rowed(state: Any, row: Any) -> Any:
    op.to_row(state, row)
    return op.from_row(state, row)


@compiled
def sampled(state: Any, rng: Any) -> Any:
    return op.sample(state, rng)


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


def agree_about(game: AnyGame, kernel: Kernel, state: Any) -> None:
    """Both readings say the same of a state."""
    packed = kernel.pack(state)
    assert kernel.unpack(packed) == state
    turn = seat_to_move(packed)
    legal = [] if turn == op.ENDED else list(legal_actions(kernel, packed))
    assert legal == legal_ids(game, state)
    expected = game.turn(state)
    if isinstance(expected, Ended):
        assert turn == op.ENDED
        sharing = expected.outcome.winners or set(range(game.players))
        for seat in range(game.players):
            due = 1 / len(sharing) if seat in sharing else 0.0
            assert share_of(packed, seat) == due
    else:
        assert turn == (expected.seat if isinstance(expected, ToMove) else op.CHANCE)
    assert max(key_of(packed)) < 2**63


def agree_on(game: AnyGame, kernel: Kernel, visit: Visit) -> None:
    """Both readings make the same of an act."""
    (action,) = ids_of(game, [visit.act])
    packed = successor(kernel.pack(visit.before), action)
    assert tuple(packed) == tuple(kernel.pack(visit.after))
    agree_about(game, kernel, visit.after)


def agree(game: AnyGame, choices: Choices) -> None:
    kernel = catalog.kernel(game)
    for visit in walk(game, choices):
        agree_on(game, kernel, visit)


@pytest.mark.parametrize("name", REAL)
def test_kernel_and_rules_agree_in_the_rulebook(name: str) -> None:
    """Wherever a rule is shown (and, compiled, whatever else could be done there): random games
    seldom reach all of them."""
    for _, example in examples_of(name):
        game = example.game
        kernel = catalog.kernel(game)
        player = Player(game)
        player.run(example)
        for visit in player.played:
            agree_on(game, kernel, visit)
        for state in player.visited:
            agree_about(game, kernel, state)
            acts = [*game.moves(state), *game.draws(state)] if ENABLED else []
            for act in every(9, acts):
                agree_on(game, kernel, Visit(state, act, game.play(state, act)))


@for_tables(*REAL, every=True)
@given(choices=CHOICES)
def test_kernel_and_rules_agree_along_random_games(game: AnyGame, choices: bytes) -> None:
    agree(game, choices)


@pytest.mark.soak
@pytest.mark.compiled
@for_tables(*REAL, every=True)
def test_kernel_and_rules_agree_along_many_games(game: AnyGame) -> None:
    for seed in games(game, 300):
        agree(game, seed)


@for_kernels()
@given(choices=CHOICES)
def test_canonical_keys_are_the_same_for_symmetric_states_only(
    game: AnyGame, choices: bytes
) -> None:
    kernel = catalog.kernel(game)
    classes: dict[tuple[int, int], set[Any]] = {}
    symmetries = game.symmetries()
    for state in states(game, choices)[::8]:
        orbit = {symmetry.state(state) for symmetry in symmetries}
        images = (symmetry.state(state) for symmetry in some(symmetries, choices))
        keys = {whole(canonical(kernel.pack(image))) for image in images}
        assert len(keys) == 1
        assert classes.setdefault(keys.pop(), orbit) == orbit


@for_kernels()
@given(choices=CHOICES)
def test_keys_tell_states_apart(game: AnyGame, choices: bytes) -> None:
    kernel = catalog.kernel(game)
    found: dict[tuple[int, int], Any] = {}
    symmetries = game.symmetries()
    for state in states(game, choices):
        for image in (symmetry.state(state) for symmetry in some(symmetries, choices, most=6)):
            packed = kernel.pack(image)
            assert found.setdefault(whole(op.key(packed)), image) == image


@for_kernels()
@given(choices=CHOICES)
def test_rows_read_back(game: AnyGame, choices: bytes) -> None:
    kernel = catalog.kernel(game)
    packed = kernel.pack(states(game, choices)[-1])
    row = np.zeros(len(packed), np.uint64)
    assert rowed(packed, row) == packed


@for_kernels()
@given(choices=CHOICES)
def test_picks_are_legal_and_all_come_up(game: AnyGame, choices: bytes) -> None:
    kernel = catalog.kernel(game)
    late = [state for state in states(game, choices) if isinstance(game.turn(state), ToMove)][-1]
    packed = kernel.pack(late)
    legal = legal_ids(game, late)
    rng = generator(choices)
    counts = dict.fromkeys(legal, 0)
    for _ in range(40 * len(legal)):
        action, number = sampled(packed, rng)
        rng = np.uint64(number)
        counts[int(action)] += 1
    assert min(counts.values()) > 5
    assert max(counts.values()) < 110


@for_kernels()
def test_playouts_share_out_every_game(game: AnyGame) -> None:
    kernel = catalog.kernel(game)
    totals = np.zeros(game.players)
    seed = np.uint64(Random(1).getrandbits(63))
    count = 20 if ENABLED else 3
    moves = playouts(kernel.pack(game.initial()), count, 10_000, seed, totals)
    assert totals.sum() == pytest.approx(count)
    assert moves > count * 5
