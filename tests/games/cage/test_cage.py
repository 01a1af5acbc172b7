"""What is particular to Rubik's Cage; most of it is in the rulebook and in the laws."""

import pytest

from cubarium import catalog
from cubarium.core import Ended, IllegalMove, InvalidMove, InvalidOption, InvalidPosition
from cubarium.core.game import AnyGame
from cubarium.games.cage.geometry import (
    CLOCKWISE,
    COLUMNS,
    LINES,
    MIRROR,
    NUMBER,
    TURNS,
    place_name,
)
from cubarium.games.cage.state import Drop, Twist
from cubarium.match.events import Moved, Resigned
from cubarium.match.match import Match

EMPTY = "...|...|.../.#.|.#.|.#./...|...|..."


def test_geometry() -> None:
    assert sorted(COLUMNS) == ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"]
    ring = ["a1", "a2", "a3", "b3", "c3", "c2", "c1", "b1"]
    assert list(COLUMNS) == ring
    for start, end in zip(ring, ring[2:] + ring[:2], strict=True):
        assert COLUMNS[CLOCKWISE[NUMBER[start]]] == end
    assert COLUMNS[MIRROR[NUMBER["a2"]]] == "c2"
    assert COLUMNS[MIRROR[NUMBER["b3"]]] == "b3"
    assert len(set(TURNS)) == 8
    assert len({frozenset(line) for line in LINES}) == len(LINES) == 28
    names = [{place_name(place) for place in line} for line in LINES]
    assert {"a11", "a22", "a33"} in names
    assert {"a11", "b11", "c11"} in names
    assert {"c31", "c32", "c33"} in names
    assert {"a21", "a22", "a23"} in names
    assert {"b11", "a21", "a12"} not in names


@pytest.mark.parametrize(
    "text", ["", "R", "Ra", "Rb2", "Ra4", "ra1", "Pa1", "4+", "0-", "1", "f", "Ra1 "]
)
def test_texts_that_are_no_moves(text: str) -> None:
    game = catalog.load("cage")
    with pytest.raises(InvalidMove, match=r"a colour and a column \(Ra1\)"):
        game.read(game.initial(), text)


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("", 1, "expected three rows of three layers"),
        (EMPTY, 36, r"expected the seat to move \(RBY, GOW\), found ''"),
        (f"{EMPTY} RBY ", 41, "expected a forbidden action"),
        (f"{EMPTY} RBY Ra1", 41, "expected a forbidden action"),
        (f"{EMPTY} X", 36, "expected the seat to move"),
        (f"{EMPTY}. RBY", 36, "expected three rows"),
        (EMPTY.replace("#", ".") + " RBY", 14, "the middle is closed"),
        (EMPTY.replace("...|", "Z..|", 1) + " RBY", 1, r"expected \. or a colour"),
        (EMPTY.replace("|...|", "|R..|", 1) + " RBY", 5, "has nothing below it"),
        (EMPTY.replace("/", "|") + " RBY", 12, "expected three rows"),
        ("RRR|RR.|.../.#.|.#.|.#./...|...|... RBY", 1, "too many cubes of R"),
    ],
)
def test_texts_that_are_no_positions(text: str, column: int, message: str) -> None:
    with pytest.raises(InvalidPosition, match=message) as refused:
        catalog.load("cage").position(text)
    assert refused.value.column == column


def test_colours_out_of_play_are_no_positions() -> None:
    with pytest.raises(InvalidPosition, match="R, B, Y, G"):
        catalog.load("cage", 4).position(EMPTY.replace("...|", "W..|", 1) + " R")


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        (2, {"colours": "RBY"}, "expected 3 for each of 2 seats; expected colours by seat"),
        (2, {"colours": "RBY,GOR"}, "different letters"),
        (2, {"colours": "RBY,GOP"}, "different letters out of RBYGOW"),
        (4, {"colours": "RB,Y,G,O"}, "expected 1 for each of 4 seats"),
        (2, {"colours": "R,B"}, "must name 3 for each"),
        (2, {"colours": "RBY,GOW", "one_colour": True}, "must name 1 for each"),
        (3, {"one_colour": True}, "with 3 players, option one_colour may be false"),
    ],
)
def test_wrong_options(players: int, options: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidOption, match=message):
        catalog.load("cage", players, **options)


@pytest.mark.parametrize(
    "move", [Twist(7, clockwise=True), Drop("RB", 0), Drop("", 0), Drop("R", -1), Drop("R", 99)]
)
def test_malformed_moves_are_refused(move: Twist | Drop) -> None:
    game = catalog.load("cage")
    with pytest.raises(IllegalMove):
        game.play(game.initial(), move)


def test_a_seat_that_left_does_not_hide_another_winner() -> None:
    game: AnyGame = catalog.load("cage", 3)
    start = game.position(".WW|.BW|.../R#W|G#.|G#./BGG|...|... OW")
    match = Match.open(game, start=start).after([Resigned(2), Moved(2, "1+")])
    assert match.outcome is not None
    assert match.outcome.winners == {1}
    both_gone = game.turn_without(match.state, frozenset({1, 2}))
    assert isinstance(both_gone, Ended)
    assert both_gone.outcome.winners == frozenset()


def test_colours_name_the_seats() -> None:
    assert catalog.load("cage").seat_names == ("RBY", "GOW")
    assert catalog.load("cage", 3).seat_names == ("RB", "YG", "OW")
    assert catalog.load("cage", 4).seat_names == ("R", "B", "Y", "G")
    game = catalog.load("cage", 2, colours=("WOG", "YBR"))
    assert game.seat_names == ("WOG", "YBR")
    assert game.write(game.read(game.initial(), "Wa1")) == "Wa1"
    assert catalog.load("cage", one_colour="true", colours="W,O").seat_names == ("W", "O")
