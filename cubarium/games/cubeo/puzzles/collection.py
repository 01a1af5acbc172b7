"""The puzzles that come with the program, and how they are checked."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from cubarium.core.errors import CubariumError
from cubarium.core.puzzles import Puzzle
from cubarium.games.cubeo.puzzles.puzzle import (
    checked_cards,
    cubes,
    graded,
    read_board,
    solves,
    write_board,
)

FILE = Path(__file__).parent / "puzzles.json"


@cache
def shipped() -> dict[str, Puzzle]:
    """All puzzles by name, the easy ones first."""
    return {name: _puzzle(name, data) for name, data in json.loads(FILE.read_text("utf-8")).items()}


def _puzzle(name: str, data: dict[str, object]) -> Puzzle:
    cards, par, solution = data["cards"], data["par"], data["solution"]
    assert isinstance(cards, list)
    assert isinstance(par, int)
    assert isinstance(solution, str)
    grade, reason = graded(len(cards), par)
    return Puzzle(name, checked_cards(cards), par, grade, reason, read_board(solution))


def written(puzzles: dict[str, Puzzle]) -> str:
    """The data file, one puzzle a line. Grade and reason follow from the rest."""
    lines = (
        f'"{name}": '
        + json.dumps(
            {
                "cards": list(puzzle.cards),
                "par": puzzle.par,
                "solution": write_board(puzzle.solution),
            }
        )
        for name, puzzle in puzzles.items()
    )
    return "{\n" + ",\n".join(lines) + "\n}\n"


def named(name: str) -> Puzzle:
    """One of the shipped puzzles."""
    try:
        return shipped()[name]
    except KeyError:
        first, *_, last = shipped()
        raise CubariumError(f"there is no puzzle {name!r}; expected {first} to {last}") from None


def faults(puzzle: Puzzle) -> Iterator[str]:
    """What is wrong with a puzzle as it stands, its par aside: that needs the solver."""
    if cubes(puzzle.solution) != puzzle.par:
        yield f"its solution has {cubes(puzzle.solution)} cubes; its par is {puzzle.par}"
    if not solves(puzzle.cards, puzzle.solution):
        yield "its solution does not show all cards"
