"""Suites as texts: `TEXT ; win 5 ; a1e1:5 b1b5:7` or `TEXT ; loss 4`, one position a line."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from cubarium.core.game import AnyGame

PLIES = 7

HEADER = """\
# {title}, {players} players: positions whose value is proved, for the side to move.
# Made by `python -m scripts.suites {name} {players}`.
#
# Per line: the position; win or loss, with the number of plies when the winner is as fast and the
# loser as slow as can be; for wins the moves that win, each with its number of plies. Moves that
# are not listed do not win within {plies} plies; beyond that nothing is known of them.
# Most positions are from games. Where the last ply is the loser's (wins in an even number of plies,
# losses in an odd one, if there are any), the position is made up and may be out of reach.
"""


@dataclass(frozen=True)
class Entry:
    """A position with its proved value."""

    text: str
    won: bool
    plies: int
    moves: dict[str, int] = field(default_factory=dict)
    """Of a win: the moves that win within PLIES, with their plies."""

    def __str__(self) -> str:
        line = f"{self.text} ; {'win' if self.won else 'loss'} {self.plies}"
        moves = " ".join(f"{move}:{plies}" for move, plies in self.moves.items())
        return f"{line} ; {moves}" if moves else line


def written(game: AnyGame, entries: Iterable[Entry]) -> str:
    """A whole file."""
    info = game.spec.info
    header = HEADER.format(title=info.title, name=info.name, players=game.players, plies=PLIES)
    return header + "".join(f"{entry}\n" for entry in entries)


def read(text: str) -> Iterator[Entry]:
    """The entries of a file."""
    for line in text.splitlines():
        if line.startswith("#"):
            continue
        position, verdict, *listed = line.split(" ; ")
        word, plies = verdict.split()
        if word not in ("win", "loss"):
            raise ValueError(f"neither a win nor a loss: {line}")
        moves = dict(move.rsplit(":", 1) for part in listed for move in part.split())
        yield Entry(
            position, word == "win", int(plies), {move: int(at) for move, at in moves.items()}
        )
