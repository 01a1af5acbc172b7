"""A view of Cubulus as items, touches and marks, and its moves as motions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from cubarium.core.scene import Item, Mark, Motion, Note, Phase, Place, Scene, Touch
from cubarium.core.turn import Ended
from cubarium.games.cubulus.geometry import AXES, CENTRE, NAMES, POINTS, ROWS
from cubarium.games.cubulus.messages import Refusal
from cubarium.games.cubulus.state import Lay, Move, Push, Put, Rearrange, State, View

if TYPE_CHECKING:
    from cubarium.games.cubulus.rules import Cubulus

COLOUR_NAMES = ("red", "blue", "yellow")


def draw(game: Cubulus, view: View, last: Move | None) -> Scene:
    """The scene of a view."""
    s = State(view.board, view.to_move, view.forbidden)
    touches = tuple(_touch(game, m) for m in game.moves(s))
    colours = range(len(game.colours))
    stocks = {
        (game.seat_names[colour] if colour < game.players else "neutral"): {
            game.colours[colour]: game.left(s, colour)
        }
        for colour in colours
    }
    return Scene(
        viewer=view.viewer,
        turn=game.turn(s),
        places=tuple(Place(name, *point) for name, point in zip(NAMES, POINTS, strict=True)),
        items=tuple(
            Item(name, "ball", name, game.colours[ball], COLOUR_NAMES[ball])
            for name, ball in zip(NAMES, s.board, strict=True)
            if ball is not None
        ),
        touches=touches,
        blocked=_blocked(game, s, {touch.path[0] for touch in touches}),
        marks=_marks(game, s, last),
        stocks=stocks,
        notes=_notes(game, s),
    )


def _touch(game: Cubulus, m: Move) -> Touch:
    """A place; for a row, its end and the axis; a rearrangement begins with its sign."""
    text = game.write(m)
    if isinstance(m, Put | Lay):
        return Touch(text, (NAMES[m.place],))
    path = (NAMES[m.place], AXES[m.axis])
    return Touch(text, ("@", *path) if isinstance(m, Rearrange) else path)


def _blocked(game: Cubulus, s: State, open_targets: set[str]) -> dict[str, str]:
    blocked: dict[str, str] = {}
    for place, name in enumerate(NAMES):
        if name not in open_targets:
            refusal = game.refusal(s, Put(place))
            reason = refusal.reason if refusal else Refusal.SETTING_UP
            full = reason is Refusal.TAKEN and place != CENTRE
            blocked[name] = str(Refusal.ROW_FULL if full and not game.setting_up(s) else reason)
    blocked.update((note.where, note.reason) for note in _notes(game, s))
    return blocked


def _notes(game: Cubulus, s: State) -> tuple[Note, ...]:
    if s.forbidden is None or isinstance(game.turn(s), Ended):
        return ()
    return (Note(str(Refusal.REVERSE), game.write(s.forbidden)),)


def _marks(game: Cubulus, s: State, last: Move | None) -> tuple[Mark, ...]:
    marks = []
    if isinstance(last, Push | Rearrange):
        row = ROWS[last.place, last.axis]
        marks.append(Mark("trail", tuple(NAMES[place] for place in row)))
    if last is not None:
        marks.append(Mark("last", (NAMES[last.place],)))
    turn = game.turn(s)
    if isinstance(turn, Ended):
        marks.extend(
            Mark("win", tuple(NAMES[place] for place in square))
            for square in game.squares(s)
            if s.board[square[0]] in turn.outcome.winners
        )
    elif not game.setting_up(s):
        marks.extend(
            Mark("row", (NAMES[row[0]], NAMES[row[-1]]))
            for (place, _), row in ROWS.items()
            if place == min(row) and all(s.board[ball] is not None for ball in row)
        )
    return tuple(marks)


def steps(_game: Cubulus, view: View, act: Move) -> Sequence[Sequence[Motion]]:
    """A ball comes in and pushes others up to the gap; a rearranged row turns by one."""
    name = NAMES[act.place]
    if isinstance(act, Rearrange):
        row = [NAMES[place] for place in ROWS[act.place, act.axis]]
        out = Motion(row[-1], Phase.LEAVE, row[-1], row[0])
        slides = [Motion(start, Phase.SLIDE, end, end) for start, end in pairwise(row)]
        return ((out,), slides, (Motion(row[-1], Phase.ENTER, row[0], row[0]),))
    enter = (Motion("new", Phase.ENTER, name, name),)
    if not isinstance(act, Push):
        return (enter,)
    places = ROWS[act.place, act.axis]
    gap = next(at for at, place in enumerate(places) if view.board[place] is None)
    pushed = [NAMES[place] for place in places[: gap + 1]]
    return ([Motion(start, Phase.SLIDE, end, end) for start, end in pairwise(pushed)], enter)
