"""A puzzle at the terminal: people place cubes until all cards are shown."""

from rich.console import Console

from cubarium.cli.puzzle_book import puzzle_book, puzzle_game
from cubarium.cli.render.puzzle_text import checked_text
from cubarium.cli.render.scene import print_scene
from cubarium.cli.terminal.repl import Repl
from cubarium.core.errors import IllegalMove, InvalidMove
from cubarium.core.puzzles import Puzzle, PuzzleBoard
from cubarium.render.number_text import counted

HELP = """\
Rb2       place a red cube on b2 (R, B, Y or G)
-b2       remove the top cube of b2
check     card by card, what is missing
board     the board again
undo      take back the last step
clear     remove all cubes
solution  show a solution, if the puzzle has one
help      this list
quit      leave"""


class PuzzleRepl(Repl):
    """One puzzle. `run` goes on until it is solved with par, or somebody leaves."""

    def __init__(
        self, cards: tuple[str, ...], puzzle: Puzzle | None, out: Console, *, ascii_only: bool
    ) -> None:
        super().__init__(out, ascii_only=ascii_only)
        self.puzzles = puzzle_book()
        self.cards = cards
        self.puzzle = puzzle
        self.boards = [self.puzzles.EMPTY_BOARD]

    @property
    def board(self) -> PuzzleBoard:
        """The board as it stands."""
        return self.boards[-1]

    def preloop(self) -> None:
        """Say what is to be done."""
        self.say(f"Show all {len(self.cards)} cards with one arrangement of cubes.")
        if self.puzzle is not None:
            self.say(f"Par {self.puzzle.par}, grade {self.puzzle.grade}: {self.puzzle.reason}.")
        self.say("Type a cube and a column (Rb2), or help.")
        self._show()

    def _show(self) -> None:
        self.prompt = f"{counted(self.puzzles.cubes(self.board), 'cube')}> "
        scene = self.puzzles.draw(self.cards, self.board)
        print_scene(self.out, puzzle_game(), scene, ascii_only=self.ascii_only)

    def _place(self, board: PuzzleBoard) -> None:
        self.boards.append(board)
        self._show()

    def default(self, line: str) -> bool:  # type: ignore[override]  # cmd takes any answer
        """Whatever is no command is a step: place a cube, or remove one."""
        text = line.replace(" ", "").lower()
        text = text[:1].upper() + text[1:]
        try:
            board = self.puzzles.read_step(self.board, text)
        except IllegalMove as illegal:
            self.say(self.puzzles.SENTENCES[illegal.reason].format(where=illegal.where))
        except InvalidMove:
            self.say(f"{line!r} is neither a step nor a command. Type help.")
        else:
            self._place(board)
            return self._is_done()
        return False

    def _is_done(self) -> bool:
        """Say whether the puzzle is solved; True: it can't be done better."""
        if not self.puzzles.solves(self.cards, self.board):
            return False
        used = self.puzzles.cubes(self.board)
        if self.puzzle is None:
            self.say(f"All cards are shown, with {used} cubes.")
            return True
        if used == self.puzzle.par:
            self.say(f"All cards are shown, with {used} cubes: that is par.")
            return True
        self.say(f"All cards are shown, with {used} cubes. Par is {self.puzzle.par}: go on?")
        return False

    # commands

    def do_board(self, arg: str) -> None:
        """Show the board."""
        del arg
        self._show()

    def do_check(self, arg: str) -> None:
        """Say card by card what is missing."""
        del arg
        for line in checked_text(self.puzzles.check(self.cards, self.board)):
            self.say(line)

    def do_undo(self, arg: str) -> None:
        """Take back the last step."""
        del arg
        if len(self.boards) == 1:
            self.say("There is nothing to take back.")
        else:
            self.boards.pop()
            self._show()

    def do_clear(self, arg: str) -> None:
        """Remove all cubes."""
        del arg
        self._place(self.puzzles.EMPTY_BOARD)

    def do_solution(self, arg: str) -> None:
        """Show a solution."""
        del arg
        if self.puzzle is None:
            self.say(f"cubarium puzzle solve {' '.join(self.cards)} finds one.")
        else:
            self._place(self.puzzle.solution)

    def help_text(self) -> str:
        """What can be typed."""
        return HELP
