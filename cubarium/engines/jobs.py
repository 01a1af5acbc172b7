"""What engines are asked to do in another process: plain questions.

A job is done step by step; what it yields is plain too. It gets stories, never states, so nothing
hidden leaves the server. Questions about values are in analysis/jobs.py.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import isfinite
from random import Random
from time import perf_counter
from typing import (
    Any,
    ClassVar,
    Final,
    Generic,
    NamedTuple,
    Protocol,
    TypeAlias,
    TypeVar,
    runtime_checkable,
)

from cubarium import catalog
from cubarium.core.engine import Limit, Story
from cubarium.core.errors import CubariumError
from cubarium.core.info import GameSpec
from cubarium.engines import registry
from cubarium.engines.engine_cache import EngineCache
from cubarium.engines.foreign_program import ProgramFault
from cubarium.engines.hosted_programs import hosted_programs
from cubarium.engines.ugi_engine import UgiEngine

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
AnyAnswer: TypeAlias = Any
"""Of a job whose kind is not known yet."""


class Job(Protocol[T_co]):
    """A question about one table, and the type of its answers."""

    @property
    def spec(self) -> GameSpec | None:
        """None: it is about no table in particular."""
        ...

    def run(self, cache: EngineCache) -> Iterator[T_co]:
        """Ever better answers, or the parts of one. Raises CubariumError."""
        ...


@runtime_checkable
class JobInParts(Job[T], Protocol[T]):
    """A long question whose parts may be answered one after another, with others in between."""

    def rest(self, answers: Sequence[T], seconds: float) -> "JobInParts[T] | None":
        """What is left after these answers, which took this long. None: nothing is."""
        ...


@dataclass(frozen=True)
class SeatJob(ABC, Generic[T]):
    """What an engine seat is asked. It holds its seat's story alone, so that another machine may
    answer it."""

    kind: ClassVar[str]
    """Its name in JSON."""
    answer: ClassVar[AnyAnswer]
    """The type of its answer."""
    spec: GameSpec
    story: Story
    engine: str
    seed: int = 0

    @abstractmethod
    def run(self, cache: EngineCache) -> Iterator[T]:
        """See Job."""

    def check(self, answer: T) -> None:
        """Raise CubariumError for an answer that its game does not allow."""

    @property
    def seconds(self) -> float:
        """How long its engine usually thinks."""
        hosted = hosted_programs().get(self.engine)
        return registry.SECONDS if hosted is None else hosted.seconds


class Thinkers(Protocol):
    """Who does jobs for the engine seats of a server: its own workers, or those of other
    machines."""

    async def last(self, job: SeatJob[T], *, owner: str = "", address: str = "") -> T:
        """The last answer to a job. Raises CubariumError if it is refused, or lost."""
        ...


class ChosenMove(NamedTuple):
    """The text of a move, and how long its engine thought. `fault`: why a foreign program has lost
    instead; then there is no move."""

    move: str
    seconds: float
    fault: str = ""


MAX_SECONDS: Final = 3600.0
"""No move takes longer."""


@dataclass(frozen=True)
class MoveJob(SeatJob[ChosenMove]):
    """What does an engine play? One ChosenMove."""

    kind = "move"
    answer = ChosenMove

    def check(self, answer: ChosenMove) -> None:
        """Raise CubariumError if the move is illegal, its time none, or one of our own engines is
        said to have failed as foreign programs do."""
        if not (isfinite(answer.seconds) and 0 <= answer.seconds <= MAX_SECONDS):
            raise CubariumError(f"expected seconds of thought; not {answer.seconds}")
        if answer.fault:
            if not registry.is_hosted(self.engine):
                raise CubariumError(
                    "expected a move: only a foreign program can have lost by a fault"
                )
        else:
            game = catalog.game(self.spec)
            game.read(game.guess(self.story.view, Random(0)), answer.move)

    def run(self, cache: EngineCache) -> Iterator[ChosenMove]:
        game = catalog.game(self.spec)
        engine = cache.engine(self.spec, self.engine, self.seed)
        limit = cache.limit(Limit())
        since = perf_counter()
        try:
            if isinstance(engine, UgiEngine):
                engine.make_ready()
                since = perf_counter()
            *_, thought = engine.think(game, self.story, limit)
        except ProgramFault as fault:
            yield ChosenMove("", perf_counter() - since, str(fault))
            return
        finally:
            if isinstance(engine, UgiEngine):  # where things are hidden, it remembers nothing
                (engine.close if game.has_secrets else engine.release)()
        yield ChosenMove(game.write(thought.best), perf_counter() - since)


@dataclass(frozen=True)
class WarmUpJob:
    """Load and compile what the engines need at a table. None, when that is done."""

    spec: GameSpec

    def run(self, cache: EngineCache) -> Iterator[None]:
        del cache
        registry.warm(catalog.game(self.spec)).join()
        yield None
