"""What `info` says about a thought: what is proved stands apart from what is estimated."""

from math import log10
from typing import Final

from cubarium.analysis.annotation import side_share
from cubarium.core.engine import Estimate, Thought, Value
from cubarium.core.game import AnyGame
from cubarium.core.turn import Seat

MOST: Final = 2000
"""Centipawns of an estimate, at most; of what is proved but has no number of plies, ten times."""


def info_line(
    game: AnyGame, seat: Seat, thought: Thought[object], seconds: float, number: int | None = None
) -> str:
    """One line about one thought; `number`: its rank, where several lines are wanted."""
    written = thought.written(game)
    milliseconds = round(seconds * 1000)
    words = ["info", f"depth {thought.depth}"]
    if number is not None:
        words.append(f"multipv {number}")
    words += [f"time {milliseconds}", f"nodes {thought.nodes}"]
    if milliseconds:
        words.append(f"nps {thought.nodes * 1000 // milliseconds}")
    return " ".join([*words, value_words(game, seat, thought.value), "pv", *written.line])


def value_words(game: AnyGame, seat: Seat, value: Value) -> str:
    """A value: `score` as uci has it, where there are two sides; then `proven`, with the seats that
    win or `draw`, or `shares`, of each seat."""
    score = f"score {_score(game, seat, value)} " if game.sides == 2 else ""
    if isinstance(value, Estimate):
        return f"{score}shares {' '.join(f'{share:.4f}' for share in value.shares)}"
    winners = " ".join(f"p{winner + 1}" for winner in sorted(value.outcome.winners)) or "draw"
    plies = "" if value.plies is None else f" plies {value.plies}"
    return f"{score}proven {winners}{plies}"


def _score(game: AnyGame, seat: Seat, value: Value) -> str:
    share = side_share(game, value, seat)
    if isinstance(value, Estimate):
        kept = min(max(share, 1e-9), 1 - 1e-9)
        return f"cp {round(min(max(400 * log10(kept / (1 - kept)), -MOST), MOST))}"
    sign = 1 if share == 1 else -1 if share == 0 else 0
    if sign and value.plies is not None:
        return f"mate {sign * value.plies}"
    return f"cp {sign * 10 * MOST}"
