"""A naive twin of Cube O', written from the rules alone: slow, plain, meant only for comparison."""

import json
from itertools import permutations
from pathlib import Path

Place = tuple[str, int, int]  # file letter, rank and level, for example ("a", 1, 1)
Square = tuple[int, int, str]  # to the right, up, and the colour
Picture = list[list[str]]  # four lines from the bottom up, each from left to right

FILES = ["a", "b", "c", "d"]
RANKS = [1, 2, 3, 4]
LEVELS = [1, 2, 3, 4]  # bottom to top
COLUMNS = [f"{file}{rank}" for file in FILES for rank in RANKS]
CORNERS = ["a1", "d1", "a4", "d4"]
COLOURS = ["R", "B", "Y", "G"]
CUBES_OF_A_COLOUR = 14
CARDS_IN_HAND = 3
CARDS_TO_END = {2: 7, 3: 6, 4: 5}  # by the number of players
TIE_BREAK_TURNS = 20  # of each seat
DECK_FILE = Path(__file__).parents[2] / "cubarium" / "games" / "cubeo" / "deck.json"


class Twin:
    """A game of Cube O' for two, three or four players."""

    def __init__(
        self,
        players: int = 2,
        twins: str | tuple[str, ...] = "usual",
        closed_rows: bool = False,  # noqa: FBT001, FBT002
    ) -> None:
        if players not in (2, 3, 4):
            raise ValueError("Cube O' is for two, three or four players")
        self.players = players
        self.closed_rows = closed_rows
        self.twins = COLOURS[:players] if twins == "usual" else list(twins)  # by seat
        if len(self.twins) != players or len(set(self.twins) & set(COLOURS)) != players:
            raise ValueError("each seat has a twin of its own, in a colour of the game")
        self.deck = _read_deck()
        self.pile = sorted(self.deck)  # what is in it, not the order
        self.board: dict[Place, str] = {}
        for file in FILES:
            for rank in RANKS:
                for level in LEVELS:
                    self.board[(file, rank, level)] = ""
        self.hands: list[list[str]] = [[] for _ in range(players)]  # oldest card first
        self.shown: list[list[str]] = [[] for _ in range(players)]
        self.twin_placed = [False for _ in range(players)]
        self.seat = 0
        self.turns = 0  # turns that have ended
        self.taboo = ""  # the column with the cube moved in the turn just before
        self.moved_to = ""  # the same for the turn that is going on
        self.cube_in_hand = ""
        self.tied: list[int] = []  # the seats of the tie-break, none before it
        self.tie_cards: dict[int, str] = {}  # by seat
        self.turns_before_tie_break = 0
        # What is waited for. From chance: "corners", "deal", "cube", "card" or "tie card";
        # from the seat: "turn" or "place"; from nobody: "end".
        self.waiting = "corners"
        self.drawer = 0  # the seat that draws a card
        self.result: frozenset[int] | None = None

    def to_move(self) -> int | None:
        """The seat to move, or None when chance must act or the game has ended."""
        return self.seat if self.waiting in ("turn", "place") else None

    def moves(self) -> list[str]:
        """All legal moves, sorted as texts; none unless a seat is to move."""
        if self.waiting == "place":
            return sorted(column for column in COLUMNS if self._height(column) < 4)
        if self.waiting != "turn":
            return []
        texts: list[str] = []
        if sum(self._bag().values()) > 0:
            texts.append("draw")
        with_room = [column for column in COLUMNS if self._height(column) < 4]
        for start in COLUMNS:
            if self._may_be_moved(start):
                texts.extend(start + "-" + goal for goal in with_room if goal != start)
        if len(self.shown[self.seat]) > 0 and not self.twin_placed[self.seat]:
            texts.extend(self._twin_moves())
        if len(texts) == 0:
            texts.append("pass")  # happens in a tie-break only: before it the bag is never empty
        return sorted(texts)

    def draws(self) -> dict[str, int]:
        """What chance may do, each with its weight; nothing unless chance must act."""
        if self.waiting == "corners":
            return {"=" + "".join(order): 1 for order in permutations(COLOURS)}
        if self.waiting == "cube":
            return {"=" + colour: count for colour, count in self._bag().items() if count > 0}
        if self.waiting in ("deal", "card", "tie card"):
            return {"=" + card: 1 for card in self.pile}
        return {}

    def drawn_by(self) -> int | None:
        """The seat that alone sees the card that chance must draw now; None for other draws."""
        return self.drawer if self.waiting in ("deal", "card", "tie card") else None

    def play(self, move: str) -> None:
        """Play a legal move or a draw; any other text is refused and changes nothing."""
        if move not in self.moves() and move not in self.draws():
            raise ValueError(f"not a legal move: {move!r}")
        if self.waiting == "turn":
            self._play_turn(move)
        elif self.waiting == "place":
            self._put(move, self.cube_in_hand)
            self.cube_in_hand = ""
            self._after_turn()
        elif self.waiting == "corners":
            for column, colour in zip(CORNERS, move[1:], strict=True):
                self._put(column, colour)
            self.waiting = "deal"
        elif self.waiting == "cube":
            self.cube_in_hand = move[1:]
            self.waiting = "place"
        else:
            self.pile.remove(move[1:])
            self._take_card(move[1:])

    def winners(self) -> frozenset[int] | None:
        """The winning seats, or None while the game goes on."""
        return self.result

    def scores(self) -> tuple[int, ...] | None:
        """The number of fulfilled cards of each seat, or None while the game goes on."""
        if self.result is None:
            return None
        return tuple(len(cards) for cards in self.shown)

    def cells(self) -> dict[str, str]:
        """What is in each of the 64 places; a half of a twin in lower case."""
        return {f"{file}{rank}{level}": cube for (file, rank, level), cube in self.board.items()}

    def fulfilled(self) -> list[list[str]]:
        """The fulfilled cards of each seat, sorted."""
        return [sorted(cards) for cards in self.shown]

    def hand(self, seat: int) -> list[str]:
        """The cards of a seat, oldest first, without its card for the tie-break."""
        return list(self.hands[seat])

    def _height(self, column: str) -> int:
        """How many of the four places of a column are taken."""
        return sum(self.board[(column[0], int(column[1]), level)] != "" for level in LEVELS)

    def _put(self, column: str, cube: str) -> None:
        """Put a cube, or a half of a twin, on top of a column."""
        self.board[(column[0], int(column[1]), self._height(column) + 1)] = cube

    def _bag(self) -> dict[str, int]:
        """How many cubes of each colour are in the bag."""
        bag: dict[str, int] = {}
        for colour in COLOURS:
            on_board = sum(cube == colour for cube in self.board.values())
            in_hand = 1 if self.cube_in_hand == colour else 0
            bag[colour] = CUBES_OF_A_COLOUR - on_board - in_hand
        return bag

    def _may_be_moved(self, column: str) -> bool:
        """May the top cube of this column be moved?"""
        height = self._height(column)
        if height == 0 or column == self.taboo:
            return False
        file, rank = column[0], int(column[1])
        if self.board[(file, rank, height)] not in COLOURS:
            return False  # a twin
        if self.turns < self.players and column in CORNERS and height == 1:
            return False  # a starting cube in the first round
        if all(self.board[(f, r, height)] != "" for f in FILES for r in RANKS):
            return False  # in a closed level
        if self.closed_rows:
            if all(self.board[(f, rank, height)] != "" for f in FILES):
                return False
            if all(self.board[(file, r, height)] != "" for r in RANKS):
                return False
        return True

    def _twin_moves(self) -> list[str]:
        """All ways to place a twin, standing or lying."""
        texts: list[str] = []
        for column in COLUMNS:
            height = self._height(column)
            if height <= 2:
                texts.append("T" + column)
            for other in COLUMNS:
                files_apart = FILES.index(other[0]) - FILES.index(column[0])
                ranks_apart = int(other[1]) - int(column[1])
                higher_neighbour = (files_apart, ranks_apart) in ((1, 0), (0, 1))
                if higher_neighbour and self._height(other) == height < 4:
                    texts.append("T" + column + other)
        return texts

    def _play_turn(self, move: str) -> None:
        """Play a turn; a draw from the bag only begins it."""
        if move == "draw":
            self.waiting = "cube"
            return
        if "-" in move:
            start, goal = move.split("-")
            top = (start[0], int(start[1]), self._height(start))
            self._put(goal, self.board[top])
            self.board[top] = ""
            self.moved_to = goal
        elif move.startswith("T"):
            half = self.twins[self.seat].lower()
            first = move[1:3]
            second = move[3:5] if len(move) == 5 else first
            self._put(first, half)
            self._put(second, half)
            self.twin_placed[self.seat] = True
        self._after_turn()

    def _take_card(self, card: str) -> None:
        """A card has been drawn from the pile: give it to its seat and go on."""
        if self.waiting == "deal":
            self.hands[self.drawer].append(card)
            if len(self.hands[self.drawer]) == CARDS_IN_HAND:
                self.drawer += 1
            if self.drawer == self.players:
                self.waiting = "turn"
        elif self.waiting == "card":
            self.hands[self.drawer].append(card)
            self._show_cards()
        else:
            if not self._is_fulfilled(card):
                self.tie_cards[self.drawer] = card
            self._draw_tie_cards()

    def _in_turn_order(self) -> list[int]:
        """All seats, the active one first."""
        return [(self.seat + step) % self.players for step in range(self.players)]

    def _after_turn(self) -> None:
        """The cube has been put: look at the cards."""
        if len(self.tied) > 0:
            self._look_at_tie_cards()
        else:
            self._show_cards()

    def _show_cards(self) -> None:
        """Show one fulfilled card after the other; stop where a card must be drawn for it."""
        for seat in self._in_turn_order():
            for card in list(self.hands[seat]):
                if not self._is_fulfilled(card):
                    continue
                self.hands[seat].remove(card)
                self.shown[seat].append(card)
                if len(self.pile) > 0:
                    self.waiting = "card"
                    self.drawer = seat
                    return  # and once more from the beginning with the new card
        self._next_seat()
        enough = any(len(cards) >= CARDS_TO_END[self.players] for cards in self.shown)
        round_complete = self.turns % self.players == 0
        bag_empty = sum(self._bag().values()) == 0
        if (enough and round_complete) or bag_empty:
            self._judge()

    def _look_at_tie_cards(self) -> None:
        """End the game if a card of the tie-break is fulfilled, or if it has lasted too long."""
        for seat in self._in_turn_order():
            if seat in self.tied and self._is_fulfilled(self.tie_cards[seat]):
                self._end([seat])
                return
        self._next_seat()
        if self.turns - self.turns_before_tie_break == TIE_BREAK_TURNS * self.players:
            self._end(self.tied)

    def _next_seat(self) -> None:
        """The turn has ended."""
        self.turns += 1
        self.seat = (self.seat + 1) % self.players
        self.taboo = self.moved_to
        self.moved_to = ""
        self.waiting = "turn"

    def _judge(self) -> None:
        """Most cards win; then those who have placed their twin; then there is a tie-break."""
        most = max(len(cards) for cards in self.shown)
        best = [seat for seat in range(self.players) if len(self.shown[seat]) == most]
        with_twin = [seat for seat in best if self.twin_placed[seat]]
        if len(with_twin) > 0:
            best = with_twin
        if len(best) == 1:
            self._end(best)
            return
        self.tied = best
        self.turns_before_tie_break = self.turns
        self._draw_tie_cards()

    def _draw_tie_cards(self) -> None:
        """Let the next tied seat without a card draw one; if all have one, play on."""
        without = [seat for seat in self.tied if seat not in self.tie_cards]
        if len(without) == 0:
            self.waiting = "turn"
        elif len(self.pile) == 0:
            self._end(self.tied)
        else:
            self.waiting = "tie card"
            self.drawer = without[0]

    def _end(self, seats: list[int]) -> None:
        self.result = frozenset(seats)
        self.waiting = "end"

    def _is_fulfilled(self, card: str) -> bool:
        """Is the picture of this card in one of the five views?"""
        return any(_is_in_picture(self.deck[card], picture) for picture in self._views())

    def _views(self) -> list[Picture]:
        """The pictures seen from above and from the south, the north, the east and the west."""
        east_to_west, north_to_south = FILES[::-1], RANKS[::-1]
        above = [[self._first([(f, r, v) for v in LEVELS[::-1]]) for f in FILES] for r in RANKS]
        south = [[self._first([(f, r, v) for r in RANKS]) for f in FILES] for v in LEVELS]
        north = [
            [self._first([(f, r, v) for r in north_to_south]) for f in east_to_west] for v in LEVELS
        ]
        east = [[self._first([(f, r, v) for f in east_to_west]) for r in RANKS] for v in LEVELS]
        west = [[self._first([(f, r, v) for f in FILES]) for r in north_to_south] for v in LEVELS]
        return [above, south, north, east, west]

    def _first(self, line_of_sight: list[Place]) -> str:
        """The colour of the first cube that a line of sight meets, nothing if it meets none."""
        for place in line_of_sight:
            if self.board[place] != "":
                return self.board[place].upper()
        return ""


def _read_deck() -> dict[str, list[Square]]:
    """All cards by name."""
    cards = json.loads(DECK_FILE.read_text(encoding="utf-8"))
    return {name: [(x, y, colour) for x, y, colour in squares] for name, squares in cards.items()}


def _is_in_picture(squares: list[Square], picture: Picture) -> bool:
    """Are these squares somewhere in the picture, turned in any way, but not mirrored?"""
    for _ in range(4):
        squares = [(-y, x, colour) for x, y, colour in squares]  # a quarter turn to the left
        left = min(x for x, _, _ in squares)
        bottom = min(y for _, y, _ in squares)
        for right in range(4):
            for up in range(4):
                moved = [(x - left + right, y - bottom + up, colour) for x, y, colour in squares]
                inside = all(x < 4 and y < 4 for x, y, _ in moved)
                if inside and all(picture[y][x] == colour for x, y, colour in moved):
                    return True
    return False
