"""The kernel's lookups, made from the geometry. Masks of places stand in both halves of a word."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cubarium.games.cubulus.geometry import BY_NAME, CENTRE, NAMES, ROWS, SQUARES, TURNS, Place
from cubarium.games.cubulus.notation import write_move
from cubarium.games.cubulus.state import Push, Put, Rearrange

Lookup = NDArray[np.uint64]
PUT, PUSH, REARRANGE = 0, 1, 2
MIRRORS = (0, 1, 2)
SWAPS = ((1, 0, 2), (0, 2, 1))
MOST_SQUARES = 9
"""More squares of a kind than these count as these."""
SEAT_WIDTH = 4 * (MOST_SQUARES + 1) + 10
"""The weights for one seat: by squares of each kind, and by the balls that it has put in."""
LAYOUT = 2 * SEAT_WIDTH
"""Where the weights for the neutral balls begin, with two players."""
LAYOUT_WIDTH = 4 * 10 + len(SQUARES) + 1
"""By how many are on corners, edges, faces and in the centre, and by the squares they spoil."""
PHASES = 3


def mask(places: Iterable[Place]) -> int:
    """Places as bits, in both halves of a word."""
    bits = sum(1 << place for place in places)
    return bits | bits << 32


def _words(numbers: Sequence[int]) -> Lookup:
    return np.array(numbers, dtype=np.uint64)


def moves() -> list[Put | Push | Rearrange]:
    """All moves of seats in the order of their ids: that of their texts."""
    rows = [kind(*row) for row in ROWS for kind in (Push, Rearrange)]
    return sorted([*map(Put, BY_NAME), *rows], key=write_move)


def kinds() -> NDArray[np.int64]:
    """By action id: PUT, PUSH or REARRANGE."""
    return np.array([(Put, Push, Rearrange).index(type(m)) for m in moves()])


def rows() -> tuple[Lookup, Lookup, Lookup, Lookup, Lookup]:
    """By action id: the first, second and third place of its row (a put has the first alone); how
    far up or down the next place is."""
    found = [(m.place,) if isinstance(m, Put) else ROWS[m.place, m.axis] for m in moves()]
    steps = [row[1] - row[0] if len(row) > 1 else 0 for row in found]
    first, second, third = (_words([mask(row[at : at + 1]) for row in found]) for at in range(3))
    up = _words([max(step, 0) for step in steps])
    return first, second, third, up, _words([max(-step, 0) for step in steps])


def narrow_rows() -> tuple[NDArray[np.uint32], ...]:
    """By action id, as narrow words, of which more are done side by side: the place of a put; the
    same but for the centre; where a push enters; the rest of its row; a row that turns. Actions of
    other kinds have none, and instead of a row that turns a place that is never taken."""
    kind, (first, second, third, _, _) = kinds(), rows()
    never = np.uint64(1 << len(NAMES))
    found = (
        np.where(kind == PUT, first, 0),
        np.where(kind == PUT, first & np.uint64(mask(set(range(len(NAMES))) - {CENTRE})), 0),
        np.where(kind == PUSH, first, 0),
        np.where(kind == PUSH, second | third, 0),
        np.where(kind == REARRANGE, first | second | third, never),
    )
    return tuple((one & np.uint64(2**32 - 1)).astype(np.uint32) for one in found)


def reverses() -> Lookup:
    """By action id: the id of the rearrangement that undoes it."""
    ids = {move: number for number, move in enumerate(moves())}
    undo = np.zeros(len(ids), np.uint64)
    for m, number in ids.items():
        if isinstance(m, Rearrange):
            undo[number] = ids[Rearrange(ROWS[m.place, m.axis][-1], m.axis)]
    return undo


def squares() -> tuple[Lookup, Lookup]:
    """Squares of the same shape, together: where they begin, and how far their other places are."""
    shapes: dict[tuple[int, ...], list[Place]] = {}
    for first, *others in SQUARES:
        shapes.setdefault(tuple(place - first for place in others), []).append(first)
    starts = _words([mask(places) for places in shapes.values()])
    return starts, np.array(list(shapes), dtype=np.uint64)


def symmetries() -> tuple[Lookup, Lookup, Lookup, NDArray[np.int64], NDArray[np.int64]]:
    """The 48 symmetries as a walk of 47 steps, each one of five reflections: the mirrors go through
    all their combinations (a Gray code), two exchanges of axes in turn through all orders.

    By reflection: groups of places that go the same number of bits (their mask, the step up, the
    step down), and where it takes each action; then the walk."""
    reflections = [*(_mirror(axis) for axis in MIRRORS), *(_exchange(order) for order in SWAPS)]
    most = max(len(_groups(where)) for where, _ in reflections)
    masks, up, down = (np.zeros((len(reflections), most), np.uint64) for _ in range(3))
    every = moves()
    ids = {move: number for number, move in enumerate(every)}
    actions = np.zeros((len(reflections), len(every)), np.int64)
    for number, (where, axes) in enumerate(reflections):
        for group, (step, places) in enumerate(_groups(where).items()):
            masks[number, group] = mask(places)
            up[number, group] = max(step, 0)
            down[number, group] = max(-step, 0)
        for m in every:
            place = where[m.place]
            image = Put(place) if isinstance(m, Put) else type(m)(place, axes[m.axis])
            actions[number, ids[m]] = ids[image]
    gray = [0, 1, 0, 2, 0, 1, 0]
    walk = [*gray]
    for exchange in range(5):
        walk += [len(MIRRORS) + exchange % 2, *gray]
    return masks, up, down, actions, np.array(walk)


def _groups(where: Sequence[Place]) -> dict[int, list[Place]]:
    groups: dict[int, list[Place]] = {}
    for start, end in enumerate(where):
        groups.setdefault(end - start, []).append(start)
    return groups


def _mirror(axis: int) -> tuple[tuple[Place, ...], tuple[int, ...]]:
    """The symmetry that mirrors one axis: it moves the ends of that axis's rows, no others."""
    ends = {row[0]: row[2] for (_, along), row in ROWS.items() if along == axis}
    return tuple(ends.get(place, place) for place in range(len(NAMES))), (0, 1, 2)


def _exchange(order: tuple[int, ...]) -> tuple[tuple[Place, ...], tuple[int, ...]]:
    """The symmetry that exchanges axes and mirrors nothing: the first corner stays."""
    return next((where, axes) for where, axes in TURNS if axes == order and where[0] == 0)


def regions() -> Lookup:
    """The corners, the edges, the middles of faces, and the centre: places by how many rows they
    end (3, 2, 1, 0)."""
    ends = [0] * len(NAMES)
    for row in ROWS.values():
        ends[row[0]] += 1
    return _words([sum(1 << at for at, n in enumerate(ends) if n == k) for k in (3, 2, 1, 0)])


def weights() -> NDArray[np.int64]:
    """The fitted weights for two players and for three."""
    fitted: dict[str, list[int]] = json.loads(
        (Path(__file__).parent / "weights.json").read_text(encoding="utf-8")
    )
    lookup = np.zeros((2, max(map(len, fitted.values()))), np.int64)
    for number, players in enumerate("23"):
        lookup[number, : len(fitted[players])] = fitted[players]
    return lookup
