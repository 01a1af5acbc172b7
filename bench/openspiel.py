"""Random games of OpenSpiel's pentago (C++), played through Python: the yardstick of the table."""

import random
import time
from typing import Any

GAMES = 400


def pentago_rate() -> tuple[float, float] | None:
    """Millions of moves a CPU-second, and moves a game; None where OpenSpiel is not installed."""
    try:
        import pyspiel  # type: ignore[import-not-found, unused-ignore]
    except ImportError:
        return None
    game: Any = pyspiel.load_game("pentago")
    rng = random.Random(1)
    moves = 0
    begun = time.process_time()
    for _ in range(GAMES):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            moves += 1
    return moves / (time.process_time() - begun) / 1e6, moves / GAMES


def pentago_search_rate(simulations: int = 50_000) -> float | None:
    """Simulations a CPU-second of OpenSpiel's Monte-Carlo search (C++) with one random game each,
    from the start of pentago; None where OpenSpiel is not installed."""
    try:
        import pyspiel
    except ImportError:
        return None
    game: Any = pyspiel.load_game("pentago")
    evaluator = pyspiel.RandomRolloutEvaluator(n_rollouts=1, seed=1)
    bot = pyspiel.MCTSBot(
        game, evaluator, 1.4, simulations, max_memory_mb=1000, solve=False, seed=1, verbose=False
    )
    state = game.new_initial_state()
    begun = time.process_time()
    bot.mcts_search(state)
    return simulations / (time.process_time() - begun)
