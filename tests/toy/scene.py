"""A view of Stones as items, cards and touches, and a move as motions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import TYPE_CHECKING

from cubarium.core.scene import Card, Holder, Item, Motion, Phase, Place, Scene, Square, Touch
from tests.toy.notation import known_cards
from tests.toy.state import Deal, Move, View

if TYPE_CHECKING:
    from tests.toy.rules import Stones

WIDE = 5


def draw(game: Stones, view: View) -> Scene:
    """The stones in rows, and a hand with a card for each seat."""
    s = game.guess(view, Random(0))
    cards = tuple(_cards(game, view))
    return Scene(
        viewer=view.viewer,
        turn=game.turn(s),
        places=tuple(
            Place(_name(n), n % WIDE, n // WIDE) for n in range(game.spec.options["stones"])
        ),
        items=(*(Item(_name(n), "stone", _name(n)) for n in range(view.stones)), *cards),
        touches=tuple(Touch(game.write(m), (f"take {game.write(m)}",)) for m in game.moves(s)),
        holders=tuple(Holder(f"hand {name}", "hand", name) for name in game.seat_names),
        cards=tuple(Card(card.id, _squares(int(card.symbol))) for card in cards if card.symbol),
    )


def _name(stone: int) -> str:
    """The place of a stone: a1, b1, …"""
    return f"{'abcde'[stone % WIDE]}{stone // WIDE + 1}"


def _cards(game: Stones, view: View) -> Iterator[Item]:
    for name, card in zip(game.seat_names, known_cards(view), strict=False):
        yield Item(f"card {name}", "card", f"hand {name}", "" if card is None else str(card))


def _squares(points: int) -> tuple[Square, ...]:
    """A card shows a square for each point."""
    return tuple(Square(x, 0, "Y", "yellow") for x in range(points))


def steps(view: View, act: Move) -> Sequence[Sequence[Motion]]:
    """The last stones leave."""
    if isinstance(act, Deal):
        return ()
    gone = range(view.stones - act.count, view.stones)
    return (tuple(Motion(_name(n), Phase.LEAVE, _name(n), "") for n in gone),)
