"""What is wrong with an input. Every error says so in one sentence and changes nothing."""

from cubarium.core.turn import Reason


class CubariumError(ValueError):
    """The parent of all refusals."""


class InvalidOption(CubariumError):
    """A game, a number of players or an option that does not exist."""


class MissingExtra(CubariumError, ImportError):
    """Something that is not installed, because only a part of the users need it."""

    def __init__(self, extra: str, purpose: str) -> None:
        super().__init__(f'{purpose} need more than is installed: pip install "cubarium[{extra}]"')
        self.extra = extra


class InvalidMove(CubariumError):
    """A text that names no move of this game."""

    def __init__(self, text: str, expected: str) -> None:
        super().__init__(f"{text!r} is not a move: expected {expected}")
        self.text = text
        self.expected = expected


class InvalidPosition(CubariumError):
    """A text that is no position of this game; `column` counts from 1."""

    def __init__(self, message: str, column: int) -> None:
        super().__init__(f"column {column}: {message}")
        self.message = message
        self.column = column


class ImpossiblePosition(InvalidPosition):
    """A position that no game comes to: whose rules say so, a reason code, and what it blames. No
    column is to blame."""

    def __init__(self, game: str, reason: Reason, where: str, sentence: str) -> None:
        CubariumError.__init__(self, sentence)
        self.message = sentence
        self.column = 1
        self.game = game
        self.reason = reason
        self.where = where


class IllegalMove(CubariumError):
    """A move that the rules forbid now: a reason code, and the place that it blames."""

    def __init__(self, reason: Reason, where: str = "") -> None:
        super().__init__(f"{reason} ({where})" if where else str(reason))
        self.reason = reason
        self.where = where


class WrongAct(CubariumError):
    """One of several acts can't be done: which one, counted from 0, and what is against it."""

    def __init__(self, at: int, cause: CubariumError) -> None:
        super().__init__(str(cause))
        self.at = at
        self.cause = cause


class InvalidRecord(CubariumError):
    """A record that cannot be read; line and column count from 1."""

    def __init__(self, message: str, line: int, column: int) -> None:
        super().__init__(f"line {line}, column {column}: {message}")
        self.message = message
        self.line = line
        self.column = column


class MatchRefused(CubariumError):
    """An act that the match does not take now, with a reason code."""

    def __init__(self, reason: Reason, message: str) -> None:
        super().__init__(message)
        self.reason = reason
