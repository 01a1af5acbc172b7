"""Every exercise can be solved, can be failed, and says why; its texts are all there."""

import pytest

from cubarium import catalog
from cubarium.core.course import Exercise
from cubarium.core.errors import CubariumError, WrongAct
from cubarium.core.turn import Ended, ToMove
from cubarium.rulebook.course import TryVerdict, check, find, game_of, start_of
from tests.tables import REAL

ALL = [
    pytest.param(name, one, id=f"{name}-{one.name}")
    for name in REAL
    for one in catalog.course(name)
]


@pytest.mark.parametrize(("name", "exercise"), ALL)
def test_an_exercise_is_solved_and_can_be_failed(name: str, exercise: Exercise) -> None:
    *before, last = exercise.solution
    for count in range(len(before) + 1):
        told = check(name, exercise, before[:count])
        assert (told.verdict, told.next) == (TryVerdict.GOES_ON, exercise.solution[count])
    solved = check(name, exercise, [*before, last])
    assert (solved.verdict, solved.sentence, solved.next) == (TryVerdict.DONE, exercise.done, None)
    game = game_of(name, exercise)
    state = start_of(game, exercise)
    for text in told.acts:
        state = game.play(state, game.read(state, text))
    said = {
        tried.sentence
        for move in game.moves(state)
        if (tried := check(name, exercise, [*before, game.write(move)])).verdict is TryVerdict.WRONG
    }
    assert said == {exercise.wrong, *(one.text for one in exercise.mistakes)}


@pytest.mark.parametrize(
    ("name", "exercise"), [(name, "stop") for name in ("quixo", "cage", "cubulus")]
)
def test_what_was_not_prevented_is_shown(name: str, exercise: str) -> None:
    """The reply to every wrong try wins for somebody else."""
    found = find(name, exercise)
    game, state = game_of(name, found), start_of(game_of(name, found), found)
    turn = game.turn(state)
    assert isinstance(turn, ToMove)
    replies = 0
    for move in game.moves(state):
        tried = check(name, found, [game.write(move)])
        after = game.play(state, move)
        if isinstance(game.turn(after), Ended):
            assert tried.reply is None
            continue
        assert (tried.reply is None) == (tried.verdict is TryVerdict.DONE)
        if tried.reply is None:
            continue
        replies += 1
        end = game.turn(game.play(after, game.read(after, tried.reply)))
        assert isinstance(end, Ended)
        assert turn.seat not in end.outcome.winners
    assert replies


@pytest.mark.parametrize("name", REAL)
def test_a_course_is_short_and_complete(name: str) -> None:
    course = catalog.course(name)
    assert 6 <= len(course) <= 10
    assert len({one.name for one in course}) == len(course)
    for one in course:
        assert one.name.isalpha(), "it is a part of an address"
        assert isinstance(game_of(name, one).turn(start_of(game_of(name, one), one)), ToMove)
        for text in (one.title, one.text, one.hint, one.wrong, one.done):
            assert text.strip() == text != ""
            assert len(text) <= 260
        assert find(name, one.name) is one


def test_a_move_that_is_refused_is_named() -> None:
    exercise = find("cubeo", "draw")
    for moves, at in (["a1-a1"], 0), (["draw", "nonsense"], 1), (["draw", "d1", "a1-b1"], 2):
        with pytest.raises(WrongAct) as wrong:
            check("cubeo", exercise, moves)
        assert wrong.value.at == at
    with pytest.raises(CubariumError, match="no exercise 'juggle' for quixo"):
        find("quixo", "juggle")


def test_beside_the_solution_no_move_is_known() -> None:
    exercise = find("cubeo", "draw")
    aside = check("cubeo", exercise, ["a1-b2"])
    assert (aside.verdict, aside.next) == (TryVerdict.GOES_ON, None)


def test_a_game_need_not_have_a_course() -> None:
    assert catalog.course("stones") == ()
