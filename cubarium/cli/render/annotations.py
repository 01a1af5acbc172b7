"""A reviewed game in words: a line for each move, and how well each seat has played."""

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from cubarium.analysis.annotation import Fact, Verdict
from cubarium.analysis.review import AnnotatedMove, SeatSummary
from cubarium.cli.render.value_text import line_text, value_text
from cubarium.core.engine import Value
from cubarium.core.game import AnyGame
from cubarium.core.record import GameRecord
from cubarium.core.turn import Seat
from cubarium.render.number_text import counted

PLURALS = {
    Verdict.INACCURACY: "inaccuracies",
    Verdict.MISTAKE: "mistakes",
    Verdict.BLUNDER: "blunders",
}
MARKS = {Verdict.INACCURACY: "?!", Verdict.MISTAKE: "?", Verdict.BLUNDER: "??"}
STYLES = {Verdict.INACCURACY: "yellow", Verdict.MISTAKE: "magenta", Verdict.BLUNDER: "bold red"}
FACTS = {
    Fact.LOSES_WIN: "loses the win",
    Fact.LOSES_SHARE: "loses the shared win",
    Fact.LOSES_DRAW: "loses the draw",
    Fact.DELAYS_WIN: "delays the win",
    Fact.HASTENS_LOSS: "hastens the loss",
}


class AnnotatedRows:
    """Prints moves as they are annotated."""

    def __init__(
        self, out: Console, game: AnyGame, moves: Sequence[str], *, ascii_only: bool
    ) -> None:
        self.out = out
        self.game = game
        self.arrow = "->" if ascii_only else "→"
        self.number_width = len(str(len(moves)))
        self.name_width = max(map(len, game.seat_names))
        self.move_width = max(map(len, moves))

    def print(self, one: AnnotatedMove[object]) -> None:
        """One move, and what was better."""
        game = self.game
        name, move = game.seat_names[one.seat], game.write(one.move)
        before, after = (self._value(value, one.seat) for value in (one.before, one.after))
        row = Text(f"{one.number:>{self.number_width}}. {name:<{self.name_width}} ")
        row.append(f"{move:<{self.move_width}}  {before} {self.arrow} {after}")
        if text := annotation_text(one):
            verdict = one.annotation.verdict if one.annotation else None
            row.append("  ")
            row.append(text, STYLES[verdict] if verdict else "dim")
        self.out.print(row)
        if (better := one.better) is not None:
            value = value_text(game, better.value, one.seat)
            line = f"better: {game.write(better.best)}, {value}: {line_text(game, better.line)}"
            self.out.print(" " * (self.number_width + 2) + line, markup=False)

    def _value(self, value: Value | None, seat: Seat) -> str:
        return "unknown" if value is None else value_text(self.game, value, seat)


def annotation_text(one: AnnotatedMove[object]) -> str:
    """What there is to say about a move; empty: nothing."""
    if one.annotation is None:
        return "not judged"
    verdict, fact = one.annotation.verdict, one.annotation.fact
    named = f"{MARKS[verdict]} {verdict}" if verdict else ""
    return ": ".join(part for part in (named, FACTS[fact] if fact else "") if part)


def summary_text(game: AnyGame, record: GameRecord, summary: SeatSummary) -> str:
    """How well a seat has played."""
    counts = [
        f"{count} {verdict if count == 1 else PLURALS[verdict]}"
        for verdict, count in summary.verdicts.items()
    ]
    text = ", ".join([counted(summary.moves, "move"), *counts])
    accuracy = "" if summary.accuracy is None else f"; accuracy {summary.accuracy:.0%}"
    return f"{player_text(game, record, summary.seat)}: {text}{accuracy}."


def player_text(game: AnyGame, record: GameRecord, seat: Seat) -> str:
    """A seat and who sat there, on one line and without invisible characters."""
    who = record.tags.get(f"Seat{seat}", "")
    who = " ".join("".join(sign if sign.isprintable() else " " for sign in who).split())
    return f"{game.seat_names[seat]} ({who})" if who else game.seat_names[seat]
