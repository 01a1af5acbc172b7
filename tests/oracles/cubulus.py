"""A naive twin of Cubulus, written from the rules alone: slow, plain, meant only for comparison."""

Place = tuple[str, int, int]  # file letter, rank and level, for example ("a", 1, 1)

FILES = ["a", "b", "c"]
RANKS = [1, 2, 3]
LEVELS = [1, 2, 3]  # bottom to top
AXES = ["x", "y", "z"]  # they change the file, the rank, the level
CENTRE: Place = ("b", 2, 2)
NEUTRAL = "Y"  # the third colour, when two play
BALLS_OF_A_COLOUR = 9


class Twin:
    """A game of Cubulus for two or three players."""

    def __init__(self, players: int = 3, neutrals: str | tuple[str, ...] = "placed") -> None:
        if players not in (2, 3):
            raise ValueError("Cubulus is for two or three players")
        self.players = players
        self.neutrals = neutrals
        self.colours = ["R", "B", "Y"][:players]  # by seat
        self.outside = [BALLS_OF_A_COLOUR for _ in range(players)]  # by seat
        self.neutrals_outside = BALLS_OF_A_COLOUR if players == 2 else 0
        self.cage: dict[Place, str] = {}
        for file in FILES:
            for rank in RANKS:
                for level in LEVELS:
                    self.cage[(file, rank, level)] = ""
        self.seat = 0
        self.last_move = ""
        self.result: frozenset[int] | None = None
        if players == 2 and neutrals not in ("placed", "random"):
            if isinstance(neutrals, str) or len(neutrals) != BALLS_OF_A_COLOUR:
                raise ValueError("not a way to put the neutral balls")
            for name in neutrals:
                if name not in self._free_names():
                    raise ValueError("a neutral ball in no place, or two in one")
                self._put_neutral(name)

    def to_move(self) -> int | None:
        """The seat to move, or None when chance must act or the game has ended."""
        if self.result is not None:
            return None
        if self.neutrals_outside > 0:
            return None if self.neutrals == "random" else 1
        return self.seat

    def moves(self) -> list[str]:
        """All legal moves, sorted as texts; none unless a seat is to move."""
        if self.to_move() is None:
            return []
        if self.neutrals_outside > 0:
            return sorted(self._free_names())
        texts: list[str] = []
        for place in self.cage:
            if place == CENTRE:
                continue  # it cannot be reached from outside
            name = self._name(place)
            if self.cage[place] == "" and self.outside[self.seat] > 0:
                texts.append(name)
            for axis in AXES:
                if not self._is_end(place, axis) or self.cage[place] == "":
                    continue
                complete = all(self.cage[other] != "" for other in self._row_from(place, axis))
                if complete and not self._undoes_last_move(place, axis):
                    texts.append("@" + name + axis)
                if not complete and self.outside[self.seat] > 0:
                    texts.append(name + axis)
        return sorted(texts)

    def draws(self) -> dict[str, int]:
        """Where chance may put the next neutral ball, if it is chance that puts them."""
        if self.neutrals_outside > 0 and self.neutrals == "random":
            return {"=" + name: 1 for name in self._free_names()}
        return {}

    def play(self, move: str) -> None:
        """Play a legal move or a draw; any other text is refused and changes nothing."""
        if move not in self.moves() and move not in self.draws():
            raise ValueError(f"not a legal move: {move!r}")
        if self.neutrals_outside > 0:
            self._put_neutral(move.removeprefix("="))
            return
        if move.startswith("@"):
            self._turn_row(self._row_from(self._place(move[1:4]), move[4]))
        else:
            place = self._place(move[:3])
            if move[3:] == "":
                self.cage[place] = self.colours[self.seat]
            else:
                self._push_in(self._row_from(place, move[3]), self.colours[self.seat])
            self.outside[self.seat] -= 1
        self._judge()
        self.last_move = move
        self.seat = (self.seat + 1) % self.players

    def winners(self) -> frozenset[int] | None:
        """The winning seat, or None while the game goes on."""
        return self.result

    def cells(self) -> dict[str, str]:
        """The colour of the ball in each of the 27 places, nothing for an empty place."""
        return {self._name(place): colour for place, colour in self.cage.items()}

    def copy(self) -> "Twin":
        """An independent copy."""
        other = Twin(self.players, self.neutrals)
        other.outside = list(self.outside)
        other.neutrals_outside = self.neutrals_outside
        other.cage = dict(self.cage)
        other.seat = self.seat
        other.last_move = self.last_move
        other.result = self.result
        return other

    def _name(self, place: Place) -> str:
        return f"{place[0]}{place[1]}{place[2]}"

    def _place(self, name: str) -> Place:
        return (name[0], int(name[1]), int(name[2]))

    def _free_names(self) -> list[str]:
        return [self._name(place) for place, colour in self.cage.items() if colour == ""]

    def _put_neutral(self, name: str) -> None:
        self.cage[self._place(name)] = NEUTRAL
        self.neutrals_outside -= 1

    def _line_along(self, place: Place, axis: str) -> list[Place]:
        """The three places of the row through a place, from the low end to the high end."""
        file, rank, level = place
        if axis == "x":
            return [(other, rank, level) for other in FILES]
        if axis == "y":
            return [(file, other, level) for other in RANKS]
        return [(file, rank, other) for other in LEVELS]

    def _is_end(self, place: Place, axis: str) -> bool:
        """Is this place at one of the two ends of its row along the axis?"""
        line = self._line_along(place, axis)
        return place in (line[0], line[-1])

    def _row_from(self, end: Place, axis: str) -> list[Place]:
        """The three places of a row in the order in which a push at this end meets them."""
        line = self._line_along(end, axis)
        return line if line[0] == end else line[::-1]

    def _undoes_last_move(self, place: Place, axis: str) -> bool:
        """Was the last move a push on the same row from its other end?"""
        far_end = self._row_from(place, axis)[-1]
        return self.last_move == "@" + self._name(far_end) + axis

    def _push_in(self, row: list[Place], ball: str) -> None:
        """Push a ball in at the beginning of a row; each ball it meets moves on, up to a gap."""
        in_hand = ball
        for place in row:
            pushed_out = self.cage[place]
            self.cage[place] = in_hand
            in_hand = pushed_out
            if in_hand == "":
                return

    def _turn_row(self, row: list[Place]) -> None:
        """Push a complete row by one; the ball that comes out goes into the place left free."""
        came_out = self.cage[row[2]]
        self.cage[row[2]] = self.cage[row[1]]
        self.cage[row[1]] = self.cage[row[0]]
        self.cage[row[0]] = came_out

    def _faces(self) -> list[list[list[Place]]]:
        """The six faces of the cage, each as three rows of three places."""
        west, east = FILES[0], FILES[-1]
        south, north = RANKS[0], RANKS[-1]
        bottom, top = LEVELS[0], LEVELS[-1]
        return [
            *([[(f, r, v) for r in RANKS] for v in LEVELS] for f in (west, east)),
            *([[(f, r, v) for f in FILES] for v in LEVELS] for r in (south, north)),
            *([[(f, r, v) for f in FILES] for r in RANKS] for v in (bottom, top)),
        ]

    def _has_square(self, colour: str) -> bool:
        """Has a face four of this colour in a small square, at its corners or edge centres?"""
        for face in self._faces():
            squares: list[list[Place]] = []
            for i in range(2):
                for j in range(2):
                    small = [face[i][j], face[i][j + 1], face[i + 1][j], face[i + 1][j + 1]]
                    squares.append(small)
            around = [(i, j) for i in range(3) for j in range(3) if (i, j) != (1, 1)]
            squares.append([face[i][j] for i, j in around if i != 1 and j != 1])  # corners
            squares.append([face[i][j] for i, j in around if i == 1 or j == 1])  # edge centres
            for square in squares:
                if all(self.cage[place] == colour for place in square):
                    return True
        return False

    def _judge(self) -> None:
        """End the game if there is a square: first look at the others, in turn order."""
        for step in range(1, self.players + 1):
            seat = (self.seat + step) % self.players  # at last the seat that has just moved
            if self._has_square(self.colours[seat]):
                self.result = frozenset([seat])
                return
