"""Naive twins: each game once more, slowly, written from the rules alone by somebody who had not
seen the code. A twin has the methods of Twin and is found by the name of its game."""

from importlib import import_module
from typing import Protocol

from cubarium.core.game import AnyGame


class Twin(Protocol):
    def to_move(self) -> int | None: ...
    def moves(self) -> list[str]: ...
    def draws(self) -> dict[str, int]: ...
    def play(self, move: str) -> None: ...
    def winners(self) -> frozenset[int] | None: ...
    def cells(self) -> dict[str, str]: ...


def twin_of(game: AnyGame) -> Twin:
    twin: Twin = import_module(f"tests.oracles.{game.name}").Twin(
        players=game.players, **game.table.options
    )
    return twin
