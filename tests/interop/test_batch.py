"""Many games at once: the same as one after another by the readable rules."""

import copy
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

from cubarium import Batch, CubariumError, Stepper, batch, catalog, load, simulate
from cubarium.core import ToMove
from cubarium.core.action_ids import action, legal_ids, returns
from cubarium.core.game import AnyGame
from cubarium.jit import ENABLED
from tests.tables import for_tables, label

GAMES = 6
STEPS = 40 if ENABLED else 12


def compare(game: AnyGame) -> None:
    """Step a batch, and each of its games by the rules beside it."""
    games = batch(game, GAMES, seed=3, autoreset=False)
    states: list[Any] = games.states()
    for _ in range(STEPS):
        for at, state in enumerate(states):
            turn = game.turn(state)
            assert games.seats[at] == (turn.seat if isinstance(turn, ToMove) else -1), label(game)
            ids = legal_ids(game, state) if isinstance(turn, ToMove) else []
            assert list(np.flatnonzero(games.masks[at])) == ids
        chosen = games.sample()
        games.step(chosen)
        after: list[Any] = games.states()
        for at, state in enumerate(states):
            if isinstance(game.turn(state), ToMove):
                expected = game.play(state, action(game, state, int(chosen[at])))
                if not game.draws(expected):
                    assert after[at] == expected
            assert games.rewards[at].sum() == pytest.approx(0, abs=1e-6)
            if games.terminated[at]:
                assert tuple(games.rewards[at]) == pytest.approx(returns(game, after[at]))
        states = after


SLOW_TO_COMPILE = [
    pytest.param(name, marks=pytest.mark.soak) if ENABLED else name
    for name in ("cage", "cubulus", "cubeo")
]
"""Without the JIT they are quick."""


@pytest.mark.parametrize("name", ["quixo", "stones", *SLOW_TO_COMPILE])
def test_a_batch_plays_by_the_rules(name: str) -> None:
    compare(load(name))


@pytest.mark.soak
@for_tables("quixo", "cage", "cubulus", "cubeo", every=True)
def test_every_batch_plays_by_the_rules(game: AnyGame) -> None:
    compare(game)


def test_a_batch_without_a_kernel_rewards_and_observes() -> None:
    game = load("stones", stones=4)
    games = batch(game, 8, seed=2, autoreset=False)
    for at, state in enumerate(games.states()):
        text = game.text(game.view(state, 0))
        assert games.observations[at, 0, : len(text)].tobytes().decode() == text
    rewarded: list[Any] = [None] * 8
    while (games.seats >= 0).any():
        games.step(games.sample())
        for ended in np.flatnonzero(games.terminated):
            rewarded[ended] = tuple(games.rewards[ended])
    for state, found in zip(games.states(), rewarded, strict=True):
        assert found == pytest.approx(returns(game, state))
    assert any(any(found) for found in rewarded)


def run(games: Batch, steps: int) -> list[Any]:
    found = []
    for _ in range(steps):
        games.step(games.sample())
        found.append((games.observations.copy(), games.rewards.copy(), games.terminated.copy()))
    return found


@for_tables("stones", every=True)
def test_a_batch_without_a_kernel_plays_by_the_rules(game: AnyGame) -> None:
    compare(game)


SHORT = pytest.mark.parametrize(
    "game", [load("quixo", size=3), load("stones", stones=12)], ids=["kernel", "rules alone"]
)


@SHORT
def test_seeds_repeat_whatever_the_threads(game: AnyGame) -> None:
    one, two = (batch(game, 600, seed=4, threads=threads) for threads in (1, 2))
    steps = 6
    for first, second in zip(run(one, steps), run(two, steps), strict=True):
        assert all((a == b).all() for a, b in zip(first, second, strict=True))
    one.reset(seed=4)
    again = batch(game, 600, seed=4)
    assert (one.sample() == again.sample()).all()
    assert (one.sample() != batch(game, 600, seed=5).sample()).any()


@SHORT
def test_games_begin_again(game: AnyGame) -> None:
    games = batch(game, 32, seed=1)
    ends = 0
    for _ in range(60):
        games.step(games.sample())
        over = games.terminated
        ends += int(over.sum())
        assert (games.plies[over] == 0).all()
        assert (games.seats >= 0).all()
        if game.name == "quixo":  # in Stones a win may be shared
            assert (games.rewards[over] != 0).all()
        assert not games.rewards[~over].any()
        assert games.masks.any(axis=1).all()
    assert ends > 20


