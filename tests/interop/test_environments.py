"""The conformance suites of PettingZoo and Gymnasium, for all ten tables."""

import copy
import warnings
from collections.abc import Callable
from random import Random
from typing import Any

import gymnasium as gym
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode
from hypothesis import given
from pettingzoo.test import api_test, render_test, seed_test

from cubarium import CubariumError, catalog, load
from cubarium.core import ToMove
from cubarium.core.game import AnyGame
from cubarium.interop.gymnasium_env import SeatEnv, SelfPlayVectorEnv
from cubarium.interop.pettingzoo_env import TableEnv, env
from cubarium.interop.seat_observer import SeatObserver
from tests.tables import CHOICES, every, for_tables, states

TABLES = [(name, players) for name in catalog.names() for players in catalog.info(name).players]
tables = pytest.mark.parametrize(
    ("name", "players"),
    [
        (name, players)
        if players == max(catalog.info(name).players)
        else pytest.param(name, players, marks=pytest.mark.soak)
        for name, players in TABLES
    ],
)
quiet = pytest.mark.filterwarnings("ignore::UserWarning")
"""The suites say what they would do otherwise: dictionaries with masks, empty boards."""


@tables
@quiet
def test_pettingzoo_takes_every_table(
    name: str, players: int, capsys: pytest.CaptureFixture[str]
) -> None:
    def made(**options: Any) -> TableEnv:
        return env(name, players=players, **options)

    api_test(made(), num_cycles=30)
    seed_test(made, num_cycles=12)
    render_test(made)
    assert "Passed" in capsys.readouterr().out


@pytest.mark.soak
@tables
@quiet
def test_pettingzoo_takes_whole_games(name: str, players: int) -> None:
    def made(**options: Any) -> TableEnv:
        return env(name, players=players, **options)

    api_test(made(), num_cycles=1000)
    seed_test(made, num_cycles=300)


def test_a_game_is_played_to_its_end_in_pettingzoo() -> None:
    table = env("quixo", size=3)
    table.reset(seed=5)
    for agent in table.agent_iter(1000):
        seen, _, over, stopped, _ = table.last()
        done = over or stopped
        table.step(None if done else int(table.action_space(agent).sample(seen["action_mask"])))
    assert not table.agents
    table.reset(seed=5)
    table.step(0)
    with pytest.raises(CubariumError, match="is not legal now"):
        table.step(int(np.flatnonzero(table.observe("seat_1")["action_mask"] == 0)[0]))
    assert table.table.plies == 1
    short = env(load("quixo"), longest=1)
    short.reset()
    short.step(0)
    assert all(short.truncations.values())
    assert short.render() is None


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"render_mode": "film"}, "a board is rendered as"),
        ({"longest": 0}, "one move at least"),
        ({"players": 3}, "is played by 2 or 4 players"),
    ],
)
def test_wrong_environments_are_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(CubariumError, match=sentence):
        env("quixo", **options)


@for_tables()
@given(choices=CHOICES)
def test_what_is_hidden_from_a_seat_is_not_in_its_observation(
    game: AnyGame, choices: bytes
) -> None:
    """Whoever is to move."""
    observer, rng = SeatObserver(game), Random(choices)
    for state in every(9, states(game, choices)):
        if isinstance(game.turn(state), ToMove):
            for seat in range(game.players):
                twin = game.guess(game.view(state, seat), rng)
                seen = observer.observation(state, seat)
                assert (observer.observation(twin, seat) == seen).all()
                assert bool(observer.mask(state, seat).any()) == (game.turn(state) == ToMove(seat))


@pytest.mark.parametrize("name", catalog.names())
@quiet
def test_gymnasium_takes_every_game(name: str) -> None:
    version = catalog.info(name).rules_version
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        made = gym.make(
            f"cubarium/{name}-v{version}", opponent="random", illegal="lose", render_mode="ansi"
        )
        check_env(made.unwrapped, skip_close_check=True)


def test_a_seat_plays_against_a_level() -> None:
    seats = SeatEnv("quixo", size=3, seat=1, opponent="level1", longest=60)
    seen, info = seats.reset(seed=3)
    assert info["plies"] == 1
    rng = np.random.default_rng(1)
    over = stopped = False
    reward: Any = 0
    while not over and not stopped:
        chosen = rng.choice(np.flatnonzero(seen["action_mask"]))
        seen, reward, over, stopped, info = seats.step(chosen)
    assert reward in (-1.0, 0.0, 1.0)
    seats.reset(seed=3)
    with pytest.raises(CubariumError, match="action ids are 0 to 19"):
        seats.step(np.int64(99))
    assert seats.table.plies == 1
    lost = SeatEnv("quixo", illegal="lose", opponent="random")
    lost.reset()
    assert lost.step(np.int64(99))[1:3] == (-1.0, True)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"seat": 2}, "seats are numbered from 0 to 1; not 2"),
        ({"opponent": "level9"}, "there is no engine"),
        ({"illegal": "cheat"}, "what is illegal is to refuse or to lose; not cheat"),
    ],
)
def test_wrong_seats_are_refused(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(CubariumError, match=sentence):
        SeatEnv("quixo", **options)


@pytest.mark.parametrize(
    "game", [load("quixo", size=3), load("stones")], ids=["kernel", "rules alone"]
)
def test_the_vector_environment_keeps_gymnasiums_promises(game: AnyGame) -> None:
    games = SelfPlayVectorEnv(game, 16)
    assert games.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    seen, info = games.reset(seed=2)
    assert games.observation_space.contains(seen)
    assert games.action_space.contains(games.batch.sample())
    ended = np.zeros(16, bool)
    ends = 0
    for _ in range(40):
        seen, rewards, over, stopped, info = games.step(games.batch.sample())
        assert games.observation_space.contains(seen)
        assert not rewards[ended].any()
        assert (games.batch.plies[ended] == 0).all()
        assert not (over & ended).any()
        seats = info["seats"]
        assert isinstance(seats, np.ndarray)
        assert (seats[over] == -1).all()
        ended = over | stopped
        ends += int(over.sum())
    assert ends
    with pytest.raises(CubariumError, match="one seed is for all games"):
        games.reset(seed=[1, 2])


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy])
@pytest.mark.parametrize(
    "game", [load("quixo", size=3), load("stones")], ids=["kernel", "rules alone"]
)
def test_a_copied_vector_environment_shows_its_own_games(
    game: AnyGame, copied: Callable[[SelfPlayVectorEnv], SelfPlayVectorEnv]
) -> None:
    games = SelfPlayVectorEnv(game, 16)
    games.reset(seed=4)
    games.step(games.batch.sample())
    twin = copied(games)
    for _ in range(20):
        kept = games.batch.observations.copy()
        chosen = games.batch.sample()
        assert (twin.batch.sample() == chosen).all()
        seen, rewards, over, stopped, info = twin.step(chosen)
        assert (games.batch.observations == kept).all()
        expected = games.step(chosen)
        for name, array in expected[0].items():
            assert (seen[name] == array).all()
        for found, due in zip((rewards, over, stopped), expected[1:4], strict=True):
            assert (found == due).all()
        assert (info["seats"] == np.asarray(expected[4]["seats"])).all()
