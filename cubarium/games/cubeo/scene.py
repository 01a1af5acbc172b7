"""A view of Cube O' as items, cards, touches and marks, and its moves as motions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cubarium.core.scene import Card, Holder, Item, Mark, Motion, Near, Note, Phase, Scene, Touch
from cubarium.core.turn import Ended, ToMove, Turn
from cubarium.games.cubeo import scene_parts
from cubarium.games.cubeo.cards import UNKNOWN
from cubarium.games.cubeo.geometry import COLUMN_NAMES, CORNERS, SIDE, Column, place_at, place_name
from cubarium.games.cubeo.information import known
from cubarium.games.cubeo.messages import Refusal, Remark
from cubarium.games.cubeo.scene_parts import COLOUR_NAMES
from cubarium.games.cubeo.state import (
    Carry,
    Draw,
    Lay,
    Move,
    Pass,
    Pull,
    Put,
    SetCorners,
    Stand,
    State,
    View,
)

if TYPE_CHECKING:
    from cubarium.games.cubeo.rules import CubeO

BAG, TWIN, HELD, ASIDE = "bag", "twin", "held", "aside"
DRAWN = "drawn"
"""The cube in the hand of the seat to move, as an item."""


def draw(game: CubeO, view: View, last: Move | None) -> Scene:
    """The scene of a view."""
    s = known(view)
    turn = game.turn(s)
    names = game.seat_names
    holders = [Holder(f"{kind} {name}", kind, name) for name in names for kind in ("hand", "shown")]
    if s.tie is not None:
        holders += [Holder(f"tie {names[seat]}", "tie", names[seat]) for seat in s.tie.seats]
    if s.aside:
        holders.append(Holder(ASIDE, ASIDE))
    if s.drawn is not None:
        holders.append(Holder(HELD, HELD, names[s.to_move]))
    items = (*_cubes(s), *_cards(game, s))
    return Scene(
        viewer=view.viewer,
        turn=turn,
        places=scene_parts.places(),
        items=items,
        touches=tuple(_touch(game, m) for m in game.moves(s)),
        blocked=_blocked(game, s, turn),
        marks=_marks(game, s, turn, last),
        stocks=_stocks(game, s, view),
        stacked=True,
        notes=_notes(game, s, turn),
        holders=tuple(holders),
        sights=scene_parts.sights(s.board),
        cards=tuple(
            Card(item.id, scene_parts.squares(item.symbol), _near(view, s, item))
            for item in items
            if item.kind == "card" and item.symbol
        ),
        goal=game.number,
    )


def _cubes(s: State) -> Iterator[Item]:
    twins = frozenset(place for halves in s.twins for place in halves)
    yield from scene_parts.cubes(s.board, twins)
    if s.drawn is not None:
        yield Item(DRAWN, "cube", HELD, s.drawn, COLOUR_NAMES[s.drawn])


def _cards(game: CubeO, s: State) -> Iterator[Item]:
    """Cards that are known are called by their names, others by where they are."""

    def lying(holder: str, some: Sequence[str]) -> Iterator[Item]:
        for number, card in enumerate(some, 1):
            if card == UNKNOWN:
                yield Item(f"{holder} {number}", "card", holder)
            else:
                yield Item(f"card {card}", "card", holder, card)

    for seat, name in enumerate(game.seat_names):
        yield from lying(f"hand {name}", s.hands[seat])
        yield from lying(f"shown {name}", s.fulfilled[seat])
    if s.tie is not None:
        for seat, card in zip(s.tie.seats, s.tie.cards, strict=False):
            yield from lying(f"tie {game.seat_names[seat]}", (card,))
    yield from lying(ASIDE, s.aside)


def card(name: str) -> Card:
    """A card by itself."""
    return Card(f"card {name}", scene_parts.squares(name))


def _near(view: View, s: State, item: Item) -> Near | None:
    """How near one's own cards are: those that count."""
    hand = view.hand or ()
    counting = hand if s.tie is None else (view.tie_card,)
    if item.symbol not in counting or view.laid_open is not None:
        return None
    return scene_parts.near(item.symbol, s.board)


def _touch(game: CubeO, m: Move) -> Touch:
    """A cube is drawn by touching the bag; a twin stands when a column is touched twice."""
    text = game.write(m)
    if isinstance(m, Draw | Pass):
        return Touch(text, (BAG if isinstance(m, Draw) else text,))
    if isinstance(m, Put):
        return Touch(text, (text,))
    if isinstance(m, Carry):
        return Touch(text, (COLUMN_NAMES[m.source], COLUMN_NAMES[m.target]))
    assert isinstance(m, Stand | Lay)
    columns = (m.column, m.column) if isinstance(m, Stand) else (m.first, m.second)
    return Touch(text, (TWIN, *(COLUMN_NAMES[column] for column in columns)))


