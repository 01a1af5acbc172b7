"""The review of a record: an annotation of every move, and what was better.

Every move is annotated from the story of the seat that made it. Where nothing is hidden, the value
after a move is that of the next position; where chance acts next, or things are hidden, it is what
was expected of the move when it was made: luck and secrets are nobody's mistake.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Generic, Literal, TypeAlias

from cubarium.analysis.annotation import Annotation, Verdict, annotate, one_ply_on, raised
from cubarium.core.engine import Analyst, Limit, M_co, Proven, Thought, Value
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.record import GameRecord
from cubarium.core.turn import Outcome, Seat, ToMove
from cubarium.match.events import Moved, Resigned, TimedOut
from cubarium.match.match import Limits, Match, MatchEnd
from cubarium.records import replayed

Thoughts: TypeAlias = tuple[Thought[object], ...]
Tell: TypeAlias = Callable[[Thoughts], None]


@dataclass(frozen=True)
class AnnotatedMove(Generic[M_co]):
    """A move with its annotation. A value that is None is not known. Like a thought, it has the
    moves of a game, or their texts."""

    number: int
    """Moves are counted from 1, whoever makes them; draws of chance are not."""
    seat: Seat
    move: M_co
    before: Value | None
    after: Value | None
    best: Thought[M_co] | None = None
    """What the analyst would have played."""
    annotation: Annotation | None = None
    """None: too little is known."""
    kind: Literal["move"] = "move"

    @property
    def better(self) -> Thought[M_co] | None:
        """What would have been better, if this was bad."""
        return self.best if self.annotation and self.annotation.verdict else None

    def written(self, game: AnyGame) -> "AnnotatedMove[str]":
        """The same with the texts of its moves."""
        return AnnotatedMove(
            self.number,
            self.seat,
            game.write(self.move),
            self.before,
            self.after,
            None if self.best is None else self.best.written(game),
            self.annotation,
        )


@dataclass(frozen=True, slots=True)
class SeatSummary:
    """How well a seat has played."""

    seat: Seat
    moves: int
    verdicts: dict[Verdict, int]
    accuracy: float | None
    """1 less the loss of a move, on average; None: no move is annotated."""


Summaries: TypeAlias = tuple[SeatSummary, ...]


class Review:
    """One record and its analyst. Every position is analysed once."""

    def __init__(
        self, record: GameRecord, analyst: Analyst, limit: Limit, tell: Tell | None = None
    ) -> None:
        self.match = replayed(record)
        self.game = self.match.game
        self.moves = moves_of(self.match)
        self.end = _end(record, self.match)
        self._analyst, self._limit, self._tell = analyst, limit, tell
        self._repetitions = _repetitions(record)
        self._known: dict[int, Thoughts] = {}
        self._wanted: set[int] = set()

    def mover(self, number: int) -> Seat:
        """The seat that made a move."""
        return self._seat(self.moves[number - 1])

    def _seat(self, at: int) -> Seat:
        event = self.match.steps[at].event
        assert isinstance(event, Moved)
        return event.seat

    def annotated(self, numbers: Iterable[int], known: int = 0) -> Iterator[AnnotatedMove[object]]:
        """These moves, annotated one by one, but for the first ones: this many are known."""
        numbers = list(numbers)
        self._wanted = {self.moves[number - 1] for number in numbers}
        return map(self._annotated, numbers[known:])

    def _annotated(self, number: int) -> AnnotatedMove[object]:
        at = self.moves[number - 1]
        seat, move = self._seat(at), self.match.steps[at].act
        thoughts = self._thoughts(at)
        best = thoughts[0] if thoughts else None
        after = self._after(at)
        before = raised(self.game, best.value if best else None, after, seat)
        annotation = None
        if best is not None and best.best == move:
            annotation = Annotation(0.0)  # nothing better is known
        elif before is not None and after is not None:
            annotation = annotate(self.game, seat, before, after)
        return AnnotatedMove(number, seat, move, before, after, best, annotation)

    def _after(self, at: int, *, further: bool = True) -> Value | None:
        """The value of the position after a step, by the better knowledge: a fact before a guess,
        then that which looks further ahead."""
        move = self.match.steps[at].act
        found: list[tuple[Value, int]] = []
        if self._leads_on(at):
            if at + 1 == len(self.match.steps) and self.end is not None:
                return self.end
            found = [(one.value, one.depth) for one in self._thoughts(at + 1)[:1]]
            if found and further and at + 1 in self._wanted:  # its own move may show a win there
                found = [(self._raised(at + 1, found[0][0]), found[0][1])]
        known = self._thoughts(at)
        found += [
            (one_ply_on(one.value), one.depth - 1)
            for one in known
            if one.best == move and one.depth  # what was never tried is not expected to be anything
        ]
        return max(found, key=_knowledge)[0] if found else None

    def _raised(self, at: int, value: Value) -> Value:
        after = self._after(at, further=False)
        return raised(self.game, value, after, self._seat(at)) or value

    def _leads_on(self, at: int) -> bool:
        """Does a move lead to the next position by itself, and does its seat know that one?"""
        if self.game.has_secrets:
            return False
        if at + 1 < len(self.match.steps):
            return isinstance(self.match.steps[at + 1].event, Moved)
        return self.end is not None or isinstance(self.match.turn, ToMove)

    def _thoughts(self, at: int) -> Thoughts:
        """What the seat to move could think before a step."""
        if at not in self._known:
            match = self._match(at)
            assert isinstance(match.turn, ToMove)
            story = replace(match.story(match.turn.seat), repetitions=self._repetitions)
            asked = at < len(self.match.steps) and not self._leads_on(at)
            lines = len(self.game.moves(match.state)) if asked else 1
            thoughts: Thoughts = ()
            for thoughts in self._analyst.analyse(self.game, story, self._limit, lines):
                if self._tell is not None:
                    self._tell(thoughts)
            self._known[at] = thoughts
        return self._known[at]

    def _match(self, at: int) -> Match:
        """The match before a step; nothing is played again for it."""
        steps = self.match.steps
        if at == len(steps):
            return self.match
        left = {one.seat for one in steps.events[:at] if isinstance(one, Resigned | TimedOut)}
        departed = self.game.departed(self.match.start) | left
        return replace(
            self.match,
            state=steps[at].before,
            steps=steps[:at],
            departed=departed,
            outcome=None,
        )


def moves_of(match: Match) -> tuple[int, ...]:
    """The steps that are moves."""
    return tuple(at for at, event in enumerate(match.steps.events) if isinstance(event, Moved))


def move_numbers(count: int, first: int | None, last: int | None) -> range:
    """The numbers of the moves from the first to the last, of this many; None: from the beginning,
    to the end. Raises CubariumError."""
    if not count:
        raise CubariumError("nobody has moved in this game")
    first, last = first or 1, last or count
    if (wrong := max(first, last)) > count:
        moves = "1 move" if count == 1 else f"{count} moves"
        raise CubariumError(f"this game has {moves}; there is no move {wrong}")
    if first > last:
        raise CubariumError(f"move {first} comes after move {last}")
    return range(first, last + 1)


def _knowledge(known: tuple[Value, int]) -> tuple[bool, bool, int]:
    value, depth = known
    proved = isinstance(value, Proven)
    return proved, isinstance(value, Proven) and value.plies is not None, depth


def _end(record: GameRecord, match: Match) -> Proven | None:
    """How the game ended, if it was played to its end: by the rules, or by repetition."""
    if match.outcome is not None:
        return Proven(match.outcome, 0)
    result = record.result
    if result is not None and result.reason == MatchEnd.REPETITION:
        return Proven(Outcome(result.winners, MatchEnd.REPETITION, result.scores), 0)
    return None


def _repetitions(record: GameRecord) -> int | None:
    """The limit that the game was played with; the usual one, if the record does not say."""
    usual = Limits().repetitions
    text = record.tags.get("Repetitions", str(usual))
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


def summaries(annotated: Iterable[AnnotatedMove[object]]) -> Summaries:
    """Seat by seat, how well they have played."""
    by_seat: dict[Seat, list[AnnotatedMove[object]]] = {}
    for one in annotated:
        by_seat.setdefault(one.seat, []).append(one)
    found = []
    for seat, moves in sorted(by_seat.items()):
        known = [one.annotation for one in moves if one.annotation is not None]
        counts = {verdict: sum(one.verdict is verdict for one in known) for verdict in Verdict}
        accuracy = 1 - sum(one.loss for one in known) / len(known) if known else None
        found.append(SeatSummary(seat, len(moves), counts, accuracy))
    return tuple(found)
