"""The game that has puzzles for one person, and its puzzles."""

from cubarium import catalog
from cubarium.core.game import AnyGame
from cubarium.core.puzzles import Puzzle, PuzzleBook


def puzzle_game() -> AnyGame:
    """The game that has puzzles, at its usual table."""
    return catalog.load(catalog.with_puzzles()[0])


def puzzle_book() -> PuzzleBook:
    """Its puzzles."""
    return catalog.puzzles(catalog.with_puzzles()[0])


def find_puzzle(words: tuple[str, ...]) -> tuple[Puzzle | None, tuple[str, ...]]:
    """The puzzle that the command line names (None: cards of one's own choice), and its cards."""
    puzzles = puzzle_book()
    if len(words) == 1 and words[0].startswith("p"):
        puzzle = puzzles.named(words[0])
        return puzzle, puzzle.cards
    return None, puzzles.checked_cards(words)
