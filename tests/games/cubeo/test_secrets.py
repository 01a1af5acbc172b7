"""No seat ever learns another's cards, and a guess is anything that the viewer can't rule out."""

from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubarium import catalog
from cubarium.core import HIDDEN, Ended, Hidden, ToMove
from cubarium.games.cubeo.cards import CARDS, UNKNOWN, Card, fulfilled
from cubarium.games.cubeo.information import known
from cubarium.games.cubeo.rules import CubeO
from cubarium.games.cubeo.state import Deal, Move, State, View
from cubarium.match.match import Match
from tests.tables import CHOICES, for_tables, state_of, walk


def written(game: CubeO, s: State, m: Move, viewer: int | None) -> str:
    """An act as the viewer reads it."""
    act = game.seen(s, m, viewer)
    return str(act) if isinstance(act, Hidden) else game.write(act)


def secrets_of(s: State, viewer: int | None) -> list[Card]:
    """The cards that somebody else holds."""
    hands = [hand for seat, hand in enumerate(s.hands) if seat != viewer]
    cards = [card for hand in hands for card in hand]
    if s.tie is not None:
        dealt = zip(s.tie.seats, s.tie.cards, strict=False)
        cards += [card for seat, card in dealt if seat != viewer]
    return cards


def never_fulfilled(card: Card, boards: list[State]) -> bool:
    """Would nobody have noticed this card in place of another one?"""
    return not any(fulfilled(card, s.board) for s in boards)


def swapped(game: CubeO, acts: list[Move], states: list[State], viewer: int | None) -> list[Move]:
    """The same game with other cards where the viewer could not see them."""
    rng = Random(len(acts))
    pile = game.pile(states[-1])
    rng.shuffle(pile)
    after = list(acts)
    for card in secrets_of(states[-1], viewer):
        since = acts.index(Deal(card))
        other = next((one for one in pile if never_fulfilled(one, states[since:])), None)
        if other is not None:
            pile.remove(other)
            after[since] = Deal(other)
    return after


@for_tables("cubeo")
@given(choices=CHOICES, length=st.integers(10, 200))
def test_what_a_viewer_may_not_know_changes_nothing_that_he_sees(
    game: CubeO, choices: bytes, length: int
) -> None:
    visits = list(walk(game, choices, most=length))
    states = [game.initial(), *(visit.after for visit in visits)]
    if isinstance(game.turn(states[-1]), Ended):
        states.pop()
        visits.pop()
    acts = [visit.act for visit in visits]
    for viewer in (None, *range(game.players)):
        s = t = game.initial()
        others = swapped(game, acts, states, viewer)
        for number, (act, other) in enumerate(zip(acts, others, strict=True)):
            assert written(game, s, act, viewer) == written(game, t, other, viewer)
            s, t = game.play(s, act), game.play(t, other)
            assert game.view(s, viewer) == game.view(t, viewer)
            assert game.moves(s) == game.moves(t)
            if number % 9 == 0 or number == len(acts) - 1:
                assert game.text(game.view(s, viewer)) == game.text(game.view(t, viewer))
                assert game.scene(game.view(s, viewer)) == game.scene(game.view(t, viewer))
        assert (s == t) == (acts == others)


def test_the_swapped_games_differ() -> None:
    game = catalog.load("cubeo", 4)
    assert isinstance(game, CubeO)
    visits = list(walk(game, 5, most=100))
    states = [game.initial(), *(visit.after for visit in visits)]
    acts = [visit.act for visit in visits]
    others = swapped(game, acts, states, 0)
    assert sum(act != other for act, other in zip(acts, others, strict=True)) > 5


@for_tables("cubeo")
@given(choices=CHOICES)
def test_a_state_holds_nothing_that_nobody_knows(game: CubeO, choices: bytes) -> None:
    """What the seats know together is the whole state: there is no order of the pile to leak."""
    for visit in list(walk(game, choices))[::5]:
        s = visit.after
        views = [game.view(s, seat) for seat in range(game.players)]
        together = known(views[0])
        hands = tuple(view.hand or () for view in views)
        tie = together.tie
        if tie is not None:
            cards = tuple(views[seat].tie_card or "" for seat in tie.seats[: len(tie.cards)])
            tie = replace(tie, cards=cards)
        assert replace(together, hands=hands, tie=tie) == s


@for_tables("cubeo")
@given(choices=CHOICES)
def test_a_spectators_view_names_no_card_that_was_not_shown(game: CubeO, choices: bytes) -> None:
    for visit in list(walk(game, choices))[::5]:
        s = visit.after
        if isinstance(game.turn(s), Ended):
            continue
        shown = {card for cards in (*s.fulfilled, s.aside) for card in cards}
        scene = game.scene(game.view(s, None))
        named = {item.symbol for item in scene.items if item.kind == "card" and item.symbol}
        assert named == shown
        assert not [card for card in scene.cards if card.near is not None]
        text = game.text(game.view(s, None))
        assert {card for card in CARDS if card in text} == shown


@for_tables("cubeo")
@given(choices=CHOICES)
def test_a_guess_puts_no_fulfilled_card_into_a_hand(game: CubeO, choices: bytes) -> None:
    rng = Random(choices)
    for visit in list(walk(game, choices))[::7]:
        s = visit.after
        for viewer in (None, *range(game.players)):
            view = game.view(s, viewer)
            guess = game.guess(view, rng)
            assert game.view(guess, viewer) == view
            assert game.turn(guess) == game.turn(s)
            cards = [card for hand in guess.hands for card in hand]
            cards += guess.tie.cards if guess.tie else ()
            assert UNKNOWN not in cards
            assert len(cards) == len(set(cards) - {*guess.aside, *sum(guess.fulfilled, ())})
            if isinstance(game.turn(s), ToMove) and s.tie is None:
                assert not [card for card in cards if fulfilled(card, guess.board)]


