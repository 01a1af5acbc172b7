"""Plays the examples of a page through: every statement is an assertion."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cubarium.core import Ended, IllegalMove, ToDraw, ToMove
from cubarium.core.game import AnyGame
from cubarium.rulebook.lessons import (
    Back,
    Can,
    Count,
    Example,
    Play,
    Refuse,
    Statement,
    Who,
    Win,
    examples,
)
from cubarium.rulebook.pages import rules_page
from tests.tables import Visit


def examples_of(name: str) -> Iterator[tuple[str, Example]]:
    """All examples of a game: those of its rulebook here, and those on its rules page."""
    rulebook = (Path(__file__).parent / f"{name}.md").read_text("utf-8")
    for page, text in (("rulebook", rulebook), ("rules", rules_page(name))):
        for example in examples(text):
            yield page, example


class Player:
    """Plays one example through."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.opening: Any = None
        self.state: Any = None
        self.visited: list[Any] = []
        """All states on the way."""
        self.played: list[Visit] = []
        """All acts on the way."""

    def run(self, example: Example) -> None:
        start = example.start
        self.opening = self.game.initial() if start is None else self.game.position(start)
        self.state = self.opening
        self.visited.append(self.state)
        for said in example.statements:
            self._check(said)

    def _check(self, said: Statement) -> None:
        match said:
            case Play():
                self._play(said)
            case Back():
                self.state = self.opening
            case Refuse():
                self._refused(said)
            case Win():
                self._ended(said)
            case Who():
                self._turn(said)
            case Can():
                assert set(said.moves) <= set(self._legal())
            case Count():
                found = self._legal() if said.what == "moves" else self._draws()
                assert len(found) == said.number
                assert said.all is None or found == [*said.all]

    def _play(self, said: Play) -> None:
        for text in said.acts:
            before, act = self.state, self.game.read(self.state, text)
            self.state = self.game.play(before, act)
            self.visited.append(self.state)
            self.played.append(Visit(before, act, self.state))
        if said.result is not None:
            result = self.game.position(said.result)
            assert self.game.text(self.state) == self.game.text(result)

    def _legal(self) -> list[str]:
        return [self.game.write(move) for move in self.game.moves(self.state)]

    def _draws(self) -> list[str]:
        draws = self.game.draws(self.state)
        return sorted(f"{self.game.write(act)}:{weight}" for act, weight in draws.items())

    def _turn(self, said: Who) -> None:
        seat = None if said.seat is None else self.game.seat_names.index(said.seat)
        turn = self.game.turn(self.state)
        assert turn == (ToDraw(seat) if seat is None or said.chance else ToMove(seat))

    def _ended(self, said: Win) -> None:
        turn = self.game.turn(self.state)
        assert isinstance(turn, Ended)
        assert {self.game.seat_names[seat] for seat in turn.outcome.winners} == said.winners
        assert str(turn.outcome.reason) == said.reason

    def _refused(self, said: Refuse) -> None:
        with pytest.raises(IllegalMove) as refused:
            self.game.read(self.state, said.move)
        assert (str(refused.value.reason), refused.value.where) == (said.reason, said.where)
