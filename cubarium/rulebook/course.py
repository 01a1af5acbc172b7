"""Courses played by the rules: what a try at an exercise comes to, and why it failed."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum, unique

from cubarium import catalog
from cubarium.core.course import Attempt, Exercise, threat_of
from cubarium.core.errors import CubariumError, WrongAct
from cubarium.core.game import AnyGame
from cubarium.core.turn import Ended, ToMove


@unique
class TryVerdict(StrEnum):
    """What a try has come to."""

    GOES_ON = "goes_on"
    DONE = "done"
    WRONG = "wrong"


@dataclass(frozen=True)
class CheckedTry:
    """A try, judged: `acts` are all moves and draws after the start of the exercise."""

    verdict: TryVerdict
    sentence: str
    """Empty while it goes on."""
    acts: tuple[str, ...]
    next: str | None
    """The next move on the way to the goal; None: it is not known from here."""
    reply: str | None = None
    """What others would win with now, where a wrong try should have prevented it."""


def game_of(name: str, exercise: Exercise) -> AnyGame:
    """The rules of an exercise."""
    return catalog.load(name, exercise.players, **exercise.options)


def start_of(game: AnyGame, exercise: Exercise) -> object:
    """The state at the start of an exercise."""
    if exercise.position is None:
        return game.initial()
    return game.whole_position(exercise.position)


def find(name: str, exercise: str) -> Exercise:
    """An exercise by its name. Raises CubariumError."""
    for one in catalog.course(name):
        if one.name == exercise:
            return one
    raise CubariumError(f"there is no exercise {exercise!r} for {name}")


def check(name: str, exercise: Exercise, moves: Sequence[str]) -> CheckedTry:
    """What these own moves come to. Raises WrongAct."""
    game = game_of(name, exercise)
    attempt = _played(game, exercise, moves)
    acts = tuple(game.write(act) for _, act in attempt.acts)
    if moves and exercise.goal.holds(attempt):
        return CheckedTry(TryVerdict.DONE, exercise.done, acts, None)
    over = isinstance(game.turn(attempt.state), Ended)
    if len(moves) < len(exercise.solution) and not over:
        follows = exercise.solution[: len(moves)] == tuple(moves)
        next_move = exercise.solution[len(moves)] if follows else None
        return CheckedTry(TryVerdict.GOES_ON, "", acts, next_move)
    signs = (one.text for one in exercise.mistakes if one.sign.holds(attempt))
    sentence = next(signs, exercise.wrong)
    threat = threat_of(exercise.goal, attempt)
    reply = None if threat is None else game.write(threat)
    return CheckedTry(TryVerdict.WRONG, sentence, acts, None, reply)


def _played(game: AnyGame, exercise: Exercise, moves: Sequence[str]) -> Attempt:
    start = start_of(game, exercise)
    answers = list(exercise.answers)
    acts: list[tuple[object, object]] = []
    turn = game.turn(start)
    assert isinstance(turn, ToMove), "an exercise begins with a move"
    state, seat = start, turn.seat

    def answered(state: object) -> object:
        """The state after all that others and chance do; what does not fit a try is left out."""
        while answers and game.turn(state) != ToMove(seat):
            try:
                act = game.read(state, answers[0])
            except CubariumError:
                return state
            del answers[0]
            acts.append((state, act))
            state = game.play(state, act)
        return state

    for at, text in enumerate(moves):
        if game.turn(state) != turn:
            raise WrongAct(at, CubariumError("it is not your turn any more"))
        try:
            act = game.read(state, text)
        except CubariumError as error:
            raise WrongAct(at, error) from error
        acts.append((state, act))
        state = answered(game.play(state, act))
    return Attempt(game, seat, start, tuple(acts), state)
