"""Cube O': what its own tests know better than the laws."""

from collections import Counter
from dataclasses import replace
from random import Random

import numpy as np
import pytest

from cubarium import catalog
from cubarium.core import (
    Ended,
    IllegalMove,
    InvalidMove,
    InvalidOption,
    InvalidPosition,
    Outcome,
    ToDraw,
    ToMove,
)
from cubarium.core import operations as op
from cubarium.core.errors import MatchRefused
from cubarium.games.cubeo import COLOURS
from cubarium.games.cubeo.cards import CARDS, DECK, pictures, placements, turned, turnings
from cubarium.games.cubeo.messages import End
from cubarium.games.cubeo.rules import CubeO
from cubarium.games.cubeo.state import Deal, Lay, Move, Pull, Put, SetCorners, State, TieBreak
from cubarium.jit import compiled
from cubarium.match.events import Offer
from cubarium.match.match import Limits, Match, MatchEnd
from cubarium.search.kernel_calls import successor
from scripts import deck
from tests.tables import state_of

EMPTY = "/".join(["....|....|....|...."] * 4)


CORNERS = "R..B|....|....|..../....|....|....|..../....|....|....|..../Y..G|....|....|...."


def table(players: int = 2, **options: object) -> CubeO:
    game = catalog.load("cubeo", players, **options)
    assert isinstance(game, CubeO)
    return game


# the deck


def test_the_deck_is_what_its_script_makes() -> None:
    assert deck.FILE.read_text("utf-8") == deck.text(deck.made())


