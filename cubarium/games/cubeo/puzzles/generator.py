"""Makes puzzles: seeded, proved, and graded."""

from collections.abc import Iterable
from random import Random

from cubarium.core.errors import CubariumError
from cubarium.core.puzzles import Puzzle, PuzzleProgress
from cubarium.games.cubeo.cards import CARDS, Board, Card, fulfilled
from cubarium.games.cubeo.puzzles.puzzle import FEWEST, MOST, graded
from cubarium.games.cubeo.puzzles.solver import solve

TRIES = 200
SAMPLES = 20_000
"""How many sets of cards are solved, and how many are sampled, before one gives up."""


def shown_by(board: Board) -> frozenset[Card]:
    """All cards of the deck that a board shows."""
    return frozenset(card for card in CARDS if fulfilled(card, board))


def wasted(cards: Iterable[Card], others: Iterable[frozenset[Card]]) -> bool:
    """Does the solution of another puzzle solve this one too?"""
    return any(frozenset(cards) <= shown for shown in others)


def make(
    count: int,
    rng: Random,
    *,
    par: int | None = None,
    seconds: float | None = None,
    others: Iterable[frozenset[Card]] = (),
    name: str = "",
    progress: PuzzleProgress | None = None,
) -> Puzzle | None:
    """A new puzzle with this many cards (and that par, if one is wanted); `others` are the cards
    that the solutions of other puzzles show. None: it could not be proved in that time."""
    if not FEWEST <= count <= MOST:
        raise CubariumError(f"a puzzle has {FEWEST} to {MOST} cards; not {count}")
    shown = list(others)
    solved = 0
    for _ in range(SAMPLES):
        cards = tuple(sorted(rng.sample(CARDS, count)))
        if wasted(cards, shown):
            continue
        solved += 1
        if solved > TRIES:
            break
        answer = solve(cards, seconds, progress)
        if answer.board is None:
            return None
        if par in (None, answer.at_least):
            grade, reason = graded(count, answer.at_least)
            return Puzzle(name, cards, answer.at_least, grade, reason, answer.board)
    wanted = "" if par is None else f" and par {par}"
    raise CubariumError(f"no new puzzle with {count} cards{wanted} came up")
