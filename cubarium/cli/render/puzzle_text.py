"""Puzzles as JSON, and what an arrangement of cubes lacks in words."""

from collections.abc import Iterable, Mapping

from cubarium.cli.puzzle_book import puzzle_book
from cubarium.core.puzzles import Checked, Puzzle


def puzzle_json(puzzle: Puzzle) -> Mapping[str, object]:
    """A puzzle as plain data."""
    return {
        "name": puzzle.name,
        "cards": puzzle.cards,
        "par": puzzle.par,
        "grade": puzzle.grade,
        "reason": puzzle.reason,
        "solution": puzzle_book().write_board(puzzle.solution),
    }


def checked_text(checked: Iterable[Checked]) -> list[str]:
    """Card by card, what is missing."""
    lines = []
    for one in checked:
        if one.is_shown:
            lines.append(f"{one.card}: shown, {one.view}.")
            continue
        missing = ", ".join(
            f"{miss.wanted} for {miss.seen or 'nothing'} at {_spot(miss.line)}"
            for miss in one.missing
        )
        lines.append(f"{one.card}: nearest is {one.view}; wanted {missing}.")
    return lines


def _spot(line: tuple[str, ...]) -> str:
    """A line of sight: a column from above, a file or a rank on a level from a side."""
    if len({place[:2] for place in line}) == 1:
        return line[0][:2]
    along = f"file {line[0][0]}" if len({place[0] for place in line}) == 1 else f"rank {line[0][1]}"
    return f"{along}, level {line[0][2]}"
