"""One game of a match, played by whoever does the job: plain data goes in and comes out."""

from dataclasses import dataclass
from random import Random
from time import perf_counter
from typing import Final

from cubarium import catalog
from cubarium.core.engine import Engine, Limit, Story
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.info import GameSpec
from cubarium.core.turn import Seat, ToMove
from cubarium.engines import registry
from cubarium.engines.foreign_program import FaultKind, ProgramFault
from cubarium.engines.ugi_engine import UgiEngine
from cubarium.match.match import Limits
from cubarium.records import record_of
from cubarium.tournament.contender import Contender
from cubarium.tournament.openings import Opening, opening
from cubarium.tournament.scores import GameFault, PlayedGame, TimeUsage

WARM_UP: Final = Limit(seconds=0.01, nodes=10)
_WARM: set[tuple[GameSpec, str]] = set()


class EngineAtFault(CubariumError):
    """An engine of this process made no move, or one that the rules forbid: a mistake in it, which
    ends the match. (A foreign program only loses its game.)"""


@dataclass(frozen=True)
class GameJob:
    """A game to be played. `seats`: by seat, the number of who sits there."""

    key: tuple[int, int]
    """The numbers of the round, and of the line-up in it."""
    spec: GameSpec
    contenders: tuple[Contender, ...]
    seats: tuple[int, ...]
    opening: Opening
    limits: Limits
    seed: str


def play_game(job: GameJob) -> PlayedGame:
    """Play it to its end."""
    game = catalog.game(job.spec)
    for contender in job.contenders:
        _warm_up(game, contender)
    table = _Table(game, job)
    try:
        return table.played()
    finally:
        table.close()


class _Table:
    """The engines of one game, and how far it has come."""

    def __init__(self, game: AnyGame, job: GameJob) -> None:
        self._game, self._job = game, job
        self._engines: list[Engine] = [
            one.make(game, Random(f"{job.seed}/{one.name}/{seat}").getrandbits(63))
            for seat, one in enumerate(job.contenders[side] for side in job.seats)
        ]
        self._chance = Random(f"{job.seed}/chance")
        match = job.opening.match(game, job.limits)
        self._match = match.after(match.draw(self._chance))
        self._time_usage = [TimeUsage() for _ in job.contenders]
        self._faults: list[GameFault] = []

    def played(self) -> PlayedGame:
        job = self._job
        while isinstance(self._match.turn, ToMove):
            self._move(self._match.turn.seat)
        tags = {f"Seat{seat}": job.contenders[side].name for seat, side in enumerate(job.seats)}
        tags["Round"] = "{}.{}".format(*(number + 1 for number in job.key))
        comment = " ".join(fault.text for fault in self._faults)
        record = record_of(self._match, tags, comment)
        usage, faults = tuple(self._time_usage), tuple(self._faults)
        return PlayedGame(job.seats, record, self._match.plies, usage, faults)

    def close(self) -> None:
        for engine in self._engines:
            _release(engine)

    def _move(self, seat: Seat) -> None:
        side = self._job.seats[seat]
        contender = self._job.contenders[side]
        has_left = seat in self._match.departed
        story = self._match.story(seat)
        try:
            limit = Limit() if has_left else contender.limit
            best, seconds = _thought(self._game, self._engines[seat], contender, limit, story)
        except ProgramFault as fault:
            self._give_up(seat, side, fault)
            return
        text = self._game.write(best)
        self._match = self._match.after(self._match.move(seat, text, self._chance))
        if not has_left:
            self._time_usage[side] += TimeUsage(1, seconds, seconds)

    def _give_up(self, seat: Seat, side: int, fault: ProgramFault) -> None:
        """A program has lost by its own fault. Where others play on, our lowest level takes its
        place, as in every match."""
        self._faults.append(GameFault(side, seat, fault.kind, str(fault)))
        is_late = fault.kind is FaultKind.HANG
        leave = self._match.time_out if is_late else self._match.resign
        self._match = self._match.after(leave(seat))
        _release(self._engines[seat])
        name = registry.LOWEST if registry.can_think(self._game) else registry.RANDOM
        self._engines[seat] = registry.engine(name, self._game, self._chance)


def _release(engine: Engine) -> None:
    if isinstance(engine, UgiEngine):
        engine.release()


def _thought(
    game: AnyGame, engine: Engine, contender: Contender, limit: Limit, story: Story
) -> tuple[object, float]:
    """An engine's move, which is legal, and the seconds that it took."""
    if isinstance(engine, UgiEngine):
        engine.make_ready()
    begun = perf_counter()
    thought = None
    for thought in engine.think(game, story, limit):  # noqa: B007  (the last one counts)
        pass
    seconds = perf_counter() - begun
    if thought is None:
        raise _fault(game, contender, story, "made no move")
    if thought.best not in game.moves(game.guess(story.view, Random(0))):
        what = f"made an illegal move, {_text(game, thought.best)}"
        raise _fault(game, contender, story, what)
    return thought.best, seconds


def _fault(game: AnyGame, contender: Contender, story: Story, what: str) -> EngineAtFault:
    where = f"{game.name} {game.spec.options_text()}"
    return EngineAtFault(
        f"{contender.name} {what}, in seat {story.seat} of {where}: {game.text(story.view)}"
    )


def _text(game: AnyGame, move: object) -> str:
    """A move as a text, if it is one at all."""
    try:
        return game.write(move)
    except Exception:  # noqa: BLE001  (an engine may return anything)
        return repr(move)


def _warm_up(game: AnyGame, contender: Contender) -> None:
    """Let a contender think once for nothing: what it has to load is no part of its thinking.
    Programs are asked whether they are ready."""
    if (game.spec, contender.name) in _WARM:
        return
    _WARM.add((game.spec, contender.name))
    engine = contender.make(game, 1)
    if isinstance(engine, UgiEngine):
        return
    match = opening(game, Random(0)).match(game)
    assert isinstance(match.turn, ToMove)
    for _ in engine.think(game, match.story(match.turn.seat), WARM_UP):
        pass
