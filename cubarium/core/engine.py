"""What an engine gets and gives. It gets a story, never a state, so it cannot cheat."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import unique
from threading import Event
from typing import Any, Protocol

from cubarium.core.game import AnyGame
from cubarium.core.turn import Outcome, Reason, Seat


@dataclass(frozen=True)
class Story:
    """What one seat knows: its view, and the events as that seat saw them."""

    seat: Seat
    view: Any
    events: Sequence[Any] = ()
    start: Any = None
    """The view at the start; None: the game's usual one."""
    repetitions: int | None = 3
    """The match ends when a position comes up this often; None: never."""
    departed: frozenset[Seat] = frozenset()
    """Who has left the game, and can't win any more."""


@dataclass(frozen=True, slots=True)
class Limit:
    """When to stop thinking; None: no such limit."""

    seconds: float | None = None
    nodes: int | None = None
    stopped: Event | None = field(default=None, compare=False, repr=False)
    """Set by whoever no longer wants to know: thinking ends within moments."""


@unique
class Forecast(Reason):
    """Why a game will end as it will, when it has not ended yet."""

    PROVED = "proved"


@dataclass(frozen=True, slots=True)
class Proven:
    """A fact: how the game ends with best play, and in how many plies if that is known."""

    outcome: Outcome
    plies: int | None = None


@dataclass(frozen=True, slots=True)
class Estimate:
    """A guess: each seat's share of the win, adding up to 1."""

    shares: tuple[float, ...]


@dataclass(frozen=True)
class Thought:
    """What an engine thinks so far; the last one counts."""

    best: Any
    value: Proven | Estimate
    line: tuple[Any, ...]
    nodes: int
    depth: int


class Analyst(Protocol):
    """A program that compares moves."""

    def analyse(
        self, game: AnyGame, story: Story, limit: Limit, lines: int = 1
    ) -> Iterator[tuple[Thought, ...]]:
        """Ever better knowledge of the best moves: up to `lines` thoughts with different first
        moves, the best one first. The last tuple counts. Stops at its limit, or when all is known.
        Raises CubariumError for a table that it can't analyse."""
        ...


class Engine(Protocol):
    """A player that is a program."""

    @property
    def name(self) -> str: ...

    def think(self, game: AnyGame, story: Story, limit: Limit) -> Iterator[Thought]: ...


class AnalysisEngine(ABC):
    """An engine that is an analyst: it plays the first move of its analysis."""

    default_seconds: float | None = None
    """How long it thinks where there is no limit; None: as long as there is something to find."""

    @abstractmethod
    def analyse(
        self, game: AnyGame, story: Story, limit: Limit, lines: int = 1
    ) -> Iterator[tuple[Thought, ...]]:
        """See Analyst."""

    def think(self, game: AnyGame, story: Story, limit: Limit) -> Iterator[Thought]:
        """See Engine."""
        if limit == Limit() and self.default_seconds is not None:
            limit = replace(limit, seconds=self.default_seconds)
        for thoughts in self.analyse(game, story, limit):
            yield thoughts[0]
