"""The rules of Cube O': the definition."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import permutations
from random import Random

from cubarium.core.errors import IllegalMove, InvalidPosition
from cubarium.core.game import HIDDEN, Hidden, Symmetry
from cubarium.core.info import GameSpec
from cubarium.core.lawful_game import LawfulGame, remembered
from cubarium.core.scene import Card as Picture
from cubarium.core.turn import Ended, Outcome, Reason, Seat, ToDraw, ToMove, Turn
from cubarium.games.cubeo import (
    COLOURS,
    CUBES,
    HAND,
    NUMBERS,
    TIE_TURNS,
    USUAL,
    information,
    notation,
    scene,
    symmetry,
)
from cubarium.games.cubeo import position_text as position
from cubarium.games.cubeo.cards import CARDS, Board, Card, all_fulfilled, fulfilled
from cubarium.games.cubeo.geometry import (
    BY_NAME,
    COLUMN_NAMES,
    CORNERS,
    LINES,
    PAIRS,
    SIDE,
    Column,
    Place,
    neighbours,
    place_at,
)
from cubarium.games.cubeo.messages import End, Refusal
from cubarium.games.cubeo.state import (
    Carry,
    Chance,
    Colour,
    Deal,
    Draw,
    Lay,
    Move,
    Pass,
    Pull,
    Put,
    SetCorners,
    Stand,
    State,
    TieBreak,
    View,
)

PUT = tuple(map(Put, range(len(COLUMN_NAMES))))
CARRY = {
    (source, target): Carry(source, target)
    for source, target in permutations(range(len(COLUMN_NAMES)), 2)
}
"""Made once: there are many in every list of moves."""


class CubeO(LawfulGame[State, Move, View]):
    """Two, three or four players."""

    scenes = scene

    has_secrets = True

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.teams = tuple(range(spec.players))
        twins = spec.options["twins"]
        self.twin_colours: tuple[Colour, ...] = tuple(
            COLOURS[: spec.players] if twins == USUAL else twins
        )
        self.seat_names = self.twin_colours
        self.closed_rows: bool = spec.options["closed_rows"]
        self.number = NUMBERS[spec.players]

    def initial(self) -> State:
        nothing: tuple[tuple[()], ...] = ((),) * self.players
        empty: Board = ((),) * len(COLUMN_NAMES)
        return State(empty, 0, nothing, nothing, nothing, first_round=True)

    # what there is

    def bag(self, s: State) -> dict[Colour, int]:
        """The cubes that are neither on the board nor in a hand."""
        left = dict.fromkeys(COLOURS, CUBES)
        for column in s.board:
            for colour in column:
                left[colour] -= 1
        for seat, halves in enumerate(s.twins):
            left[self.twin_colours[seat]] += len(halves)
        if s.drawn is not None:
            left[s.drawn] -= 1
        return left

    def has_cubes(self, s: State) -> bool:
        """Is there a cube in the bag?"""
        placed = sum(map(len, s.board)) - sum(map(len, s.twins))
        return placed + (s.drawn is not None) < CUBES * len(COLOURS)

    def pile(self, s: State) -> list[Card]:
        """The cards that nobody has seen."""
        out = {card for cards in (*s.hands, *s.fulfilled, s.aside) for card in cards}
        if s.tie is not None:
            out.update(s.tie.cards)
        return [card for card in CARDS if card not in out]

    # whose turn it is

    @remembered
    def turn(self, s: State) -> Turn:
        if s.first_round and not any(s.board):
            return ToDraw()
        dealt = self.dealing(s)
        if dealt is not None:
            return ToDraw(dealt)
        if s.claimant is not None:
            return ToDraw(s.claimant)
        if s.tie is not None:
            return self._tie_turn(s, s.tie)
        if s.drawing:
            return ToDraw()
        if self.finished(s):
            leaders, reason = self.leaders(s)
            scores = tuple(map(len, s.fulfilled))
            return Ended(Outcome(leaders, reason, scores))
        return ToMove(s.to_move)

    def dealing(self, s: State) -> Seat | None:
        """The seat that gets the next card before the first turn."""
        begun = s.to_move or s.drawing or s.drawn is not None or s.claimant is not None
        if not s.first_round or begun:
            return None
        return next((seat for seat, hand in enumerate(s.hands) if len(hand) < HAND), None)

    def reached(self, s: State) -> bool:
        """Is the number reached by a seat that counts, and the round complete?"""
        counting = [len(s.fulfilled[seat]) for seat in self._counting(s)]
        return s.to_move == 0 and max(counting) >= self.number

    def finished(self, s: State) -> bool:
        """Between turns: is play over, but for a tie-break?"""
        if s.drawing or s.drawn is not None or s.claimant is not None:
            return False
        return self.reached(s) or not self.has_cubes(s)

    def _counting(self, s: State) -> list[Seat]:
        return [seat for seat in range(self.players) if seat not in s.departed]

    def leaders(self, s: State) -> tuple[frozenset[Seat], End]:
        """The seats with most cards; of those that are level, the ones whose twin is placed."""
        counting = self._counting(s)
        most = max(len(s.fulfilled[seat]) for seat in counting)
        level = [seat for seat in counting if len(s.fulfilled[seat]) == most]
        placed = [seat for seat in level if s.twins[seat]]
        if len(level) > 1 and placed:
            reason = End.TWIN_POINT
            level = placed
        else:
            reason = End.MOST_CARDS if self.reached(s) else End.EMPTY_BAG
        return frozenset(level), reason

    def _tie_turn(self, s: State, tie: TieBreak) -> Turn:
        scores = tuple(map(len, s.fulfilled))
        level = frozenset(tie.seats) - frozenset(s.departed)
        if len(level) < 2:
            return Ended(Outcome(level, End.OTHERS_LEFT, scores))
        if s.drawing:
            return ToDraw()
        if len(tie.cards) < len(tie.seats):
            if self.pile(s):
                return ToDraw(tie.seats[len(tie.cards)])
            return Ended(Outcome(level, End.PILE_OUT, scores))
        cards = dict(zip(tie.seats, tie.cards, strict=True))
        for step in range(self.players):  # the seat whose turn it was first
            seat = (s.to_move - 1 + step) % self.players
            if seat in level and fulfilled(cards[seat], s.board):
                return Ended(Outcome(frozenset({seat}), End.TIE_BREAK, scores))
        if tie.turns == 0:
            return Ended(Outcome(level, End.TURNS_OUT, scores))
        return ToMove(s.to_move)

    def is_turn_boundary(self, s: State) -> bool:
        return isinstance(self.turn(s), ToMove) and s.drawn is None

    def draw_outcome(self, s: State, reason: Reason) -> Outcome:
        """Like an empty bag: most cards, the twin, then a shared win."""
        winners = self.leaders(s)[0] if s.tie is None else frozenset(s.tie.seats) - {*s.departed}
        return Outcome(winners, reason, tuple(map(len, s.fulfilled)))

    def repetition_key(self, s: State) -> State:
        """The turns left in a tie-break are no part of a position."""
        return s if s.tie is None else replace(s, tie=replace(s.tie, turns=0))

    def departed(self, s: State) -> frozenset[Seat]:
        return frozenset(s.departed)

    def leave(self, s: State, seat: Seat) -> State:
        return replace(s, departed=tuple(sorted({*s.departed, seat})))

    # what can be done

    def moves(self, s: State) -> Sequence[Move]:
        if not isinstance(self.turn(s), ToMove):
            return ()
        room = [column for column in BY_NAME if len(s.board[column]) < SIDE]
        if s.drawn is not None:
            return tuple([PUT[column] for column in room])
        found: list[Move] = []
        for source in BY_NAME:
            if self.lifting(s, source) is None:
                found += [CARRY[source, target] for target in room if source != target]
        found = [*self._twins(s), *found]  # sorted by text: Ta1 and Ta1b1, a1-b2, draw
        if self.has_cubes(s):
            found.append(Draw())
        return tuple(found) or (Pass(),)

    def _twins(self, s: State) -> list[Stand | Lay]:
        """Every way to place the twin."""
        if s.twins[s.to_move] or not s.fulfilled[s.to_move]:
            return []
        twins: list[Stand | Lay] = [*map(Stand, BY_NAME), *(Lay(*pair) for pair in PAIRS)]
        return sorted((m for m in twins if self._no_twin(s, m) is None), key=self.write)

    def draws(self, s: State) -> Mapping[Move, int]:
        turn = self.turn(s)
        if not isinstance(turn, ToDraw):
            return {}
        if turn.to is not None:
            return {Deal(card): 1 for card in self.pile(s)}
        if s.drawing:
            return {Pull(colour): count for colour, count in self.bag(s).items() if count}
        orders = sorted("".join(order) for order in permutations(COLOURS))
        return {SetCorners(tuple(order)): 1 for order in orders}

    def is_well_formed(self, m: object) -> bool:
        if isinstance(m, Put | Stand):
            return _is_column(m.column)
        if isinstance(m, Carry):
            return _is_column(m.source) and _is_column(m.target)
        if isinstance(m, Lay):
            both = _is_column(m.first) and _is_column(m.second)
            return both and COLUMN_NAMES[m.first] < COLUMN_NAMES[m.second]
        if isinstance(m, SetCorners):
            return m.colours in permutations(COLOURS)
        if isinstance(m, Deal | Pull):
            return (m.card in CARDS) if isinstance(m, Deal) else m.colour in tuple(COLOURS)
        return isinstance(m, Draw | Pass)

    def refusal(self, s: State, m: Move) -> IllegalMove | None:
        """What the rules have against a move; None: it is legal."""
        turn = self.turn(s)
        if isinstance(turn, Ended):
            return IllegalMove(Refusal.OVER)
        if isinstance(m, Chance):
            return None if m in self.draws(s) else IllegalMove(Refusal.NOT_DRAWN, self.write(m))
        if isinstance(turn, ToDraw):
            return IllegalMove(Refusal.CHANCE_FIRST)
        if isinstance(m, Put):
            where = COLUMN_NAMES[m.column]
            return self.no_room(s, m.column) if s.drawn else IllegalMove(Refusal.DRAW_FIRST, where)
        if s.drawn is not None:
            return IllegalMove(Refusal.PLACE_FIRST)
        if isinstance(m, Draw):
            return None if self.has_cubes(s) else IllegalMove(Refusal.BAG_EMPTY)
        if isinstance(m, Carry):
            if m.source == m.target:
                return IllegalMove(Refusal.SAME_COLUMN, COLUMN_NAMES[m.source])
            return self.no_lifting(s, m.source) or self.no_room(s, m.target)
        if isinstance(m, Pass):
            return None if m in self.moves(s) else IllegalMove(Refusal.NO_PASS)
        return self._no_twin(s, m)

    def no_room(self, s: State, column: Column) -> IllegalMove | None:
        """Why nothing can be put on a column."""
        full = len(s.board[column]) == SIDE
        return IllegalMove(Refusal.COLUMN_FULL, COLUMN_NAMES[column]) if full else None

    def no_lifting(self, s: State, column: Column) -> IllegalMove | None:
        """Why the top cube of a column can't be moved."""
        reason = self.lifting(s, column)
        return IllegalMove(reason, COLUMN_NAMES[column]) if reason else None

    def lifting(self, s: State, column: Column) -> Refusal | None:
        """What is against moving the top cube of a column."""
        return self.stuck(s, column) or (Refusal.TABOO if column == s.taboo else None)

    @remembered
    def _fixed(self, s: State) -> tuple[int, list[Place]]:
        """The height of the lowest column, and the places of twins: what closes levels."""
        return min(map(len, s.board)), [place for halves in s.twins for place in halves]

    def stuck(self, s: State, column: Column) -> Refusal | None:
        """Why it could not be moved even if it had not just been moved."""
        level = len(s.board[column]) - 1
        if level < 0:
            return Refusal.COLUMN_EMPTY
        lowest, fixed = self._fixed(s)
        if place_at(column, level) in fixed:
            return Refusal.TWIN_FIXED
        if s.first_round and level == 0 and column in CORNERS:
            return Refusal.START_CUBE
        if lowest > level:
            return Refusal.CLOSED_LEVEL
        if self.closed_rows and any(
            column in line and all(len(s.board[other]) > level for other in line) for line in LINES
        ):
            return Refusal.CLOSED_ROW
        return None

    def _no_twin(self, s: State, m: Stand | Lay) -> IllegalMove | None:
        if s.twins[s.to_move]:
            return IllegalMove(Refusal.TWIN_PLACED)
        if not s.fulfilled[s.to_move]:
            return IllegalMove(Refusal.NO_CARD_YET)
        if isinstance(m, Stand):
            if len(s.board[m.column]) == SIDE - 1:
                return IllegalMove(Refusal.TOO_HIGH, COLUMN_NAMES[m.column])
            return self.no_room(s, m.column)
        where = COLUMN_NAMES[m.first] + COLUMN_NAMES[m.second]
        if not neighbours(m.first, m.second):
            return IllegalMove(Refusal.NOT_NEIGHBOURS, where)
        no_room = self.no_room(s, m.first) or self.no_room(s, m.second)
        if no_room is None and len(s.board[m.first]) != len(s.board[m.second]):
            return IllegalMove(Refusal.UNEVEN, where)
        return no_room

    # what it does

    def after(self, s: State, m: Move) -> State:
        if isinstance(m, SetCorners):
            corners = dict(zip(CORNERS, m.colours, strict=True))
            columns = range(len(COLUMN_NAMES))
            board = tuple((corners[at],) if at in corners else () for at in columns)
            return replace(s, board=board)
        if isinstance(m, Deal):
            return self._dealt(s, m.card)
        if isinstance(m, Draw):
            last = s.to_move == self.players - 1
            return replace(
                s, drawing=True, taboo=None, first_round=s.first_round and not last
            )  # a placed cube is not taboo, and nobody moves a start cube in this turn
        if isinstance(m, Pull):
            return replace(s, drawing=False, drawn=m.colour)
        return self._turn_over(self._built(s, m))

    def _built(self, s: State, m: Move) -> State:
        """The board after a turn's act, and the taboo that it leaves behind."""
        board = [*s.board]
        taboo = None
        twins = [*s.twins]
        if isinstance(m, Put):
            assert s.drawn is not None
            board[m.column] += (s.drawn,)
        elif isinstance(m, Carry):
            board[m.target] += board[m.source][-1:]
            board[m.source] = board[m.source][:-1]
            taboo = m.target
        elif isinstance(m, Stand | Lay):
            columns = (m.column, m.column) if isinstance(m, Stand) else (m.first, m.second)
            halves = []
            for column in columns:
                halves.append(place_at(column, len(board[column])))
                board[column] += (self.twin_colours[s.to_move],)
            twins[s.to_move] = tuple(sorted(halves))
        return replace(s, board=tuple(board), twins=tuple(twins), taboo=taboo, drawn=None)

    def _turn_over(self, s: State) -> State:
        """After a seat's turn: the first round may be over, cards are claimed."""
        if s.first_round and s.to_move == self.players - 1:
            s = replace(s, first_round=False)
        if s.taboo is not None and self.stuck(s, s.taboo):
            s = replace(s, taboo=None)
        return self._claimed(s, s.to_move) if s.tie is None else self._next_seat(s)

    def _dealt(self, s: State, card: Card) -> State:
        if s.tie is not None:
            if fulfilled(card, s.board):
                return replace(s, aside=tuple(sorted((*s.aside, card))))
            return replace(s, tie=replace(s.tie, cards=(*s.tie.cards, card)))
        seat = self.dealing(s) if s.claimant is None else s.claimant
        hands = tuple((*hand, card) if seat == at else hand for at, hand in enumerate(s.hands))
        s = replace(s, hands=hands)
        return s if s.claimant is None else self._claimed(s, s.claimant)

    def _claimed(self, s: State, first: Seat) -> State:
        """Fulfilled cards are shown one at a time: by the seat whose turn it was, then by the
        others in turn order, beginning with `first`."""
        for step in range((first - s.to_move) % self.players, self.players):
            seat = (s.to_move + step) % self.players
            while shown := all_fulfilled(s.hands[seat], s.board):
                s = self._shown(s, seat, shown[0])
                if self.pile(s):
                    return replace(s, claimant=seat)
        return self._next_seat(s if s.claimant is None else replace(s, claimant=None))

    def _shown(self, s: State, seat: Seat, card: Card) -> State:
        hands, shown = [*s.hands], [*s.fulfilled]
        hands[seat] = tuple(other for other in hands[seat] if other != card)
        shown[seat] = tuple(sorted((*shown[seat], card)))
        return replace(s, hands=tuple(hands), fulfilled=tuple(shown))

    def _next_seat(self, s: State) -> State:
        s = replace(s, to_move=(s.to_move + 1) % self.players)
        if s.tie is not None:
            return replace(s, tie=replace(s.tie, turns=s.tie.turns - 1))
        return self.tied(s)

    def tied(self, s: State) -> State:
        """With a tie-break, if play is over and seats are level."""
        if s.tie is None and self.finished(s):
            leaders = self.leaders(s)[0]
            if len(leaders) > 1:
                turns = TIE_TURNS * self.players
                return replace(s, tie=TieBreak(tuple(sorted(leaders)), (), turns))
        return s

    # what is known

    def view(self, s: State, seat: Seat | None) -> View:
        return information.view(self, s, seat)

    def known_moves(self, view: View) -> Sequence[str]:
        return [self.write(m) for m in self.moves(information.known(view))]

    def opened(self, s: State, seat: Seat | None) -> View:
        return information.view(self, s, seat, opened=True)

    def seen(self, s: State, m: Move, seat: Seat | None) -> Move | Hidden:
        turn = self.turn(s)
        hidden = isinstance(m, Deal) and not isinstance(turn, Ended) and turn != ToDraw(seat)
        return HIDDEN if hidden else m

    def reveals(self, s: State, m: Move) -> bool:
        return self.play(s, m).fulfilled != s.fulfilled

    def guess(self, view: View, rng: Random) -> State:
        return information.guess(self, view, rng)

    # texts and pictures

    def actions(self) -> Sequence[str]:
        """The same at every table."""
        return notation.all_texts()

    def write(self, m: Move) -> str:
        return notation.write_move(m)

    def parse(self, s: State, text: str) -> Move:
        del s  # a text names the same move in every state
        return notation.read_move(text)

    def text(self, s: State | View) -> str:
        return notation.write_position(self, s)

    def position(self, text: str) -> State | View:
        return position.read_position(self, text)

    def whole_position(self, text: str) -> State:
        found = self.position(text)
        if isinstance(found, View):
            column = text.rindex(" ") + 2
            raise InvalidPosition("expected a whole position, not what one viewer sees", column)
        return found

    def card(self, act: Move) -> Picture | None:
        return scene.card(act.card) if isinstance(act, Deal) else None

    def symmetries(self) -> Sequence[Symmetry[State, Move]]:
        """The quarter turns of the board. Cards are never mirrored, and seats are not alike: a
        round begins with the first one."""
        return symmetry.symmetries(self.players)


def _is_column(number: object) -> bool:
    return isinstance(number, int) and number in range(len(COLUMN_NAMES))


def make(spec: GameSpec) -> CubeO:
    """The rules at a table."""
    return CubeO(spec)
