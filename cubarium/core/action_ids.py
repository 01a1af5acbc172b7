"""Moves and draws as numbers: the id of an action is its place in `game.actions()`, the same in the
readable rules, in the kernel and in every environment. Ends as rewards."""

from collections.abc import Iterable

from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.turn import Ended, Outcome, Turn


def action_id(game: AnyGame, act: object) -> int:
    """The id of a move or a draw; a draw without one of its own has that of the move less its
    `=`."""
    return _id_of(game, game.write(act))


def _id_of(game: AnyGame, text: str) -> int:
    ids = game.action_numbers
    found = ids.get(text)
    return ids[text.removeprefix("=")] if found is None else found


def legal_ids(game: AnyGame, state: object) -> list[int]:
    """The ids of what may be done now, ascending: by the seat to move, or by chance."""
    acts: Iterable[object] = game.moves(state) or game.draws(state)
    write = game.write
    return sorted(_id_of(game, write(act)) for act in acts)


def action(game: AnyGame, state: object, number: int) -> object:
    """The move or the draw with this id. Raises CubariumError if it may not be done now."""
    texts = game.actions()
    if isinstance(number, bool) or not hasattr(number, "__index__"):
        raise CubariumError(f"an action id is a whole number; not {number!r}")
    if not 0 <= number < len(texts):
        raise CubariumError(f"action ids are 0 to {len(texts) - 1} here; not {number}")
    for act in game.moves(state) or game.draws(state):
        if _id_of(game, game.write(act)) == number:
            return act
    raise CubariumError(f"action {number} ({texts[number]}) is not legal now")


def returns(game: AnyGame, state: object) -> tuple[float, ...]:
    """Every seat's reward at the end: 1 for a win alone or with one's team, what the others lose
    in equal parts; 0 for a draw, and before the end. They add up to 0."""
    return rewards(game, game.turn(state))


def rewards(game: AnyGame, turn: Turn) -> tuple[float, ...]:
    """The same for a turn, which may be the end of a match."""
    if not isinstance(turn, Ended):
        return (0.0,) * game.players
    return tuple(reward_of(game, share) for share in shares(game, turn.outcome))


def shares(game: AnyGame, outcome: Outcome) -> tuple[float, ...]:
    """Every seat's share of the win; a draw is shared by all. They add up to 1."""
    winners = outcome.winners or frozenset(range(game.players))
    return tuple(1 / len(winners) if seat in winners else 0.0 for seat in range(game.players))


def reward_of(game: AnyGame, share: float) -> float:
    """The reward for a share of the win. All teams are of one size."""
    return (game.players * share - 1) / (game.sides - 1)
