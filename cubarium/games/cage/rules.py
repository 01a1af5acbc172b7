"""The rules of Rubik's Cage: the definition."""

from collections.abc import Sequence
from functools import cached_property
from itertools import permutations, product
from random import Random

from cubarium.core.errors import IllegalMove, InvalidOption
from cubarium.core.game import Symmetry
from cubarium.core.info import GameSpec
from cubarium.core.lawful_game import OpenGame, remembered
from cubarium.core.turn import Ended, Outcome, Seat, ToMove, Turn
from cubarium.games.cage import COLOURS, USUAL, notation, scene, usual_colours
from cubarium.games.cage.geometry import BY_NAME, COLUMNS, LAYERS, LINES, TURNS, Place
from cubarium.games.cage.gravity import acted, reverse
from cubarium.games.cage.messages import End, Refusal
from cubarium.games.cage.state import Columns, Drop, Flip, Move, State, Twist, View

NOTHING = " "
ACTIONS: tuple[Twist | Flip, ...] = (
    *(Twist(layer, clockwise) for layer in range(LAYERS) for clockwise in (True, False)),
    Flip(),
)


class Cage(OpenGame[State, Move, View]):
    """Two, three or four players."""

    scenes = scene
    positions = notation

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.one_colour = bool(spec.options["one_colour"])
        self.colours = self._colours()
        self.teams = tuple(range(spec.players))
        self.seat_names = self.colours
        self.stock = 12 if self.one_colour else 4
        self.owner = {colour: seat for seat, own in enumerate(self.colours) for colour in own}
        self._all = tuple(self._all_moves(seat) for seat in range(spec.players))

    def _colours(self) -> tuple[str, ...]:
        said = self.spec.options["colours"]
        if said == USUAL:
            return ("R", "B") if self.one_colour else usual_colours(self.spec.players)
        colours: tuple[str, ...] = said
        if self.one_colour != (self.spec.players == 2 and len(colours[0]) == 1):
            each = 1 if self.one_colour else 3
            raise InvalidOption(f"option colours must name {each} for each of 2 seats here")
        return colours

    def _all_moves(self, seat: Seat) -> tuple[Move, ...]:
        """What a seat could ever do, sorted by text."""
        drops = [Drop(colour, column) for colour in self.colours[seat] for column in BY_NAME]
        return tuple(sorted([*ACTIONS, *drops], key=self.write))

    def initial(self) -> State:
        return State(("",) * len(COLUMNS), 0)

    def left(self, s: State, colour: str) -> int:
        """Cubes of a colour that are not in the cage yet."""
        return self.stock - "".join(s.columns).count(colour)

    def lines(self, s: State) -> list[tuple[Place, ...]]:
        """All lines of one colour."""
        cubes = _cubes(s.columns)
        return [(a, b, c) for a, b, c in LINES if NOTHING != cubes[a] == cubes[b] == cubes[c]]

    def colour_of(self, s: State, line: tuple[Place, ...]) -> str:
        """The colour that all places of a line share; empty: there is none."""
        first = at(s, line[0])
        return first if all(at(s, place) == first for place in line) else ""

    @remembered
    def turn(self, s: State) -> Turn:
        return self.turn_without(s, frozenset())

    def turn_without(self, s: State, departed: frozenset[Seat]) -> Turn:
        owners = {self.owner[at(s, line[0])] for line in self.lines(s)}
        if self.one_colour and len(owners) == 2:
            return Ended(Outcome(frozenset(), End.BOTH_LINES))
        for step in range(self.players):  # the seat that acted first, then those after it
            seat = (s.to_move - 1 + step) % self.players
            if seat in owners - departed:
                return Ended(Outcome(frozenset({seat}), End.GIVEN_LINE if step else End.LINE))
        if owners:
            return Ended(Outcome(frozenset(), End.GIVEN_LINE))
        if sum(map(len, s.columns)) == len(self.owner) * self.stock:
            return Ended(Outcome(frozenset(), End.FULL))
        return ToMove(s.to_move)

    def moves(self, s: State) -> Sequence[Move]:
        if not isinstance(self.turn(s), ToMove):
            return ()
        stocked = {colour for colour in self.colours[s.to_move] if self.left(s, colour)}
        is_open = [len(column) < LAYERS for column in s.columns]
        return tuple(
            [
                m
                for m in self._all[s.to_move]
                if (
                    is_open[m.column] and m.colour in stocked
                    if isinstance(m, Drop)
                    else m != s.forbidden
                )
            ]
        )

    def is_well_formed(self, m: object) -> bool:
        if isinstance(m, Drop):
            return len(m.colour) == 1 and m.colour in COLOURS and m.column in range(len(COLUMNS))
        return m in ACTIONS

    def refusal(self, s: State, m: Move) -> IllegalMove | None:
        """What the rules have against a move; None: it is legal."""
        if not isinstance(self.turn(s), ToMove):
            return IllegalMove(Refusal.OVER)
        if not isinstance(m, Drop):
            return IllegalMove(Refusal.REVERSE, self.write(m)) if m == s.forbidden else None
        if m.colour not in self.colours[s.to_move]:
            return IllegalMove(Refusal.NOT_YOUR_COLOUR, m.colour)
        if not self.left(s, m.colour):
            return IllegalMove(Refusal.NONE_LEFT, m.colour)
        if len(s.columns[m.column]) == LAYERS:
            return IllegalMove(Refusal.COLUMN_FULL, COLUMNS[m.column])
        return None

    def after(self, s: State, m: Move) -> State:
        next_seat = (s.to_move + 1) % self.players
        if isinstance(m, Drop):
            columns = list(s.columns)
            columns[m.column] += m.colour
            return State(tuple(columns), next_seat)
        return State(acted(s.columns, m), next_seat, reverse(m))

    def actions(self) -> Sequence[str]:
        """The same at every table, whatever colours are in play."""
        return self._actions

    @cached_property
    def _actions(self) -> tuple[str, ...]:
        drops = [Drop(colour, column) for colour in COLOURS for column in BY_NAME]
        return tuple(sorted(map(self.write, [*ACTIONS, *drops])))

    def write(self, m: Move) -> str:
        return notation.write_move(m)

    def parse(self, s: State, text: str) -> Move:
        del s  # a text names the same move in every state
        return notation.read_move(text)

    def view(self, s: State, seat: Seat | None) -> View:
        return View(seat, s.columns, s.to_move, s.forbidden)

    def guess(self, view: View, rng: Random) -> State:
        del rng  # there is nothing to guess
        return State(view.columns, view.to_move, view.forbidden)

    def symmetries(self) -> Sequence[Symmetry[State, Move]]:
        """Turns and mirrors of the cage, with each seat's colours exchanged in every way, and the
        seats moved on. Colours go by their place among a seat's colours."""
        each = len(self.colours[0])
        orders = list(product(permutations(range(each)), repeat=self.players))
        return tuple(
            self._symmetry(turn, order, shift)
            for shift in range(self.players)
            for order in orders
            for turn in range(len(TURNS))
        )

    def _symmetry(
        self, turn: int, orders: tuple[tuple[int, ...], ...], shift: int
    ) -> Symmetry[State, Move]:
        where = TURNS[turn]
        mirrored = turn >= len(TURNS) // 2
        seats = tuple((seat + shift) % self.players for seat in range(self.players))
        recoloured = {
            colour: self.colours[seats[seat]][order[number]]
            for seat, order in enumerate(orders)
            for number, colour in enumerate(self.colours[seat])
        }

        def move(m: Move) -> Move:
            if isinstance(m, Drop):
                return Drop(recoloured[m.colour], where[m.column])
            if isinstance(m, Twist) and mirrored:
                return Twist(m.layer, not m.clockwise)
            return m

        def state(s: State) -> State:
            columns = [""] * len(COLUMNS)
            for column, cubes in enumerate(s.columns):
                columns[where[column]] = "".join(recoloured[colour] for colour in cubes)
            forbidden = None if s.forbidden is None else move(s.forbidden)
            assert not isinstance(forbidden, Drop)
            return State(tuple(columns), seats[s.to_move], forbidden)

        def commutes(m: Move) -> bool:
            """A flip about the other axis differs by a half turn."""
            return not isinstance(m, Flip) or turn % 2 == 0

        name = f"turn {turn}, colours {orders}, seats on by {shift}"
        return Symmetry(name, state, move, seats, commutes)


def _cubes(columns: Columns) -> str:
    """By place, the colour of its cube, or NOTHING."""
    full = [column.ljust(LAYERS, NOTHING) for column in columns]
    return "".join(column[layer] for layer in range(LAYERS) for column in full)


def at(s: State, place: Place) -> str:
    """The colour of the cube in a place; empty: none."""
    layer, column = divmod(place, len(COLUMNS))
    return s.columns[column][layer : layer + 1]


def make(spec: GameSpec) -> Cage:
    """The rules at a table."""
    return Cage(spec)
