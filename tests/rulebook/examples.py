"""Executable prose: the fenced blocks of a Markdown page, played through.

A block's first words are a game and its options: ```quixo players=4. Inside, paragraphs:

    rows, then `S to move`     the opening position (or the word `start`); `S to move, not M`
                               where a reverse move M is forbidden
    play MOVE …                plays; a position right below must be the result
    wins S …: REASON           the game is over; `draw: REASON` too
    refused MOVE: CODE [PLACE] the move is refused, and nothing changes
    moves N / moves: MOVE …    so many legal moves, or just these
    can MOVE …                 these are legal
    draws N / draws: =A:1 …    chance may do so many things, or just these with these weights
    turn S                     S is to move
    chance [for S]             chance acts; S alone sees it
    back                       returns to the opening position
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from cubarium import catalog
from cubarium.core import Ended, IllegalMove, ToDraw, ToMove
from cubarium.core.game import AnyGame

BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TO_MOVE = " to move"


@dataclass(frozen=True)
class Example:
    """One block, and where it stands."""

    page: str
    line: int
    heading: str
    game: AnyGame
    paragraphs: tuple[tuple[str, ...], ...]


def examples(page: Path) -> Iterator[Example]:
    """All blocks of a page that begin with the name of a game."""
    text = page.read_text("utf-8")
    for found in BLOCK.finditer(text):
        name, options, body = found.groups()
        if name not in catalog.names():
            continue
        said = dict(option.split("=") for option in options.split())
        players = int(said.pop("players", catalog.info(name).players[0]))
        headings = re.findall(r"^#+ (.*)$", text[: found.start()], re.MULTILINE)
        paragraphs = (tuple(part.splitlines()) for part in re.split(r"\n\s*\n", body.strip("\n")))
        yield Example(
            page=page.name,
            line=text.count("\n", 0, found.start()) + 1,
            heading=headings[-1],
            game=catalog.load(name, players, **said),
            paragraphs=tuple(paragraphs),
        )


class Player:
    """Plays one example through; every statement is an assertion."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.opening: Any = None
        self.state: Any = None

    def run(self, example: Example) -> None:
        first, *rest = example.paragraphs
        self.opening = self.game.initial() if first == ("start",) else self._position(first)
        self.state = self.opening
        for paragraph in rest:
            self._say(*paragraph)

    def _position(self, rows: tuple[str, ...]) -> Any:
        seat, to_move, rest = rows[-1].partition(TO_MOVE)
        assert to_move, f"expected a position that ends with `{TO_MOVE}`"
        forbidden = rest.replace(", not ", " ")
        return self.game.position("/".join(rows[:-1]) + f" {seat}{forbidden}")

    def _say(self, statement: str, *drawn: str) -> None:
        word, _, rest = statement.partition(" ")
        assert not drawn or word == "play", f"only a play has a result: {statement}"
        if word == "play":
            self._play(rest.split(), drawn)
        elif word == "back":
            self.state = self.opening
        elif word == "refused":
            self._refused(*rest.split(": "))
        elif word in ("wins", "draw:"):
            self._ended(*statement.removeprefix("wins").removeprefix("draw").split(":"))
        elif word in ("turn", "chance"):
            self._turn(word, rest.removeprefix("for "))
        elif word == "can":
            assert set(rest.split()) <= set(self._legal())
        else:
            self._counted(word, rest)

    def _play(self, texts: list[str], drawn: tuple[str, ...]) -> None:
        for text in texts:
            self.state = self.game.play(self.state, self.game.read(self.state, text))
        if drawn:
            assert self.game.text(self.state) == self.game.text(self._position(drawn))

    def _counted(self, word: str, rest: str) -> None:
        found = {"moves": self._legal, "draws": self._draws}.get(word.removesuffix(":"))
        assert found, f"unknown statement: {word} {rest}"
        if word.endswith(":"):
            assert found() == sorted(rest.split())
        else:
            assert len(found()) == int(rest)

    def _legal(self) -> list[str]:
        return [self.game.write(move) for move in self.game.moves(self.state)]

    def _draws(self) -> list[str]:
        draws = self.game.draws(self.state)
        return sorted(f"{self.game.write(act)}:{weight}" for act, weight in draws.items())

    def _turn(self, word: str, name: str) -> None:
        seat = self.game.seat_names.index(name) if name else None
        turn = self.game.turn(self.state)
        assert turn == (ToDraw(seat) if seat is None or word == "chance" else ToMove(seat))

    def _ended(self, names: str, reason: str) -> None:
        turn = self.game.turn(self.state)
        assert isinstance(turn, Ended)
        assert {self.game.seat_names[seat] for seat in turn.outcome.winners} == set(names.split())
        assert str(turn.outcome.reason) == reason.strip()

    def _refused(self, text: str, said: str) -> None:
        code, _, place = said.partition(" ")
        with pytest.raises(IllegalMove) as refused:
            self.game.read(self.state, text)
        assert (str(refused.value.reason), refused.value.where) == (code, place)
