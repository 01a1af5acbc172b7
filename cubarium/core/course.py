"""A course: positions in which a game is learnt by doing, each with a goal that the rules check.

A room has one as `course.COURSE`. Its texts are English; a translation is keyed by the names of
the exercises. Goals look at nothing but the rules and the scene, so they hold for every game.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

from cubarium.core.game import AnyGame
from cubarium.core.scene import Scene
from cubarium.core.turn import Ended, Seat, ToMove


@dataclass(frozen=True)
class Attempt:
    """What a learner has done: the state at the start, the acts after it (own ones, those of others
    and of chance) with the state before each, and the state that they have come to."""

    game: AnyGame
    seat: Seat
    start: object
    acts: tuple[tuple[object, object], ...]
    state: object

    def own_moves(self) -> Iterator[str]:
        """The moves of whoever learns, as texts."""
        for before, act in self.acts:
            turn = self.game.turn(before)
            if isinstance(turn, ToMove) and turn.seat == self.seat:
                yield self.game.write(act)

    def scene(self, state: object) -> Scene:
        """A board as whoever learns sees it."""
        return self.game.scene(self.game.view(state, self.seat))


class Goal(Protocol):
    """Something that can be true of an attempt."""

    def holds(self, attempt: Attempt) -> bool: ...


@dataclass(frozen=True)
class Wins:
    """The side of whoever learns has won."""

    def holds(self, attempt: Attempt) -> bool:
        return _won_by(attempt.game, attempt.state, attempt.seat)


@dataclass(frozen=True)
class Loses:
    """The game is over, and another side has won."""

    def holds(self, attempt: Attempt) -> bool:
        turn = attempt.game.turn(attempt.state)
        ended = isinstance(turn, Ended) and bool(turn.outcome.winners)
        return ended and not _won_by(attempt.game, attempt.state, attempt.seat)


@dataclass(frozen=True)
class Holds:
    """The game goes on, and the next move wins it for nobody else."""

    def holds(self, attempt: Attempt) -> bool:
        goes_on = isinstance(attempt.game.turn(attempt.state), ToMove)
        return goes_on and self.threat(attempt) is None

    def threat(self, attempt: Attempt) -> object | None:
        """The first move that wins for somebody else; None: there is none."""
        game, state = attempt.game, attempt.state
        if not isinstance(game.turn(state), ToMove):
            return None
        others = [seat for seat, team in enumerate(game.teams) if team != game.teams[attempt.seat]]
        moves: Sequence[object] = game.moves(state)
        for move in moves:
            reached = game.play(state, move)
            if any(_won_by(game, reached, seat) for seat in others):
                return move
        return None


@dataclass(frozen=True)
class Plays:
    """The last own move is written like this (a regular expression for all of it)."""

    pattern: str

    def holds(self, attempt: Attempt) -> bool:
        *_, last = attempt.own_moves()
        return re.fullmatch(self.pattern, last) is not None


@dataclass(frozen=True)
class Stands:
    """These symbols are in these places; empty: nothing is there."""

    places: Mapping[str, str]

    def holds(self, attempt: Attempt) -> bool:
        items = attempt.scene(attempt.state).items
        found = {item.place: item.symbol for item in items}
        return all(found.get(place, "") == symbol for place, symbol in self.places.items())


@dataclass(frozen=True)
class Fulfils:
    """Whoever learns has laid down this many cards more than at the start."""

    cards: int = 1

    def holds(self, attempt: Attempt) -> bool:
        fresh = self._laid_down(attempt, attempt.state) - self._laid_down(attempt, attempt.start)
        return fresh >= self.cards

    @staticmethod
    def _laid_down(attempt: Attempt, state: object) -> int:
        scene, name = attempt.scene(state), attempt.game.seat_names[attempt.seat]
        own = {one.id for one in scene.holders if one.kind == "shown" and one.seat == name}
        return sum(item.place in own for item in scene.items)


@dataclass(frozen=True)
class Every:
    """All of these."""

    goals: tuple[Goal, ...]

    def holds(self, attempt: Attempt) -> bool:
        return all(goal.holds(attempt) for goal in self.goals)


@dataclass(frozen=True)
class Mistake:
    """What often goes wrong, and the sentence that explains it."""

    sign: Goal
    text: str


@dataclass(frozen=True)
class Exercise:
    """A position with a goal."""

    name: str
    """Unlike that of any other exercise of its game; progress and translations hang on it."""
    title: str
    text: str
    """What is new here, and what is to be done."""
    goal: Goal
    hint: str
    wrong: str
    """Why a try did not reach the goal, where no mistake says it better."""
    done: str
    """What has been learnt."""
    solution: tuple[str, ...]
    """Own moves that reach the goal: so many may be made."""
    position: str | None = None
    """None: the usual start."""
    players: int | None = None
    """None: as few as play the game."""
    options: Mapping[str, object] = field(default_factory=dict)
    answers: tuple[str, ...] = ()
    """What others and chance do, in this order, whenever it is not the learner's turn."""
    mistakes: tuple[Mistake, ...] = ()


Course: TypeAlias = tuple[Exercise, ...]


def threat_of(goal: Goal, attempt: Attempt) -> object | None:
    """The move with which somebody else wins now, where the goal is to prevent that."""
    return goal.threat(attempt) if isinstance(goal, Holds) else None


def _won_by(game: AnyGame, state: object, seat: Seat) -> bool:
    turn = game.turn(state)
    return isinstance(turn, Ended) and any(
        game.teams[winner] == game.teams[seat] for winner in turn.outcome.winners
    )