@SHORT
def test_games_that_are_too_long_are_stopped(game: AnyGame) -> None:
    games = batch(game, 4, longest=3, autoreset=False)
    for _ in range(3):
        games.step(games.sample())
    assert games.truncated.all()
    assert not games.rewards.any()
    assert (games.seats == -1).all()
    assert not games.masks.any()
    games.step(games.sample())
    assert not games.truncated.any()
    games.reset()
    assert (games.seats == 0).all()


@SHORT
def test_wrong_actions_are_refused_and_nothing_changes(game: AnyGame) -> None:
    games = batch(game, 4)
    games.step(games.sample())
    kept = games.observations.copy()
    illegal = games.sample()
    illegal[2] = int(np.flatnonzero(~games.masks[2])[0])
    last = len(game.actions()) - 1
    for wrong, sentence in (
        ([0, 1], "expected 4 action ids, one a game; not an array of shape"),
        ([0.5] * 4, "action ids are whole numbers; not float64"),
        ([0, 0, 0, 99], f"action ids are 0 to {last} here; game 3 has 99"),
        (illegal, "is not legal in game 2"),
    ):
        with pytest.raises(CubariumError, match=sentence):
            games.step(wrong)
    assert (games.observations == kept).all()


def shown(games: Batch) -> list[Any]:
    """All that a batch shows, as it is now."""
    names = ("observations", "masks", "seats", "rewards", "terminated", "truncated", "plies")
    return [*(getattr(games, name).copy() for name in names), games.states()]


def shows_the_same(one: list[Any], other: list[Any]) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one[:-1], other[:-1], strict=True)) and (
        one[-1] == other[-1]
    )


COPIES = pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])


@SHORT
@COPIES
def test_a_copy_shows_its_own_games(game: AnyGame, copied: Callable[[Batch], Batch]) -> None:
    games = batch(game, 24, seed=8)
    games.step(games.sample())
    twin = copied(games)
    ends = 0
    for _ in range(30):
        assert shows_the_same(shown(games), shown(twin))
        for at, state in enumerate(twin.states()):
            assert list(np.flatnonzero(twin.masks[at])) == legal_ids(game, state)
        chosen = games.sample()
        assert (twin.sample() == chosen).all(), "its random numbers are the same too"
        games.step(chosen)
        kept = shown(games)
        twin.step(chosen)
        assert shows_the_same(shown(games), kept), "and it changes nothing of the other"
        ends += int(games.terminated.sum())
    assert ends
    kept = shown(twin)
    games.reset(seed=1)
    assert shows_the_same(shown(twin), kept)


@SHORT
@COPIES
def test_a_batch_on_several_threads_is_copied(
    game: AnyGame, copied: Callable[[Batch], Batch]
) -> None:
    games = batch(game, 520, threads=2)
    twin = copied(games)
    for one in (games, twin):
        one.step(one.sample())
    assert shows_the_same(shown(games), shown(twin))


@SHORT
def test_a_copy_begins_again_as_the_batch_does(game: AnyGame) -> None:
    games = batch(game, 8, autoreset=False, longest=2)
    twin = copy.deepcopy(games)
    twin.begin_again_next()
    for one in (games, twin):
        for _ in range(3):
            one.step(one.sample())
    assert (games.seats == -1).all()
    assert (copy.copy(twin).seats == 0).all()


@SHORT
def test_samples_are_arrays_of_their_own(game: AnyGame) -> None:
    games = batch(game, 32, seed=6)
    first = games.sample()
    kept = first.copy()
    second = games.sample()
    assert (first == kept).all()
    assert (first != second).any()
    given = np.full(32, -1, np.int64)
    assert games.sample(out=given) is given
    games.step(given)
    read_only = np.zeros(32, np.int64)
    read_only.setflags(write=False)
    for wrong, what in (
        (np.zeros(31, np.int64), "of shape \\(31,\\)"),
        (np.zeros((32, 1), np.int64), "of shape \\(32, 1\\)"),
        (np.zeros(32, np.int32), "of int32"),
        (np.zeros(64, np.int64)[::2], "with gaps"),
        (read_only, "that is read-only"),
        ([0] * 32, "a list"),
    ):
        sentence = f"out is an array of 32 int64, without gaps and writable; not .*{what}"
        with pytest.raises(CubariumError, match=sentence):
            games.sample(out=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["masks", "seats", "plies"])
