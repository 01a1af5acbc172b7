"""Executable prose: a Markdown page as sections of text and of examples that can be played.

An example is a fenced block. Its first words are a game and its options: ```NAME players=4.
Inside, paragraphs:

    rows, then `S to move`     the opening position (or the word `start`); `S to move, not M`
                               where a reverse move M is forbidden
    play MOVE …                plays; a position right below must be the result
    wins S …: REASON           the game is over; `draw: REASON` too
    refused MOVE: CODE [PLACE] the move is refused, and nothing changes
    moves N / moves: MOVE …    this many legal moves, or just these
    can MOVE …                 these are legal
    draws N / draws: =A:1 …    chance may do this many things, or these with these weights
    turn S                     S is to move
    chance [for S]             chance acts; S alone sees it
    back                       returns to the opening position
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from cubarium import catalog
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame

BLOCK = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^(#+) (.*)$", re.MULTILINE)
PARAGRAPHS = re.compile(r"\n\s*\n")
TO_MOVE = " to move"


@dataclass(frozen=True, slots=True)
class Play:
    """Acts one after another; `result`: the position that they lead to, if it is drawn."""

    acts: tuple[str, ...]
    result: str | None


@dataclass(frozen=True, slots=True)
class Back:
    """To the opening position again."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """A move that the rules forbid now: why, and the place that is blamed."""

    move: str
    reason: str
    where: str


@dataclass(frozen=True, slots=True)
class Win:
    """The game is over. No winners: a draw."""

    winners: frozenset[str]
    reason: str


@dataclass(frozen=True, slots=True)
class Can:
    """Moves that are legal now, among others."""

    moves: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Count:
    """How many moves, or draws with their weights, there are; `all`: which, if that is said."""

    what: Literal["moves", "draws"]
    number: int
    all: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Who:
    """A seat is to move, or chance acts; then `seat` alone sees it (None: everybody does)."""

    seat: str | None
    chance: bool


Assertion: TypeAlias = Refuse | Win | Can | Count | Who
Statement: TypeAlias = Play | Back | Assertion


@dataclass(frozen=True)
class Example:
    """One block: where it stands, the position at its start (None: the usual one), and what is
    said about it."""

    line: int
    heading: str
    game: AnyGame
    start: str | None
    statements: tuple[Statement, ...]


@dataclass(frozen=True)
class Section:
    """A heading, its level (1: the page's own), and what is below it: texts and examples."""

    heading: str
    level: int
    parts: tuple[str | Example, ...]


def is_block(part: str | Example) -> bool:
    """Is a part of a section no prose, but an example, or another drawing?"""
    return isinstance(part, Example) or part.startswith("```")


def sections(page: str) -> Iterator[Section]:
    """A page from its first heading on. Raises CubariumError for an example that is wrong."""
    blocks = [found.span() for found in BLOCK.finditer(page)]
    headings = [
        found
        for found in HEADING.finditer(page)
        if not any(begin <= found.start() < end for begin, end in blocks)
    ]
    ends = [*(found.start() for found in headings[1:]), len(page)]
    for found, end in zip(headings, ends, strict=True):
        parts = tuple(_parts(page, found.end(), end, found[2]))
        yield Section(found[2], len(found[1]), parts)


def examples(page: str) -> list[Example]:
    """All examples of a page."""
    return [part for one in sections(page) for part in one.parts if isinstance(part, Example)]


def _parts(page: str, begin: int, end: int, heading: str) -> Iterator[str | Example]:
    """Paragraphs and examples; a block that is none is a paragraph."""
    for found in BLOCK.finditer(page, begin, end):
        yield from _paragraphs(page[begin : found.start()])
        begin = found.end()
        if found[1] in catalog.names():
            yield _example(found, heading)
        else:
            yield found[0]
    yield from _paragraphs(page[begin:end])


def _paragraphs(text: str) -> Iterator[str]:
    return (part for part in PARAGRAPHS.split(text.strip()) if part)


def _example(found: re.Match[str], heading: str) -> Example:
    name, options, body = found.groups()
    said = dict(option.split("=") for option in options.split())
    players = int(said.pop("players", catalog.info(name).players[0]))
    first, *rest = (part.splitlines() for part in PARAGRAPHS.split(body.strip("\n")))
    return Example(
        line=found.string.count("\n", 0, found.start()) + 1,
        heading=heading,
        game=catalog.load(name, players, **said),
        start=None if first == ["start"] else position(first),
        statements=tuple(map(statement, rest)),
    )


def position(rows: Sequence[str]) -> str:
    """The text of a position that is drawn in rows."""
    seat, to_move, rest = rows[-1].partition(TO_MOVE)
    if not to_move:
        raise CubariumError(f"expected a position that ends with `S{TO_MOVE}`, found {rows[-1]!r}")
    return "/".join(rows[:-1]) + f" {seat}{rest.replace(', not ', ' ')}"


def statement(paragraph: Sequence[str]) -> Statement:
    """What a paragraph says. Raises CubariumError."""
    said, *drawn = paragraph
    word, _, rest = said.partition(" ")
    if word == "play":
        return Play(tuple(rest.split()), position(drawn) if drawn else None)
    if drawn:
        raise CubariumError(f"only a play has a result: {said}")
    if word == "back":
        return Back()
    if word == "refused" and ": " in rest:
        move, code = rest.split(": ", 1)
        reason, _, where = code.partition(" ")
        return Refuse(move, reason, where)
    if word in ("wins", "draw:") and ":" in said:
        names, reason = said.removeprefix("wins").removeprefix("draw").split(":")
        return Win(frozenset(names.split()), reason.strip())
    if word == "can":
        return Can(tuple(rest.split()))
    if word in ("turn", "chance"):
        return Who(rest.removeprefix("for ") or None, word == "chance")
    return _count(word, rest)


def _count(word: str, rest: str) -> Count:
    for what in ("moves", "draws"):
        if word == f"{what}:":
            every = tuple(sorted(rest.split()))
            return Count(what, len(every), every)
        if word == what and rest.isdecimal():
            return Count(what, int(rest), None)
    raise CubariumError(f"unknown statement: {word} {rest}")
