"""What is particular to Cubulus; most of it is in the rulebook and in the laws."""

from random import Random

import pytest

from cubarium import catalog
from cubarium.core import Ended, InvalidMove, InvalidOption, InvalidPosition, ToDraw, ToMove
from cubarium.games.cubulus.geometry import NAMES, ROWS, SQUARES, TURNS
from cubarium.match.match import Limits, Match, MatchEnd

EMPTY = "...|...|.../...|...|.../...|...|..."
GIVEN = "a11,c11,b21,a31,c31,b12,b22,b32,a13"


def test_geometry() -> None:
    assert len(ROWS) == 54
    assert len({frozenset(row) for row in ROWS.values()}) == 27
    assert len(set(SQUARES)) == 36
    names = [{NAMES[place] for place in square} for square in SQUARES]
    assert {"a11", "b11", "a21", "b21"} in names
    assert {"a11", "c11", "a31", "c31"} in names
    assert {"b11", "a21", "c21", "b31"} in names
    assert {"a11", "a13", "a31", "a33"} in names
    assert {"a12", "b12", "a22", "b22"} not in names
    assert all("b22" not in square for square in names)
    assert len({where for where, _ in TURNS}) == 48
    assert TURNS[0] == (tuple(range(27)), (0, 1, 2))


@pytest.mark.parametrize(
    "text", ["", "a1", "a14", "d11", "a11w", "@a11", "=a11x", "A11", "a11 ", "@"]
)
def test_texts_that_are_no_moves(text: str) -> None:
    game = catalog.load("cubulus", 3)
    with pytest.raises(InvalidMove, match=r"a place \(a11\)"):
        game.read(game.initial(), text)


@pytest.mark.parametrize(
    ("players", "text", "column", "message"),
    [
        (3, "", 1, "expected three rows of three layers"),
        (3, EMPTY, 36, r"expected the seat to move \(R, B, Y\)"),
        (3, f"{EMPTY} R @a11", 39, "expected a complete row not to turn"),
        (3, f"{EMPTY} R @b11x", 39, "expected a complete row not to turn"),
        (3, f"{EMPTY}. R", 36, "expected three rows"),
        (3, EMPTY.replace("/", "|") + " R", 12, "expected three rows"),
        (3, EMPTY.replace(".", "Z", 1) + " R", 1, r"expected \. or a colour \(R, B, Y\)"),
        (3, EMPTY.replace(".", "R", 10) + " R", 1, "too many balls of R"),
        (2, EMPTY.replace(".", "R", 1) + " B", 1, "no other ball can be"),
        (2, f"{EMPTY} B @a11x", 39, "expected a complete row not to turn"),
        (2, f"{EMPTY} R", 1, "B is to move"),
        (2, "Y.R|.YY|RR./YY.|R.R|.RR/.YR|YY.|Y.R R", 1, "no game comes to this"),
    ],
)
def test_texts_that_are_no_positions(players: int, text: str, column: int, message: str) -> None:
    with pytest.raises(InvalidPosition, match=message) as refused:
        catalog.load("cubulus", players).position(text)
    assert refused.value.column == column


def test_given_neutrals_are_all_there() -> None:
    game = catalog.load("cubulus", neutrals=GIVEN)
    with pytest.raises(InvalidPosition, match=r"neutral balls \(Y\) must be"):
        game.position(f"{EMPTY} R")


@pytest.mark.parametrize(
    ("players", "neutrals", "message"),
    [
        (2, "a11", "9 different places; expected placed"),
        (2, ",".join(["a11"] * 9), "9 different places"),
        (2, GIVEN.replace("a11", "a99"), "'a99' is no place"),
        (3, "random", "with three players there are no neutral balls"),
        (3, GIVEN, "with three players there are no neutral balls"),
    ],
)
def test_wrong_options(players: int, neutrals: str, message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        catalog.load("cubulus", players, neutrals=neutrals)


def test_the_order_of_given_neutrals_does_not_matter() -> None:
    backwards = ",".join(reversed(GIVEN.split(",")))
    one, other = (catalog.load("cubulus", neutrals=text) for text in (GIVEN, backwards))
    assert one.initial() == other.initial()
    assert one.spec.options_text() == other.spec.options_text()


def test_placing_neutrals_is_no_turn() -> None:
    game = catalog.load("cubulus")
    match = Match.open(game, Limits(plies=2))
    assert match.turn == ToMove(1)
    for name in GIVEN.split(","):
        match = match.after(match.move(1, name, Random(0)))
        assert match.plies == 0
    assert match.turn == ToMove(0)
    match = match.after(match.move(0, "b11", Random(0)))
    match = match.after(match.move(1, "c33", Random(0)))
    assert match.outcome is not None
    assert match.outcome.reason is MatchEnd.PLY_LIMIT


def test_a_seat_that_left_does_not_hide_another_winner() -> None:
    game = catalog.load("cubulus", 3)
    state = game.position("...|...|.../RR.|...|.BB/RR.|...|.BB Y")
    for departed, winners in (((), {0}), ((0,), {1}), ((0, 1), set())):
        turn = game.turn_without(state, frozenset(departed))
        assert isinstance(turn, Ended)
        assert turn.outcome.winners == winners


def test_chance_lays_neutrals_anywhere() -> None:
    game = catalog.load("cubulus", neutrals="random")
    assert game.turn(game.initial()) == ToDraw()
    assert set(game.draws(game.initial()).values()) == {1}
    assert len(game.draws(game.initial())) == 27
    match = Match.open(game)
    match = match.after(match.draw(Random(1)))
    assert match.turn == ToMove(0)
    assert len(match.steps) == 9


@pytest.mark.parametrize("players", [2, 3])
def test_rows_that_are_complete_are_marked_at_both_ends(players: int) -> None:
    game, rng = catalog.load("cubulus", players), Random(players)
    rows = {f"@{NAMES[place]}{'xyz'[axis]}": row for (place, axis), row in ROWS.items()}
    state, most = game.initial(), 0
    while isinstance(game.turn(state), ToMove):
        scene = game.scene(game.view(state, None))
        turnable = [rows[touch.move] for touch in scene.touches if touch.move in rows]
        wanted = {frozenset((NAMES[row[0]], NAMES[row[-1]])) for row in turnable}
        marked = [frozenset(mark.places) for mark in scene.marks if mark.kind == "row"]
        assert set(marked) == wanted
        assert len(marked) == len(wanted)
        most = max(most, len(marked))
        state = game.play(state, rng.choice(game.moves(state)))
    assert most > 3
    assert all(mark.kind != "row" for mark in game.scene(game.view(state, None)).marks)
