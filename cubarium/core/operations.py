"""The names of the kernel operations: the rules again, on packed words.

A packed state is a NamedTuple class of its own with unsigned 64-bit fields. Each operation
dispatches on that class through a registry, so that it runs with the JIT off; `cubarium.jit` gives
the same functions to numba, so that compiled code calls them at full speed.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, TypeAlias

CHANCE: Final = -1
ENDED: Final = -2
WIN_IN_ONE: Final = 15_000
"""An evaluation that is a fact: the mover wins with its next action. Others are smaller."""

PackedState: TypeAlias = Any
"""Of a NamedTuple class that each game has for itself, or numba's tuple of that class."""
Word: TypeAlias = Any
"""An unsigned number of 64 bits (32 where positions are solved), NumPy's or numba's."""
Number: TypeAlias = Any
"""A number of any width: Python's, NumPy's or numba's."""
Words: TypeAlias = Any
"""An array of words, action ids or other numbers: NumPy's or numba's."""

_IMPLEMENTATIONS: dict[tuple[Callable[..., Any], type], Callable[..., Any]] = {}


def register(
    operation: Callable[..., Any], packed: type[NamedTuple], function: Callable[..., Any]
) -> None:
    """Say how an operation is done on one class of packed states."""
    _IMPLEMENTATIONS[operation, packed] = function


def _implementation(operation: Callable[..., Any], state: PackedState) -> Callable[..., Any]:
    return _IMPLEMENTATIONS[operation, type(state)]


def turn(state: PackedState) -> int:
    """The seat to move, CHANCE or ENDED."""
    seat: int = _implementation(turn, state)(state)
    return seat


def legal(state: PackedState, out: Words) -> int:
    """Write the legal action ids, ascending, into `out`, which has room for `max_actions`; their
    number. Not for ended states. What chance may do has an id of its own, or that of the move with
    the same text less its `=`."""
    count: int = _implementation(legal, state)(state, out)
    return count


def apply(state: PackedState, action: int) -> PackedState:
    """The state after a legal action."""
    return _implementation(apply, state)(state, action)


def sample(state: PackedState, rng: Words) -> tuple[int, Words]:
    """A legal action, each as likely as the others (chance: by weight), and the next state of the
    generator."""
    sampled: tuple[int, Words] = _implementation(sample, state)(state, rng)
    return sampled


def rollout_policy(state: PackedState, rng: Words) -> tuple[int, Words]:
    """A legal action that the mover, who knows its own secrets alone, may well choose, and the next
    state of the generator. Quick rather than clever: rollouts from a guess follow it."""
    chosen: tuple[int, Words] = _implementation(rollout_policy, state)(state, rng)
    return chosen


def shares(state: PackedState, seat: int) -> float:
    """A seat's share of the win in an ended state: the sum over the seats is 1."""
    share: float = _implementation(shares, state)(state, seat)
    return share


def evaluate(state: PackedState, seat: int) -> int:
    """How good a state that is not over looks for a seat (its team): 100 times the logarithm of the
    odds that it wins, fitted to games."""
    value: int = _implementation(evaluate, state)(state, seat)
    return value


def features(state: PackedState, seat: int, out: Words) -> int:
    """Write the features of a state into `out`: the numbers of the weights that make up its
    evaluation; how many they are.
    Those of a two-sided game are seen from the mover, whatever the seat."""
    count: int = _implementation(features, state)(state, seat, out)
    return count


def determinize(state: PackedState, seat: int, rng: Words) -> tuple[PackedState, Words]:
    """A state that a seat can't tell from this one, each as likely as the others, and the next
    state of the generator."""
    dealt: tuple[PackedState, Words] = _implementation(determinize, state)(state, seat, rng)
    return dealt


def view_key(state: PackedState, seat: int) -> tuple[Words, Words]:
    """Two words that are the same for all states that a seat can't tell apart."""
    words: tuple[Words, Words] = _implementation(view_key, state)(state, seat)
    return words


def key(state: PackedState) -> tuple[Words, Words]:
    """Two words, of 63 bits at the most, that tell states apart without fail."""
    words: tuple[Words, Words] = _implementation(key, state)(state)
    return words


def canonical_key(state: PackedState) -> tuple[Words, Words]:
    """Two words that are the same for symmetric states and differ for all others."""
    words: tuple[Words, Words] = _implementation(canonical_key, state)(state)
    return words


def observe(state: PackedState, out: Words) -> None:
    """Write what the seat to move knows into `out`, small numbers (int8) channel after channel: see
    core.observation. What is hidden from that seat does not change it."""
    _implementation(observe, state)(state, out)


def mask(state: PackedState, out: Words) -> None:
    """Say of every action id whether it is legal: the same as `legal`, without a branch for each
    action. Only for states in which a seat is to move."""
    _implementation(mask, state)(state, out)


def to_row(state: PackedState, row: Words) -> None:
    """Write a state into a row of words."""
    _implementation(to_row, state)(state, row)


def from_row(like: PackedState, row: Words) -> PackedState:
    """The state in a row of words; `like` is any state of the same class."""
    return _implementation(from_row, like)(like, row)


@dataclass(frozen=True)
class Kernel:
    """The bridge between a game's states and their packed words."""

    pack: Callable[[Any], PackedState]
    unpack: Callable[[PackedState], Any]
    max_actions: int
    """No state has more legal actions than this, and `legal` writes no further."""
    has_win_in_one: bool = False
    """Is the evaluation AT_ONCE wherever the mover can win in one?"""
