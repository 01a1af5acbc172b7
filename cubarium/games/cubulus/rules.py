"""The rules of Cubulus: the definition."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random

from cubarium.core.errors import IllegalMove
from cubarium.core.game import Symmetry
from cubarium.core.info import GameSpec
from cubarium.core.lawful_game import OpenGame, remembered
from cubarium.core.turn import Ended, Outcome, Seat, ToDraw, ToMove, Turn
from cubarium.games.cubulus import BALLS, PLACED, RANDOM, notation, scene
from cubarium.games.cubulus.geometry import (
    AXES,
    BY_NAME,
    CENTRE,
    NAMES,
    NUMBER,
    ROWS,
    SQUARES,
    TURNS,
    Place,
)
from cubarium.games.cubulus.messages import End, Refusal
from cubarium.games.cubulus.state import Ball, Board, Lay, Move, Push, Put, Rearrange, State, View

NEUTRAL = 2
PUT = tuple(map(Put, range(len(NAMES))))
REARRANGING = tuple((Rearrange(*end), row) for end, row in ROWS.items())
"""Every way to turn a row, by text, with its places."""
PUSHING = tuple(
    [(Push(*end), row) for end, row in ROWS.items() if end[0] == place]
    for place in range(len(NAMES))
)
"""By place, every way to push a ball in there."""


def is_complete(board: Board, row: tuple[Place, ...]) -> bool:
    """Is there a ball in every place of a row?"""
    first, second, third = row
    return board[first] is not None and board[second] is not None and board[third] is not None


class Cubulus(OpenGame[State, Move, View]):
    """Three players, or two with neutral balls."""

    scenes = scene
    positions = notation

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.teams = tuple(range(spec.players))
        self.colours = ("R", "B", "Y")
        self.seat_names = self.colours[: spec.players]
        self.has_neutrals = spec.players == 2
        self.may_set_up = spec.options["neutrals"] in (PLACED, RANDOM)
        self.laid_by_chance = self.has_neutrals and spec.options["neutrals"] == RANDOM

    @property
    def has_chance(self) -> bool:
        return self.laid_by_chance

    def initial(self) -> State:
        empty: Board = (None,) * len(NAMES)
        neutrals = self.spec.options["neutrals"]
        if not self.has_neutrals or neutrals == RANDOM:
            return State(empty, 0)
        if neutrals == PLACED:
            return State(empty, 1)
        given = {NUMBER[name] for name in neutrals}
        return State(tuple(NEUTRAL if at in given else None for at in range(len(NAMES))), 0)

    def setting_up(self, s: State) -> bool:
        """Are neutral balls still to come? They come before all others."""
        return self.has_neutrals and s.board.count(NEUTRAL) < BALLS

    def left(self, s: State, colour: Ball) -> int:
        """Balls of a colour that are not in the cage yet."""
        return BALLS - s.board.count(colour)

    def squares(self, s: State) -> list[tuple[Place, ...]]:
        """All squares of a seat's colour."""
        board, seats = s.board, range(self.players)
        return [
            (a, b, c, d)
            for a, b, c, d in SQUARES
            if board[a] == board[b] == board[c] == board[d] and board[a] in seats
        ]

    @remembered
    def turn(self, s: State) -> Turn:
        return self.turn_without(s, frozenset())

    def turn_without(self, s: State, departed: frozenset[Seat]) -> Turn:
        if self.setting_up(s):
            return ToDraw() if self.laid_by_chance else ToMove(s.to_move)
        owners = {s.board[square[0]] for square in self.squares(s)}
        for step in range(self.players):  # the seats after the mover first, the mover last
            seat = (s.to_move + step) % self.players
            if seat in owners - departed:
                own = step == self.players - 1
                reason = End.SQUARE if own else End.GIVEN_SQUARE
                return Ended(Outcome(frozenset({seat}), reason))
        if owners:
            return Ended(Outcome(frozenset(), End.GIVEN_SQUARE))
        return ToMove(s.to_move)

    def is_turn_boundary(self, s: State) -> bool:
        """Placing the neutrals is no turn."""
        return isinstance(self.turn(s), ToMove) and not self.setting_up(s)

    def moves(self, s: State) -> Sequence[Move]:
        if not isinstance(self.turn(s), ToMove):
            return ()
        board = s.board
        if self.setting_up(s):
            return tuple(PUT[place] for place in BY_NAME if board[place] is None)
        found: list[Move] = [  # an @ comes before all letters
            m for m, row in REARRANGING if is_complete(board, row) and m != s.forbidden
        ]
        if self.left(s, s.to_move):
            for place in BY_NAME:
                if board[place] is not None:
                    found += [m for m, row in PUSHING[place] if not is_complete(board, row)]
                elif place != CENTRE:
                    found.append(PUT[place])
        return tuple(found)

    def draws(self, s: State) -> Mapping[Move, int]:
        if not isinstance(self.turn(s), ToDraw):
            return {}
        return {Lay(place): 1 for place in BY_NAME if s.board[place] is None}

    def is_well_formed(self, m: object) -> bool:
        if isinstance(m, Push | Rearrange):
            return m.place in range(len(NAMES)) and m.axis in range(len(AXES))
        return isinstance(m, Put | Lay) and m.place in range(len(NAMES))

    def refusal(self, s: State, m: Move) -> IllegalMove | None:
        """What the rules have against a move; None: it is legal."""
        turn = self.turn(s)
        if isinstance(turn, Ended):
            return IllegalMove(Refusal.OVER)
        if isinstance(m, Lay) and isinstance(turn, ToMove):
            return IllegalMove(Refusal.NOT_DRAWN, self.write(m))
        if self.setting_up(s):
            if not isinstance(m, Lay if self.laid_by_chance else Put):
                return IllegalMove(Refusal.SETTING_UP)
        elif isinstance(m, Rearrange):
            return self._no_rearranging(s, m)
        elif not self.left(s, s.to_move):
            return IllegalMove(Refusal.NONE_LEFT)
        elif isinstance(m, Push):
            return self._no_pushing(s, m)
        elif m.place == CENTRE:
            return IllegalMove(Refusal.INSIDE, NAMES[m.place])
        if s.board[m.place] is not None:
            return IllegalMove(Refusal.TAKEN, NAMES[m.place])
        return None

    def _no_pushing(self, s: State, m: Push) -> IllegalMove | None:
        where = NAMES[m.place]
        row = ROWS.get((m.place, m.axis))
        if row is None:
            return IllegalMove(Refusal.NOT_AN_END, where)
        if s.board[m.place] is None:
            return IllegalMove(Refusal.PLACE_FREE, where)
        if is_complete(s.board, row):
            return IllegalMove(Refusal.ROW_FULL, where)
        return None

    def _no_rearranging(self, s: State, m: Rearrange) -> IllegalMove | None:
        row = ROWS.get((m.place, m.axis))
        if row is None:
            return IllegalMove(Refusal.NOT_AN_END, NAMES[m.place])
        if not is_complete(s.board, row):
            return IllegalMove(Refusal.ROW_NOT_FULL, NAMES[m.place])
        if m == s.forbidden:
            return IllegalMove(Refusal.REVERSE, self.write(m))
        return None

    def after(self, s: State, m: Move) -> State:
        board = list(s.board)
        next_seat = (s.to_move + 1) % self.players
        if self.setting_up(s):
            assert isinstance(m, Put | Lay)
            board[m.place] = NEUTRAL
            more = board.count(NEUTRAL) < BALLS
            stays = more or isinstance(m, Lay)
            return State(tuple(board), s.to_move if stays else next_seat)
        if isinstance(m, Rearrange):
            first, second, third = ROWS[m.place, m.axis]
            board[first], board[second], board[third] = board[third], board[first], board[second]
            return State(tuple(board), next_seat, Rearrange(third, m.axis))
        if isinstance(m, Push):
            row = ROWS[m.place, m.axis]
            gap = next(at for at, place in enumerate(row) if board[place] is None)
            for at in range(gap, 0, -1):
                board[row[at]] = board[row[at - 1]]
        board[m.place] = s.to_move
        return State(tuple(board), next_seat)

    def actions(self) -> Sequence[str]:
        """The same at every table."""
        return self._actions

    @cached_property
    def _actions(self) -> tuple[str, ...]:
        rows = [kind(*row) for row in ROWS for kind in (Push, Rearrange)]
        return tuple(sorted(map(self.write, [*map(Put, BY_NAME), *rows])))

    def write(self, m: Move) -> str:
        return notation.write_move(m)

    def parse(self, s: State, text: str) -> Move:
        del s  # a text names the same move in every state
        return notation.read_move(text)

    def view(self, s: State, seat: Seat | None) -> View:
        return View(seat, s.board, s.to_move, s.forbidden)

    def guess(self, view: View, rng: Random) -> State:
        del rng  # there is nothing to guess
        return State(view.board, view.to_move, view.forbidden)

    def symmetries(self) -> Sequence[Symmetry[State, Move]]:
        """Turns and mirrors of the cube, together with moving every seat on by some places."""
        return tuple(
            self._symmetry(turn, shift)
            for shift in range(self.players)
            for turn in range(len(TURNS))
        )

    def _symmetry(self, turn: int, shift: int) -> Symmetry[State, Move]:
        where, axes = TURNS[turn]
        seats = tuple((seat + shift) % self.players for seat in range(self.players))
        recoloured: dict[Ball | None, Ball | None] = {None: None, NEUTRAL: NEUTRAL}
        recoloured.update(enumerate(seats))

        def move(m: Move) -> Move:
            if isinstance(m, Put | Lay):
                return type(m)(where[m.place])
            return type(m)(where[m.place], axes[m.axis])

        def state(s: State) -> State:
            board: list[Ball | None] = [None] * len(s.board)
            for place, ball in enumerate(s.board):
                board[where[place]] = recoloured[ball]
            forbidden = None if s.forbidden is None else move(s.forbidden)
            assert forbidden is None or isinstance(forbidden, Rearrange)
            return State(tuple(board), seats[s.to_move], forbidden)

        return Symmetry(f"turn {turn}, seats on by {shift}", state, move, seats)


def make(spec: GameSpec) -> Cubulus:
    """The rules at a table."""
    return Cubulus(spec)
