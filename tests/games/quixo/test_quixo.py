"""What is particular to Quixo; most of it is in the rulebook and in the laws."""

import pytest

from cubarium import catalog
from cubarium.core import IllegalMove, InvalidMove, InvalidPosition
from cubarium.games.quixo.geometry import geometry
from cubarium.games.quixo.messages import Refusal
from cubarium.games.quixo.rules import Quixo
from cubarium.games.quixo.state import Push
from tests.tables import states, walk


@pytest.mark.parametrize(("size", "edge", "pushes"), [(3, 8, 20), (4, 12, 32), (5, 16, 44)])
def test_geometry(size: int, edge: int, pushes: int) -> None:
    board = geometry(size)
    assert len(board.edge) == edge
    assert len(board.paths) == pushes
    assert len(board.lines) == 2 * size + 2
    assert len(set(board.turns)) == 8
    assert all(sorted(turn) == list(range(size * size)) for turn in board.turns)
    assert board.turns[0] == tuple(range(size * size))
    for (taken, into), path in board.paths.items():
        assert (path[0], path[-1]) == (taken, into)
        assert set(path) <= set(next(line for line in board.lines if {taken, into} <= set(line)))
    texts = [board.names[taken] + board.names[into] for taken, into in board.paths]
    assert texts == sorted(texts)


@pytest.mark.parametrize(
    "text", ["", "a1", "a1e", "a1e6", "a0e1", "A1E1", "a1e1N", " a1e1", "a1e1 "]
)
def test_two_players_texts_that_are_no_moves(text: str) -> None:
    game = catalog.load("quixo")
    with pytest.raises(InvalidMove, match="such as a1e1"):
        game.read(game.initial(), text)


@pytest.mark.parametrize("text", ["a1e1", "a1e1X", "a1e1n", "Pass", "a1e1NS"])
def test_four_players_texts_that_are_no_moves(text: str) -> None:
    game = catalog.load("quixo", players=4)
    with pytest.raises(InvalidMove, match="the seat that the dot points to; or pass"):
        game.read(game.initial(), text)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "expected 5 cubes in a rank, found 0"),
        ("...../...../...../...../.....", 30, r"the seat to move \(X, O\)"),
        ("...../...../...../...../..... N", 30, "seat to move"),
        ("...../...../...../...../.....  X", 30, "seat to move"),
        ("...../...../...../..... X", 23, "expected 5 ranks, found 4"),
        ("...../..../...../...../..... X", 7, "expected 5 cubes in a rank, found 4"),
        ("...../..Z../...../...../..... X", 9, r"expected a blank cube \(\.\) or one of X, O"),
    ],
)
def test_texts_that_are_no_positions(text: str, column: int, message: str) -> None:
    with pytest.raises(InvalidPosition, match=message) as refused:
        catalog.load("quixo").position(text)
    assert refused.value.column == column


def test_a_push_marked_for_the_opponent_is_refused() -> None:
    game = catalog.load("quixo")
    with pytest.raises(IllegalMove) as refused:
        game.play(game.initial(), Push(0, 4, 1))
    assert refused.value.reason is Refusal.WRONG_DOT


@pytest.mark.parametrize("move", [Push(99, 4, 0), Push(0, 99, 0), Push(0, 4, 9), Push(-1, 4, 0)])
def test_malformed_pushes_are_refused(move: Push) -> None:
    game = catalog.load("quixo")
    with pytest.raises(IllegalMove):
        game.play(game.initial(), move)


def test_passes_happen_and_never_three_in_a_row_nor_in_the_first_round() -> None:
    game = catalog.load("quixo", players=4)
    assert isinstance(game, Quixo)
    passes = 0
    for seed in range(300):
        texts = [game.write(visit.act) for visit in walk(game, seed)]
        passes += texts.count("pass")
        assert "pass" not in texts[:4]
        assert "pass pass pass" not in " ".join(texts)
    assert passes > 5


def test_the_first_round_is_the_first_four_turns() -> None:
    game = catalog.load("quixo", players=4)
    assert isinstance(game, Quixo)
    found = [game.first_round(state) for state in states(game, 1)]
    assert found[:6] == [True] * 4 + [False] * 2
    assert not any(found[4:])
    two = catalog.load("quixo")
    assert isinstance(two, Quixo)
    assert not two.first_round(two.initial())
