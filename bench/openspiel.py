"""Games of OpenSpiel (C++) as yardsticks: random games in a closed loop of its own, random games
stepped from Python, and its Monte-Carlo search."""

import random
import time
from typing import Any

GAMES = 400
ROLLOUTS = 40_000


def load(name: str) -> Any:
    """A game of OpenSpiel; None where it is not installed."""
    try:
        import pyspiel  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return None
    return pyspiel.load_game(name)


def stepped_rate(game: Any) -> tuple[float, float]:
    """Millions of moves a CPU-second, and moves a game, where Python asks for the legal moves and
    plays one of them."""
    rng = random.Random(1)
    moves = 0
    begun = time.process_time()
    for _ in range(GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
    return moves / (time.process_time() - begun) / 1e6, moves / GAMES


def closed_rate(game: Any, length: float) -> float:
    """Millions of moves a CPU-second in C++ alone: the first simulation of a search plays all its
    random games from the start, and `length` is how many moves they have on average."""
    begun = time.process_time()
    _bot(game, ROLLOUTS, 1).mcts_search(game.new_initial_state())
    return ROLLOUTS * length / (time.process_time() - begun) / 1e6


def pentago_search_rate(simulations: int = 50_000) -> float | None:
    """Simulations a CPU-second of OpenSpiel's Monte-Carlo search (C++) with one random game each,
    from the start of pentago; None where OpenSpiel is not installed."""
    game = load("pentago")
    if game is None:
        return None
    begun = time.process_time()
    _bot(game, 1, simulations).mcts_search(game.new_initial_state())
    return simulations / (time.process_time() - begun)


def _bot(game: Any, rollouts: int, simulations: int) -> Any:
    import pyspiel

    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=rollouts, seed=1)
    return pyspiel.MCTSBot(
        game, evaluator, 1.4, simulations, max_memory_mb=1000, solve=False, seed=1, verbose=False
    )
