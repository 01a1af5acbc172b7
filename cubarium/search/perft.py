"""Perft: the number of sequences of exactly this many moves; a game that ended earlier counts 0."""

from cubarium.core.game import AnyGame
from cubarium.core.turn import ToMove


def perft_by_rules(game: AnyGame, state: object, depth: int) -> int:
    """By the readable rules. Actions of chance count as moves, whatever their weight."""
    if depth == 0:
        return 1
    actions = game.moves(state) if isinstance(game.turn(state), ToMove) else [*game.draws(state)]
    if depth == 1:
        return len(actions)
    return sum(perft_by_rules(game, game.play(state, action), depth - 1) for action in actions)
