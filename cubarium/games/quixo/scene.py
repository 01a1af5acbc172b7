"""A view of Quixo as items, touches and marks, and a push as motions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from cubarium.core.scene import Item, Mark, Motion, Phase, Place, Scene, Touch
from cubarium.core.turn import Ended, ToMove
from cubarium.games.quixo.messages import Refusal
from cubarium.games.quixo.state import Cube, Move, Pass, State, View

if TYPE_CHECKING:
    from cubarium.games.quixo.rules import Quixo

SYMBOLS = ("X", "O")
COLOURS = ("blue", "orange")


def draw(game: Quixo, view: View, last: Move | None) -> Scene:
    """The scene of a view."""
    s = State(view.board, view.to_move)
    names = game.board.names
    turn = game.turn(s)
    blocked: dict[str, str] = {}
    for cell, name in enumerate(names):
        reason = game.untakeable(s, cell) if isinstance(turn, ToMove) else Refusal.OVER
        if reason is not None:
            blocked[name] = str(reason)
    return Scene(
        viewer=view.viewer,
        turn=turn,
        places=tuple(
            Place(name, cell % game.board.size, cell // game.board.size)
            for cell, name in enumerate(names)
        ),
        items=tuple(_item(game, name, cube) for name, cube in zip(names, s.board, strict=True)),
        touches=tuple(_touch(game, m) for m in game.moves(s)),
        blocked=blocked,
        marks=_marks(game, s, last),
    )


def _item(game: Quixo, name: str, cube: Cube) -> Item:
    if cube is None:
        return Item(name, "cube", name)
    team = game.teams[cube]
    facing = game.seat_names[cube] if game.dotted else ""
    return Item(name, "cube", name, SYMBOLS[team], COLOURS[team], facing)


def _touch(game: Quixo, m: Move) -> Touch:
    text = game.write(m)
    if isinstance(m, Pass):
        return Touch(text, (text,))
    path = (game.board.names[m.taken], game.board.names[m.into])
    return Touch(text, (*path, game.seat_names[m.marked]) if game.dotted else path)


def _marks(game: Quixo, s: State, last: Move | None) -> tuple[Mark, ...]:
    marks = []
    if last is not None and not isinstance(last, Pass):
        path = tuple(game.board.names[cell] for cell in game.board.paths[last.taken, last.into])
        marks += [Mark("trail", path), Mark("last", path[-1:])]
    turn = game.turn(s)
    if isinstance(turn, Ended):
        winners = {game.teams[seat] for seat in turn.outcome.winners}
        marks.extend(
            Mark("win", tuple(game.board.names[cell] for cell in line))
            for line in game.board.lines
            if game.line(s, line) in winners
        )
    return tuple(marks)


def steps(game: Quixo, view: View, act: Move) -> Sequence[Sequence[Motion]]:
    """The cube leaves the board, its row slides, the cube comes in at the other end."""
    del view  # which cubes move does not depend on what is on them
    if isinstance(act, Pass):
        return ()
    names = [game.board.names[cell] for cell in game.board.paths[act.taken, act.into]]
    taken, into = names[0], names[-1]
    slides = [Motion(neighbour, Phase.SLIDE, gap, gap) for gap, neighbour in pairwise(names)]
    return (
        (Motion(taken, Phase.LEAVE, taken, into),),
        slides,
        (Motion(taken, Phase.ENTER, into, into),),
    )
