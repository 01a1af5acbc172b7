"""OpenSpiel's own tests, with our games."""

from pathlib import Path
from typing import Any

import pytest

pyspiel = pytest.importorskip("pyspiel")

import numpy as np  # noqa: E402

from cubarium import CubariumError, catalog, load  # noqa: E402
from cubarium.interop import openspiel  # noqa: E402

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


@pytest.mark.parametrize(
    ("name", "has_chance"),
    [
        ("cubarium_quixo", False),
        ("cubarium_cage", False),
        ("cubarium_cubulus", False),
        ("cubarium_cubulus(players=3)", False),
        ("cubarium_cubulus(neutrals=random)", True),
        ("cubarium_cubeo", True),
        ("cubarium_stones", True),
    ],
)
def test_chance_is_told_of_where_there_is_some(name: str, *, has_chance: bool) -> None:
    game = pyspiel.load_game(name)
    modes = pyspiel.GameType.ChanceMode
    expected = modes.EXPLICIT_STOCHASTIC if has_chance else modes.DETERMINISTIC
    assert game.get_type().chance_mode == expected
    assert bool(game.max_chance_outcomes()) == has_chance
    assert game.new_initial_state().is_chance_node() == has_chance


@pytest.mark.parametrize("name", ["quixo", "cage", "cubulus"])
def test_the_alpha_beta_of_openspiel_takes_games_without_chance(name: str) -> None:
    from open_spiel.python.algorithms import minimax

    game = pyspiel.load_game(f"cubarium_{name}(longest=2)")
    value, best = minimax.alpha_beta_search(game, maximum_depth=2, value_function=lambda _: 0)
    assert value == 0
    assert best in game.new_initial_state().legal_actions()


@pytest.mark.parametrize("name", ["cubarium_quixo(size=3,longest=12)", "cubarium_cubeo(longest=8)"])
def test_a_playthrough_replays_equal(name: str, tmp_path: Path) -> None:
    from absl import flags  # imported where it is used, like all of OpenSpiel that is slow to
    from open_spiel.python.algorithms import generate_playthrough

    flags.FLAGS.mark_as_parsed()  # of which there are none
    file = tmp_path / "playthrough.txt"
    file.write_text(generate_playthrough.playthrough(name, action_sequence=None, seed=7), "utf-8")
    kept, again = generate_playthrough.replay(str(file))
    assert again == kept


def observation_of(game: Any, *kind: Any) -> Any:
    from open_spiel.python.observation import make_observation

    return make_observation(game, *kind)


def test_seats_see_what_they_may() -> None:
    game = pyspiel.load_game("cubarium_cubeo")
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    watch = observation_of(game)
    watch.set_from(state, 0)
    mine = watch.tensor.copy()
    watch.set_from(state, 1)
    assert (mine != watch.tensor).any()
    hands = state.position.hands
    assert all(card not in watch.string_from(state, 1) for card in hands[0])
    assert state.action_to_string(0, state.legal_actions()[0]) in load("cubeo").actions()
    assert str(state) == load("cubeo").text(state.position)


def walked(game: Any, seed: int) -> Any:
    """All states of a random game, one after another."""
    state, rng = game.new_initial_state(), np.random.default_rng(seed)
    while not state.is_terminal():
        yield state
        if state.is_chance_node():
            ids, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(int(rng.choice(ids, p=weights)))
        else:
            state.apply_action(int(rng.choice(state.legal_actions())))
    yield state


@tables
def test_who_has_seen_the_same_sees_the_same_and_may_do_the_same(name: str, players: int) -> None:
    game = pyspiel.load_game(f"cubarium_{name}", {"players": players, "longest": 12})
    known: dict[tuple[int, str], tuple[str, list[int] | None]] = {}
    for seed in (1, 1, 2):
        before: set[str] = set()
        for state in walked(game, seed):
            stories = [state.information_state_string(seat) for seat in range(players)]
            assert stories == [
                state.clone().information_state_string(one) for one in range(players)
            ]
            assert not before & {*stories}, "nothing is forgotten"
            before |= {*stories}
            for seat, story in enumerate(stories):
                legal = state.legal_actions() if state.current_player() == seat else None
                now = state.observation_string(seat), legal
                assert known.setdefault((seat, story), now) == now


def test_stories_hold_no_secrets_of_others() -> None:
    game = pyspiel.load_game("cubarium_cubeo")
    state = next(one for one in walked(game, 3) if not one.is_chance_node())
    recall = observation_of(game, pyspiel.IIGObservationType(perfect_recall=True))
    recall.set_from(state, 0)
    assert recall.tensor is None
    for seat, hand in enumerate(state.position.hands):
        own, other = (recall.string_from(state, one) for one in (seat, 1 - seat))
        assert own == state.information_state_string(seat)
        assert all(card in own and card not in other for card in hand)
        assert "=?" in own


def test_regret_is_minimised_over_stories() -> None:
    from open_spiel.python.algorithms.outcome_sampling_mccfr import OutcomeSamplingSolver

    solver = OutcomeSamplingSolver(pyspiel.load_game("cubarium_cubeo(longest=8)"))
    solver.iteration()
    assert all("=?" in story for story in solver._infostates)
    assert len(solver._infostates) >= 8


def test_positions_and_options_are_read() -> None:
    game = pyspiel.load_game("cubarium_quixo", {"size": 3})
    state = game.new_initial_state("XX./OO./... X")
    state.apply_action(load("quixo", size=3).action_numbers["c1c3"])
    assert state.is_terminal()
    assert state.returns() == [1.0, -1.0]
    with pytest.raises(CubariumError, match="may be 3, 4, 5"):
        openspiel.SpielGame.__subclasses__()[0]({"size": 6})
