"""What is known for certain of a solved position, and of every move there."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from cubarium import catalog
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.info import GameSpec
from cubarium.core.solver import ValueSource, WinDrawLoss
from cubarium.core.turn import Ended
from cubarium.engines.engine_cache import EngineCache


@dataclass(frozen=True)
class ProbedMove:
    """What a move leads to, for whoever makes it."""

    value: WinDrawLoss | None
    plies: int | None

    @property
    def order(self) -> int:
        """The shortest wins first, the longest defences first."""
        plies = self.plies or 0
        return -plies if self.value is WinDrawLoss.LOSS else plies


@dataclass(frozen=True)
class ProbedPosition:
    """What a tablebase knows of a position."""

    text: str
    mover: str
    is_over: bool
    value: WinDrawLoss
    plies: int | None
    moves: dict[str, ProbedMove]

    @classmethod
    def of(cls, game: AnyGame, source: ValueSource, state: object, mover: str) -> "ProbedPosition":
        """`mover`: the name of the seat to move. Raises CubariumError if the tablebase does not
        know the position."""
        value = source.value(state)
        if value is None:
            raise CubariumError(f"the tablebase knows {source.reach}")
        moves = {}
        for move in game.moves(state):
            after = game.play(state, move)
            known, plies = source.value(after), source.plies(after)
            moves[game.write(move)] = ProbedMove(
                None if known is None else known.reversed(), None if plies is None else plies + 1
            )
        turn = game.turn(state)
        return cls(
            game.text(state), mover, isinstance(turn, Ended), value, source.plies(state), moves
        )


def probe(game: AnyGame, state: object) -> ProbedPosition:
    """What is known for certain of a position and of every move there, without a search. Raises
    CubariumError where nothing is known, and MissingExtra."""
    catalog.require_solver(game.name)
    source = _source(game.spec)
    if source is None:
        raise CubariumError(f"no tablebase of {game.spec.info.title} is at hand for this table")
    mover = game.seat_names[getattr(state, "to_move", 0)]
    return ProbedPosition.of(game, source, state, mover)


@dataclass(frozen=True)
class ProbeJob:
    """What is known of a position without a search: one ProbedPosition, or None."""

    spec: GameSpec
    position: str

    def run(self, cache: EngineCache) -> Iterator[ProbedPosition | None]:
        del cache
        game = catalog.game(self.spec)
        state = game.whole_position(self.position)
        source = _source(self.spec)
        if source is None or source.value(state) is None:
            yield None
        else:
            yield ProbedPosition.of(game, source, state, game.seat_names[state.to_move])


@lru_cache(maxsize=8)
def _source(spec: GameSpec) -> ValueSource | None:
    """The tables at hand; small boards are solved here and now."""
    game = catalog.game(spec)
    if game.name not in catalog.solvable():
        return None
    from cubarium.solve.small_board import small_board
    from cubarium.solve.sources import known_source

    return known_source(game) or small_board(game)
