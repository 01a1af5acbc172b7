"""A solved position on the command line: its value, and that of every move."""

from collections.abc import Iterator
from dataclasses import dataclass

import click

from cubarium.cli.output import print_json
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.solver import ValueSource, WinDrawLoss
from cubarium.core.turn import Ended

UNKNOWN = "unknown"


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

    def print_json(self) -> None:
        """One document; plies where they are known."""
        plies = {text: move.plies for text, move in self.moves.items() if move.plies is not None}
        document: dict[str, object] = {
            "position": self.text,
            "value": self.value,
            "moves": {text: move.value or UNKNOWN for text, move in self.moves.items()},
        }
        if self.plies is not None:
            document |= {"plies": self.plies, "move_plies": plies}
        print_json(document)

    def print(self) -> None:
        """The value in a sentence, then the moves by their value."""
        for line in self._lines():
            click.echo(line)

    def _lines(self) -> Iterator[str]:
        over = ": the game is over" if self.is_over else ""
        length = f" in {self.plies} {'ply' if self.plies == 1 else 'plies'}" if self.plies else ""
        yield f"A {self.value}{length} for {self.mover}{over}."
        for result in (*WinDrawLoss, None):
            found = [(text, one) for text, one in self.moves.items() if one.value is result]
            if found:
                found.sort(key=lambda pair: pair[1].order)
                texts = [f"{text} ({one.plies})" if one.plies else text for text, one in found]
                yield f"{result or UNKNOWN}: {' '.join(texts)}"
