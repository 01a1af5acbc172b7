"""Reads the text of a position (see notation.py), and refuses what can't be."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NoReturn

from cubarium.core.errors import InvalidPosition
from cubarium.core.grid_text import read_layers
from cubarium.core.turn import Seat, ToMove
from cubarium.games.cubeo import COLOURS, HAND, TIE_TURNS, information
from cubarium.games.cubeo.cards import DECK, UNKNOWN, Board, Card, fulfilled
from cubarium.games.cubeo.geometry import (
    COLUMN_NAMES,
    CORNERS,
    NUMBER,
    SIDE,
    Column,
    Place,
    column_and_level,
    column_at,
    neighbours,
    place_at,
)
from cubarium.games.cubeo.messages import Flaw
from cubarium.games.cubeo.notation import EMPTY, NONE, WAITING
from cubarium.games.cubeo.state import State, TieBreak, View

if TYPE_CHECKING:
    from cubarium.games.cubeo.rules import CubeO

WORDS = ("first", "drawing")
FIELDS = (
    "first",
    "taboo",
    "drawing",
    "drawn",
    "claim",
    "hands",
    "shown",
    "aside",
    "tie",
    "turns",
    "gone",
    "seen",
)


class Reader:
    """One text, taken apart."""

    def __init__(self, game: CubeO, text: str) -> None:
        self.game = game
        board, _, tail = text.partition(" ")
        self.board_text = board
        self.fields: dict[str, str] = {}
        self.columns: dict[str, int] = {}
        column = len(board) + 2
        seat, _, rest = tail.partition(" ")
        if seat not in game.seat_names:
            listed = ", ".join(game.seat_names)
            raise InvalidPosition(
                f"expected the seat to move ({listed}), found {seat!r}", min(column, len(text) + 1)
            )
        self.to_move = game.seat_names.index(seat)
        column += len(seat) + 1
        for word in rest.split(" ") if rest or tail.endswith(" ") else ():
            name, sign, value = word.partition("=")
            known = (
                name in FIELDS and bool(sign and value) != (name in WORDS) and word != f"{name}="
            )
            if not known or (
                self.fields and FIELDS.index(name) <= FIELDS.index([*self.fields][-1])
            ):
                raise InvalidPosition(
                    f"expected {', '.join(FIELDS)} in this order, found {word!r}", column
                )
            self.fields[name] = value
            self.columns[name] = column
            column += len(word) + 1

    def read(self) -> State | View:
        """The position, or the view of one."""
        board, twins = self._board()
        s = State(
            board,
            self.to_move,
            hands=self._cards("hands"),
            fulfilled=tuple(tuple(sorted(cards)) for cards in self._cards("shown")),
            twins=twins,
            first_round="first" in self.fields,
            taboo=self._taboo(),
            drawing="drawing" in self.fields,
            drawn=self._one_of("drawn", COLOURS),
            claimant=self._seat("claim"),
            aside=tuple(sorted(self._list("aside"))),
            tie=self._tie(),
            departed=tuple(sorted(self._seats("gone"))),
        )
        s = self.game.tied(self._checked(s))
        return self._viewed(s) if "seen" in self.fields else s

    def fail(self, field: str, message: str) -> NoReturn:
        raise InvalidPosition(message, self.columns.get(field, 1))

    # the board

    def _board(self) -> tuple[Board, tuple[tuple[Place, ...], ...]]:
        columns: list[list[str]] = [[] for _ in COLUMN_NAMES]
        halves: dict[str, list[Place]] = {colour: [] for colour in self.game.twin_colours}
        for (file, rank, level), sign, at in read_layers(self.board_text, SIDE):
            if sign == EMPTY:
                continue
            column = column_at(file, rank)
            if sign not in COLOURS and sign.upper() not in halves:
                expected = f"{EMPTY}, a colour ({', '.join(COLOURS)}) or a twin in lower case"
                raise InvalidPosition(f"expected {expected}, found {sign!r}", at)
            if len(columns[column]) != level:
                raise InvalidPosition(f"nothing is below the cube on {COLUMN_NAMES[column]}", at)
            columns[column].append(sign.upper())
            if sign not in COLOURS:
                halves[sign.upper()].append(place_at(column, level))
        for colour, places in halves.items():
            if places and not _one_twin(places):
                raise InvalidPosition(
                    f"expected the two halves of the twin {colour.lower()} beside each other", 1
                )
        return tuple(map(tuple, columns)), tuple(tuple(sorted(two)) for two in halves.values())

    # fields

    def _one_of(self, field: str, right: str) -> str | None:
        value = self.fields.get(field)
        if value is not None and (len(value) != 1 or value not in right):
            self.fail(field, f"expected one of {', '.join(right)}, found {value!r}")
        return value

    def _taboo(self) -> Column | None:
        value = self.fields.get("taboo")
        if value is not None and value not in NUMBER:
            self.fail("taboo", f"expected a column (b2), found {value!r}")
        return None if value is None else NUMBER[value]

    def _seats(self, field: str) -> list[Seat]:
        found = []
        for name in self.fields[field].split(",") if field in self.fields else ():
            if name not in self.game.seat_names:
                listed = ", ".join(self.game.seat_names)
                self.fail(field, f"expected a seat ({listed}), found {name!r}")
            found.append(self.game.seat_names.index(name))
        if len(set(found)) != len(found) or len(found) == self.game.players:
            self.fail(field, "expected different seats, and not all of them")
        return found

    def _seat(self, field: str) -> Seat | None:
        found = self._seats(field)
        if len(found) > 1:
            self.fail(field, "expected one seat")
        return found[0] if found else None

    def _list(self, field: str) -> tuple[Card, ...]:
        text = self.fields.get(field)
        return self._named(field, text) if text else ()

    def _named(self, field: str, text: str) -> tuple[Card, ...]:
        names = () if text == NONE else tuple(text.split(","))
        for name in names:
            hidden = name == UNKNOWN and "seen" in self.fields and field in ("hands", "tie")
            if name not in DECK and not hidden:
                self.fail(field, f"expected a card (c01 to c{len(DECK)}), found {name!r}")
        return names

    def _by_seat(self, field: str) -> list[str]:
        parts = self.fields[field].split("/")
        if len(parts) != self.game.players:
            self.fail(field, f"expected {self.game.players} parts, one for each seat")
        return parts

    def _cards(self, field: str) -> tuple[tuple[Card, ...], ...]:
        if field not in self.fields:
            return ((),) * self.game.players
        return tuple(self._named(field, part) for part in self._by_seat(field))

    def _tie(self) -> TieBreak | None:
        if ("tie" in self.fields) != ("turns" in self.fields):
            self.fail(
                "tie" if "tie" in self.fields else "turns", "expected tie= and turns= together"
            )
        if "tie" not in self.fields:
            return None
        parts = self._by_seat("tie")
        seats = tuple(seat for seat, part in enumerate(parts) if part != NONE)
        drawn = [parts[seat] for seat in seats if parts[seat] != WAITING]
        if len(seats) < 2 or [parts[seat] for seat in seats[: len(drawn)]] != drawn:
            self.fail("tie", "expected two seats or more, which draw in turn order")
        cards = tuple(card for part in drawn for card in self._named("tie", part))
        text = self.fields["turns"]
        most = TIE_TURNS * self.game.players
        turns = int(text) if text.isascii() and text.isdecimal() and len(text) < 4 else most + 1
        if turns > most or (turns < most and len(cards) < len(seats)):
            self.fail("turns", f"expected the turns left, up to {most}, and {most} until all drew")
        return TieBreak(seats, cards, turns)

    # the whole

    def _checked(self, s: State) -> State:
        game = self.game
        for colour, left in game.bag(s).items():
            if left < 0:
                raise game.spec.info.impossible(Flaw.TOO_MANY, colour)
        self._check_round(s)
        tie = s.tie.cards if s.tie else ()
        cards = [card for some in (*s.hands, *s.fulfilled, s.aside, tie) for card in some]
        doubled = [card for card, count in Counter(cards).items() if count > 1 and card != UNKNOWN]
        if doubled:
            raise InvalidPosition(f"{doubled[0]} is there twice", 1)
        if len(cards) > len(DECK):
            raise InvalidPosition(f"there are more than {len(DECK)} cards", 1)
        for seat, hand in enumerate(s.hands):
            if len(hand) > HAND - (seat == s.claimant):
                self.fail("hands", f"{game.seat_names[seat]} holds too many cards")
            if not information.may_hold_fulfilled(s, seat, game.players):
                for card in hand:
                    if fulfilled(card, s.board):
                        raise game.spec.info.impossible(Flaw.HELD_FULFILLED, card)
        return s

    def _check_round(self, s: State) -> None:
        game = self.game
        busy = [s.drawing, s.drawn is not None, s.claimant is not None]
        if sum(busy) > 1 or (s.taboo is not None and any(busy[:2])):
            self.fail("claim", "expected one of drawing, drawn (both without taboo) and claim")
        if s.taboo is not None and game.stuck(s, s.taboo):
            self.fail("taboo", f"the cube on {COLUMN_NAMES[s.taboo]} can't be moved anyway")
        if s.claimant is not None:
            if s.tie is not None or not information.pile_size(s):
                self.fail("claim", "nothing is claimed in a tie-break, or without a pile")
            if not s.fulfilled[s.claimant]:
                self.fail("claim", f"{game.seat_names[s.claimant]} has shown no card")
        if s.first_round:
            self._check_first_round(s, busy=any(busy))
        drawn = s.tie.cards if s.tie is not None and len(s.tie.cards) < len(s.tie.seats) else ()
        if any(fulfilled(card, s.board) for card in drawn):
            self.fail("tie", "a fulfilled card would have been laid aside")
        if s.drawing or s.drawn is not None:
            before = replace(s, drawing=False, drawn=None)
            if not isinstance(game.turn(before), ToMove):
                self.fail("drawing", "nobody can draw a cube here")
            if s.drawing and not any(game.bag(s).values()):
                self.fail("drawing", "the bag is empty")

    def _check_first_round(self, s: State, *, busy: bool) -> None:
        if s.tie is not None:
            self.fail("tie", "there is no tie-break in the first round")
        if not any(s.board):
            if busy or any(s.hands):
                self.fail("first", "the corners come first")
            return
        corners = [s.board[corner][:1] for corner in CORNERS]
        if sorted(map("".join, corners)) != sorted(COLOURS):
            raise self.game.spec.info.impossible(Flaw.CORNERS_FIRST)
        if s.to_move == self.game.players - 1 and busy:
            self.fail("first", "the first round ends when nobody can move a cube in it")
        turns = s.to_move + (s.claimant is not None)
        built = sum(map(len, s.board)) > len(CORNERS)
        if not turns and (built or any(s.fulfilled) or s.taboo is not None):
            self.fail("first", "nobody has had a turn: expected the start cubes alone")

    def _viewed(self, s: State) -> View:
        viewer = None if self.fields["seen"] == NONE else self._seat("seen")
        view = information.view(self.game, s, viewer)
        own = () if viewer is None else (*s.hands[viewer], view.tie_card)
        if information.known(view) != s or UNKNOWN in own:
            self.fail("seen", f"expected {UNKNOWN} for the cards of others, and for those alone")
        open_cards = [card for cards in view.laid_open or () for card in cards]
        waiting = s.tie is not None and len(s.tie.cards) < len(s.tie.seats)
        if UNKNOWN in open_cards or (waiting and not view.pile and view.laid_open is None):
            self.fail("seen", "the game is over: no card is hidden")
        if information.unfulfilled(s, self.game.players) > len(information.unseen(s)[0]):
            self.fail("seen", "there are not enough cards for the hands of others")
        return view


def _one_twin(places: list[Place]) -> bool:
    """Are these two halves, standing or lying?"""
    for one, other in pairwise(places) if len(places) == 2 else ():
        (column, level), (column2, level2) = column_and_level(one), column_and_level(other)
        if column == column2:
            return abs(level - level2) == 1
        return level == level2 and neighbours(column, column2)
    return False


def read_position(game: CubeO, text: str) -> State | View:
    """The position that a text describes, or the view if it says `seen=`."""
    return Reader(game, text).read()
