"""Random games, each from a number of its own: their lengths, ends and moves."""

from cubarium.core.operations import (
    ENDED,
    PackedState,
    Words,
    apply,
    sample,
    shares,
    turn,
)
from cubarium.jit import compiled


@compiled
def random_games(
    root: PackedState,
    seeds: Words,
    limit: int,
    lengths: Words,
    won: Words,
    finished: Words,
    begin: int,
    end: int,
) -> None:
    """Play the games of a part: how many acts each had, and the seats' shares of those that have
    come to an end within `limit` acts."""
    for at in range(begin, end):
        state = root
        rng = seeds[at]
        made = 0
        while made < limit and turn(state) != ENDED:
            action, rng = sample(state, rng)
            state = apply(state, action)
            made += 1
        lengths[at] = made
        finished[at] = turn(state) == ENDED
        if finished[at]:
            for seat in range(won.shape[1]):
                won[at, seat] = shares(state, seat)


@compiled
def write_games(
    root: PackedState,
    seeds: Words,
    offsets: Words,
    actions: Words,
    seats: Words,
    begin: int,
    end: int,
) -> None:
    """Play the same games again, and write down who did what; chance is seat -1."""
    for at in range(begin, end):
        state = root
        rng = seeds[at]
        for step in range(offsets[at], offsets[at + 1]):
            seats[step] = turn(state)
            action, rng = sample(state, rng)
            actions[step] = action
            state = apply(state, action)
