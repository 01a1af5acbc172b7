"""What a seat can't see, on packed words: keys that know no more than the seat, and cards that are
dealt anew like `guess` deals them."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
from hypothesis import given

from cubarium import catalog
from cubarium.core import ToMove
from cubarium.core import operations as op
from cubarium.core.game import AnyGame
from cubarium.jit import ENABLED, compiled
from tests.laws.test_kernel import whole, words
from tests.tables import CHOICES, SOAKING, for_kernels, for_tables, generator, states


@compiled
def dealt(state: Any, seat: int, rng: Any) -> Any:
    return op.determinize(state, seat, rng)


@compiled
def looks(state: Any, seat: int) -> Any:
    return op.view_key(state, seat)


def redealt(packed: Any, seat: int, rng: Any) -> tuple[Any, Any]:
    after, number = dealt(packed, seat, rng)
    return words(after), np.uint64(number)


@for_kernels()
@given(choices=CHOICES)
def test_view_keys_tell_apart_what_the_seat_can(game: AnyGame, choices: bytes) -> None:
    """And nothing else."""
    kernel = catalog.kernel(game)
    found: dict[tuple[int, tuple[int, int]], Any] = {}
    rng = Random(choices)
    for state in states(game, choices)[::4]:
        if not isinstance(game.turn(state), ToMove):
            continue
        for seat in range(game.players):
            view = game.view(state, seat)
            key = whole(looks(kernel.pack(state), seat))
            assert found.setdefault((seat, key), view) == view
            twin = game.guess(view, rng)
            assert whole(looks(kernel.pack(twin), seat)) == key
            assert max(key) < 2**63
    assert len(set(found.values())) == len(found)


@for_kernels()
@given(choices=CHOICES)
def test_what_is_dealt_anew_looks_the_same(game: AnyGame, choices: bytes) -> None:
    kernel = catalog.kernel(game)
    rng = generator(choices)
    for state in states(game, choices)[::6]:
        if not isinstance(game.turn(state), ToMove):
            continue
        for seat in range(game.players):
            packed, rng = redealt(kernel.pack(state), seat, rng)
            twin = kernel.unpack(packed)
            assert game.view(twin, seat) == game.view(state, seat)
            assert game.whole_position(game.text(twin)) == twin
            assert tuple(kernel.pack(twin)) == tuple(packed)
            assert game.has_secrets or twin == state


@for_tables("cubeo", every=True)
def test_cards_are_dealt_as_one_would_guess(game: AnyGame) -> None:
    """By chi-square: as often in each place of the others' hands as `guess` has it."""
    kernel = catalog.kernel(game)
    tries = 1500 if ENABLED else 200
    for seed in range(3 if SOAKING else 1):
        turns = [state for state in states(game, seed) if isinstance(game.turn(state), ToMove)]
        for state in (turns[len(turns) // 3], turns[-1]):
            compare(game, kernel, state, tries, seed)


def compare(game: AnyGame, kernel: Any, state: Any, tries: int, seed: int) -> None:
    seat = game.turn(state).seat  # type: ignore[union-attr]
    view = game.view(state, seat)
    chance = Random(seed)
    rng = np.uint64(seed + 7)
    packed = kernel.pack(state)
    ours: Counter[Any] = Counter()
    theirs: Counter[Any] = Counter()
    for _ in range(tries):
        again, rng = redealt(packed, seat, rng)
        ours.update(places(kernel.unpack(again), seat))
        theirs.update(places(game.guess(view, chance), seat))
    assert set(ours) == set(theirs) or tries < 1500
    freedom = len(ours)
    square = sum((ours[it] - theirs[it]) ** 2 / (ours[it] + theirs[it]) for it in ours | theirs)
    assert square < freedom + 5 * (2 * freedom) ** 0.5 + 5


def places(state: Any, seat: int) -> list[Any]:
    """Who holds which card where, the observer aside."""
    found = [
        (owner, at, card)
        for owner, hand in enumerate(state.hands)
        if owner != seat
        for at, card in enumerate(hand)
    ]
    if state.tie is not None:
        pairs = zip(state.tie.seats, state.tie.cards, strict=False)
        found += [(owner, -1, card) for owner, card in pairs if owner != seat]
    return found
