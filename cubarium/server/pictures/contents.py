"""What is in the picture of a table, of a game and of the site."""

from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Final

from cubarium import catalog
from cubarium.core.game import AnyGame
from cubarium.core.scene import Scene
from cubarium.core.turn import Ended, Seat, ToDraw, ToMove
from cubarium.match.status import Status
from cubarium.render.board_picture import is_painted
from cubarium.render.palette import PIECES
from cubarium.server.pictures.fonts import readable
from cubarium.server.pictures.poster import Line, Poster
from cubarium.tables.table import Table

LETTERS: Final = {name[0].upper(): name for name in PIECES}
ACTS: Final = 26
"""So many acts of a game are played for its picture."""


def of_table(table: Table) -> Poster:
    """A table as everybody may see it."""
    match, game = table.session.match, table.game
    scene = game.scene(match.view(None), match.last)
    names = [
        readable(match.seated[seat].name, sign) if seat in match.seated else "Free seat"
        for seat, sign in enumerate(game.seat_names)
    ]
    active = _active(table)
    painted = is_painted(scene)
    lines = tuple(
        Line(_colours(sign) if painted else (), sign, name, seat in active)
        for seat, (sign, name) in enumerate(zip(game.seat_names, names, strict=True))
    )
    return Poster(game.spec.info.title, status(table, names), lines, (scene,))


def status(table: Table, names: Sequence[str]) -> str:
    """How a table stands, in words."""
    if table.session.status is Status.OPEN:
        return "Waiting for a player"
    if table.session.status is Status.ABORTED:
        return "Called off"
    who = " and ".join(names[seat] for seat in _active(table))
    if table.session.status is Status.OVER:
        return f"{who} won" if who else "A draw"
    return f"{who} to move" if who else "Drawing"


def names_of(table: Table) -> list[str]:
    """Who sits where."""
    seated = table.session.match.seated
    return [seated[seat].name if seat in seated else "" for seat in range(table.game.players)]


def _active(table: Table) -> list[Seat]:
    """Who is to move, or has won alone."""
    outcome = table.session.match.outcome
    if outcome is not None:
        everybody = len(outcome.winners) == table.game.players
        return [] if everybody else sorted(outcome.winners)
    to_move = table.session.to_move
    return [] if to_move is None else [to_move]


def _colours(sign: str) -> tuple[str, ...]:
    return tuple(LETTERS[letter] for letter in sign if letter in LETTERS)


@cache
def of_game(name: str) -> Poster:
    """A game, some moves after its start."""
    info = catalog.info(name)
    return Poster(info.title, _players(info.players), (), (_example(catalog.load(name)),))


@cache
def of_site() -> Poster:
    """All games."""
    scenes = tuple(scene for name in catalog.names() for scene in of_game(name).scenes)
    return Poster("Cubarium", "Cube games in your browser", (), scenes)


def _players(numbers: Sequence[int]) -> str:
    *others, last = map(str, numbers)
    return f"For {', '.join(others)} or {last} players" if others else f"For {last} players"


def _example(game: AnyGame) -> Scene:
    """A position that chance has made: always the same."""
    rng, state, last = Random(5), game.initial(), None
    for _ in range(ACTS):
        turn = game.turn(state)
        if isinstance(turn, ToMove):
            last = rng.choice(list(game.moves(state)))
            following = game.play(state, last)
        elif isinstance(turn, ToDraw):
            following = game.play(state, rng.choice(sorted(game.draws(state), key=game.write)))
        if isinstance(turn, Ended) or isinstance(game.turn(following), Ended):
            break
        state = following
    return game.scene(game.view(state, None))
