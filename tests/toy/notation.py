"""Positions of Stones as texts: the stones, what was taken, the cards, the seat to move; of a view
also who looks, and `?` for each card that the viewer does not know."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from cubarium.core import InvalidPosition
from tests.toy.state import State, View

if TYPE_CHECKING:
    from tests.toy.rules import Stones

SPECTATOR = "-"


def write_position(game: Stones, s: State | View) -> str:
    """A position or a view in one line."""
    cards = known_cards(s) if isinstance(s, View) else s.cards
    shown = ("?" if card is None else str(card) for card in cards)
    words = [str(s.stones), _join(map(str, s.taken)), _join(shown) or "-"]
    words.append(game.seat_names[s.to_move])
    if isinstance(s, View):
        words.append(SPECTATOR if s.viewer is None else game.seat_names[s.viewer])
    return " ".join(words)


def known_cards(view: View) -> list[int | None]:
    """The cards that were dealt, seat by seat, as the viewer knows them."""
    own = [view.card if seat == view.viewer else None for seat in range(view.dealt)]
    return list(view.shown) or own


def read_position(game: Stones, text: str) -> State | View:
    """The other way round. Raises InvalidPosition."""
    try:
        stones, taken, cards, seat, *viewer = text.split(" ")
        counts = tuple(map(int, taken.split(",")))
        to_move = game.seat_names.index(seat)
        known = [] if cards == "-" else cards.split(",")
        if not viewer:
            return State(int(stones), counts, tuple(map(int, known)), to_move)
        (name,) = viewer
        who = None if name == SPECTATOR else game.seat_names.index(name)
        own = known[who : who + 1] if who is not None else []
        card = None if own in ([], ["?"]) else int(own[0])
        shown = () if "?" in known or not known else tuple(map(int, known))
        return View(who, int(stones), counts, len(known), card, shown, to_move)
    except (ValueError, IndexError) as wrong:
        expected = "expected stones, taken, cards and the seat to move"
        raise InvalidPosition(expected, 1) from wrong


def _join(words: Iterable[str]) -> str:
    return ",".join(words)
