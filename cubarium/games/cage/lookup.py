"""The kernel's lookups, made from the geometry. Masks of places stand in both halves of a word."""

import json
from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cubarium.games.cage import COLOURS
from cubarium.games.cage.geometry import (
    BY_NAME,
    CLOCKWISE,
    COLUMNS,
    LAYERS,
    LINES,
    MIRROR,
    Place,
    place,
)
from cubarium.games.cage.notation import FLIP, TWISTS

Lookup = NDArray[np.uint64]
RING = len(COLUMNS)
LETTERS = "".join(sorted(COLOURS))
"""The kernel numbers colours in the order of their letters."""
EVERYWHERE = [place(column, layer) for layer in range(LAYERS) for column in range(RING)]


def mask(places: Iterable[Place]) -> int:
    """Places as bits, in both halves of a word."""
    bits = sum(1 << number for number in set(places))
    return bits | bits << 32


def moved(way: Iterable[Place]) -> tuple[Lookup, Lookup, Lookup]:
    """A movement (place -> place) as groups of places that go the same number of bits: the places,
    the step up, the step down."""
    groups: dict[int, list[Place]] = {}
    for start, end in enumerate(way):
        groups.setdefault(end - start, []).append(start)
    steps = sorted(groups)
    return (
        np.array([mask(groups[step]) for step in steps], dtype=np.uint64),
        np.array([max(step, 0) for step in steps], dtype=np.uint64),
        np.array([max(-step, 0) for step in steps], dtype=np.uint64),
    )


def flip() -> tuple[Lookup, Lookup, Lookup]:
    """Upside down."""
    return moved(place(MIRROR[number % RING], LAYERS - 1 - number // RING) for number in EVERYWHERE)


def mirror() -> tuple[Lookup, Lookup, Lookup]:
    """East and west change places, layers stay."""
    return moved(place(MIRROR[number % RING], number // RING) for number in EVERYWHERE)


def quarter() -> int:
    """How far along the ring a quarter turn goes: everywhere the same."""
    (steps,) = {(CLOCKWISE[column] - column) % RING for column in range(RING)}
    return steps


def layers() -> Lookup:
    """Each layer's places."""
    rings = [[number for number in EVERYWHERE if number // RING == at] for at in range(LAYERS)]
    return np.array([mask(ring) for ring in rings], dtype=np.uint64)


def before_end(steps: int) -> int:
    """The places from which this many steps do not pass the end of the ring's numbers."""
    return mask(number for number in EVERYWHERE if number % RING + steps < RING)


def beginnings() -> int:
    """The places where the rows of a side begin, seen along the ring."""
    rows = [line for line in LINES if len({number // RING for number in line}) == 1]
    return mask(
        number
        for row in rows
        for number in row
        if {(number % RING + step) % RING for step in range(3)} == {at % RING for at in row}
    )


def numbering() -> tuple[Lookup, Lookup, Lookup, NDArray[np.int64], NDArray[np.int64]]:
    """The dense action ids, which go by text. By id: the code of the action (1 to 6 for twists, 7
    for the flip, 0 for a drop), the colour dropped, the column's lowest place (low half alone). By
    code less 1, the id. By colour, the id of the drop into the first column by name."""
    drops = {letter + COLUMNS[at]: (letter, at) for letter in LETTERS for at in BY_NAME}
    codes = {text: code for code, text in enumerate([*TWISTS, FLIP], 1)}
    texts = sorted([*codes, *drops])
    code, colour, bit = (np.zeros(len(texts), np.uint64) for _ in range(3))
    for number, text in enumerate(texts):
        if text in codes:
            code[number] = codes[text]
        else:
            letter, column = drops[text]
            colour[number] = LETTERS.index(letter)
            bit[number] = 1 << place(column, 0)
    first = COLUMNS[BY_NAME[0]]
    return (
        code,
        colour,
        bit,
        np.array([texts.index(text) for text in codes]),
        np.array([texts.index(letter + first) for letter in LETTERS]),
    )


def weights(name: str, size: int) -> NDArray[np.int16]:
    """The fitted weights of a table, of which there must be this many."""
    fitted: dict[str, list[int]] = json.loads(
        (Path(__file__).parent / "weights.json").read_text(encoding="utf-8")
    )
    lookup = np.array(fitted[name], np.int16)
    assert len(lookup) == size, f"{name}: {len(lookup)} weights, not {size}"
    return lookup
