"""Many games at once, on packed words: each has a row of words and a generator of its own, so that
their results do not depend on how they are divided among threads."""

from cubarium.core.operations import (
    CHANCE,
    ENDED,
    PackedState,
    Word,
    Words,
    apply,
    from_row,
    mask,
    observe,
    sample,
    shares,
    to_row,
    turn,
)
from cubarium.jit import compiled, helper

NEVER, SAME_STEP, NEXT_STEP = 0, 1, 2
"""When a game that is over begins again."""
OVER = -1
"""The seat to move in a game that is over."""


@helper
def past_chance(state: PackedState, rng: Word) -> tuple[PackedState, Word, int]:
    """The state when chance has acted, the next random number, and who is to move then."""
    seat = turn(state)
    while seat == CHANCE:
        action, rng = sample(state, rng)
        state = apply(state, action)
        seat = turn(state)
    return state, rng, seat


@helper
def write_turn(state: PackedState, seat: int, masks: Words, seen: Words, at: int) -> None:
    """What the seat to move may do, and what it sees; nothing, where there is none."""
    if seat < 0:
        masks[at] = False
        seen[at] = 0
        return
    mask(state, masks[at])
    observe(state, seen[at])


@compiled
def start_games(
    root: PackedState,
    rows: Words,
    rngs: Words,
    plies: Words,
    seats: Words,
    masks: Words,
    seen: Words,
    begin: int,
    end: int,
) -> None:
    """Begin the games of a part."""
    for at in range(begin, end):
        state, rng, seat = past_chance(root, rngs[at])
        rngs[at] = rng
        plies[at] = 0
        seats[at] = max(seat, OVER)
        to_row(state, rows[at])
        write_turn(state, seats[at], masks, seen, at)


@compiled
def step_games(
    root: PackedState,
    actions: Words,
    rows: Words,
    rngs: Words,
    plies: Words,
    seats: Words,
    masks: Words,
    seen: Words,
    returned: Words,
    finished: Words,
    sides: int,
    longest: int,
    again: int,
    begin: int,
    end: int,
) -> None:
    """Make one move in every game of a part that is not over. `finished`: 1 where the rules have
    ended the game with it, 2 where it has become too long. `again` says when it begins again."""
    players = returned.shape[1]
    for at in range(begin, end):
        if finished[at]:
            finished[at] = 0
            returned[at] = 0.0
        is_new = seats[at] < 0
        if is_new and again != NEXT_STEP:
            continue
        state = root if is_new else apply(from_row(root, rows[at]), actions[at])
        made = 0 if is_new else plies[at] + 1
        rng = rngs[at]
        while True:  # a second time where a game begins again at once
            state, rng, seat = past_chance(state, rng)
            if is_new:
                break
            if seat == ENDED:
                finished[at] = 1
                for each in range(players):
                    returned[at, each] = (players * shares(state, each) - 1.0) / (sides - 1.0)
            elif made >= longest:
                finished[at] = 2
            else:
                break
            seat = OVER
            if again != SAME_STEP:
                break
            is_new, state, made = True, root, 0
        rngs[at] = rng
        plies[at] = made
        seats[at] = seat
        to_row(state, rows[at])
        write_turn(state, seat, masks, seen, at)


@compiled
def first_illegal(actions: Words, masks: Words, seats: Words) -> int:
    """The first game with an action that is no id, or not legal where a seat is to move; -1: there
    is none."""
    for at in range(len(actions)):
        action = actions[at]
        if not 0 <= action < masks.shape[1] or (seats[at] >= 0 and not masks[at, action]):
            return at
    return -1


@compiled
def sample_actions(
    root: PackedState, rows: Words, seats: Words, rngs: Words, actions: Words, begin: int, end: int
) -> None:
    """A random legal action for every game of a part that is not over."""
    for at in range(begin, end):
        actions[at] = 0
        if seats[at] >= 0:
            action, rng = sample(from_row(root, rows[at]), rngs[at])
            actions[at] = action
            rngs[at] = rng


@compiled
def observe_state(state: PackedState, out: Words) -> None:
    """What the seat to move sees."""
    observe(state, out)
