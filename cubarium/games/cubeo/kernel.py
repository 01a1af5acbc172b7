"""Cube O' on packed words, for search and simulation. rules.py is the definition; layout.py says
what is where, bitboard.py knows the board, transitions.py what actions do."""

import numpy as np

from cubarium.core import operations as op
from cubarium.core.operations import Number, PackedState, Word, Words
from cubarium.games.cubeo import COLOURS, geometry, layout, lookup
from cubarium.games.cubeo.accessors import (
    DECK,
    DRAWING,
    DRAWN,
    FIRST_ROUND,
    FIVE_BITS,
    FOUR_BITS,
    PAIR_ONE,
    PAIR_TWO,
    PAIRS,
    TABOO,
    WINNERS,
    bag_size,
    can_lie,
    cards_wanted,
    drawn_of,
    in_bag,
    lying,
    may_place_twin,
    players_of,
    sources,
    standing,
    taken_of,
    turn_of,
)
from cubarium.games.cubeo.bitboard import ONE, ONE_COLUMN, THREE, ZERO, nth, popcount, room
from cubarium.games.cubeo.cards import CARDS
from cubarium.games.cubeo.layout import Packed
from cubarium.games.cubeo.notation import all_texts
from cubarium.games.cubeo.rules import CubeO
from cubarium.games.cubeo.state import Deal, Draw, Lay, Pass, Pull, Put, SetCorners, Stand, State
from cubarium.games.cubeo.transitions import built, dealt
from cubarium.games.cubeo.updates import with_board, with_meta
from cubarium.jit import below, helper, operation, shuffled

TEXTS = all_texts()
KIND, ONE_OF, TWO_OF = lookup.actions(TEXTS)
CARRY_ID = lookup.carry_ids(TEXTS)
PUT_ID = lookup.ids(TEXTS, [Put(column) for column in lookup.COLUMNS])
STAND_ID = lookup.ids(TEXTS, [Stand(column) for column in lookup.COLUMNS])
LAY_ID = lookup.ids(TEXTS, [Lay(*pair) for pair in geometry.PAIRS])
DEAL_ID = lookup.ids(TEXTS, [Deal(card) for card in CARDS])
PULL_ID = lookup.ids(TEXTS, [Pull(colour) for colour in COLOURS])
ORDER_ID = lookup.ids(
    TEXTS, [SetCorners(tuple(COLOURS[at] for at in order)) for order in lookup.ORDERS]
)
DRAW_ID, PASS_ID = lookup.ids(TEXTS, [Draw(), Pass()])
CARRY, DEAL, DRAW, LAY, PASS = lookup.CARRY, lookup.DEAL, lookup.DRAW, lookup.LAY, lookup.PASS
PULL, PUT, SET_CORNERS, STAND = lookup.PULL, lookup.PUT, lookup.SET_CORNERS, lookup.STAND
CORNER_BITS = lookup.corner_bits()
ORDERS = np.uint64(len(ORDER_ID))
TURNED = lookup.turned_columns()


@operation(op.turn, Packed)
def turn(state: PackedState) -> Number:
    return turn_of(state)


@operation(op.apply, Packed)
def apply(state: PackedState, number: int) -> PackedState:
    kind, one, two = KIND[number], ONE_OF[number], TWO_OF[number]
    if kind == DEAL:
        return dealt(state, one)
    meta = state.meta
    if kind == DRAW:
        meta = (meta & ~(FIVE_BITS << TABOO)) | DRAWING
        if (meta & THREE) + ONE == players_of(meta):
            meta &= ~FIRST_ROUND
        return with_meta(state, meta)
    if kind == PULL:
        return with_meta(state, (meta & ~DRAWING) | ((one + ONE) << DRAWN))
    if kind == SET_CORNERS:
        corners = CORNER_BITS[one]
        bitboards = (corners[0], corners[1], corners[2], corners[3])
        return with_board(state, bitboards, state.twins, meta)
    return built(state, kind, one, two)


@operation(op.legal, Packed)
def legal(state: PackedState, out: Words) -> int:
    taken = taken_of(state)
    chance = turn_of(state) == op.CHANCE
    wanted = chance and taken != 0 and cards_wanted(state)
    pulling = chance and state.meta & DRAWING != 0
    free = room(taken)
    placing = not chance and drawn_of(state.meta) != 0
    acting = not chance and not placing
    moving = sources(state, taken) if acting else ZERO
    twin = acting and may_place_twin(state)
    upright = standing(taken)
    count = 0
    for number in range(len(KIND)):
        kind, one, two = KIND[number], ONE_OF[number], TWO_OF[number]
        fits = False
        if kind == CARRY:
            fits = (moving >> one) & (free >> two) & ONE != 0
        elif kind == PUT:
            fits = placing and (free >> one) & ONE != 0
        elif kind == STAND:
            fits = twin and (upright >> one) & ONE != 0
        elif kind == LAY:
            fits = twin and can_lie(taken, one, two)
        elif kind == DRAW:
            fits = acting and bag_size(taken, state.twins) != 0
        elif kind == DEAL:
            fits = wanted and (state.out >> one) & ONE == 0
        elif kind == PULL:
            fits = pulling and in_bag(state, one) != 0
        elif kind == SET_CORNERS:
            fits = chance and taken == 0
        elif kind == PASS:
            fits = acting and count == 0
        if fits:
            out[count] = number
            count += 1
    return count