BOARD = "R..Y|....|....|..../....|....|....|..../G...|....|....|..../YRBG|....|....|...."


def few_unseen(fields: str, unseen: set[Card]) -> tuple[CubeO, State]:
    """A position for two in which only these cards are hidden from everybody but their holders."""
    game = catalog.load("cubeo")
    assert isinstance(game, CubeO)
    board, seat, *rest = fields.split(" ")
    shown = ",".join(card for card in CARDS if card not in unseen)
    s = game.whole_position(" ".join([board, seat, *rest, f"aside={shown}"]))
    return game, s


def outcomes(game: CubeO, view: View, tries: int) -> Counter[State]:
    rng = Random(7)
    return Counter(game.guess(view, rng) for _ in range(tries))


def test_every_fitting_state_comes_up_and_no_other() -> None:
    """Five unseen cards, one of them fulfilled now: B holds two of the other four in some order."""
    (open_now,) = [card for card in CARDS if fulfilled(card, parsed(BOARD).board)][:1]
    closed = [card for card in CARDS if not fulfilled(card, parsed(BOARD).board)][:6]
    own, *hidden = closed
    unseen = {open_now, own, *hidden[:4]}
    game, s = few_unseen(f"{BOARD} R hands={own}/{hidden[0]},{hidden[1]}", unseen)
    counts = outcomes(game, game.view(s, 0), 3000)
    fitting = {replace(s, hands=((own,), pair)) for pair in permutations(hidden[:4], 2)}
    assert set(counts) == fitting
    assert min(counts.values()) > 150


def test_while_claims_go_on_the_hands_after_may_be_fulfilled() -> None:
    (open_now,) = [card for card in CARDS if fulfilled(card, parsed(BOARD).board)][:1]
    closed = [card for card in CARDS if not fulfilled(card, parsed(BOARD).board)][:3]
    unseen = {open_now, *closed}
    game, s = few_unseen(
        f"{BOARD} R claim=R hands={closed[0]}/{closed[1]} shown=c48/-", {*unseen, "c48"}
    )
    counts = outcomes(game, game.view(s, 0), 600)
    assert {state.hands[1] for state in counts} == {(open_now,), (closed[1],), (closed[2],)}


def parsed(board: str) -> State:
    state = catalog.load("cubeo").whole_position(f"{board} R")
    assert isinstance(state, State)
    return state


def test_after_the_end_everything_is_laid_open() -> None:
    game = catalog.load("cubeo", 3)
    last = list(walk(game, 11, most=2000))[-1]
    assert isinstance(game.turn(last.after), Ended)
    view = game.view(last.after, None)
    assert view.laid_open is not None
    assert view.laid_open[:3] == last.after.hands
    deal = Deal(last.after.hands[0][0])
    assert game.seen(last.after, deal, None) == deal
    assert known(view) == last.after == game.guess(view, Random(1))


OPEN = "c03"  # what BOARD shows
MOST = ",".join(card for card in CARDS if card != OPEN)


def test_the_card_of_a_seat_that_left_a_tie_break_may_be_fulfilled() -> None:
    game = catalog.load("cubeo", 3)
    s = game.whole_position(f"{BOARD} B shown=c01/c02/c04 tie=c05/c06/{OPEN} turns=50 gone=Y")
    rng = Random(1)
    guesses = [game.guess(game.view(s, 0), rng) for _ in range(400)]
    ties = [guess.tie for guess in guesses if guess.tie is not None]
    assert OPEN in {tie.cards[2] for tie in ties}
    assert OPEN not in {tie.cards[1] for tie in ties}


def test_when_a_match_is_over_nothing_is_hidden() -> None:
    game = catalog.load("cubeo")
    match = Match.open(game)
    match = match.after(match.draw(Random(2)))
    view: Any = match.view(None)
    assert view.laid_open is None
    assert HIDDEN in match.seen(None)
    over = match.after(match.resign(0))
    view = over.view(None)
    assert view.laid_open[:2] == state_of(over).hands
    assert HIDDEN not in over.seen(None)
    assert over.story(1).view == over.view(1)
    assert hash(over.view(1)) == hash(over.view(1))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{board} R hands=c01/? seen=R extra", "in this order"),
        ("{board} R hands=?/c02 seen=R", "for the cards of others"),
        ("{board} R hands=c01/c02 seen=-", "for the cards of others"),
        ("{board} R hands=c01/?", "expected a card"),
        ("{board} R hands=c01/? seen=X", "expected a seat"),
        ("{board} R hands=?/? seen=R", "for the cards of others"),
        ("{board} R tie=?/? turns=0 seen=-", "no card is hidden"),
        ("{board} R shown={most}/- tie=?/+ turns=40 seen=-", "no card is hidden"),
        ("{board} R claim=R hands=?/- shown={most}/- seen=-", "without a pile"),
        ("{board} R hands=-/? aside={most} seen=-", "not enough cards"),
    ],
)
def test_wrong_texts_of_views_are_refused(text: str, message: str) -> None:
    game = catalog.load("cubeo")
    with pytest.raises(ValueError, match=message):
        game.position(text.format(board=BOARD, most=MOST))
