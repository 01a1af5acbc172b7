"""Which positions have come up in a match, and how often."""

from collections import Counter
from collections.abc import Hashable, Iterable

from cubarium.core.game import AnyGame
from cubarium.match.step_sequence import Step, Steps, mark_of


class Visits:
    """How often each position has come up at the beginning of a turn. What came up before the
    boards that are known is counted as soon as a position may be among it."""

    def __init__(self, game: AnyGame, steps: Steps) -> None:
        self._game = game
        self.counts: Counter[Hashable] = Counter()
        self._past = steps.past
        if self._past is None or self._past.is_played:
            self._past = None
            self._count(steps)
        else:
            self._count(steps.recent)
        self._marks = frozenset(() if self._past is None else self._past.marks)

    def __getitem__(self, state: object) -> int:
        if self._past is not None and mark_of(self._game, state) in self._marks:
            past, self._past = self._past, None
            self._count(past.steps)
        return self.counts[self._game.repetition_key(state)]

    def add(self, state: object) -> None:
        """A turn begins here."""
        self.counts[self._game.repetition_key(state)] += 1

    def _count(self, steps: Iterable[Step]) -> None:
        for step in steps:
            if step.begins_turn:
                self.add(step.before)
