"""Puzzles for one person: some cards, and the fewest cubes whose arrangement shows them all."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol, TypeAlias

from cubarium.core.scene import Scene

PuzzleBoard: TypeAlias = tuple[tuple[str, ...], ...]
"""By column, the colours of its cubes from the bottom up."""
PuzzleProgress: TypeAlias = Callable[[int, float], None]
"""Told the number of cubes that is being tried, and how much of it is done."""


@dataclass(frozen=True)
class Puzzle:
    """A set of cards that is proved solvable, and the least number of cubes that solves it."""

    name: str
    cards: tuple[str, ...]
    par: int
    grade: int
    """From 1, easy, to 6."""
    reason: str
    """Why it has this grade, in a line."""
    solution: PuzzleBoard


@dataclass(frozen=True, slots=True)
class Missing:
    """A square of a card that is not shown: where in the view, what is wanted, what is seen."""

    cell: tuple[int, int]
    line: tuple[str, ...]
    """The places on that line of sight, the nearest first."""
    wanted: str
    seen: str
    """Empty: nothing is seen there."""


@dataclass(frozen=True, slots=True)
class Checked:
    """One card against a board: the view that shows most of it, and what is missing there."""

    card: str
    view: str
    missing: tuple[Missing, ...]

    @property
    def is_shown(self) -> bool:
        return not self.missing


@dataclass(frozen=True, slots=True)
class PuzzleAnswer:
    """What is known of a set of cards."""

    at_least: int
    """No arrangement has fewer cubes: that is proved."""
    board: PuzzleBoard | None
    """An arrangement that shows them all, if one was found."""

    @property
    def par(self) -> int | None:
        """The least number of cubes, if it is proved."""
        return self.at_least if self.board is not None else None


class PuzzleBook(Protocol):
    """The puzzles of a game: the package `puzzles` of its room."""

    @property
    def EMPTY_BOARD(self) -> PuzzleBoard:  # noqa: N802
        """Where every puzzle begins."""
        ...

    @property
    def SENTENCES(self) -> Mapping[str, str]:  # noqa: N802
        """Reason code -> an English sentence; `{where}` stands for the place that it blames."""
        ...

    def shipped(self) -> Mapping[str, Puzzle]:
        """The puzzles that come with the program by name, the easy ones first."""
        ...

    def named(self, name: str) -> Puzzle:
        """One of the shipped puzzles. Raises CubariumError."""
        ...

    def checked_cards(self, names: Sequence[str]) -> tuple[str, ...]:
        """The cards of a puzzle of one's own. Raises CubariumError."""
        ...

    def read_board(self, text: str) -> PuzzleBoard:
        """The board that a line describes. Raises InvalidPosition."""
        ...

    def write_board(self, board: PuzzleBoard) -> str:
        """A board as one line."""
        ...

    def read_step(self, board: PuzzleBoard, text: str) -> PuzzleBoard:
        """The board after a step. Raises InvalidMove or IllegalMove."""
        ...

    def cubes(self, board: PuzzleBoard) -> int:
        """How many cubes stand on a board."""
        ...

    def check(self, cards: Sequence[str], board: PuzzleBoard) -> tuple[Checked, ...]:
        """Card by card, what is shown and what is missing."""
        ...

    def solves(self, cards: Sequence[str], board: PuzzleBoard) -> bool:
        """Does a board show all cards?"""
        ...

    def shown_by(self, board: PuzzleBoard) -> frozenset[str]:
        """All cards that a board shows."""
        ...

    def draw(self, cards: Sequence[str], board: PuzzleBoard) -> Scene:
        """The board, its views, and the cards with how near they are."""
        ...

    def graded(self, cards: int, par: int) -> tuple[int, str]:
        """The grade of a puzzle with so many cards and that par, and why."""
        ...

    def faults(self, puzzle: Puzzle) -> Iterator[str]:
        """What is wrong with a puzzle as it stands, its par aside."""
        ...

    def solve(
        self,
        cards: Sequence[str],
        seconds: float | None = None,
        progress: PuzzleProgress | None = None,
    ) -> PuzzleAnswer:
        """The fewest cubes that show all cards, proved if the time suffices. Raises
        MissingExtra."""
        ...

    def make(
        self,
        count: int,
        rng: Random,
        *,
        par: int | None = None,
        seconds: float | None = None,
        others: Iterable[frozenset[str]] = (),
        name: str = "",
        progress: PuzzleProgress | None = None,
    ) -> Puzzle | None:
        """A new puzzle with this many cards; None: it could not be proved in that time."""
        ...
