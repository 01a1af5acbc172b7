"""Makes the task cards of Cube O', and shows why they are balanced.

The printed cards are not ours to copy, so this deck is drawn up by rules of its own:

- the seven one-sided tetrominoes, seven cards each; the square, which has the fewest different
  colourings, has six: 48 in all;
- on the cards of each shape every colour is on just as many squares as any other, so every colour
  is on 48 of the 192 squares;
- no two cards are the same under turning, no card has three squares of one colour;
- of the pairs of touching squares, any two different colours meet as often as any other two, as
  nearly as they can, and so do equal ones.

A seeded search swaps squares of one shape until nothing is left to better. Run
`python -m scripts.deck` to write the file and print the counts.
"""

import json
from collections import Counter
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from random import Random

COLOURS = "RBYG"
SHAPES = {
    "I": ((0, 0), (1, 0), (2, 0), (3, 0)),
    "J": ((0, 0), (1, 0), (2, 0), (0, 1)),
    "L": ((0, 0), (1, 0), (2, 0), (2, 1)),
    "O": ((0, 0), (1, 0), (0, 1), (1, 1)),
    "S": ((0, 0), (1, 0), (1, 1), (2, 1)),
    "T": ((0, 0), (1, 0), (2, 0), (1, 1)),
    "Z": ((1, 0), (2, 0), (0, 1), (1, 1)),
}
CARDS = {shape: 6 if shape == "O" else 7 for shape in SHAPES}
SEED = 48
SWAPS = 60_000
FILE = Path(__file__).parents[1] / "cubarium" / "games" / "cubeo" / "deck.json"

Square = tuple[int, int, str]
Card = tuple[Square, ...]
Colouring = list[list[str]]
"""The cards of one shape: per card, the colours of its squares in the order of the shape."""


def card(shape: str, colours: list[str]) -> Card:
    """A shape with its colours."""
    return tuple((x, y, colour) for (x, y), colour in zip(SHAPES[shape], colours, strict=True))


def turned(squares: Card) -> Card:
    """A quarter turn, back in the corner, the squares in order."""
    spun = [(y, -x, colour) for x, y, colour in squares]
    left, low = min(x for x, _, _ in spun), min(y for _, y, _ in spun)
    return tuple(sorted((x - left, y - low, colour) for x, y, colour in spun))


def same_under_turning(squares: Card) -> Card:
    """The first of a card's four turnings: equal cards have equal ones."""
    turnings = [turned(squares)]
    for _ in range(3):
        turnings.append(turned(turnings[-1]))
    return min(turnings)


def touching(shape: str) -> list[tuple[int, int]]:
    """The pairs of squares that share an edge, by their numbers."""
    cells = SHAPES[shape]
    return [
        (one, other)
        for one, other in combinations(range(len(cells)), 2)
        if abs(cells[one][0] - cells[other][0]) + abs(cells[one][1] - cells[other][1]) == 1
    ]


def meetings(deck: dict[str, Colouring]) -> Counter[str]:
    """How often any two colours touch."""
    counts = Counter({"".join(pair): 0 for pair in combinations_with_replacement(COLOURS, 2)})
    for shape, cards in deck.items():
        for one, other in touching(shape):
            for colours in cards:
                counts["".join(sorted((colours[one], colours[other]), key=COLOURS.index))] += 1
    return counts


def badness(deck: dict[str, Colouring]) -> int:
    """0 would be perfect: no faults, and all counts level."""
    faults = 0
    for shape, cards in deck.items():
        different = {same_under_turning(card(shape, colours)) for colours in cards}
        faults += len(cards) - len(different)
        faults += sum(max(Counter(colours).values()) > 2 for colours in cards)
    counts = meetings(deck)
    uneven = 0
    for alike in (True, False):
        level = [count for pair, count in counts.items() if (pair[0] == pair[1]) is alike]
        uneven += sum((count * len(level) - sum(level)) ** 2 for count in level) // len(level)
    return 10_000 * faults + uneven


def made() -> dict[str, Colouring]:
    """The colourings by shape, bettered swap by swap."""
    rng = Random(SEED)
    deck: dict[str, Colouring] = {}
    for shape, count in CARDS.items():
        colours = list(COLOURS * count)
        rng.shuffle(colours)
        deck[shape] = [colours[4 * at : 4 * at + 4] for at in range(count)]
    best = badness(deck)
    for _ in range(SWAPS):
        cards = deck[rng.choice([*SHAPES])]
        one, other = rng.choice(cards), rng.choice(cards)
        here, there = rng.randrange(4), rng.randrange(4)
        one[here], other[there] = other[there], one[here]
        now = badness(deck)
        if now <= best:
            best = now
        else:
            one[here], other[there] = other[there], one[here]
        if not best:
            break
    return deck


def names(deck: dict[str, Colouring]) -> dict[str, Card]:
    """The cards in order of their shapes, called c01 to c48."""
    cards = [
        card(shape, colours)
        for shape, coloured in deck.items()
        for colours in sorted(coloured, key=lambda colours: [*map(COLOURS.index, colours)])
    ]
    return {f"c{number:02}": squares for number, squares in enumerate(cards, 1)}


def text(deck: dict[str, Colouring]) -> str:
    """The data file, one card a line."""
    lines = (f'"{name}": {json.dumps(squares)}' for name, squares in names(deck).items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def report(deck: dict[str, Colouring]) -> str:
    """The counts that show the balance."""
    lines = [f"shape  cards  {'  '.join(COLOURS)}"]
    for shape, cards in deck.items():
        counts = Counter("".join(map("".join, cards)))
        lines.append(f"{shape:5} {len(cards):6}  {' '.join(f'{counts[c]:2}' for c in COLOURS)}")
    colours_on = Counter(len(set(colours)) for cards in deck.values() for colours in cards)
    lines.append(f"cards by number of colours: {dict(sorted(colours_on.items()))}")
    lines.append(f"colours that touch: {dict(meetings(deck))}")
    return "\n".join(lines)


def main() -> None:
    deck = made()
    FILE.write_text(text(deck), "utf-8")
    print(report(deck))


if __name__ == "__main__":
    main()