def _blocked(game: CubeO, s: State, turn: Turn) -> dict[str, str]:
    if not isinstance(turn, ToMove):
        reason = Refusal.OVER if isinstance(turn, Ended) else Refusal.CHANCE_FIRST
        return dict.fromkeys((BAG, TWIN, *COLUMN_NAMES), str(reason))
    lowest = min(range(len(s.board)), key=lambda column: len(s.board[column]))
    refusals = {BAG: game.refusal(s, Draw()), TWIN: game.refusal(s, Stand(lowest))}
    for column, name in enumerate(COLUMN_NAMES):
        refusals[name] = game.no_room(s, column) if s.drawn else game.no_lifting(s, column)
    open_targets = {_touch(game, m).path[0] for m in game.moves(s)}
    return {
        target: str(refusal.reason if refusal else Refusal.COLUMN_FULL)
        for target, refusal in refusals.items()
        if target not in open_targets
    }


def _stocks(game: CubeO, s: State, view: View) -> dict[str, dict[str, int]]:
    left = {name: {"twin": 1} for seat, name in enumerate(game.seat_names) if not s.twins[seat]}
    return {"bag": dict(view.bag), "pile": {"cards": view.pile}, **left}


def _notes(game: CubeO, s: State, turn: Turn) -> tuple[Note, ...]:
    if isinstance(turn, Ended):
        return ()
    names = game.seat_names
    notes = [Note(str(Remark.HAS_LEFT), names[seat]) for seat in s.departed]
    if s.tie is not None:
        notes.append(Note(str(Remark.TIE), str(s.tie.turns)))
    else:
        reached = [
            Note(str(Remark.LAST_ROUND), names[seat])
            for seat, cards in enumerate(s.fulfilled)
            if len(cards) >= game.number and seat not in s.departed
        ]
        notes += reached
    if isinstance(turn, ToMove) and s.taboo is not None:
        notes.append(Note(str(Refusal.TABOO), COLUMN_NAMES[s.taboo]))
    return tuple(notes)


def _top(s: State, column: Column) -> str:
    return place_name(place_at(column, len(s.board[column]) - 1))


def _marks(game: CubeO, s: State, turn: Turn, last: Move | None) -> tuple[Mark, ...]:
    marks = []
    if isinstance(last, Put) and s.board[last.column]:
        marks.append(Mark("last", (_top(s, last.column),)))
    elif isinstance(last, Stand):
        twin = [halves for halves in s.twins if _top(s, last.column) in map(place_name, halves)]
        marks += [Mark("last", tuple(map(place_name, halves))) for halves in twin]
    elif isinstance(last, Carry) and s.board[last.target]:
        marks.append(Mark("last", (_top(s, last.target),)))
    elif isinstance(last, Lay):
        marks.append(Mark("last", (_top(s, last.first), _top(s, last.second))))
    if s.taboo is not None:
        marks.append(Mark("taboo", (_top(s, s.taboo),)))
    if isinstance(turn, Ended):
        kind = "shown" if s.tie is None else "tie"
        winners = sorted(turn.outcome.winners)
        marks += [Mark("win", (f"{kind} {game.seat_names[seat]}",)) for seat in winners]
    return tuple(marks)


def _halves(view: View, m: Stand | Lay) -> tuple[str, str]:
    if isinstance(m, Stand):
        height = len(view.board[m.column])
        return place_name(place_at(m.column, height)), place_name(place_at(m.column, height + 1))
    first, second = (
        place_name(place_at(column, len(view.board[column]))) for column in (m.first, m.second)
    )
    return first, second


def steps(_game: CubeO, view: View, act: Move) -> Sequence[Sequence[Motion]]:
    """What moves on the board. Cards are not among it: what an act shows can't be told from a
    view."""
    if isinstance(act, SetCorners):
        places = [place_name(place_at(corner, 0)) for corner in CORNERS]
        return (tuple(Motion(f"new {at}", Phase.ENTER, at, at) for at in places),)
    if isinstance(act, Pull):
        return ((Motion(DRAWN, Phase.ENTER, HELD, DRAWN),),)
    if isinstance(act, Put | Carry):
        target = act.column if isinstance(act, Put) else act.target
        rest = place_name(place_at(target, len(view.board[target])))
        top = place_name(place_at(target, SIDE - 1))
        item = DRAWN
        if isinstance(act, Carry):
            item = place_name(place_at(act.source, len(view.board[act.source]) - 1))
        over = (Motion(item, Phase.SLIDE, top, rest),)
        return (over, (Motion(item, Phase.FALL, rest, rest),)) if top != rest else (over,)
    if isinstance(act, Stand | Lay):
        return (tuple(Motion(f"new {at}", Phase.ENTER, at, at) for at in _halves(view, act)),)
    return ()
