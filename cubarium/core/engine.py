"""What an engine gets and gives. It gets a story, never a state, so it cannot cheat."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import unique
from threading import Event
from typing import Generic, Literal, Protocol, TypeAlias, TypeVar

from cubarium.core.game import AnyGame
from cubarium.core.turn import Outcome, Reason, Seat

M_co = TypeVar("M_co", covariant=True)


@dataclass(frozen=True)
class Story:
    """What one seat knows: its view, and the events as that seat saw them."""

    seat: Seat
    view: object
    events: Sequence[object] = ()
    start: object = None
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
    kind: Literal["proven"] = "proven"


@dataclass(frozen=True, slots=True)
class Estimate:
    """A guess: each seat's share of the win, adding up to 1."""

    shares: tuple[float, ...]
    kind: Literal["estimate"] = "estimate"


Value: TypeAlias = Proven | Estimate


@dataclass(frozen=True)
class Thought(Generic[M_co]):
    """What an engine thinks so far; the last one counts. Its moves are those of a game, or their
    texts (`Thought[str]`), which is how it is written as JSON."""

    best: M_co
    value: Value
    line: tuple[M_co, ...]
    nodes: int
    depth: int

    def written(self, game: AnyGame) -> "Thought[str]":
        """The same with the texts of its moves."""
        line = tuple(game.act_text(act) for act in self.line)
        return Thought(game.write(self.best), self.value, line, self.nodes, self.depth)


class Analyst(Protocol):
    """A program that compares moves."""

    def analyse(
        self, game: AnyGame, story: Story, limit: Limit, lines: int = 1
    ) -> Iterator[tuple[Thought[object], ...]]:
        """Ever better knowledge of the best moves: up to `lines` thoughts with different first
        moves, the best one first. The last tuple counts. Stops at its limit, or when all is known.
        Raises CubariumError for a table that it can't analyse."""
        ...


class Engine(Protocol):
    """A player that is a program."""

    @property
    def name(self) -> str: ...

    def think(self, game: AnyGame, story: Story, limit: Limit) -> Iterator[Thought[object]]: ...


class AnalysisEngine(ABC):
    """An engine that is an analyst: it plays the first move of its analysis."""

    default_seconds: float | None = None
    """How long it thinks where there is no limit; None: as long as there is something to find."""

    @abstractmethod
    def analyse(
        self, game: AnyGame, story: Story, limit: Limit, lines: int = 1
    ) -> Iterator[tuple[Thought[object], ...]]:
        """See Analyst."""

    def think(self, game: AnyGame, story: Story, limit: Limit) -> Iterator[Thought[object]]:
        """See Engine."""
        if limit == Limit() and self.default_seconds is not None:
            limit = replace(limit, seconds=self.default_seconds)
        for thoughts in self.analyse(game, story, limit):
            yield thoughts[0]
