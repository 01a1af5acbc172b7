"""OpenSpiel's own tests, with our games."""

from pathlib import Path
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")

import numpy as np  # noqa: E402
from absl import flags  # noqa: E402
from open_spiel.python.algorithms import generate_playthrough  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from cubarium import CubariumError, catalog, load  # noqa: E402
from cubarium.interop import openspiel  # noqa: E402

TABLES = [(name, players) for name in catalog.names() for players in catalog.info(name).players]
tables = pytest.mark.parametrize(("name", "players"), TABLES)


@tables
def test_random_games_with_serialisation(name: str, players: int) -> None:
    game = pyspiel.load_game(f"cubarium_{name}", {"players": players, "longest": 30})
    assert game.num_players() == players
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


@pytest.mark.soak
@tables
def test_whole_random_games_with_serialisation(name: str, players: int) -> None:
    game = pyspiel.load_game(f"cubarium_{name}", {"players": players})
    pyspiel.random_sim_test(game, num_sims=5, serialize=True, verbose=False)


def played_by_search(game: Any, simulations: int) -> Any:
    """A whole game by the search in C++."""
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
    bot = pyspiel.MCTSBot(
        game, evaluator, 1.4, simulations, max_memory_mb=10, solve=False, seed=1, verbose=False
    )
    state, rng = game.new_initial_state(), np.random.default_rng(1)
    while not state.is_terminal():
        if state.is_chance_node():
            ids, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(ids, p=weights)))
        else:
            state.apply_action(bot.step_with_policy(state)[1])
    return state


def test_the_search_of_openspiel_plays_a_game() -> None:
    state = played_by_search(pyspiel.load_game("cubarium_quixo(size=3,longest=40)"), 4)
    assert sum(state.returns()) == 0


@pytest.mark.soak
@tables
def test_the_search_of_openspiel_plays_every_game(name: str, players: int) -> None:
    game = pyspiel.load_game(f"cubarium_{name}", {"players": players, "longest": 60})
    assert sum(played_by_search(game, 2).returns()) == pytest.approx(0)


@pytest.mark.parametrize("name", ["cubarium_quixo(size=3,longest=12)", "cubarium_cubeo(longest=8)"])
def test_a_playthrough_replays_equal(name: str, tmp_path: Path) -> None:
    flags.FLAGS.mark_as_parsed()  # of which there are none
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(name, action_sequence=None, seed=7), "utf-8")
    kept, again = generate_playthrough.replay(str(file))
    assert again == kept


def test_seats_see_what_they_may() -> None:
    game = pyspiel.load_game("cubarium_cubeo")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    watch = make_observation(game)
    watch.set_from(state, 0)
    mine = watch.tensor.copy()
    watch.set_from(state, 1)
    assert (mine != watch.tensor).any()
    hands = state.position.hands
    assert all(card not in watch.string_from(state, 1) for card in hands[0])
    assert state.action_to_string(0, state.legal_actions()[0]) in load("cubeo").actions()
    assert str(state) == load("cubeo").text(state.position)


def test_positions_and_options_are_read() -> None:
    game = pyspiel.load_game("cubarium_quixo", {"size": 3})
    state = game.new_initial_state("XX./OO./... X")
    state.apply_action(load("quixo", size=3).action_numbers["c1c3"])
    assert state.is_terminal()
    assert state.returns() == [1.0, -1.0]
    with pytest.raises(CubariumError, match="may be 3, 4, 5"):
        openspiel.SpielGame.__subclasses__()[0]({"size": 6})
