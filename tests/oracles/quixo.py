"""A naive twin of Quixo, written from the rules alone: slow, plain, meant only for comparison."""

Place = tuple[str, int]  # file letter and rank, for example ("a", 1)


class Cube:
    """One cube: its symbol ("" when blank) and the seat letter its dot points to ("" if none)."""

    def __init__(self, symbol: str, dot: str) -> None:
        self.symbol = symbol
        self.dot = dot


class Twin:
    """A game of Quixo for two players (sizes 3, 4, 5) or for four players in teams (size 5)."""

    def __init__(self, players: int = 2, size: int = 5) -> None:
        if players not in (2, 4):
            raise ValueError("Quixo is for two or four players")
        if size not in (3, 4, 5) or (players == 4 and size != 5):
            raise ValueError("no such board for this number of players")
        self.players = players
        self.size = size
        self.files = [chr(ord("a") + i) for i in range(size)]  # west to east
        self.ranks = [1 + i for i in range(size)]  # south to north
        self.board: dict[Place, Cube] = {}
        for file in self.files:
            for rank in self.ranks:
                self.board[(file, rank)] = Cube("", "")
        self.seat = 0
        self.turns_taken = [0 for _ in range(players)]
        self.winning_side: frozenset[int] | None = None

    def to_move(self) -> int | None:
        """The seat to move, or None when the game has ended."""
        if self.winning_side is not None:
            return None
        return self.seat

    def moves(self) -> list[str]:
        """All legal moves, sorted as texts; none when the game has ended."""
        if self.winning_side is not None:
            return []
        texts: list[str] = []
        for place in self.board:
            if not self._is_on_edge(place) or not self._may_take(self.board[place]):
                continue
            for end in self._ways_back(place):
                here = self._name(place) + self._name(end)
                texts.extend(here + dot for dot in self._dots(self.seat))
        if not texts and self.players == 4:
            return ["pass"]
        return sorted(texts)

    def draws(self) -> dict[str, int]:
        """There is no chance in Quixo."""
        return {}

    def play(self, move: str) -> None:
        """Play one of the legal moves; any other text is refused and changes nothing."""
        if move not in self.moves():
            raise ValueError(f"not a legal move: {move!r}")
        if move != "pass":
            taken = (move[0], int(move[1]))
            end = (move[2], int(move[3]))
            self._take_and_push(taken, end, Cube(self._symbol(self.seat), move[4:]))
            self._judge()
        self.turns_taken[self.seat] += 1
        self.seat = (self.seat + 1) % self.players

    def winners(self) -> frozenset[int] | None:
        """The seats of the winning side, or None while the game goes on."""
        return self.winning_side

    def cells(self) -> dict[str, str]:
        """What each cell shows: nothing, or the symbol and (four players) the dot's seat."""
        return {self._name(place): cube.symbol + cube.dot for place, cube in self.board.items()}

    def copy(self) -> "Twin":
        """An independent copy."""
        other = Twin(self.players, self.size)
        for place, cube in self.board.items():
            other.board[place] = Cube(cube.symbol, cube.dot)
        other.seat = self.seat
        other.turns_taken = list(self.turns_taken)
        other.winning_side = self.winning_side
        return other

    def _name(self, place: Place) -> str:
        return place[0] + str(place[1])

    def _symbol(self, seat: int) -> str:
        """Seats 0 and 2 play crosses, seats 1 and 3 play circles."""
        return "X" if seat % 2 == 0 else "O"

    def _seat_letter(self, seat: int) -> str:
        """Where a seat of the four-player game sits; clockwise, beginning in the north."""
        return ["N", "E", "S", "W"][seat]

    def _dots(self, seat: int) -> list[str]:
        """How the seat may turn the dot: to itself or to its partner (two players: no dot)."""
        if self.players == 2:
            return [""]
        partner = (seat + 2) % 4
        return [self._seat_letter(seat), self._seat_letter(partner)]

    def _is_on_edge(self, place: Place) -> bool:
        file, rank = place
        return file in (self.files[0], self.files[-1]) or rank in (self.ranks[0], self.ranks[-1])

    def _may_take(self, cube: Cube) -> bool:
        """May the seat to move take this cube, supposing that it is on the edge?"""
        if cube.symbol == "":
            return True
        if self.turns_taken[self.seat] == 0:
            return False  # in the first round only blank cubes
        if cube.symbol != self._symbol(self.seat):
            return False
        return self.players == 2 or cube.dot == self._seat_letter(self.seat)

    def _ways_back(self, place: Place) -> list[Place]:
        """The ends of the row and of the column of a place, without the place itself."""
        file, rank = place
        ends: list[Place] = []
        for end in (
            (self.files[0], rank),
            (self.files[-1], rank),
            (file, self.ranks[0]),
            (file, self.ranks[-1]),
        ):
            if end != place and end not in ends:
                ends.append(end)
        return ends

    def _next_towards(self, place: Place, end: Place) -> Place:
        """The neighbour of a place, one step nearer to an end of its row or column."""
        file, rank = place
        if end[0] > file:
            return (chr(ord(file) + 1), rank)
        if end[0] < file:
            return (chr(ord(file) - 1), rank)
        if end[1] > rank:
            return (file, rank + 1)
        return (file, rank - 1)

    def _take_and_push(self, taken: Place, end: Place, cube: Cube) -> None:
        """Take a cube out, slide the others one by one into the gap, put a cube in at the end."""
        del self.board[taken]
        gap = taken
        while gap != end:
            neighbour = self._next_towards(gap, end)
            self.board[gap] = self.board.pop(neighbour)
            gap = neighbour
        self.board[end] = cube

    def _has_line(self, symbol: str) -> bool:
        """Is there a full row, column or long diagonal of this symbol, whatever the dots?"""
        lines: list[list[Place]] = [[(file, rank) for file in self.files] for rank in self.ranks]
        lines.extend([(file, rank) for rank in self.ranks] for file in self.files)
        lines.append([(self.files[i], self.ranks[i]) for i in range(self.size)])
        lines.append([(self.files[i], self.ranks[-1 - i]) for i in range(self.size)])
        return any(all(self.board[place].symbol == symbol for place in line) for line in lines)

    def _judge(self) -> None:
        """End the game if the seat that has just moved made a line, its opponent's line first."""
        mine = self._symbol(self.seat)
        other = "O" if mine == "X" else "X"
        for symbol in (other, mine):
            if self._has_line(symbol):
                side = [seat for seat in range(self.players) if self._symbol(seat) == symbol]
                self.winning_side = frozenset(side)
                return
