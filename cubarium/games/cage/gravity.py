"""What twists and flips do to the cubes, and how they come to rest."""

from dataclasses import dataclass

from cubarium.games.cage.geometry import CLOCKWISE, LAYERS, MIRROR, Column
from cubarium.games.cage.state import Columns, Flip, Twist


@dataclass(frozen=True, slots=True)
class Trip:
    """One cube's way: from a place, by the action to another, and down to rest in a layer."""

    colour: str
    start: tuple[Column, int]
    turned: tuple[Column, int]
    rest: int


def reverse(m: Twist | Flip) -> Twist | Flip:
    """The action that undoes this one."""
    return Twist(m.layer, not m.clockwise) if isinstance(m, Twist) else m


def carried(m: Twist | Flip, column: Column, layer: int) -> tuple[Column, int]:
    """Where the action takes a cube, before anything falls."""
    if isinstance(m, Flip):
        return MIRROR[column], LAYERS - 1 - layer
    if layer != m.layer:
        return column, layer
    return (CLOCKWISE[column] if m.clockwise else CLOCKWISE.index(column)), layer


def trips(columns: Columns, m: Twist | Flip) -> list[Trip]:
    """Every cube's way: it comes to rest above those that are below it in its column."""
    turned = {
        (column, layer): carried(m, column, layer)
        for column, cubes in enumerate(columns)
        for layer in range(len(cubes))
    }
    filled = set(turned.values())
    return [
        Trip(
            columns[column][layer],
            (column, layer),
            (goes_to, height),
            sum((goes_to, below) in filled for below in range(height)),
        )
        for (column, layer), (goes_to, height) in turned.items()
    ]


def acted(columns: Columns, m: Twist | Flip) -> Columns:
    """The cage after an action, at rest."""
    turned = {
        carried(m, column, layer): cube
        for column, cubes in enumerate(columns)
        for layer, cube in enumerate(cubes)
    }
    after = [""] * len(columns)
    for column, height in sorted(turned):  # from below, so that each falls onto those before it
        after[column] += turned[column, height]
    return tuple(after)
