"""Find-the-win puzzles, proved again by a program that shares nothing with the search but the
rules: all moves are tried, nothing is guessed (scripts/suites/prover.py)."""

from functools import cache
from random import Random

import pytest

from cubarium import catalog
from cubarium.core.turn import Ended
from cubarium.core.win_puzzles import WinPuzzle, themed
from cubarium.jit import ENABLED
from scripts.suites.prover import Prover

GAMES = catalog.with_win_puzzles()
TEN = 10
BUDGET = 20_000_000_000


@cache
def prover(game: str) -> Prover:
    return Prover(catalog.load(game, 2))


def check(game: str, puzzle: WinPuzzle) -> None:
    """It wins in just so many plies, and but for the first move there is no win in two more."""
    proof = prover(game)
    state = proof.kernel.pack(proof.game.whole_position(puzzle.position))
    own = int(proof.teams[proof.game.whole_position(puzzle.position).to_move])
    proof.left = BUDGET
    assert proof.forced(state, own, puzzle.plies)
    assert not proof.forced(state, own, puzzle.plies - 1)
    assert set(proof.wins(state, puzzle.plies + 2)) == {proof.game.actions().index(puzzle.line[0])}


def chosen(game: str) -> list[WinPuzzle]:
    """Ten of a game, of every distance that a plain search can afford in no time."""
    cheap = [one for one in catalog.win_puzzles(game).values() if one.plies <= 5]
    return Random(1).sample(cheap, TEN if ENABLED else 1)


@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_ten_proofs(game: str) -> None:
    for puzzle in chosen(game):
        check(game, puzzle)


@pytest.mark.soak
@pytest.mark.compiled
@pytest.mark.parametrize("game", GAMES)
def test_all_proofs(game: str) -> None:
    for puzzle in catalog.win_puzzles(game).values():
        check(game, puzzle)


@pytest.mark.parametrize("game", GAMES)
def test_lines_are_wins_and_themes_are_theirs(game: str) -> None:
    rules, themes = catalog.load(game, 2), catalog.themes(game)
    for puzzle in catalog.win_puzzles(game).values():
        assert len(puzzle.line) == puzzle.plies
        assert puzzle.plies % 2 == 1
        assert 2 <= puzzle.moves <= 6
        state = rules.whole_position(puzzle.position)
        assert rules.text(state) == puzzle.position
        assert themed(themes, rules, puzzle.position, puzzle.line) == puzzle.theme
        for text in puzzle.line:
            mover = state.to_move
            state = rules.play(state, rules.read(state, text))
        turn = rules.turn(state)
        assert isinstance(turn, Ended)
        assert mover in turn.outcome.winners
