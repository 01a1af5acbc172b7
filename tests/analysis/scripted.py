"""An analyst that says what it is told, and remembers what it was asked."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import TypeAlias

from cubarium.analysis.annotation import Annotation
from cubarium.core import Outcome, Reason
from cubarium.core.engine import Estimate, Limit, Proven, Story, Thought
from cubarium.core.game import AnyGame

Said: TypeAlias = tuple[str, Proven | Estimate] | tuple[str, Proven | Estimate, int]
"""The moves of a line, its value, and its depth if it is not 1."""


class Because(Reason):
    SCRIPT = "script"


def proven(*winners: int, plies: int | None = None) -> Proven:
    return Proven(Outcome(frozenset(winners), Because.SCRIPT), plies)


def about(*shares: float) -> Estimate:
    """With one number: the first of two seats."""
    return Estimate(shares if len(shares) > 1 else (shares[0], 1 - shares[0]))


def plain(annotation: Annotation | None) -> object:
    """To be compared: without the noise of sums."""
    return annotation and (round(annotation.loss, 6), annotation.verdict, annotation.fact)


class Scripted:
    """By the number of acts so far: what it says there. Elsewhere it says nothing."""

    def __init__(self, script: Mapping[int, Sequence[Said]], stop: int | None = None) -> None:
        self.script = script
        self.stop = stop
        self.asked: list[tuple[Story, Limit, int]] = []

    def analyse(
        self, game: AnyGame, story: Story, limit: Limit, lines: int = 1
    ) -> Iterator[tuple[Thought[object], ...]]:
        self.asked.append((story, limit, lines))
        state = game.guess(story.view, Random(0))
        thoughts = []
        for texts, value, *rest in self.script.get(len(story.events), ()):
            line, after = [], state
            for text in texts.split():
                line.append(game.read(after, text))
                after = game.play(after, line[-1])
            depth = rest[0] if rest else 1
            thoughts.append(Thought(line[0], value, tuple(line), nodes=1000, depth=depth))
        for known in range(1, min(len(thoughts), lines) + 1):
            yield tuple(thoughts[:known])
        if self.stop == len(story.events):
            raise KeyboardInterrupt
