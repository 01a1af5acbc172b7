"""An answer to a find-the-win puzzle: is it right, and what does the best defence do?"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum, unique
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from cubarium import catalog
from cubarium.core.engine import Limit
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.info import GameSpec
from cubarium.core.operations import PackedState
from cubarium.core.turn import Ended, ToMove
from cubarium.core.win_puzzles import WinPuzzle
from cubarium.engines.engine_cache import EngineCache
from cubarium.match.outcome_text import say_outcome

if TYPE_CHECKING:  # a search is loaded where it is asked, in a worker
    from cubarium.search.forced_win import ForcedWins

SECONDS: Final = 15.0
"""A defence that is not written down is looked for no longer than that."""
REFUTING: Final = 1.0
"""And a win of the other side after a wrong move."""
MEGABYTES: Final = 24.0
PLIES: Final = 7
"""How far a refutation that wins is looked for."""


@unique
class WinVerdict(StrEnum):
    """What a move is worth as an answer."""

    SOLVED = "solved"
    RIGHT = "right"
    WRONG = "wrong"


@dataclass(frozen=True)
class WinAnswer:
    """What became of the last move: the reply to it, and for a wrong one why it fails."""

    verdict: WinVerdict
    reply: str | None
    """What the best defence plays; nothing after the end."""
    reason: str
    """In a sentence."""
    loses_in: int | None
    """After a wrong move: the plies in which the other side wins, if it was found to."""


def table(name: str) -> AnyGame:
    """The rules of the games that puzzles are taken from."""
    return catalog.load(name, 2)


@dataclass(frozen=True)
class WinAnswerJob:
    """Judges a move that is not of the written line. One WinAnswer; None: not found in time."""

    game: str
    puzzle: WinPuzzle
    moves: tuple[str, ...]

    @property
    def spec(self) -> GameSpec:
        return table(self.game).spec

    def run(self, cache: EngineCache) -> Iterator[WinAnswer | None]:
        from cubarium.search.forced_win import TooDear

        limit = cache.limit(Limit(seconds=SECONDS))
        try:
            yield searched_answer(table(self.game), self.puzzle, self.moves, limit)
        except TooDear:
            yield None


def known_answer(game: AnyGame, puzzle: WinPuzzle, moves: Sequence[str]) -> WinAnswer | None:
    """Judges the last of some moves from the position of a puzzle, those of the solver and in
    between those of the defence; None: it takes a search. Raises CubariumError for moves that are
    not asked for, and IllegalMove."""
    if len(moves) % 2 == 0:
        raise CubariumError("expected your moves and the replies to them, yours the last")
    states = played(game, puzzle.position, moves)
    turn = game.turn(states[-1])
    if isinstance(turn, Ended):
        won = _mover(game, states[-2]) in turn.outcome.winners
        in_time = len(moves) <= puzzle.plies
        verdict = WinVerdict.SOLVED if won and in_time else WinVerdict.WRONG
        return WinAnswer(verdict, None, say_outcome(game, turn.outcome), None)
    if list(moves) == list(puzzle.line[: len(moves)]):
        return WinAnswer(WinVerdict.RIGHT, puzzle.line[len(moves)], "", None)
    if len(moves) >= puzzle.plies:
        return WinAnswer(WinVerdict.WRONG, None, f"{moves[-1]} comes too late.", None)
    return None


def searched_answer(
    game: AnyGame, puzzle: WinPuzzle, moves: Sequence[str], limit: Limit
) -> WinAnswer:
    """The same, by a search. Raises TooDear."""
    wins = _forced_wins(game.spec)
    wins.limit(limit)
    states = played(game, puzzle.position, moves)
    left = puzzle.plies - len(moves)
    packed = wins.kernel.pack(states[-1])
    if len(moves) > 1 and _holds(wins, states[-2], moves[-1], left + 1):
        reply = game.actions()[wins.defence(packed, left)]
        return WinAnswer(WinVerdict.RIGHT, reply, "", None)
    return _refutation(wins, packed, moves[-1], left)


@lru_cache(maxsize=4)
def _forced_wins(spec: GameSpec) -> "ForcedWins":
    from cubarium.search.forced_win import ForcedWins

    return ForcedWins(catalog.game(spec), memory=MEGABYTES)


def played(game: AnyGame, position: str, moves: Sequence[str]) -> list[object]:
    """The states from a position on. Raises CubariumError."""
    states = [game.whole_position(position)]
    for text in moves:
        states.append(game.play(states[-1], game.read(states[-1], text)))
    return states


def _mover(game: AnyGame, state: object) -> int:
    turn = game.turn(state)
    assert isinstance(turn, ToMove)
    return turn.seat


def _holds(wins: "ForcedWins", before: object, move: str, plies: int) -> bool:
    """Does a move still win within so many plies?"""
    texts = wins.game.actions()
    others = [at for at, text in enumerate(texts) if text != move]
    return wins.within(wins.kernel.pack(before), plies, others) is not None


def _refutation(wins: "ForcedWins", packed: PackedState, move: str, left: int) -> WinAnswer:
    """A reply that wins, or one after which there is no win in time."""
    from cubarium.search.forced_win import TooDear

    texts, limit = wins.game.actions(), wins.clock.limit
    wins.limit(Limit(seconds=REFUTING, stopped=limit.stopped))
    plies, action = None, None
    try:
        plies = wins.plies(packed, PLIES)
        action = None if plies is None else wins.within(packed, plies)
    except TooDear:
        plies = None
    wins.limit(limit)
    if action is not None:
        reason = f"After {move} the other side wins with {texts[action]}."
        return WinAnswer(WinVerdict.WRONG, texts[action], reason, plies)
    reply = texts[wins.defence(packed, left)]
    reason = f"After {move} there is a defence: {reply}."
    return WinAnswer(WinVerdict.WRONG, reply, reason, None)