@helper
def sample_draw(state: PackedState, taken: Word, rng: Word) -> Number:
    """What chance does, by weight."""
    if state.meta & DRAWING:
        left = below(rng, bag_size(taken, state.twins))
        colour = ZERO
        while left >= in_bag(state, colour):
            left -= in_bag(state, colour)
            colour += ONE
        return PULL_ID[colour]
    if not taken:
        return ORDER_ID[below(rng, ORDERS)]
    pile = DECK & ~state.out
    return DEAL_ID[nth(pile, below(rng, popcount(pile)))]


@operation(op.sample, Packed)
def sample(state: PackedState, rng: Word) -> tuple[Number, Word]:
    rng = shuffled(rng)
    taken = taken_of(state)
    if turn_of(state) == op.CHANCE:
        return sample_draw(state, taken, rng), rng
    free = room(taken)
    targets = popcount(free)
    if drawn_of(state.meta):
        return PUT_ID[nth(free, below(rng, targets))], rng
    moving = sources(state, taken)
    cubes = popcount(moving)
    if cubes == ONE and free == moving:
        cubes = ZERO  # it can go nowhere else
    draw = ONE if bag_size(taken, state.twins) else ZERO
    upright = flat = ZERO
    if may_place_twin(state):
        upright = popcount(standing(taken))
        flat = lying(taken)
    carrying = cubes * targets
    every = carrying + draw + upright + flat
    if not every:
        return PASS_ID, rng
    number = below(rng, every)
    while number < carrying:
        source = nth(moving, number // targets)
        target = nth(free, number % targets)
        if source != target:
            return CARRY_ID[source, target], rng
        rng = shuffled(rng)
        number = below(rng, every)
    number -= carrying
    if number < draw:
        return DRAW_ID, rng
    number -= draw
    if number < upright:
        return STAND_ID[nth(standing(taken), number)], rng
    return lying_at(taken, number - upright), rng


@helper
def lying_at(taken: Word, number: Word) -> Number:
    """The action that lays the twin on a pair, by the number of the pair among those that fit."""
    for pair in range(PAIRS):
        if can_lie(taken, PAIR_ONE[pair], PAIR_TWO[pair]):
            if not number:
                return LAY_ID[pair]
            number -= ONE
    return LAY_ID[0]


@operation(op.shares, Packed)
def shares(state: PackedState, seat: int) -> float:
    winners = (state.meta >> WINNERS) & FOUR_BITS
    if not winners:
        return 1.0 / float(players_of(state.meta))
    won = float((winners >> np.uint64(seat)) & ONE)
    return won / float(popcount(winners))


@helper
def mixed(key: Word, word: Word) -> Word:
    """A word stirred into a key."""
    key = shuffled(key ^ word)
    return key ^ ((key >> np.uint64(9)) & (key << np.uint64(5)))


@helper
def mixed_all(state: PackedState, bitboards: Words, twins: Word, meta: Word, key: Word) -> Word:
    """All that tells states apart, stirred; 63 bits."""
    for word in bitboards:
        key = mixed(key, word)
    key = mixed(mixed(key, twins), meta)
    key = mixed(mixed(key, state.hands01), state.hands23)
    key = mixed(mixed(key, state.shown0), state.shown1)
    key = mixed(mixed(key, state.shown2), state.shown3)
    key = mixed(mixed(key, state.aside), state.tie)
    return mixed(key, ZERO) >> ONE


@helper
def two_words(state: PackedState, bitboards: Words, twins: Word, meta: Word) -> tuple[Word, Word]:
    return (
        mixed_all(state, bitboards, twins, meta, np.uint64(0x9E3779B97F4A7C15)),
        mixed_all(state, bitboards, twins, meta, np.uint64(0xD1B54A32D192ED03)),
    )


@operation(op.key, Packed)
def key(state: PackedState) -> tuple[Word, Word]:
    bitboards = (state.red, state.blue, state.yellow, state.green)
    return two_words(state, bitboards, state.twins, state.meta)


@helper
def turned(bitboard: Word) -> Word:
    """A bitboard after a quarter turn of the board."""
    after = ZERO
    for column in range(16):
        after |= ((bitboard >> np.uint64(column)) & ONE_COLUMN) << TURNED[1, column]
    return after


@operation(op.canonical_key, Packed)
def canonical_key(state: PackedState) -> tuple[Word, Word]:
    bitboards = (state.red, state.blue, state.yellow, state.green)
    twins, meta = state.twins, state.meta
    least, rest = two_words(state, bitboards, twins, meta)
    for _ in range(3):
        bitboards = (
            turned(bitboards[0]),
            turned(bitboards[1]),
            turned(bitboards[2]),
            turned(bitboards[3]),
        )
        twins = turned(twins)
        taboo = (meta >> TABOO) & FIVE_BITS
        if taboo:
            meta = (meta & ~(FIVE_BITS << TABOO)) | ((TURNED[1, taboo - ONE] + ONE) << TABOO)
        first, second = two_words(state, bitboards, twins, meta)
        if first < least or (first == least and second < rest):
            least, rest = first, second
    return least, rest


@operation(op.to_row, Packed)
def to_row(state: PackedState, row: Words) -> None:
    for at, word in enumerate(state):
        row[at] = word


@operation(op.from_row, Packed)
def from_row(like: PackedState, row: Words) -> PackedState:  # noqa: ARG001
    return Packed(
        row[0],
        row[1],
        row[2],
        row[3],
        row[4],
        row[5],
        row[6],
        row[7],
        row[8],
        row[9],
        row[10],
        row[11],
        row[12],
        row[13],
        row[14],
    )


def make(game: CubeO) -> op.Kernel:
    """The bridge for a table of Cube O'."""

    def pack(s: State) -> Packed:
        return layout.pack(game, s)

    def unpack(state: Packed) -> State:
        return layout.unpack(game, state)

    return op.Kernel(pack, unpack, max_actions=len(TEXTS))
