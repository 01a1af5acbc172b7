"""A puzzle at the terminal."""

from contextlib import suppress
from importlib import import_module

from rich.console import Console

from cubarium.cli.commands.puzzle import say_checked, the_game, the_puzzles
from cubarium.cli.output import counted
from cubarium.cli.render.scene import print_scene
from cubarium.core.errors import IllegalMove, InvalidMove
from cubarium.core.puzzles import Puzzle, PuzzleBoard

HELP = """\
Rb2       place a red cube on b2 (R, B, Y or G)
-b2       take the top cube of b2 away
check     card by card, what is missing
board     the board again
undo      take back the last step
clear     take all cubes away
solution  show a solution, if the puzzle has one
help      this list
quit      leave"""
OTHER_WORDS = {"exit": "quit", "q": "quit", "h": "help", "?": "help"}
LEFT_BY_CTRL_C = 130


class PuzzleTable:
    """One puzzle. `run` goes on until it is solved with par, or somebody leaves."""

    def __init__(
        self, cards: tuple[str, ...], puzzle: Puzzle | None, out: Console, *, ascii_only: bool
    ) -> None:
        self.puzzles = the_puzzles()
        self.cards = cards
        self.puzzle = puzzle
        self.out = out
        self.ascii_only = ascii_only
        self.boards = [self.puzzles.EMPTY_BOARD]

    def run(self) -> int:
        """The exit code."""
        with suppress(ImportError):
            import_module("readline")
        self._say(f"Show all {len(self.cards)} cards with one arrangement of cubes.")
        if self.puzzle is not None:
            self._say(f"Par {self.puzzle.par}, grade {self.puzzle.grade}: {self.puzzle.reason}.")
        self._say("Type a cube and a column (Rb2), or help.")
        self._show()
        try:
            while self._listen():
                pass
        except EOFError:
            self.out.print()
        except KeyboardInterrupt:
            self.out.print()
            return LEFT_BY_CTRL_C
        return 0

    def _say(self, text: str) -> None:
        self.out.print(text, markup=False)

    def _show(self) -> None:
        scene = self.puzzles.draw(self.cards, self.boards[-1])
        print_scene(self.out, the_game(), scene, ascii_only=self.ascii_only)

    def _listen(self) -> bool:
        """One line; False: the end."""
        used = self.puzzles.cubes(self.boards[-1])
        typed = input(f"{counted(used, 'cube')}> ").strip()
        word = OTHER_WORDS.get(typed.lower(), typed.lower())
        if word == "quit":
            return False
        if word == "help":
            self._say(HELP)
        elif word == "board":
            self._show()
        elif word == "check":
            for line in say_checked(self.puzzles.check(self.cards, self.boards[-1])):
                self._say(line)
        elif word == "undo":
            self._undo()
        elif word == "clear":
            self._built(self.puzzles.EMPTY_BOARD)
        elif word == "solution":
            self._solution()
        elif typed:
            return self._step(typed)
        return True

    def _undo(self) -> None:
        if len(self.boards) == 1:
            self._say("There is nothing to take back.")
        else:
            self.boards.pop()
            self._show()

    def _solution(self) -> None:
        if self.puzzle is None:
            self._say(f"cubarium puzzle solve {' '.join(self.cards)} finds one.")
        else:
            self._built(self.puzzle.solution)

    def _built(self, board: PuzzleBoard) -> None:
        self.boards.append(board)
        self._show()

    def _step(self, typed: str) -> bool:
        text = typed.replace(" ", "").lower()
        text = text[:1].upper() + text[1:]
        try:
            board = self.puzzles.read_step(self.boards[-1], text)
        except IllegalMove as illegal:
            self._say(self.puzzles.SENTENCES[illegal.reason].format(where=illegal.where))
            return True
        except InvalidMove:
            self._say(f"{typed!r} is neither a step nor a word that I know. Type help.")
            return True
        self._built(board)
        return not self._solved(board)

    def _solved(self, board: PuzzleBoard) -> bool:
        """Say so; True: it can't be done better."""
        if not self.puzzles.solves(self.cards, board):
            return False
        used = self.puzzles.cubes(board)
        if self.puzzle is None:
            self._say(f"All cards are shown, with {used} cubes.")
            return True
        if used == self.puzzle.par:
            self._say(f"All cards are shown, with {used} cubes: that is par.")
            return True
        self._say(f"All cards are shown, with {used} cubes. Par is {self.puzzle.par}: go on?")
        return False
