"""A naive twin of Rubik's Cage, written from the rules alone: slow, plain, only for comparison."""

Place = tuple[str, int, int]  # file letter, rank and layer, for example ("a", 1, 1)

FILES = ["a", "b", "c"]  # west to east
RANKS = [1, 2, 3]  # south to north
LAYERS = [1, 2, 3]  # bottom to top
ALL_COLOURS = "RBYGOW"


class Twin:
    """A game of Rubik's Cage for two, three or four players."""

    def __init__(
        self,
        players: int = 2,
        colours: tuple[str, ...] | str = "usual",
        one_colour: bool = False,  # noqa: FBT001, FBT002
    ) -> None:
        if players not in (2, 3, 4):
            raise ValueError("Rubik's Cage is for two, three or four players")
        if one_colour and players != 2:
            raise ValueError("one colour each is a variant for two players")
        colours_each = 1 if one_colour or players == 4 else 6 // players
        cubes_of_a_colour = 12 if one_colour else 4
        if isinstance(colours, str):
            colours = tuple(
                ALL_COLOURS[seat * colours_each : (seat + 1) * colours_each]
                for seat in range(players)
            )
        if len(colours) != players or any(len(mine) != colours_each for mine in colours):
            raise ValueError("a wrong number of colours")
        self.players = players
        self.colours = colours
        self.one_colour = one_colour
        self.stock: dict[str, int] = {}  # how many cubes of a colour are still outside
        for mine in colours:
            for colour in mine:
                if colour not in ALL_COLOURS or colour in self.stock:
                    raise ValueError("an unknown colour, or the same colour twice")
                self.stock[colour] = cubes_of_a_colour
        self.cage: dict[Place, str] = {}
        for file in FILES:
            for rank in RANKS:
                if (file, rank) == ("b", 2):
                    continue  # the centre column is closed
                for layer in LAYERS:
                    self.cage[(file, rank, layer)] = ""
        self.seat = 0
        self.last_move = ""
        self.result: frozenset[int] | None = None

    def to_move(self) -> int | None:
        """The seat to move, or None when the game has ended."""
        if self.result is not None:
            return None
        return self.seat

    def moves(self) -> list[str]:
        """All legal moves, sorted as texts; none when the game has ended."""
        if self.result is not None:
            return []
        texts = ["F"]
        for layer in LAYERS:
            texts.append(f"{layer}+")
            texts.append(f"{layer}-")
        for colour in self.colours[self.seat]:
            if self.stock[colour] == 0:
                continue
            for file, rank, layer in self.cage:
                if layer == 3 and self.cage[(file, rank, layer)] == "":
                    texts.append(f"{colour}{file}{rank}")
        return sorted(text for text in texts if not self._undoes_last_move(text))

    def draws(self) -> dict[str, int]:
        """There is no chance in Rubik's Cage."""
        return {}

    def play(self, move: str) -> None:
        """Play one of the legal moves; any other text is refused and changes nothing."""
        if move not in self.moves():
            raise ValueError(f"not a legal move: {move!r}")
        if move == "F":
            self._flip()
        elif move[0] in ALL_COLOURS:
            self.stock[move[0]] -= 1
            self.cage[(move[1], int(move[2]), 3)] = move[0]  # through the door at the top
        else:
            quarter_turns = 1 if move[1] == "+" else 3
            for _ in range(quarter_turns):
                self._twist_clockwise(int(move[0]))
        self._let_everything_fall()
        self._judge()
        self.last_move = move
        self.seat = (self.seat + 1) % self.players

    def winners(self) -> frozenset[int] | None:
        """The winning seat, nobody for a draw, or None while the game goes on."""
        return self.result

    def cells(self) -> dict[str, str]:
        """The colour of the cube in each of the 24 places, nothing for an empty place."""
        return {f"{file}{rank}{layer}": colour for (file, rank, layer), colour in self.cage.items()}

    def copy(self) -> "Twin":
        """An independent copy."""
        other = Twin(self.players, self.colours, self.one_colour)
        other.stock = dict(self.stock)
        other.cage = dict(self.cage)
        other.seat = self.seat
        other.last_move = self.last_move
        other.result = self.result
        return other

    def _undoes_last_move(self, move: str) -> bool:
        """Is this the reverse action of the last one, whatever it did to the position?"""
        if self.last_move.endswith("+"):
            return move == self.last_move[0] + "-"
        if self.last_move.endswith("-"):
            return move == self.last_move[0] + "+"
        return self.last_move == "F" and move == "F"

    def _twist_clockwise(self, layer: int) -> None:
        """A quarter turn of one layer, seen from above: west goes north, north goes east."""
        before = dict(self.cage)
        for (file, rank, level), colour in before.items():
            if level != layer:
                continue
            east = FILES.index(file) - 1  # steps to the east of the centre
            north = RANKS.index(rank) - 1  # steps to the north of the centre
            new_east = north
            new_north = -east
            there = (FILES[1 + new_east], RANKS[1 + new_north], layer)
            self.cage[there] = colour

    def _flip(self) -> None:
        """Turn the cage about the north-south axis: west and east, top and bottom change."""
        before = dict(self.cage)
        for (file, rank, layer), colour in before.items():
            there = (FILES[2 - FILES.index(file)], rank, 4 - layer)
            self.cage[there] = colour

    def _let_everything_fall(self) -> None:
        """As long as a cube has nothing below it, it falls by one layer."""
        falling = True
        while falling:
            falling = False
            for file, rank, layer in self.cage:
                here = (file, rank, layer)
                below = (file, rank, layer - 1)
                if layer > 1 and self.cage[here] != "" and self.cage[below] == "":
                    self.cage[below] = self.cage[here]
                    self.cage[here] = ""
                    falling = True

    def _sides(self) -> list[list[tuple[str, int]]]:
        """The four sides of the cage, each as its three columns from one edge to the other."""
        west_and_east = [[(file, rank) for rank in RANKS] for file in (FILES[0], FILES[-1])]
        south_and_north = [[(file, rank) for file in FILES] for rank in (RANKS[0], RANKS[-1])]
        return west_and_east + south_and_north

    def _has_line(self, colour: str) -> bool:
        """Are there three in a row of this colour on a side: upright, level or diagonal?"""
        for side in self._sides():
            lines: list[list[Place]] = []
            lines.extend([(file, rank, layer) for layer in LAYERS] for file, rank in side)
            lines.extend([(file, rank, layer) for file, rank in side] for layer in LAYERS)
            lines.append([(side[i][0], side[i][1], LAYERS[i]) for i in range(3)])
            lines.append([(side[i][0], side[i][1], LAYERS[-1 - i]) for i in range(3)])
            for line in lines:
                if all(self.cage[place] == colour for place in line):
                    return True
        return False

    def _judge(self) -> None:
        """End the game if there is a line, or if the last cube is in; everything is at rest."""
        with_line: list[int] = []  # in turn order, beginning with the seat that acted
        for step in range(self.players):
            seat = (self.seat + step) % self.players
            if any(self._has_line(colour) for colour in self.colours[seat]):
                with_line.append(seat)
        if self.one_colour and len(with_line) == 2:
            self.result = frozenset()
        elif with_line:
            self.result = frozenset([with_line[0]])
        elif all(left == 0 for left in self.stock.values()):
            self.result = frozenset()
