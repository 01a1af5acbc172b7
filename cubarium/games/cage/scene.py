"""A view of Rubik's Cage as items, touches and marks, and its actions as motions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cubarium.core.scene import Item, Mark, Motion, Note, Phase, Place, Scene, Touch
from cubarium.core.turn import Ended, ToMove
from cubarium.games.cage.geometry import COLUMNS, LAYERS, place, place_name
from cubarium.games.cage.gravity import trips
from cubarium.games.cage.messages import Refusal
from cubarium.games.cage.notation import FLIP, TWISTS
from cubarium.games.cage.state import Drop, Move, State, Twist, View

if TYPE_CHECKING:
    from cubarium.games.cage.rules import Cage

COLOUR_NAMES = {
    "R": "red",
    "B": "blue",
    "Y": "yellow",
    "G": "green",
    "O": "orange",
    "W": "white",
}


def draw(game: Cage, view: View, last: Move | None) -> Scene:
    """The scene of a view."""
    s = State(view.columns, view.to_move, view.forbidden)
    turn = game.turn(s)
    places = [(column, layer) for layer in range(LAYERS) for column in range(len(COLUMNS))]
    return Scene(
        viewer=view.viewer,
        turn=turn,
        places=tuple(_place(column, layer) for column, layer in places),
        items=tuple(
            Item(name, "cube", name, colour, COLOUR_NAMES[colour])
            for column, layer in places
            if (colour := s.columns[column][layer : layer + 1])
            for name in [place_name(place(column, layer))]
        ),
        touches=tuple(_touch(game, m) for m in game.moves(s)),
        blocked=_blocked(game, s) if isinstance(turn, ToMove) else _all_blocked(game),
        marks=_marks(game, s, last),
        stocks={
            game.seat_names[seat]: {colour: game.left(s, colour) for colour in colours}
            for seat, colours in enumerate(game.colours)
        },
        notes=_notes(game, s),
        landings={
            COLUMNS[column]: place_name(place(column, len(cubes)))
            for column, cubes in enumerate(s.columns)
            if len(cubes) < LAYERS
        },
    )


def _place(column: int, layer: int) -> Place:
    name = place_name(place(column, layer))
    return Place(name, "abc".index(name[0]), int(name[1]) - 1, layer)


def _touch(game: Cage, m: Move) -> Touch:
    text = game.write(m)
    return Touch(text, (m.colour, COLUMNS[m.column]) if isinstance(m, Drop) else (text,))


def _blocked(game: Cage, s: State) -> dict[str, str]:
    blocked: dict[str, str] = {}
    for colour, owner in game.owner.items():
        if owner != s.to_move:
            blocked[colour] = str(Refusal.NOT_YOUR_COLOUR)
        elif not game.left(s, colour):
            blocked[colour] = str(Refusal.NONE_LEFT)
    for column, cubes in enumerate(s.columns):
        if len(cubes) == LAYERS:
            blocked[COLUMNS[column]] = str(Refusal.COLUMN_FULL)
    blocked.update((note.where, note.reason) for note in _notes(game, s))
    return blocked


def _notes(game: Cage, s: State) -> tuple[Note, ...]:
    if s.forbidden is None or isinstance(game.turn(s), Ended):
        return ()
    return (Note(str(Refusal.REVERSE), game.write(s.forbidden)),)


def _all_blocked(game: Cage) -> dict[str, str]:
    return dict.fromkeys([*game.owner, *TWISTS, FLIP], str(Refusal.OVER))


def _marks(game: Cage, s: State, last: Move | None) -> tuple[Mark, ...]:
    marks = []
    if isinstance(last, Drop):
        top = len(s.columns[last.column]) - 1
        marks.append(Mark("last", (place_name(place(last.column, top)),)))
    elif isinstance(last, Twist):
        ring = range(len(COLUMNS))
        marks.append(Mark("trail", tuple(place_name(place(at, last.layer)) for at in ring)))
    turn = game.turn(s)
    if isinstance(turn, Ended):
        marks.extend(
            Mark("win", tuple(place_name(number) for number in line))
            for line in game.lines(s)
            if game.owner[game.colour_of(s, line)] in turn.outcome.winners
        )
    return tuple(marks)


def steps(_game: Cage, view: View, act: Move) -> Sequence[Sequence[Motion]]:
    """A drop enters and falls; an action turns what it turns, then everything falls."""
    if isinstance(act, Drop):
        rest = place_name(place(act.column, len(view.columns[act.column])))
        top = place_name(place(act.column, LAYERS - 1))
        new = f"new {act.colour}"
        enter = (Motion(new, Phase.ENTER, top, rest),)
        return (enter, (Motion(new, Phase.FALL, rest, rest),))
    turns, falls = [], []
    for trip in trips(view.columns, act):
        start, turned = place_name(place(*trip.start)), place_name(place(*trip.turned))
        rest = place_name(place(trip.turned[0], trip.rest))
        if turned != start:
            turns.append(Motion(start, Phase.TURN, turned, rest))
        if rest != turned:
            falls.append(Motion(start, Phase.FALL, rest, rest))
    return [phase for phase in (turns, falls) if phase]
