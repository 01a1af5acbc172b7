"""Who knows what: views are built up from what is known, and guesses fill in the rest."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import TYPE_CHECKING

from cubarium.core.turn import Ended, Seat
from cubarium.games.cubeo import TIE_TURNS
from cubarium.games.cubeo.cards import CARDS, UNKNOWN, Card, fulfilled
from cubarium.games.cubeo.state import State, TieBreak, View

if TYPE_CHECKING:
    from cubarium.games.cubeo.rules import CubeO


def pile_size(s: State) -> int:
    """How many cards nobody has seen; unknown ones count like others."""
    drawn = s.tie.cards if s.tie else ()
    return len(CARDS) - sum(map(len, (*s.hands, *s.fulfilled, s.aside, drawn)))


def view(game: CubeO, s: State, seat: Seat | None, *, opened: bool = False) -> View:
    """All that a seat may know; after the end, or when it is opened, everything."""
    tied = s.tie.seats if s.tie else ()
    drawn = s.tie.cards if s.tie else ()
    own = dict(zip(tied, drawn, strict=False)).get(seat) if seat is not None else None
    opened = opened or isinstance(game.turn(s), Ended)
    return View(
        viewer=seat,
        board=s.board,
        to_move=s.to_move,
        bag=game.bag(s),
        pile=pile_size(s),
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
        departed=s.departed,
        laid_open=(*s.hands, drawn) if opened else None,
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
        departed=view.departed,
    )


def may_hold_fulfilled(s: State, seat: Seat, players: int) -> bool:
    """Can a card in this hand be fulfilled now? Only while claims have not come to it yet, or when
    hands do not count any more."""
    if s.tie is not None:
        return s.tie.turns < TIE_TURNS * players
    if s.claimant is None:
        return False
    return (seat - s.to_move) % players >= (s.claimant - s.to_move) % players


def unseen(s: State) -> tuple[list[Card], list[Card]]:
    """The cards that are not known: those that are not fulfilled now, and those that are."""
    known_cards = {card for cards in (*s.hands, *s.fulfilled, s.aside) for card in cards}
    if s.tie is not None:
        known_cards.update(s.tie.cards)
    rest = [card for card in CARDS if card not in known_cards]
    return (
        [card for card in rest if not fulfilled(card, s.board)],
        [card for card in rest if fulfilled(card, s.board)],
    )


def unfulfilled(s: State, players: int) -> int:
    """How many unknown cards can't be fulfilled now: in hands that claims have passed, and those
    of a tie-break, unless their seat has left."""
    tie = zip(s.tie.seats, s.tie.cards, strict=False) if s.tie else ()
    return sum(
        hand.count(UNKNOWN)
        for seat, hand in enumerate(s.hands)
        if not may_hold_fulfilled(s, seat, players)
    ) + sum(card == UNKNOWN and seat not in s.departed for seat, card in tie)


def guess(game: CubeO, view: View, rng: Random) -> State:
    """The unseen cards anywhere, all ways that fit the view alike."""
    s = known(view)
    closed, open_now = unseen(s)
    rng.shuffle(closed)
    sure = unfulfilled(s, game.players)
    chosen = closed[:sure]
    rest = closed[sure:] + open_now
    rng.shuffle(rest)

    def filled(cards: tuple[Card, ...], *, free: bool) -> tuple[Card, ...]:
        source = rest if free else chosen
        return tuple(source.pop() if card == UNKNOWN else card for card in cards)

    if s.tie is not None:
        cards = [
            filled((card,), free=seat in s.departed)[0]
            for seat, card in zip(s.tie.seats, s.tie.cards, strict=False)
        ]
        s = replace(s, tie=replace(s.tie, cards=tuple(cards)))
    hands = tuple(
        filled(hand, free=may_hold_fulfilled(s, seat, game.players))
        for seat, hand in enumerate(s.hands)
    )
    return replace(s, hands=hands)
