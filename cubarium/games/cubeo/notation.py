"""The texts of moves and positions, both ways.

A move: `draw` a cube, then `b2` places it; `a1-b2` moves a cube; `Ta1` and `Ta1b1` place the twin,
standing and lying; `pass`. Chance: `=RBYG` sets the corners a1, d1, a4, d4, `=R` pulls a cube,
`=c17` deals a card.

A position: four rows from north to south, in each the four levels from the bottom up, twins in
lower case; then the seat to move and what else there is to say, each only where there is something:
`first taboo=b2 drawing drawn=R claim=B hands=c01,c02,c03/- shown=c04/- aside=c05 tie=c06/+ turns=40
gone=B`. Cards by seat are separated by `/`; `-` is none. In a tie-break `+` still has to draw. The
text of a view writes `?` for cards that the viewer may not know, and ends with `seen=R`, or
`seen=-` for a spectator.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import permutations
from typing import TYPE_CHECKING

from cubarium.core.errors import InvalidMove
from cubarium.core.grid_text import Point, write_layers
from cubarium.core.turn import Seat
from cubarium.games.cubeo import COLOURS
from cubarium.games.cubeo.cards import DECK, Card
from cubarium.games.cubeo.geometry import COLUMN_NAMES, NUMBER, PAIRS, SIDE, column_at, place_at
from cubarium.games.cubeo.information import known
from cubarium.games.cubeo.state import (
    Carry,
    Deal,
    Draw,
    Lay,
    Move,
    Pass,
    Pull,
    Put,
    SetCorners,
    Stand,
    State,
    TieBreak,
    View,
)

if TYPE_CHECKING:
    from cubarium.games.cubeo.rules import CubeO

EMPTY = "."
NONE = "-"
WAITING = "+"
CHANCE = "="
COLUMN = "[a-d][1-4]"
TURN = re.compile(rf"(?P<source>{COLUMN})(-(?P<target>{COLUMN}))?")
TWIN = re.compile(rf"T(?P<first>{COLUMN})(?P<second>{COLUMN})?")
EXPECTED = "draw, a column (b2), a move (a1-b2), a twin (Ta1 or Ta1b1), or pass"


def write_move(m: Move) -> str:
    """A move as a text."""
    if isinstance(m, Put):
        return COLUMN_NAMES[m.column]
    if isinstance(m, Carry):
        return f"{COLUMN_NAMES[m.source]}-{COLUMN_NAMES[m.target]}"
    if isinstance(m, Stand):
        return f"T{COLUMN_NAMES[m.column]}"
    if isinstance(m, Lay):
        return f"T{COLUMN_NAMES[m.first]}{COLUMN_NAMES[m.second]}"
    if isinstance(m, Draw | Pass):
        return "draw" if isinstance(m, Draw) else "pass"
    if isinstance(m, Deal | Pull):
        return CHANCE + (m.card if isinstance(m, Deal) else m.colour)
    return CHANCE + "".join(m.colours)


@cache
def all_texts() -> tuple[str, ...]:
    """The texts of all moves and draws there are, sorted."""
    columns = range(len(COLUMN_NAMES))
    every: list[Move] = [Draw(), Pass(), *map(Put, columns), *map(Stand, columns)]
    every += [Carry(one, two) for one in columns for two in columns if one != two]
    every += [Lay(*pair) for pair in PAIRS]
    every += [*map(Deal, DECK), *map(Pull, COLOURS)]
    every += map(SetCorners, permutations(COLOURS))
    return tuple(sorted(map(write_move, every)))


def read_move(text: str) -> Move:
    """The move that a text names, legal or not."""
    if text in ("draw", "pass"):
        return Draw() if text == "draw" else Pass()
    if text.startswith(CHANCE):
        return _read_chance(text)
    if found := TURN.fullmatch(text):
        source = NUMBER[found["source"]]
        return Carry(source, NUMBER[found["target"]]) if found["target"] else Put(source)
    if found := TWIN.fullmatch(text):
        first, second = found["first"], found["second"]
        if second is None:
            return Stand(NUMBER[first])
        if first < second:
            return Lay(NUMBER[first], NUMBER[second])
        raise InvalidMove(text, f"two different columns, the lower name first (T{second}{first})")
    raise InvalidMove(text, EXPECTED)


def _read_chance(text: str) -> Move:
    said = text.removeprefix(CHANCE)
    if said in DECK:
        return Deal(said)
    if len(said) == 1 and said in COLOURS:
        return Pull(said)
    if sorted(said) == sorted(COLOURS):
        return SetCorners(tuple(said))
    raise InvalidMove(text, "corners (=RBYG), a cube (=R) or a card (=c17)")


def write_position(game: CubeO, whole: State | View) -> str:
    """A position, or a view of one, as one line."""
    s = known(whole) if isinstance(whole, View) else whole
    names = game.seat_names
    fields: dict[str, str | None] = {
        "first": "" if s.first_round else None,
        "taboo": None if s.taboo is None else COLUMN_NAMES[s.taboo],
        "drawing": "" if s.drawing else None,
        "drawn": s.drawn,
        "claim": None if s.claimant is None else names[s.claimant],
        "hands": _write_cards(s.hands),
        "shown": _write_cards(s.fulfilled),
        "aside": ",".join(s.aside) or None,
        "tie": _write_tie(s.tie, game.players) if s.tie else None,
        "turns": str(s.tie.turns) if s.tie else None,
        "gone": ",".join(names[seat] for seat in s.departed) or None,
    }
    if isinstance(whole, View):
        fields["seen"] = NONE if whole.viewer is None else names[whole.viewer]
    said = [f"{name}={text}" if text else name for name, text in fields.items() if text is not None]
    return " ".join([_write_board(s), names[s.to_move], *said])


def _write_board(s: State) -> str:
    twins = {place for halves in s.twins for place in halves}

    def sign(point: Point) -> str:
        file, rank, level = point
        column = column_at(file, rank)
        cube = s.board[column][level : level + 1]
        if not cube:
            return EMPTY
        return cube[0].lower() if place_at(column, level) in twins else cube[0]

    return write_layers(sign, SIDE)


def _write_cards(by_seat: Iterable[Iterable[Card]]) -> str | None:
    cards = [",".join(cards) or NONE for cards in by_seat]
    return "/".join(cards) if set(cards) != {NONE} else None


def _write_tie(tie: TieBreak, players: int) -> str:
    cards = dict(zip(tie.seats, tie.cards, strict=False))
    waiting: Mapping[Seat, str] = dict.fromkeys(tie.seats, WAITING)
    return "/".join({**waiting, **cards}.get(seat, NONE) for seat in range(players))
