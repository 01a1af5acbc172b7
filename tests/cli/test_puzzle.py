"""Puzzles at the terminal."""

import json

import pytest

from cubarium.core.puzzles import Puzzle
from cubarium.games.cubeo import puzzles
from cubarium.games.cubeo.cards import Board
from cubarium.games.cubeo.puzzles import collection
from tests.cli.test_commands import bad, good, run

FIRST = puzzles.named("p001")
EASY = " ".join(FIRST.cards)


def steps(board: Board) -> str:
    """How to build a board, typed."""
    from cubarium.games.cubeo.geometry import COLUMN_NAMES

    lines = [
        f"{colour}{COLUMN_NAMES[column]}" for column, cubes in enumerate(board) for colour in cubes
    ]
    return "\n".join(lines) + "\n"


def failed(code: int, *words: str) -> str:
    done = run("puzzle", *words)
    assert done.exit_code == code, done.output
    return done.output


def test_list() -> None:
    text = good("puzzle", "list")
    assert len(text.splitlines()) == 200
    assert text.startswith("p001  grade 1  ")
    some = good("puzzle", "list", "--cards", "8", "--grade", "6")
    assert 0 < len(some.splitlines()) <= 20
    assert "There is no such puzzle." in good("puzzle", "list", "--cards", "9")
    data = json.loads(good("puzzle", "list", "--cards", "2", "--json"))
    assert {len(one["cards"]) for one in data} == {2}
    assert set(data[0]) == {"name", "cards", "par", "grade", "reason", "solution"}


def test_show() -> None:
    text = good("puzzle", "show", "p001")
    assert f"Grade {FIRST.grade}: {FIRST.reason}." in text
    assert f"{FIRST.cards[0]}: nearest is above; wanted " in text
    solved = good("puzzle", "show", "p001", "--solution")
    assert solved.count(": shown, ") == len(FIRST.cards)
    board = puzzles.write_board(FIRST.solution)
    assert good("puzzle", "show", *FIRST.cards, "--board", board).count(": shown, ") == 2
    assert "at file" in good("puzzle", "show", "c01", "c04", "--board", ALMOST)


ALMOST = "....|....|....|..../....|....|....|..../....|....|....|..../RBR.|R...|B...|R..."


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["show", "p999"], "there is no puzzle 'p999'; expected p001 to p200"),
        (["show", "c01"], "a puzzle has 2 to 8 cards; not 1"),
        (["show", "c01", "c01"], "a card can't be there twice"),
        (["show", "c01", "c77"], "there is no card 'c77'"),
        (["show", "c01", "c02", "--solution"], "--solution is for puzzles that come"),
        (["show", "c01", "c02", "--board", "x"], "four rows of four layers"),
        (["make", "--cards", "9"], "a puzzle has 2 to 8 cards; not 9"),
        (["solve", "c01", "c02", "--seconds", "0"], "0.1"),
        (["verify", "p0"], "there is no puzzle"),
    ],
)
def test_wrong_words_are_refused(words: list[str], said: str) -> None:
    assert said in bad(2, "puzzle", *words)


def test_playing_to_par() -> None:
    text = good("puzzle", "play", "p001", "--plain", typed=steps(FIRST.solution))
    assert f"Par {FIRST.par}, grade {FIRST.grade}" in text
    assert f"All cards are shown, with {FIRST.par} cubes: that is par." in text


def test_more_cubes_than_par_can_be_bettered() -> None:
    free = next(at for at, cubes in enumerate(FIRST.solution) if not cubes)
    from cubarium.games.cubeo.geometry import COLUMN_NAMES

    wasted = COLUMN_NAMES[free]
    typed = f"R{wasted}\n" + steps(FIRST.solution) + f"-{wasted}\n"
    text = good("puzzle", "play", "p001", "--plain", typed=typed)
    assert "that is par" in text


def test_words_at_the_table() -> None:
    typed = "help\nundo\nrb2\n b b2\nxx\n-c1\ncheck\nundo\nclear\nboard\nsolution\nquit\n"
    text = good("puzzle", "play", "p001", "--plain", typed=typed)
    for said in (
        "There is nothing to take back.",
        "'xx' is neither a step nor a command. Type help.",
        "There is no cube on c1.",
        "nearest is",
        "2 cubes> ",
        "1 cube> ",
        "RB   ",
    ):
        assert said in text
    assert "cubarium puzzle solve c01 c02 finds one." in good(
        "puzzle", "play", "c01", "c02", typed="solution\n"
    )


def test_cards_of_ones_own_have_no_par() -> None:
    text = good("puzzle", "play", *FIRST.cards, "--plain", typed=steps(FIRST.solution))
    assert f"All cards are shown, with {FIRST.par} cubes." in text
    assert "par" not in text.splitlines()[-1]


def test_leaving_by_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr("builtins.input", interrupted)
    assert run("puzzle", "play", "p001").exit_code == 130


@pytest.mark.compiled
def test_solve_make_and_verify() -> None:
    text = good("puzzle", "solve", "p001", "--plain")
    assert f"Par {FIRST.par}: fewer cubes can't show these cards." in text
    data = json.loads(good("puzzle", "solve", *FIRST.cards, "--json"))
    assert data["par"] == FIRST.par
    assert puzzles.solves(FIRST.cards, puzzles.read_board(data["board"]))
    made = json.loads(good("puzzle", "make", "--cards", "3", "--seed", "4", "--json"))
    assert made == json.loads(good("puzzle", "make", "--cards", "3", "--seed", "4", "--json"))
    assert "cubarium puzzle play c" in good("puzzle", "make", "--cards", "2", "--seed", "4")
    assert "2 puzzles checked and proved: 0 faults." in good("puzzle", "verify", "p001", "p002")
    assert "200 puzzles checked: 0 faults." in good("puzzle", "verify", "--quick")


@pytest.mark.compiled
def test_what_is_not_proved_is_not_said(monkeypatch: pytest.MonkeyPatch) -> None:
    from cubarium.games.cubeo.puzzles import solver

    monkeypatch.setattr(solver, "STEPS", 1)
    hard = [one for one in puzzles.shipped().values() if len(one.cards) == 8][-1]
    assert "Not proved: it takes" in failed(3, "solve", hard.name, "--seconds", "0.1")
    unproved = failed(3, "make", "--cards", "8", "--seed", "1", "--seconds", "0.1")
    assert "Not proved in that time: no puzzle." in unproved


def test_faults_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Puzzle("p001", FIRST.cards, FIRST.par + 1, 1, "", FIRST.solution)
    monkeypatch.setattr(collection, "shipped", lambda: {"p001": wrong})
    monkeypatch.setattr(puzzles, "shipped", lambda: {"p001": wrong})
    text = failed(1, "verify", "--quick")
    assert f"its solution has {FIRST.par} cubes; its par is {FIRST.par + 1}" in text
    assert "1 puzzle checked: 1 fault." in text
