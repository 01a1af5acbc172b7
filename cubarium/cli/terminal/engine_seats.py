"""The engines at a table: they move, give hints and answer offers. They warm up in the background,
so that people need not wait for them."""

from collections.abc import Callable
from random import Random
from threading import Thread
from typing import Final

from cubarium.analysis.draw_offers import agrees, story_for_offer
from cubarium.cli.terminal.warm_up import wait_for
from cubarium.core.engine import Analyst, Engine, Limit, Thought
from cubarium.core.game import AnyGame
from cubarium.core.turn import Seat
from cubarium.engines import registry
from cubarium.engines.foreign_program import is_program, read_program
from cubarium.engines.ugi_engine import UgiEngine, end_idle
from cubarium.match.match import Match

HINT_LIMIT: Final = Limit(seconds=1.0)


class EngineSeats:
    """All engines of one table. `seconds`: how long `engine` thinks; `say` explains a long wait."""

    def __init__(self, rng: Random, seconds: float, say: Callable[[str], None]) -> None:
        self._rng = rng
        self._seconds = seconds
        self._say = say
        self._engines: dict[Seat, Engine] = {}
        self._names: dict[Seat, str] = {}
        self._analyst: Analyst | None = None
        self._warm_up: Thread | None = None

    def prepare(self, match: Match) -> None:
        """Warm up whatever sits at the table, in the background."""
        names = {match.engine(seat) for seat in range(match.game.players)}
        if any(_is_warmed(name) for name in names) and self._warm_up is None:
            self._warm_up = registry.warm(match.game)

    def move(self, match: Match, seat: Seat) -> str:
        """The move of the engine in a seat."""
        game, name = match.game, match.engine(seat)
        if _is_warmed(name):
            self._wait(match)
        if self._names.get(seat) != name:
            self._release(seat)
            self._engines[seat], self._names[seat] = self._made(game, name), name
        is_timed = name == registry.FULL or is_program(name)
        limit = Limit(seconds=self._seconds) if is_timed else Limit()
        best = None
        for thought in self._engines[seat].think(game, match.story(seat), limit):
            best = thought.best
        return game.write(best)

    def close(self) -> None:
        """End the programs that sit here."""
        for seat in [*self._engines]:
            self._release(seat)
        end_idle()

    def _made(self, game: AnyGame, name: str) -> Engine:
        if is_program(name):
            return UgiEngine(read_program(name), game, self._rng.getrandbits(31))
        return registry.engine(name, game, self._rng)

    def _release(self, seat: Seat) -> None:
        engine = self._engines.pop(seat, None)
        if isinstance(engine, UgiEngine):
            engine.release()

    def hint(self, match: Match, seat: Seat) -> Thought[object]:
        """What the analyst would play, knowing what this seat knows."""
        for thoughts in self._ready_analyst(match).analyse(
            match.game, match.story(seat), HINT_LIMIT
        ):
            best = thoughts[0]
        return best

    def agrees(self, match: Match, seat: Seat) -> bool:
        """Does the engine in a seat agree to a draw? One that plays at random plays on, and so does
        a program, which can't be asked."""
        if not _is_warmed(match.engine(seat)):
            return False
        return agrees(match.game, story_for_offer(match, seat), self._ready_analyst(match))

    def _ready_analyst(self, match: Match) -> Analyst:
        self._wait(match)
        if self._analyst is None:
            self._analyst = registry.analyst(match.game)
        return self._analyst

    def _wait(self, match: Match) -> None:
        """Wait until the engines are ready."""
        if self._warm_up is None:
            self._warm_up = registry.warm(match.game)
        wait_for(self._warm_up, self._say)


def _is_warmed(name: str) -> bool:
    """Is it one of our own engines that compile something first?"""
    return name not in ("", registry.RANDOM) and not is_program(name)
