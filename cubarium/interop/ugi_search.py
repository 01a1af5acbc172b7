"""A search in a thread of its own: it tells what it finds out, and ends with `bestmove`."""

from collections.abc import Callable, Iterator
from threading import Event, Thread
from time import perf_counter
from typing import Final, TypeAlias

from cubarium.core.engine import AnalysisEngine, Engine, Limit, Story, Thought
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.interop.ugi_go import GoLimit
from cubarium.interop.ugi_info import info_line

OFTEN: Final = 0.1
"""Seconds between two reports."""

Thoughts: TypeAlias = tuple[Thought[object], ...]


class UgiSearch:
    """Begins at once."""

    def __init__(
        self,
        engine: Engine,
        game: AnyGame,
        story: Story,
        limit: GoLimit,
        lines: int,
        say: Callable[[str], None],
    ) -> None:
        self._engine, self._game, self._story = engine, game, story
        self._limit, self._lines, self._say = limit, lines, say
        self._stopped = Event()
        self._is_done = False
        self._since = perf_counter()
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    @property
    def is_running(self) -> bool:
        """Is `bestmove` yet to come? Whoever has heard it may go on at once."""
        return not self._is_done

    def stop(self) -> None:
        """Let it end now, and wait until it has answered."""
        self._stopped.set()
        self._thread.join()

    def _run(self) -> None:
        best = "none"
        try:
            thoughts: Thoughts = ()
            told, is_told = -OFTEN, True
            for thoughts in self._thoughts():
                spent = perf_counter() - self._since
                is_told = spent - told >= OFTEN
                if is_told:
                    told = spent
                    self._tell(thoughts)
                if self._limit.depth is not None and thoughts[0].depth >= self._limit.depth:
                    break
            if not is_told:
                self._tell(thoughts)
            if thoughts:
                best = self._game.write(thoughts[0].best)
        except CubariumError as error:
            self._say(f"info string error: {' '.join(str(error).split())}")
        except Exception as error:  # noqa: BLE001  (whatever it is, somebody waits for an answer)
            self._say(f"info string error: the engine has failed: {type(error).__name__}")
        if self._limit.is_infinite:
            self._stopped.wait()
        self._is_done = True
        self._say(f"bestmove {best}")

    def _thoughts(self) -> Iterator[Thoughts]:
        seconds = self._limit.seconds
        if not isinstance(self._engine, AnalysisEngine):
            limit = Limit(seconds, self._limit.nodes, self._stopped)
            for thought in self._engine.think(self._game, self._story, limit):
                yield (thought,)
            return
        if self._limit.is_open:
            seconds = self._engine.default_seconds
        limit = Limit(seconds, self._limit.nodes, self._stopped)
        yield from self._engine.analyse(self._game, self._story, limit, self._lines)

    def _tell(self, thoughts: Thoughts) -> None:
        spent = perf_counter() - self._since
        for number, thought in enumerate(thoughts, start=1):
            rank = number if self._lines > 1 else None
            self._say(info_line(self._game, self._story.seat, thought, spent, rank))
