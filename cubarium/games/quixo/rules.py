"""The rules of Quixo: the definition. What a cube, a push and a line are is in geometry.py."""

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from random import Random

from cubarium.core.errors import IllegalMove
from cubarium.core.game import Symmetry
from cubarium.core.info import GameSpec
from cubarium.core.lawful_game import OpenGame, remembered
from cubarium.core.turn import Ended, Outcome, Seat, ToMove, Turn
from cubarium.games.quixo import notation, scene
from cubarium.games.quixo.geometry import Cell, geometry
from cubarium.games.quixo.messages import End, Refusal
from cubarium.games.quixo.state import Cube, Move, Pass, Push, State, View

SYMBOLS = ("X", "O")


class Quixo(OpenGame[State, Move, View]):
    """Two players on boards of 3, 4 and 5; four players in teams on a board of 5."""

    scenes = scene
    positions = notation

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.board = geometry(spec.options["size"])
        self.teams = (0, 1) if spec.players == 2 else (0, 1, 0, 1)
        self.seat_names = SYMBOLS if spec.players == 2 else ("N", "E", "S", "W")
        self.dotted = spec.players == 4
        self._pushes = tuple(self._all_pushes(seat) for seat in range(spec.players))

    def _all_pushes(self, seat: Seat) -> tuple[Push, ...]:
        """What a seat could do if it could take every cube of the edge, sorted by text."""
        pushes = [
            Push(taken, into, partner)
            for taken, into in self.board.paths
            for partner in self.team(seat)
        ]
        return tuple(sorted(pushes, key=self.write))

    def team(self, seat: Seat) -> frozenset[Seat]:
        """The seats that win together with this one."""
        return frozenset(s for s, team in enumerate(self.teams) if team == self.teams[seat])

    def initial(self) -> State:
        return State((None,) * len(self.board.names), 0)

    def first_round(self, s: State) -> bool:
        """Has some seat not had its first turn? Each turn of the first round marks a blank cube,
        and no cube ever becomes blank again: so the marked cubes count those turns."""
        return self.dotted and len(s.board) - s.board.count(None) < self.players

    @remembered
    def turn(self, s: State) -> Turn:
        mover = self.teams[s.to_move]
        lines = {team for line in self.board.lines if (team := self.line(s, line)) is not None}
        if mover in lines:  # made by the player before, against himself: it counts before his own
            return Ended(Outcome(self.team(s.to_move), End.OPPONENTS_LINE))
        if lines:
            return Ended(Outcome(self.team(self._before(s.to_move)), End.LINE))
        return ToMove(s.to_move)

    def line(self, s: State, line: tuple[Cell, ...]) -> int | None:
        """The team whose symbol is on all cubes of a line."""
        first = s.board[line[0]]
        if first is None:
            return None
        team = self.teams[first]
        for cell in line:
            cube = s.board[cell]
            if cube is None or self.teams[cube] != team:
                return None
        return team

    def _before(self, seat: Seat) -> Seat:
        return (seat - 1) % self.players

    def _next(self, seat: Seat) -> Seat:
        return (seat + 1) % self.players

    def untakeable(self, s: State, cell: Cell) -> Refusal | None:
        """Why the seat to move may not take this cube; None: it may."""
        if cell not in self.board.edge:
            return Refusal.NOT_ON_EDGE
        cube = s.board[cell]
        if cube is None:
            return None
        if self.teams[cube] != self.teams[s.to_move]:
            return Refusal.OPPONENTS_CUBE
        if self.first_round(s):
            return Refusal.FIRST_ROUND
        if cube != s.to_move:
            return Refusal.PARTNERS_CUBE
        return None

    def moves(self, s: State) -> Sequence[Move]:
        if not isinstance(self.turn(s), ToMove):
            return ()
        takeable = {cell for cell in self.board.edge if self.untakeable(s, cell) is None}
        if not takeable:
            return (Pass(),)
        return tuple(push for push in self._pushes[s.to_move] if push.taken in takeable)

    def is_well_formed(self, m: object) -> bool:
        cells, seats = range(len(self.board.names)), range(self.players)
        push = isinstance(m, Push) and m.taken in cells and m.into in cells and m.marked in seats
        return push or isinstance(m, Pass)

    def refusal(self, s: State, m: Move) -> IllegalMove | None:
        """What the rules have against a move; None: it is legal."""
        if not isinstance(self.turn(s), ToMove):
            return IllegalMove(Refusal.OVER)
        if isinstance(m, Pass):
            able = any(self.untakeable(s, cell) is None for cell in self.board.edge)
            return IllegalMove(Refusal.NO_PASS) if able else None
        reason = self.untakeable(s, m.taken)
        if reason is not None:
            return IllegalMove(reason, self.board.names[m.taken])
        if m.into == m.taken:
            return IllegalMove(Refusal.SAME_PLACE, self.board.names[m.into])
        if (m.taken, m.into) not in self.board.paths:
            return IllegalMove(Refusal.NOT_AN_END, self.board.names[m.into])
        if m.marked not in self.team(s.to_move):
            return IllegalMove(Refusal.WRONG_DOT, self.seat_names[m.marked])
        return None

    def after(self, s: State, m: Move) -> State:
        if isinstance(m, Pass):
            return State(s.board, self._next(s.to_move))
        return State(self.pushed(s.board, m), self._next(s.to_move))

    def pushed(self, board: tuple[Cube, ...], push: Push) -> tuple[Cube, ...]:
        """The board after a push: the row moves one step towards the gap."""
        after = list(board)
        path = self.board.paths[push.taken, push.into]
        for gap, neighbour in pairwise(path):
            after[gap] = board[neighbour]
        after[push.into] = push.marked
        return tuple(after)

    def actions(self) -> Sequence[str]:
        return self._actions

    @cached_property
    def _actions(self) -> tuple[str, ...]:
        texts = {self.write(push) for pushes in self._pushes for push in pushes}
        return tuple(sorted(texts | {self.write(Pass())} if self.dotted else texts))

    def write(self, m: Move) -> str:
        return notation.write_move(self, m)

    def parse(self, s: State, text: str) -> Move:
        return notation.read_move(self, s, text)

    def view(self, s: State, seat: Seat | None) -> View:
        return View(seat, s.board, s.to_move)

    def guess(self, view: View, rng: Random) -> State:
        del rng  # there is nothing to guess
        return State(view.board, view.to_move)

    def symmetries(self) -> Sequence[Symmetry[State, Move]]:
        """Turns and mirrors of the board, together with moving every seat on by some places."""
        return tuple(
            self._symmetry(turn, shift)
            for shift in range(self.players)
            for turn in range(len(self.board.turns))
        )

    def _symmetry(self, turn: int, shift: int) -> Symmetry[State, Move]:
        where = self.board.turns[turn]
        seats = tuple((seat + shift) % self.players for seat in range(self.players))

        def state(s: State) -> State:
            board: list[Cube] = [None] * len(s.board)
            for cell, cube in enumerate(s.board):
                board[where[cell]] = None if cube is None else seats[cube]
            return State(tuple(board), seats[s.to_move])

        def move(m: Move) -> Move:
            if isinstance(m, Pass):
                return m
            return Push(where[m.taken], where[m.into], seats[m.marked])

        return Symmetry(f"turn {turn}, seats on by {shift}", state, move, seats)


def make(spec: GameSpec) -> Quixo:
    """The rules at a table."""
    return Quixo(spec)
