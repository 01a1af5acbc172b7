"""Random openings: the first acts of a match, the same for all who play from them."""

from random import Random

from cubarium.core.game import AnyGame
from cubarium.core.turn import Ended, ToMove
from cubarium.match.events import Event
from cubarium.match.match import Match

PLIES = 2
TRIES = 1000


def usual_plies(game: AnyGame) -> int:
    """Where cards are dealt, no two games are alike anyway."""
    return 0 if game.has_secrets else PLIES


def opening(
    game: AnyGame, rng: Random, plies: int | None = None, *, set_up: bool = True
) -> tuple[Event, ...]:
    """Random plies after the set-up, such that nothing is decided yet. The set-up is random
    too; without `set_up` its moves are left to the players, and so is all that follows."""
    wanted = usual_plies(game) if plies is None else plies
    for _ in range(TRIES):
        match, events = _walked(game, rng, wanted, set_up=set_up)
        if _is_undecided(match):
            return events
    raise ValueError(f"{game.name}: all openings of {wanted} plies are decided")


def _walked(
    game: AnyGame, rng: Random, plies: int, *, set_up: bool
) -> tuple[Match, tuple[Event, ...]]:
    match = Match.open(game)
    events = match.draw(rng)
    match = match.after(events)
    if not set_up and not game.is_turn_boundary(match.state):
        return match, events
    while isinstance(match.turn, ToMove):
        if match.plies >= plies and game.is_turn_boundary(match.state):
            break
        move = game.write(rng.choice(game.moves(match.state)))
        made = match.move(match.turn.seat, move, rng)
        events += made
        match = match.after(made)
    return match, events


def _is_undecided(match: Match) -> bool:
    """Can the seat to move neither win at once nor only end the game?"""
    turn, game = match.turn, match.game
    if not isinstance(turn, ToMove):
        return False
    goes_on = False
    for move in game.moves(match.state):
        after = game.turn(game.play(match.state, move))
        if not isinstance(after, Ended):
            goes_on = True
        elif turn.seat in after.outcome.winners:
            return False
    return goes_on