def test_the_deck_is_balanced_as_ruled() -> None:
    assert tuple(f"c{number:02}" for number in range(1, 49)) == CARDS
    assert Counter(colour for card in CARDS for _, _, colour in DECK[card]) == dict.fromkeys(
        COLOURS, 48
    )
    different = {min(tuple(sorted(squares)) for squares in turnings(card)) for card in CARDS}
    assert len(different) == len(CARDS)
    assert not [
        (one, other)
        for one in CARDS
        for other in CARDS
        if one != other and frozenset(DECK[other]) in mirror_images(one)
    ]
    shapes = Counter(
        min(tuple(sorted((x, y) for x, y, _ in squares)) for squares in turnings(card))
        for card in CARDS
    )
    assert sorted(shapes.values()) == [6, 7, 7, 7, 7, 7, 7]
    for card in CARDS:
        cells = {(x, y) for x, y, _ in DECK[card]}
        assert len(cells) == 4
        joined = {min(cells)}
        for _ in cells:
            joined |= {
                (x, y)
                for x, y in cells
                if {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & joined
            }
        assert joined == cells


def mirror_images(card: str) -> set[frozenset[tuple[int, int, str]]]:
    """The turnings of a card seen in a mirror."""
    squares = tuple((-x, y, colour) for x, y, colour in DECK[card])
    found = set()
    for _ in range(4):
        squares = turned(squares)
        found.add(frozenset(squares))
    return found


def test_a_card_has_so_many_places_in_a_view() -> None:
    by_shape = {"c01": 16, "c08": 24, "c22": 36, "c28": 24, "c35": 24}
    assert {card: len(placements(card)) for card in by_shape} == by_shape


def test_empty_boards_show_nothing() -> None:
    assert set(pictures(table().initial().board).values()) == {frozenset()}


# chance


@compiled
def tally(state: op.PackedState, rng: np.uint64, counts: op.Words) -> None:
    """How often chance does what."""
    for _ in range(20_000):
        action, rng = op.sample(state, rng)
        counts[action] += 1


@pytest.mark.compiled
@pytest.mark.parametrize(
    "text",
    [
        f"{EMPTY} R first",
        "RRRB|R.R.|..R.|..../RRRR|RR.R|....|..../Y..G|....|....|..../....|....|....|.... R drawing",
        f"{CORNERS} R first hands=c01/-",
    ],
)
def test_the_kernel_draws_by_weight(text: str) -> None:
    game = table()
    kernel = catalog.kernel(game)
    s = game.whole_position(text)
    counts = np.zeros(len(game.actions()), np.int64)
    tally(kernel.pack(s), np.uint64(9), counts)
    draws = {game.write(act): weight for act, weight in game.draws(s).items()}
    share = 20_000 / sum(draws.values())
    for text, count in zip(game.actions(), counts, strict=True):
        expected = draws.get(text, 0) * share
        assert abs(count - expected) <= 5 * expected**0.5


# the match around it

LINE = "c03"  # Y R B G in a row
ROW = "....|....|....|..../....|....|....|..../....|....|....|..../YRB.|....|....|...."


def rest_of_pile(*kept: str) -> str:
    return ",".join(card for card in CARDS if card not in kept)


def started(text: str, players: int = 2, limits: Limits | None = None) -> Match:
    game = table(players)
    return Match.open(game, limits, game.whole_position(text))


def test_a_shown_card_can_not_be_taken_back_even_without_a_draw() -> None:
    text = f"{ROW[:-19]}YRB.|....|....|.... R drawn=G hands={LINE}/- aside={rest_of_pile(LINE)}"
    rng = Random(1)
    quiet = started(text)
    quiet = quiet.after(quiet.move(0, "a4", rng))
    assert quiet.after(quiet.offer(0, Offer.TAKEBACK)).asked == 0
    loud = started(text)
    loud = loud.after(loud.move(0, "d1", rng))
    assert state_of(loud).fulfilled == ((LINE,), ())
    with pytest.raises(MatchRefused, match="shown"):
        loud.offer(0, Offer.TAKEBACK)


def test_an_endless_match_ends_like_an_empty_bag() -> None:
    rng = Random(1)
    shown = "shown=c01,c02/c04,c05"
    for twins, winners in (("", {0, 1}), ("b", {1})):
        row = f"{twins or '.'}RB.|{twins or '.'}...|....|...." if twins else "YRB.|....|....|...."
        text = f"{ROW[:-19]}{row} R {shown}"
        match = started(text, limits=Limits(plies=1))
        match = match.after(match.move(0, "c1-d1", rng))
        assert match.outcome is not None
        assert match.outcome.reason is MatchEnd.PLY_LIMIT
        assert match.outcome.winners == winners
        assert match.outcome.scores == (2, 2)


def test_an_endless_tie_break_is_shared_by_those_in_it() -> None:
    game = table(3)
    s = game.whole_position(f"{ROW} R shown=c01/c02/c04 tie=c05/-/c06 turns=30")
    assert game.draw_outcome(s, MatchEnd.PLY_LIMIT).winners == {0, 2}


SEVEN = "c01,c02,c04,c05,c06,c07"


def test_the_cards_of_a_seat_that_left_neither_end_the_game_nor_count() -> None:
    game = table(3)
    s = game.whole_position(f"{ROW} R shown={SEVEN}/c08,c09/c10")
    assert game.turn(s) == Ended(replace(outcome(game, s), winners=frozenset({0})))
    assert game.turn(game.leave(s, 0)) == ToMove(0)
    over = game.whole_position(f"{ROW} R shown={SEVEN}/c11,c12,c13,c14,c15,c16/c10 gone=R")
    assert outcome(game, over).winners == {1}
    assert game.text(over).endswith("gone=R")


def outcome(game: CubeO, s: State) -> Outcome:
    turn = game.turn(s)
    assert isinstance(turn, Ended)
    return turn.outcome


def test_a_tie_break_goes_to_whoever_is_left_in_it() -> None:
    game = table(3)
    s = game.whole_position(f"{ROW} R shown=c01/c02/- tie=c05/c06/- turns=30")
    assert game.turn(s) == ToMove(0)
    assert game.turn(game.leave(s, 2)) == ToMove(0)
    alone = outcome(game, game.leave(s, 0))
    assert alone.winners == {1}
    assert alone.reason is End.OTHERS_LEFT
    assert outcome(game, game.leave(game.leave(s, 0), 1)).winners == frozenset()


def test_a_tie_is_broken_when_a_position_is_read() -> None:
    game = table()
    six = "c08,c09,c10,c11,c12,c13"
    s = game.whole_position(f"{ROW} R shown={SEVEN},c14/{six},c15")
    assert s.tie == TieBreak((0, 1), (), 40)
    assert game.turn(s) == ToDraw(0)


def test_turns_left_in_a_tie_break_are_no_part_of_a_position() -> None:
    match = started(f"{CORNERS} R shown=c01/c02 tie=c05/c06 turns=40")
    rng = Random(1)
    for text in ("a1-a2", "d1-d2", "a2-a1", "d2-d1") * 3:
        if match.outcome is None:
            assert isinstance(match.turn, ToMove)
            match = match.after(match.move(match.turn.seat, text, rng))
    assert match.outcome is not None
    assert match.outcome.reason is MatchEnd.REPETITION
    assert match.outcome.winners == {0, 1}
    assert match.plies == 9


def test_seats_that_a_position_knows_to_have_left_are_gone() -> None:
    assert started(f"{CORNERS} B gone=R", players=3).departed == {0}


@pytest.mark.parametrize(
    "fields",
    [
        "R shown=c01,c02,c04,c05,c06,c07/c08/c09 gone=R",
        "Y drawn=R shown=c01,c02,c04,c05,c06,c07/c08,c10,c11,c12,c13,c14/c09 gone=R",
        "Y drawn=G hands=c05/c03/- aside={rest}",
        "Y drawn=G tie=c03/c05/c06 turns=30 gone=R",
        "Y drawn=G tie=c05/c06/c03 turns=1 gone=B",
        "B tie=+/+/+ turns=60 gone=B",
        "B aside={rest} tie=c05/+/+ turns=60",
    ],
)
def test_kernel_and_rules_agree_in_positions_that_random_games_seldom_reach(fields: str) -> None:
    """Seats that left, an empty pile, tie-breaks of three: all successors, two acts deep."""
    game = table(3)
    kernel = catalog.kernel(game)
    rest = rest_of_pile("c03", "c05", "c06")
    board = ROW.replace("....|....|", "RBY.|RBY.|", 1)
    s = game.whole_position(f"{board} {fields.format(rest=rest)}")
    ids = {text: at for at, text in enumerate(game.actions())}
    seen = 0
    for act in (*game.moves(s), *game.draws(s)):
        after = game.play(s, act)
        packed = successor(kernel.pack(s), ids[game.write(act)])
        assert kernel.unpack(packed) == after
        assert tuple(packed) == tuple(kernel.pack(after))
        for later in [*game.moves(after), *game.draws(after)][::7]:
            packed_later = successor(packed, ids[game.write(later)])
            assert kernel.unpack(packed_later) == game.play(after, later)
        seen += 1
    assert seen


@pytest.mark.parametrize(
    "m", [Lay(2, 1), Lay(0, 0), Put(16), Deal("c99"), Pull("RB"), SetCorners(())]
)
def test_malformed_moves_are_refused(m: Move) -> None:
    game = table()
    with pytest.raises(IllegalMove):
        game.play(game.whole_position(f"{ROW} R shown=c01/-"), m)


# doors


@pytest.mark.parametrize("twins", ["R", "R,R", "R,X", "", "R,B,Y"])
def test_wrong_twins_are_refused(twins: str) -> None:
    with pytest.raises(InvalidOption, match="twins"):
        table(twins=twins)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Tb1a1", "lower name first"),
        ("Ta1a1", "lower name first"),
        ("=RBYY", "corners"),
        ("=c49", "a card"),
        ("e1", "expected draw"),
        ("a1-e1", "expected draw"),
    ],
)
def test_texts_that_name_no_move_are_refused(text: str, said: str) -> None:
    game = table()
    with pytest.raises(InvalidMove, match=said):
        game.read(game.initial(), text)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (ROW, "seat to move"),
        (f"{ROW} G", "seat to move"),
        (f"{ROW} R what", "in this order"),
        (f"{ROW} R drawn=R taboo=a1", "in this order"),
        (f"{ROW} R drawn=", "in this order"),
        (f"{ROW} R first=yes", "in this order"),
        (f"{ROW} R drawn=X", "one of R, B, Y, G"),
        (f"{ROW} R taboo=e9", "a column"),
        (f"{ROW} R taboo=a4", "can't be moved anyway"),
        (f"{ROW} R claim=X", "a seat"),
        (f"{ROW} R claim=R,B", "not all of them"),
        (f"{ROW} R hands=c01", "one for each seat"),
        (f"{ROW} R hands=c01/c49", "a card"),
        (f"{ROW} R hands=c01/c01", "twice"),
        (f"{ROW} R hands=c01,c02,c04,c05/-", "too many"),
        (f"{ROW} R tie=c01/c02", "together"),
        (f"{ROW} R turns=4", "together"),
        (f"{ROW} R tie=c01/- turns=4", "two seats or more"),
        (f"{ROW} R tie=+/c01 turns=40", "in turn order"),
        (f"{ROW} R tie=c01/+ turns=39", "turns left"),
        (f"{ROW} R tie=c01/c02 turns=41", "turns left"),
        (f"{ROW} R tie=c01/c02 turns=x", "turns left"),
        (f"{ROW} R drawing drawn=R", "one of drawing"),
        (f"{ROW} R claim=R tie=c01/c02 turns=4", "nothing is claimed"),
        (f"{ROW} R first", "each colour on the corners"),
        (f"{EMPTY} R first drawing", "corners come first"),
        (f"{ROW} R gone=R,B", "not all of them"),
        (f"{CORNERS} R first tie=+/+ turns=40", "no tie-break in the first round"),
        (f"{CORNERS} R first shown=c01/-", "nobody has had a turn"),
        (f"{CORNERS} R first taboo=b2", "can't be moved anyway"),
        (f"{EMPTY} R first hands=c01/-", "corners come first"),
        (f"{ROW} R claim=B", "B has shown no card"),
        (f"{ROW} R drawing tie=+/+ turns=40", "nobody can draw"),
        (f"{ROW} R drawn=R tie=c05/c06 turns=0", "nobody can draw"),
        (ROW.replace("YRB.", "YRBG") + f" R tie={LINE}/+ turns=40", "laid aside"),
        (ROW.replace("YRB.|....", "YRB.|...R") + " R", "nothing is below"),
        (ROW.replace("YRB.", "YRB?") + " R", "found '\\?'"),
        (ROW.replace("YRB.", "YRr.") + " R", "two halves"),
        (ROW.replace("YRB.|....|", "rRBr|....|") + " R", "two halves"),
        (ROW.replace("YRB.", "YRBG") + f" R hands={LINE}/-", "would have been shown"),
        (ROW.replace("....|....|....|....", "RRRR|RRRR|RRRR|RRRR") + " R", "too many cubes of R"),
        (ROW.replace("/", "|") + " R", "rows of four layers"),
    ],
)
def test_impossible_positions_are_refused(text: str, said: str) -> None:
    with pytest.raises(InvalidPosition, match=said):
        table().position(text)


def test_a_view_is_no_place_to_start_from() -> None:
    game = table()
    view = game.view(game.whole_position(f"{ROW} R"), 0)
    assert game.position(game.text(view)) == view
    with pytest.raises(InvalidPosition, match="whole position"):
        game.whole_position(game.text(view))
