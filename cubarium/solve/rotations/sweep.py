"""One sweep over orbits: what follows from the entries of the boards that the rotations lead to.

Values only ever go from open to settled, so threads may sweep side by side. A round of plies looks
at what earlier rounds have found alone, in whatever order the orbits come.
"""

import numpy as np

from cubarium.core.operations import Number, Word, Words
from cubarium.jit import compiled, helper
from cubarium.solve.rotations.entries import (
    DRAW,
    LOSS,
    MANY,
    NO_MOVE,
    VALUES,
    WIN,
    code_of,
    is_open,
    judged_plies,
    judged_value,
    packed_plies,
    seen,
    unpacked,
)
from cubarium.solve.rotations.orbits import place_of
from cubarium.solve.sweep import ONE, ZERO

MOST_PLIES = 4096


@helper
def squares_within(mask: Word, squares: Words, out: Words) -> Number:
    """The squares on the cells of a mask, as words on those cells; how many."""
    count = 0
    for number in range(len(squares)):
        if squares[number] & mask == squares[number]:
            word = ZERO
            for cell in range(32):
                if squares[number] >> np.uint32(cell) & ONE:
                    word |= ONE << np.uint32(place_of(mask, cell))
            out[count] = word
            count += 1
    return count


@helper
def has_square(word: Word, squares: Words, count: Number) -> bool:
    found = False
    for number in range(count):
        found |= word & squares[number] == squares[number]
    return found


@compiled
def finish(
    first: Words, words: Words, squares: Words, entries: Words, begin: int, end: int, plies: int
) -> Number:
    """Write the boards on which the game is over: a square of the mover's wins, else one of the
    other's loses. How many there are of each."""
    local = np.empty(len(squares), np.uint32)
    every = words[0] | words[len(words) - 1]  # the lowest and the highest cells: all of them
    won = lost = 0
    for orbit in range(begin, end):
        count = squares_within(first[orbit], squares, local)
        for column in range(len(words)):
            if has_square(words[column], local, count):
                entries[orbit, column] = packed_plies(NO_MOVE, 1, 1) if plies else WIN
                won += 1
            elif has_square(every ^ words[column], local, count):
                entries[orbit, column] = packed_plies(NO_MOVE, -1, -1) if plies else LOSS
                lost += 1
    return won, lost


@helper
def spread_half(places: Words, begin: Number, count: Number, out: Words) -> None:
    """By the bits of one half of a word: where they go."""
    out[0] = ZERO
    for bit in range(count):
        goes = ONE << np.uint32(places[begin + bit])
        for lower in range(1 << bit):
            out[lower | 1 << bit] = out[lower] | goes


@helper
def is_due(child: Words, changed: Words, number: Number) -> bool:
    """Has anything changed, in this sweep or the one before, that this orbit depends on?"""
    due = False
    for move in range(len(child)):
        due |= changed[child[move]] >= number - 1
    return due


@helper
def find_places(mask: Word, goal: Word, joined: Words, places: Words) -> None:
    """Where each cell of a mask comes to, among the cells of the mask that it leads to."""
    at = 0
    for cell in range(len(joined)):
        if mask >> np.uint32(cell) & ONE:
            places[at] = place_of(goal, joined[cell])
            at += 1


@helper
def find_open(row: Words, number: Number, columns: Words, wins: Words, opens: Words) -> Number:
    """The columns that a sweep could still change; how many."""
    count = 0
    for column in range(len(row)):
        if is_open(row[column], number):
            columns[count] = column
            wins[count] = opens[count] = NO_MOVE
            count += 1
    return count


@helper
def settle(
    row: Words,
    columns: Words,
    wins: Words,
    opens: Words,
    count: Number,
    number: Number,
) -> Number:
    """Write what has been found; how many entries have changed."""
    found = 0
    for at in range(count):
        before = row[columns[at]]
        if number == VALUES:
            now = judged_value(np.int64(wins[at]), np.int64(opens[at]))
        else:
            now = judged_plies(before, np.int64(wins[at]), np.int64(opens[at]), number)
        if now != before:
            row[columns[at]] = now
            found += 1
    return found


@compiled
def sweep(
    lookups: Words,
    balls: int,
    entries: Words,
    changed: Words,
    begin: int,
    end: int,
    number: int,
    plies: int,
) -> int:
    """Judge what is open in the orbits from `begin` to `end`: how many entries have changed.
    `number` counts the sweeps from 1; `plies`: entries are plies, and it is their round."""
    first, child, turn, joined, reversals, words, upper, lower = lookups
    half = (1 << balls) - 1
    every = words[0] | words[len(words) - 1]
    low = np.empty(half + 1, np.uint32)
    high = np.empty(half + 1, np.uint32)
    places = np.empty(2 * balls, np.int64)
    columns = np.empty(len(words), np.int64)
    wins = np.empty(len(words), np.uint8)
    opens = np.empty(len(words), np.uint8)
    seen_round = number if plies else VALUES
    total = 0
    for orbit in range(begin, end):
        if not is_due(child[orbit], changed, number):
            continue
        count = find_open(entries[orbit], seen_round, columns, wins, opens)
        for move in range(child.shape[1] if count else 0):
            goal = child[orbit, move]
            symmetry = turn[orbit, move]
            find_places(first[orbit], first[goal], joined[symmetry, move], places)
            spread_half(places, 0, balls, low)
            spread_half(places, balls, balls, high)
            forbidden = np.int64(reversals[symmetry, move])
            for at in range(count):
                if wins[at] == MANY:
                    continue
                word = words[columns[at]]
                after = every ^ (low[word & half] | high[word >> np.uint32(balls)])
                column = upper[after >> np.uint32(balls)] + lower[after & half]
                value = seen(entries[goal, column], forbidden, seen_round)
                if value == LOSS:
                    wins[at] = move if wins[at] == NO_MOVE else MANY
                elif value == DRAW:
                    opens[at] = move if opens[at] == NO_MOVE else MANY
        found = settle(entries[orbit], columns, wins, opens, count, seen_round)
        if found:
            changed[orbit] = number
            total += found
    return total


@compiled
def count_codes(counts: Words, entries: Words, plies: int) -> None:
    """Count by value with its kind how many entries have it."""
    for orbit in range(entries.shape[0]):
        for column in range(entries.shape[1]):
            entry = entries[orbit, column]
            counts[code_of(entry) if plies else np.int64(entry)] += 1


@compiled
def count_plies(counts: Words, entries: Words) -> None:
    """Count by plies with no rotation forbidden, MOST_PLIES added, how many have them."""
    for orbit in range(entries.shape[0]):
        for column in range(entries.shape[1]):
            counts[unpacked(entries[orbit, column])[1] + MOST_PLIES] += 1


@compiled
def longest(found: Words, entries: Words) -> int:
    """The longest win among entries that are plies. Writes the numbers of the first of its boards,
    then -1."""
    best = 0
    found[:] = -1
    count = 0
    for orbit in range(entries.shape[0]):
        for column in range(entries.shape[1]):
            plies = unpacked(entries[orbit, column])[1]
            if plies > best:
                best = plies
                count = 0
                found[:] = -1
            if plies == best and plies > 0 and count < len(found):
                found[count] = np.int64(orbit) * entries.shape[1] + column
                count += 1
    return best
