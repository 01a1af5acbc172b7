"""Who knows what: views are built up from what is known, and guesses fill in the rest."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from cubarium.core.turn import Ended, Seat
from cubarium.cubeo import TIE_TURNS
from cubarium.cubeo.cards import CARDS, UNKNOWN, Card, fulfilled
from cubarium.cubeo.state import State, TieBreak, View

if TYPE_CHECKING:
    from cubarium.cubeo.rules import CubeO


def view(game: CubeO, s: State, seat: Seat | None) -> View:
    """All that a seat may know; after the end everybody knows everything."""
    tied = s.tie.seats if s.tie else ()
    drawn = s.tie.cards if s.tie else ()
    own = dict(zip(tied, drawn, strict=False)).get(seat) if seat is not None else None
    ended = isinstance(game.turn(s), Ended)
    return View(
        viewer=seat,
        board=s.board,
        to_move=s.to_move,
        bag=game.bag(s),
        pile=len(CARDS) - sum(map(len, (*s.hands, *s.fulfilled, s.aside, drawn))),
        hand=None if seat is None else s.hands[seat],
        hands=tuple(map(len, s.hands)),
        fulfilled=s.fulfilled,
        twins=s.twins,
        first_round=s.first_round,
        taboo=s.taboo,
        drawing=s.drawing,
        drawn=s.drawn,
        claimant=s.claimant,
        aside=s.aside,
        tied=tied,
        tie_cards=len(drawn),
        tie_card=own,
        turns=s.tie.turns if s.tie else 0,
        gone=s.gone,
        laid_open=(*s.hands, drawn) if ended else None,
    )


def known(view: View) -> State:
    """The state as the viewer knows it: the cards that he may not know are UNKNOWN."""
    if view.laid_open is not None:
        *hands, tie_cards = view.laid_open
    else:
        hands = [(UNKNOWN,) * size for size in view.hands]
        if view.viewer is not None:
            assert view.hand is not None
            hands[view.viewer] = view.hand
        tie_cards = tuple(
            view.tie_card if seat == view.viewer and view.tie_card else UNKNOWN
            for seat in view.tied[: view.tie_cards]
        )
    return State(
        board=view.board,
        to_move=view.to_move,
        hands=tuple(hands),
        fulfilled=view.fulfilled,
        twins=view.twins,
        first_round=view.first_round,
        taboo=view.taboo,
        drawing=view.drawing,
        drawn=view.drawn,
        claimant=view.claimant,
        aside=view.aside,
        tie=TieBreak(view.tied, tie_cards, view.turns) if view.tied else None,
        gone=view.gone,
    )


def may_hold_fulfilled(s: State, seat: Seat, players: int) -> bool:
    """Can a card in this hand be fulfilled now? Only while claims have not come to it yet, or when
    hands do not count any more."""
    if s.tie is not None:
        return s.tie.turns < TIE_TURNS * players
    if s.claimant is None:
        return False
    return (seat - s.to_move) % players >= (s.claimant - s.to_move) % players


def guess(game: CubeO, view: View, rng: Random) -> State:
    """The unseen cards anywhere, all ways that fit the view alike."""
    s = known(view)
    seen = {card for cards in (*s.hands, *s.fulfilled, s.aside) for card in cards}
    if s.tie is not None:
        seen.update(s.tie.cards)
    unseen = [card for card in CARDS if card not in seen]
    rng.shuffle(unseen)
    open_now = [card for card in unseen if fulfilled(card, s.board)]
    rest = [card for card in unseen if card not in open_now]

    def filled(cards: tuple[Card, ...], source: list[Card]) -> tuple[Card, ...]:
        return tuple(source.pop() if card == UNKNOWN else card for card in cards)

    if s.tie is not None:
        s = replace(s, tie=replace(s.tie, cards=filled(s.tie.cards, rest)))
    hands = [*s.hands]
    free = [may_hold_fulfilled(s, seat, game.players) for seat in range(game.players)]
    for seat in range(game.players):
        if not free[seat]:
            hands[seat] = filled(hands[seat], rest)
    rest += open_now
    rng.shuffle(rest)
    for seat in range(game.players):
        hands[seat] = filled(hands[seat], rest)
    return replace(s, hands=tuple(hands))
