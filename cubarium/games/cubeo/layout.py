"""The packed state of Cube O', its parts, and the bridge to the plain one.

Four bitboards of cubes (twins included) and one of twin halves; two hands in a word, each three
cards of six bits, the oldest lowest, 0 for none; by seat the fulfilled cards as a set; the cards
out of the pile and those laid aside; `tie` with the tie-break cards by seat, six bits each, the
turns left and the seats that take part; `meta` with everything else.
"""

from typing import NamedTuple

import numpy as np

from cubarium.core.operations import Word
from cubarium.core.turn import Ended
from cubarium.games.cubeo import COLOURS
from cubarium.games.cubeo.cards import CARDS, Card
from cubarium.games.cubeo.geometry import COLUMN_NAMES, SIDE, Place, place_at
from cubarium.games.cubeo.rules import CubeO
from cubarium.games.cubeo.state import State, TieBreak

CARD_BITS = 6
HAND_BITS = 18
# where the parts of `table` begin
PLAYERS = 2
CLOSED_ROWS = 5
FIRST_ROUND = 6
DRAWING = 7
DRAWN = 8
CLAIMANT = 11
TABOO = 14
DEPARTED = 19
TWIN_COLOURS = 23
OVER = 31
WINNERS = 32
# and those of `tie`
TURNS = 24
TIED = 32


class Packed(NamedTuple):
    """One class for all tables: what differs is in `meta`."""

    red: Word
    blue: Word
    yellow: Word
    green: Word
    twins: Word
    hands01: Word
    hands23: Word
    shown0: Word
    shown1: Word
    shown2: Word
    shown3: Word
    out: Word
    aside: Word
    tie: Word
    meta: Word


def _set(cards: tuple[Card, ...]) -> int:
    return sum(1 << CARDS.index(card) for card in cards)


def _code(card: Card) -> int:
    return CARDS.index(card) + 1


def _hand(cards: tuple[Card, ...]) -> int:
    return sum(_code(card) << CARD_BITS * at for at, card in enumerate(cards))


def _seats(seats: tuple[int, ...]) -> int:
    return sum(1 << seat for seat in seats)


def pack(game: CubeO, s: State) -> Packed:
    """A state as words."""
    bitboards = [0] * len(COLOURS)
    for column, cubes in enumerate(s.board):
        for level, colour in enumerate(cubes):
            bitboards[COLOURS.index(colour)] |= 1 << place_at(column, level)
    hands = [*map(_hand, s.hands), 0, 0]
    shown = [*map(_set, s.fulfilled), 0, 0]
    tie = 0
    out = _set(s.aside)
    if s.tie is not None:
        tie = s.tie.turns << TURNS | _seats(s.tie.seats) << TIED
        for seat, card in zip(s.tie.seats, s.tie.cards, strict=False):
            tie |= _code(card) << CARD_BITS * seat
        out |= _set(s.tie.cards)
    for cards in (*s.hands, *s.fulfilled):
        out |= _set(cards)
    words = (
        *bitboards,
        sum(1 << place for halves in s.twins for place in halves),
        hands[0] | hands[1] << HAND_BITS,
        hands[2] | hands[3] << HAND_BITS,
        *shown[:4],
        out,
        _set(s.aside),
        tie,
        _meta(game, s),
    )
    return Packed(*map(np.uint64, words))


def _meta(game: CubeO, s: State) -> int:
    meta = s.to_move | game.players << PLAYERS | game.closed_rows << CLOSED_ROWS
    meta |= s.first_round << FIRST_ROUND | s.drawing << DRAWING
    meta |= 0 if s.drawn is None else (COLOURS.index(s.drawn) + 1) << DRAWN
    meta |= 0 if s.claimant is None else (s.claimant + 1) << CLAIMANT
    meta |= 0 if s.taboo is None else (s.taboo + 1) << TABOO
    meta |= _seats(s.departed) << DEPARTED
    for seat, colour in enumerate(game.twin_colours):
        meta |= COLOURS.index(colour) << TWIN_COLOURS + 2 * seat
    turn = game.turn(s)
    if isinstance(turn, Ended):
        meta |= 1 << OVER | _seats(tuple(turn.outcome.winners)) << WINNERS
    return meta


def unpack(game: CubeO, packed: Packed) -> State:
    """The state in these words."""
    words = Packed(*map(int, packed))
    seats = range(game.players)
    bitboards = (words.red, words.blue, words.yellow, words.green)

    def cube(place: Place) -> str:
        return next(
            (COLOURS[at] for at, bitboard in enumerate(bitboards) if bitboard >> place & 1), ""
        )

    def part(begin: int, bits: int) -> int:
        return int(words.meta) >> begin & (1 << bits) - 1

    def cards(codes: int) -> tuple[Card, ...]:
        found = (codes >> CARD_BITS * at & 63 for at in range(3))
        return tuple(CARDS[code - 1] for code in found if code)

    def members(cards: int) -> tuple[Card, ...]:
        return tuple(card for at, card in enumerate(CARDS) if cards >> at & 1)

    hands = (words.hands01, words.hands01 >> HAND_BITS, words.hands23, words.hands23 >> HAND_BITS)
    shown = (words.shown0, words.shown1, words.shown2, words.shown3)
    board = tuple(
        tuple(filter(None, (cube(place_at(column, level)) for level in range(SIDE))))
        for column in range(len(COLUMN_NAMES))
    )
    halves = [place for place in range(64) if words.twins >> place & 1]
    tied = tuple(seat for seat in seats if words.tie >> TIED + seat & 1)
    tie_codes = [words.tie >> CARD_BITS * seat & 63 for seat in tied]
    tie = TieBreak(
        tied,
        tuple(CARDS[code - 1] for code in tie_codes if code),
        words.tie >> TURNS & 127,
    )
    return State(
        board,
        part(0, 2),
        hands=tuple(cards(hands[seat]) for seat in seats),
        fulfilled=tuple(members(shown[seat]) for seat in seats),
        twins=tuple(
            tuple(place for place in halves if cube(place) == game.twin_colours[seat])
            for seat in seats
        ),
        first_round=bool(part(FIRST_ROUND, 1)),
        taboo=part(TABOO, 5) - 1 if part(TABOO, 5) else None,
        drawing=bool(part(DRAWING, 1)),
        drawn=COLOURS[part(DRAWN, 3) - 1] if part(DRAWN, 3) else None,
        claimant=part(CLAIMANT, 3) - 1 if part(CLAIMANT, 3) else None,
        aside=members(words.aside),
        tie=tie if tied else None,
        departed=tuple(seat for seat in seats if part(DEPARTED, 4) >> seat & 1),
    )
