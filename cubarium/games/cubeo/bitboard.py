"""The board as bits: what is seen from each side, what can be moved, which cards are fulfilled.

A bitboard is the places of one colour as bits, numbered as in geometry.py.
"""

import numpy as np

from cubarium.core.operations import Word
from cubarium.games.cubeo import lookup
from cubarium.games.cubeo.geometry import CORNERS
from cubarium.jit import helper

ZERO = np.uint64(0)
ONE = np.uint64(1)
TWO = np.uint64(2)
THREE = np.uint64(3)
FOUR = np.uint64(4)
SIX = np.uint64(6)
EIGHT = np.uint64(8)
NINE = np.uint64(9)
TWELVE = np.uint64(12)
LEVEL = np.uint64(16)
TWO_LEVELS = THIRTY_TWO = np.uint64(32)
THREE_LEVELS = np.uint64(48)
TWENTY_FOUR = np.uint64(24)
THIRTY_SIX = np.uint64(36)
ALL_COLUMNS = np.uint64(0xFFFF)

ONE_COLUMN = lookup.repeated(0x0001)
SOUTH_ROW = lookup.repeated(0x000F)  # rank 1
NORTH_ROW = lookup.repeated(0xF000)
WEST_ROW = lookup.repeated(0x1111)  # file a
EAST_ROW = lookup.repeated(0x8888)
RANK_4 = np.uint64(0xF << 48)
RANKS_1_TO_3 = SOUTH_ROW ^ RANK_4
NIBBLE_BITS = tuple(lookup.repeated(1 << bit) for bit in range(4))
CORNER_CUBES = lookup.ground(CORNERS)

SQUARES, INSIDE = lookup.cards()


@helper
def popcount(word: Word) -> Word:
    """How many bits are set."""
    count = ZERO
    while word:
        word &= word - ONE
        count += ONE
    return count


@helper
def nth(word: Word, number: Word) -> Word:
    """The position of a set bit, the lowest one being number 0."""
    at = ZERO
    for wide in (THIRTY_TWO, LEVEL, EIGHT):
        below = popcount((word >> at) & ((ONE << wide) - ONE))
        if number >= below:
            number -= below
            at += wide
    word >>= at
    for _ in range(number):
        word &= word - ONE
    return at + popcount(~word & (word - ONE))


@helper
def tops(taken: Word) -> Word:
    """The top places of all columns."""
    return taken & ~(taken >> LEVEL)


@helper
def columns_of(places: Word) -> Word:
    """The columns in which these places are."""
    both = places | (places >> TWO_LEVELS)
    return (both | (both >> LEVEL)) & ALL_COLUMNS


@helper
def room(taken: Word) -> Word:
    """The columns that are not full."""
    return ~(taken >> THREE_LEVELS) & ALL_COLUMNS


@helper
def closed(taken: Word, rows_too: Word) -> Word:
    """The places in closed levels and, if wanted, in closed rows."""
    found = ZERO
    level = ALL_COLUMNS
    for _ in range(4):
        if taken & level == level:
            found |= level
        level <<= LEVEL
    if rows_too:
        across = taken & (taken >> ONE)
        across &= (across >> TWO) & WEST_ROW
        across |= across << ONE
        along = taken & (taken >> FOUR)
        along &= (along >> EIGHT) & SOUTH_ROW
        along |= along << FOUR
        found |= across | (across << TWO) | along | (along << EIGHT)
    return found


@helper
def hidden(taken: Word) -> tuple[Word, Word, Word, Word]:
    """The places that others hide from the south, the north, the east and the west."""
    south = (taken & ~NORTH_ROW) << FOUR
    south |= (south & ~NORTH_ROW) << FOUR
    south |= (south & ~NORTH_ROW) << FOUR
    north = (taken & ~SOUTH_ROW) >> FOUR
    north |= (north & ~SOUTH_ROW) >> FOUR
    north |= (north & ~SOUTH_ROW) >> FOUR
    east = (taken & ~WEST_ROW) >> ONE
    east |= (east & ~WEST_ROW) >> ONE
    east |= (east & ~WEST_ROW) >> ONE
    west = (taken & ~EAST_ROW) << ONE
    west |= (west & ~EAST_ROW) << ONE
    west |= (west & ~EAST_ROW) << ONE
    return south, north, east, west


@helper
def by_file(places: Word) -> Word:
    """Per level, the files of these places."""
    places |= places >> EIGHT
    return (places | (places >> FOUR)) & SOUTH_ROW


@helper
def by_rank(places: Word) -> Word:
    """Per level, the ranks of these places."""
    places |= places >> TWO
    places = (places | (places >> ONE)) & WEST_ROW
    return (places | (places >> THREE) | (places >> SIX) | (places >> NINE)) & SOUTH_ROW


@helper
def mirrored(rows: Word) -> Word:
    """Four bits per level, left and right exchanged."""
    return (
        ((rows & NIBBLE_BITS[0]) << THREE)
        | ((rows & NIBBLE_BITS[1]) << ONE)
        | ((rows & NIBBLE_BITS[2]) >> ONE)
        | ((rows & NIBBLE_BITS[3]) >> THREE)
    )


@helper
def spread(columns: Word) -> Word:
    """A set of columns, rank beside rank, with room between for three other colours."""
    apart = (columns | (columns << TWELVE) | (columns << TWENTY_FOUR)) & RANKS_1_TO_3
    return apart | ((columns << THIRTY_SIX) & RANK_4)


@helper
def sights(bitboards: tuple[Word, Word, Word, Word]) -> tuple[Word, Word, Word, Word, Word]:
    """What the five views show, each in a word: upwards, then colour, then across, all by four."""
    taken = bitboards[0] | bitboards[1] | bitboards[2] | bitboards[3]
    south_side, north_side, east_side, west_side = hidden(taken)
    top = tops(taken)
    south = north = east = west = above = ZERO
    for colour in (3, 2, 1, 0):
        bitboard = bitboards[colour]
        south = (south << FOUR) | by_file(bitboard & ~south_side)
        north = (north << FOUR) | mirrored(by_file(bitboard & ~north_side))
        east = (east << FOUR) | by_rank(bitboard & ~east_side)
        west = (west << FOUR) | mirrored(by_rank(bitboard & ~west_side))
        above = (above << FOUR) | spread(columns_of(bitboard & top))
    return south, north, east, west, above


@helper
def shows(seen: tuple[Word, Word, Word, Word, Word], card: Word) -> bool:
    """Does a view show a card's picture? Its turnings are done side by side, without a branch."""
    whole = ZERO
    for turning in range(4):
        a, b = SQUARES[card, 0, turning], SQUARES[card, 1, turning]
        c, d = SQUARES[card, 2, turning], SQUARES[card, 3, turning]
        found = ZERO
        for view in seen:
            found |= (view >> a) & (view >> b) & (view >> c) & (view >> d)
        whole |= found & INSIDE[card, turning]
    return bool(whole)


@helper
def liftable(taken: Word, twins: Word, first_round: Word, rows_too: Word) -> Word:
    """The columns whose top cube can be moved, but for a taboo."""
    stuck = twins | closed(taken, rows_too)
    if first_round:
        stuck |= CORNER_CUBES
    return columns_of(tops(taken) & ~stuck)
