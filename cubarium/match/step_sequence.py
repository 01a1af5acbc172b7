"""The acts of a match, in order: the newest with the boards before them, the older ones as what
they were. The boards before those are played again when one of them is asked for."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Final, TypeAlias, overload
from zlib import crc32

from cubarium.core.game import HIDDEN, AnyGame, Hidden
from cubarium.core.turn import Seat
from cubarium.match.events import Drawn, Moved, Resigned, TimedOut

MIN_RECENT_STEPS: Final = 8
"""This many acts, at least, have their boards: most of what is asked is about them. Twice as many
at most, or a board would be written down anew after each act."""

ActEvent: TypeAlias = Moved | Drawn | Resigned | TimedOut


@dataclass(frozen=True, slots=True)
class Step:
    """One act, and the state before it. Leaving a game that goes on is an act too."""

    event: ActEvent
    before: object
    act: object = None
    begins_turn: bool = False
    """Is it the first act of a seat's turn?"""


def take_step(game: AnyGame, state: object, event: ActEvent) -> tuple[Step, object]:
    """An act at a state, and the state after it. Raises InvalidMove or IllegalMove."""
    if isinstance(event, Resigned | TimedOut):
        return Step(event, state), game.leave(state, event.seat)
    act, after = game.play_text(state, text_of(event))
    begins_turn = isinstance(event, Moved) and game.is_turn_boundary(state)
    return Step(event, state, act, begins_turn), after


def play_steps(
    game: AnyGame, state: object, events: Iterable[ActEvent]
) -> tuple[tuple[Step, ...], object]:
    """These acts from a state on, and the state after them. Raises InvalidMove or IllegalMove."""
    found = []
    for event in events:
        step, state = take_step(game, state, event)
        found.append(step)
    return tuple(found), state


def text_of(event: Moved | Drawn) -> str:
    """What was moved or drawn: there is one text for it."""
    return event.move if isinstance(event, Moved) else event.draw


def mark_of(game: AnyGame, state: object) -> int:
    """A number that is the same wherever a position comes up again, in every process."""
    return crc32(repr(game.repetition_key(state)).encode())


@dataclass(frozen=True)
class Past:
    """The older acts of a match, as what they were."""

    game: AnyGame
    start: object
    events: tuple[ActEvent, ...] = ()
    marks: tuple[int, ...] = ()
    """Of the positions before the turns of seats."""
    knowers: Mapping[int, frozenset[Seat]] = field(default_factory=dict)
    """Which seats know an act that is hidden from others, by its number."""

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """With the boards before them, which are played again."""
        return play_steps(self.game, self.start, self.events)[0]

    @property
    def is_played(self) -> bool:
        """Are the boards known?"""
        return not self.events or "steps" in self.__dict__

    def extended(self, steps: Sequence[Step]) -> "Past":
        """With the acts that came next."""
        begun = (step.before for step in steps if step.begins_turn)
        past = replace(
            self,
            events=(*self.events, *(step.event for step in steps)),
            marks=(*self.marks, *(mark_of(self.game, state) for state in begun)),
            knowers={**self.knowers, **dict(self._hidden(steps))},
        )
        if self.is_played:
            past.__dict__["steps"] = (*self.steps, *steps)
        return past

    def _hidden(self, steps: Sequence[Step]) -> Iterator[tuple[int, frozenset[Seat]]]:
        game = self.game
        for at, step in enumerate(steps if game.has_secrets else (), len(self.events)):
            if step.act is not None and _is_hidden(game, step, None):
                seats = range(game.players)
                yield at, frozenset(seat for seat in seats if not _is_hidden(game, step, seat))


def _is_hidden(game: AnyGame, step: Step, seat: Seat | None) -> bool:
    return isinstance(game.seen(step.before, step.act, seat), Hidden)


@dataclass(frozen=True, slots=True, eq=False)
class Steps(Sequence[Step]):
    """All acts of a match."""

    recent: tuple[Step, ...] = ()
    past: Past | None = None
    """What came before; None: nothing."""

    def __len__(self) -> int:
        return self._settled + len(self.recent)

    @property
    def _settled(self) -> int:
        return 0 if self.past is None else len(self.past.events)

    def __iter__(self) -> Iterator[Step]:
        if self.past is not None:
            yield from self.past.steps
        yield from self.recent

    @overload
    def __getitem__(self, at: int) -> Step: ...
    @overload
    def __getitem__(self, at: slice) -> "Steps": ...
    def __getitem__(self, at: int | slice) -> "Step | Steps":
        settled = self._settled
        if isinstance(at, slice):
            start, stop, stride = at.indices(len(self))
            if stride == 1 and start >= settled:
                return Steps(self.recent[start - settled : max(start, stop) - settled])
            if stride == 1 and start == 0 and stop >= settled:
                return Steps(self.recent[: stop - settled], self.past)
            return Steps(tuple(self)[at])
        index = range(len(self))[at]
        if self.past is None or index >= settled:
            return self.recent[index - settled]
        return self.past.steps[index]

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Steps | tuple):
            return NotImplemented
        return len(self) == len(other) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    @property
    def events(self) -> tuple[ActEvent, ...]:
        """What happened; no board is played again for it."""
        before = () if self.past is None else self.past.events
        return (*before, *(step.event for step in self.recent))

    @property
    def plies(self) -> int:
        """The turns of seats."""
        before = 0 if self.past is None else len(self.past.marks)
        return before + sum(step.begins_turn for step in self.recent)

    def texts(self, game: AnyGame, seat: Seat | None, *, opened: bool) -> Iterator[str]:
        """What was moved and drawn, as a seat may know it; `opened`: nothing is hidden. No board is
        played again for it."""
        if self.past is not None:
            for at, event in enumerate(self.past.events):
                if isinstance(event, Moved | Drawn):
                    is_known = opened or seat in self.past.knowers.get(at, (seat,))
                    yield text_of(event) if is_known else str(HIDDEN)
        for step in self.recent:
            if isinstance(step.event, Moved | Drawn):
                hidden = not opened and _is_hidden(game, step, seat)
                yield str(HIDDEN) if hidden else text_of(step.event)

    def followed(self, step: Step, game: AnyGame, start: object) -> "Steps":
        """With one more act of a match that began there."""
        recent, past = self.recent, self.past
        if len(recent) >= 2 * MIN_RECENT_STEPS:
            past = (past or Past(game, start)).extended(recent[:-MIN_RECENT_STEPS])
            recent = recent[-MIN_RECENT_STEPS:]
        return Steps((*recent, step), past)