def test_what_decides_is_not_to_be_changed(name: str) -> None:
    with pytest.raises(ValueError, match="read-only"):
        getattr(batch(load("quixo", size=3), 2), name)[:] = 1


def test_wrong_batches_are_refused() -> None:
    game = load("quixo")
    with pytest.raises(CubariumError, match="one game at least"):
        batch(game, 0)
    with pytest.raises(CubariumError, match="a seed is a whole number"):
        batch(game, 1, seed=-1)
    with pytest.raises(CubariumError, match="one move at least"):
        batch(game, 1, longest=0)


@for_tables("quixo", "stones")
def test_random_games_are_simulated(game: AnyGame) -> None:
    played = simulate(game, 5, seed=2, trajectories=True)
    again = simulate(game, 5, seed=2, trajectories=True, threads=2)
    assert (played.lengths == again.lengths).all()
    assert played.finished.all()
    assert played.trajectories is not None
    for number in range(5):
        state = game.initial()
        ids = played.trajectories.game(number)
        assert len(ids) == played.lengths[number]
        for at, one in enumerate(ids):
            turn = game.turn(state)
            seat = played.trajectories.seats[played.trajectories.offsets[number] + at]
            assert seat == (turn.seat if isinstance(turn, ToMove) else -1)
            state = game.play(state, action(game, state, int(one)))
        assert tuple(played.returns[number]) == pytest.approx(returns(game, state))


def test_simulations_stop_where_they_are_told_to() -> None:
    for name in ("quixo", "stones"):
        played = simulate(load(name), 3, limit=2)
        assert not played.finished.any()
        assert not played.returns.any()
        assert (played.lengths == 2).all()
    with pytest.raises(CubariumError, match="one act at least"):
        simulate(load("quixo"), 1, limit=0)


@pytest.mark.parametrize("name", ["quixo", "stones", *SLOW_TO_COMPILE])
def test_a_stepper_is_a_quick_board(name: str) -> None:
    game = load(name)
    stepper, rng = Stepper(game), Random(5)
    states: list[Any] = [game.initial()]
    for _ in range(300):
        if stepper.is_over:
            break
        assert stepper.legal_ids == legal_ids(game, states[-1])
        number = rng.choice(stepper.legal_ids)
        stepper.push(number)
        states.append(game.play(states[-1], action(game, states[-1], number)))
        turn = game.turn(states[-1])
        assert stepper.seat == (turn.seat if isinstance(turn, ToMove) else None)
        assert stepper.returns == returns(game, states[-1])
        if len(states) > 40 and not ENABLED:
            break
    twin = stepper.copy()
    assert stepper.text == game.text(states[-1])
    for state in reversed(states[:-1]):
        stepper.pop()
        assert stepper.state == state
    with pytest.raises(CubariumError, match="nothing to take back"):
        stepper.pop()
    assert twin.state == states[-1]
    twin.reset()
    assert twin.state == states[0]
    assert twin.plies == 0
    twin.reset()
    twin.draw(rng)
    assert twin.seat is not None
    twin.push(twin.legal_ids[0])
    kept = twin.text
    for wrong in (-1, 999, "a"):
        with pytest.raises(CubariumError, match="action ids are 0 to"):
            twin.push(wrong)  # type: ignore[arg-type]
    with pytest.raises(CubariumError, match="is not legal now"):
        twin.push(({*range(len(game.actions()))} - {*twin.legal_ids}).pop())
    assert twin.text == kept


def test_a_stepper_has_room_for_long_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cubarium.interop.stepper.ROOM", 4)
    stepper, rng = Stepper(load("quixo")), Random(2)
    texts = [stepper.text]
    while not stepper.is_over:
        stepper.push(rng.choice(stepper.legal_ids))
        texts.append(stepper.text)
    assert len(texts) > 16
    while stepper.plies:
        assert stepper.text == texts.pop()
        stepper.pop()
    assert stepper.state == stepper.game.initial()


def test_nothing_can_be_done_after_the_end() -> None:
    game = load("quixo", size=3)
    stepper = Stepper(game, game.whole_position("XX./OO./... X"))
    stepper.push(catalog.load("quixo", size=3).action_numbers["c1c3"])
    assert stepper.is_over
    assert stepper.legal_ids == []
    with pytest.raises(CubariumError, match="the game is over"):
        stepper.push(0)
