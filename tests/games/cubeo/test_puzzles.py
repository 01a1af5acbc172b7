"""Puzzles: proved, checked again, and nothing wasted."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, product
from random import Random

import numpy as np
import pytest

from cubarium.core import CubariumError, IllegalMove, InvalidMove, InvalidPosition
from cubarium.core.puzzles import Puzzle
from cubarium.games.cubeo import COLOURS, puzzles
from cubarium.games.cubeo.cards import CARDS, Board, fulfilled
from cubarium.games.cubeo.geometry import COLUMN_NAMES, TURNS
from cubarium.games.cubeo.puzzles import generator, solver
from cubarium.games.cubeo.puzzles.demands import Demand, demands, is_first_turning
from cubarium.games.cubeo.puzzles.search import Search, SearchStatus
from scripts.puzzles import WANTED
from tests.tables import every

SHIPPED = puzzles.shipped()


# what ships


def test_200_puzzles_ship_by_grade() -> None:
    assert len(SHIPPED) == 200
    assert Counter(len(one.cards) for one in SHIPPED.values()) == WANTED
    grades = [one.grade for one in SHIPPED.values()]
    assert grades == sorted(grades)
    assert set(grades) == {1, 2, 3, 4, 5, 6}
    assert all(str(one.par) in one.reason for one in SHIPPED.values())


@pytest.mark.plain
def test_every_solution_shows_its_cards_with_par_cubes() -> None:
    for name, one in SHIPPED.items():
        assert not list(puzzles.faults(one)), name
        assert all(fulfilled(card, one.solution) for card in one.cards), name
        assert puzzles.read_board(puzzles.write_board(one.solution)) == one.solution, name


@pytest.mark.plain
def test_no_solution_solves_another_puzzle() -> None:
    for one in SHIPPED.values():
        shown = puzzles.shown_by(one.solution)
        assert [name for name, other in SHIPPED.items() if shown.issuperset(other.cards)] == [
            one.name
        ]


def some_of_each() -> Iterator[str]:
    """Puzzles that are quick to prove: three, or twenty of all numbers of cards."""
    for count, some in every(2, ((2, 4), (3, 5), (4, 5), (5, 4), (6, 2))):
        names = [name for name, one in SHIPPED.items() if len(one.cards) == count]
        yield from every(5, names[:some])


@pytest.mark.compiled
@pytest.mark.parametrize("name", [*some_of_each()])
def test_par_is_proved_again(name: str) -> None:
    one = SHIPPED[name]
    answer = puzzles.solve(one.cards)
    assert answer.par == one.par
    assert answer.board is not None
    assert puzzles.solves(one.cards, answer.board)
    assert puzzles.cubes(answer.board) == one.par


def test_a_wrong_puzzle_is_noticed() -> None:
    one = SHIPPED["p001"]
    wrong = Puzzle("x", one.cards, one.par + 1, 1, "", puzzles.EMPTY_BOARD)
    assert len(list(puzzles.faults(wrong))) == 2


# the solver against searches that share nothing with it


def boards(cubes: int) -> Iterator[Board]:
    """Every arrangement of so many cubes."""
    for columns in combinations_with_replacement(range(len(COLUMN_NAMES)), cubes):
        heights = Counter(columns)
        if max(heights.values()) > 4:
            continue
        for colours in product(COLOURS, repeat=cubes):
            left = iter(colours)
            yield tuple(
                tuple(next(left) for _ in range(heights[at])) for at in range(len(COLUMN_NAMES))
            )


@pytest.mark.compiled
def test_no_three_cubes_show_a_card() -> None:
    assert min(demands(card)[0].cubes for card in every(6, CARDS)) == 4
    rng = Random(1)
    few = [board for board in boards(3) if rng.random() < 0.0005]
    assert few
    assert not [card for board in few for card in CARDS if fulfilled(card, board)]


@pytest.mark.soak
@pytest.mark.compiled
def test_par_agrees_with_an_exhaustive_search_up_to_five_cubes() -> None:
    """All arrangements of four and five cubes, one by one: which pairs of cards they show."""
    from tests.games.cubeo.exhaustive import pairs_shown

    least: dict[tuple[int, int], int] = {}
    for cubes in (5, 4):
        for one, other in np.argwhere(pairs_shown(cubes)):
            if one < other:
                least[int(one), int(other)] = cubes
    assert set(least.values()) == {4, 5}
    rng = Random(3)
    known = rng.sample(sorted(least), 12)
    others = [pair for pair in combinations(range(len(CARDS)), 2) if pair not in least]
    for pair in known:
        assert puzzles.solve([CARDS[at] for at in pair]).par == least[pair]
    for pair in rng.sample(others, 12):
        par = puzzles.solve([CARDS[at] for at in pair]).par
        assert par is not None
        assert par > 5


@pytest.mark.compiled
def test_demands_are_met_exactly_by_boards_that_show_the_card() -> None:
    rng = Random(5)
    for _ in range(3):
        heights = [rng.choice((0, 0, 1, 2, 4)) for _ in COLUMN_NAMES]
        board = tuple(tuple(rng.choice("RB") for _ in range(height)) for height in heights)
        for card in rng.sample(CARDS, 3):
            met = any(meets(board, way) for way in demands(card))
            assert met == fulfilled(card, board)


def meets(board: Board, way: Demand) -> bool:
    for column, cubes in enumerate(board):
        for level in range(4):
            bit = 1 << (column + 16 * level)
            if level >= len(cubes):
                if way.taken & bit:
                    return False
            elif way.empty & bit or any(
                bitboard & bit and colour != cubes[level]
                for bitboard, colour in zip(way.colours, COLOURS, strict=True)
            ):
                return False
    return True


@pytest.mark.compiled
def test_one_turning_of_each_way_is_first() -> None:
    """Four turnings have one first; a way that looks the same after half a turn has two alike."""
    for card in ("c01", "c22", "c35"):
        ways = demands(card)
        first = sum(map(is_first_turning, ways))
        assert len(ways) / 4 <= first < len(ways) / 3.8


@pytest.mark.compiled
def test_a_search_in_slices_finds_the_same() -> None:
    cards = SHIPPED["p001"].cards
    par = SHIPPED["p001"].par
    below = Search(cards, par - 1)
    while below.go_on(3) is SearchStatus.RUNNING:
        assert 0 <= below.progress <= 1
    assert below.status is SearchStatus.EXHAUSTED
    assert below.go_on(1) is SearchStatus.EXHAUSTED
    found = Search(cards, par)
    while found.go_on(3) is SearchStatus.RUNNING:
        pass
    assert found.status is SearchStatus.FOUND


def test_a_time_limit_says_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solver, "STEPS", 100)
    hard = next(one for one in reversed(SHIPPED.values()) if len(one.cards) == 4)
    answer = puzzles.solve(hard.cards, seconds=0.0)
    assert answer.par is None
    assert answer.board is None
    assert 4 <= answer.at_least <= hard.par


# making


@pytest.mark.compiled
def test_a_made_puzzle_is_proved_repeatable_and_new() -> None:
    shown = [puzzles.shown_by(one.solution) for one in SHIPPED.values()]
    made = puzzles.make(3, Random(8), others=shown)
    assert made is not None
    assert made == puzzles.make(3, Random(8), others=shown)
    assert puzzles.solves(made.cards, made.solution)
    assert puzzles.cubes(made.solution) == made.par
    assert not [cards for cards in shown if cards.issuperset(made.cards)]


@pytest.mark.compiled
def test_a_par_can_be_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    made = puzzles.make(2, Random(1), par=6)
    assert made is not None
    assert made.par == 6
    monkeypatch.setattr(generator, "TRIES", 3)
    with pytest.raises(CubariumError, match="par 30"):
        puzzles.make(2, Random(1), par=30)


@pytest.mark.parametrize("count", [1, 9])
def test_wrong_numbers_of_cards_are_refused(count: int) -> None:
    with pytest.raises(CubariumError, match="2 to 8 cards"):
        puzzles.make(count, Random(1))


# building


def test_cubes_are_placed_taken_and_checked() -> None:
    board = puzzles.EMPTY_BOARD
    for text in ("Ya1", "Rb1", "Bc1", "Gd1"):
        board = puzzles.read_step(board, text)
    (line,) = puzzles.check(["c03"], board)
    assert line.is_shown
    assert puzzles.cubes(board) == 4
    (almost,) = puzzles.check(["c03"], puzzles.read_step(board, "-d1"))
    assert not almost.is_shown
    assert [(one.wanted, one.seen) for one in almost.missing] == [("G", "")]
    assert "d11" in almost.missing[0].line


@pytest.mark.parametrize(
    ("text", "reason"),
    [("-b2", "column_empty"), ("Ra1", "column_full"), ("Rb2", "none_left")],
)
def test_what_can_not_be_done_is_refused(text: str, reason: str) -> None:
    board: Board = tuple(
        ("R",) * 4 if at < 3 else ("R",) * 2 if at == 3 else () for at in range(16)
    )
    with pytest.raises(IllegalMove) as refused:
        puzzles.read_step(board, text)
    assert str(refused.value.reason) == reason
    assert "{where}" in puzzles.SENTENCES[refused.value.reason]


@pytest.mark.parametrize("text", ["", "b2", "Xb2", "Re1", "Rb22", "--b2"])
def test_what_is_no_step_is_refused(text: str) -> None:
    with pytest.raises(InvalidMove):
        puzzles.read_step(puzzles.EMPTY_BOARD, text)


@pytest.mark.parametrize(
    ("names", "said"),
    [(["c01", "c49"], "no card"), (["c01", "c01"], "twice"), (["c01"], "2 to 8")],
)
def test_wrong_cards_are_refused(names: list[str], said: str) -> None:
    with pytest.raises(CubariumError, match=said):
        puzzles.checked_cards(names)


FREE = "/".join(["....|....|....|...."] * 4)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (FREE.replace("....|....|", "r...|....|", 1), "a colour"),
        (FREE.replace("....|....|", "....|R...|", 1), "nothing is below"),
        (FREE.replace("....|....|....", "RRRR|RRRR|RRRR"), "more than 14"),
        ("", "four rows"),
    ],
)
def test_wrong_boards_are_refused(text: str, said: str) -> None:
    with pytest.raises(InvalidPosition, match=said):
        puzzles.read_board(text)


def test_a_turned_solution_is_a_solution() -> None:
    for one in [*SHIPPED.values()][::20]:
        for turn in TURNS:
            turned: dict[int, tuple[str, ...]] = {
                turn[at]: cubes for at, cubes in enumerate(one.solution)
            }
            assert puzzles.solves(one.cards, tuple(turned[at] for at in range(16)))


def test_the_scene_offers_every_step() -> None:
    board = puzzles.read_step(puzzles.EMPTY_BOARD, "Rb2")
    scene = puzzles.draw(("c01", "c02"), board)
    assert len(scene.touches) == 4 * 16 + 1
    for touch in scene.touches:
        puzzles.read_step(board, touch.move)
    assert [card.near is not None for card in scene.cards] == [True, True]
