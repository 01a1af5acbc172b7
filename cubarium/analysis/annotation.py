"""Annotations of moves: a fact where the values are proved, else the loss of winning chances."""

from dataclasses import dataclass, replace
from enum import StrEnum, unique

from cubarium.core.engine import Estimate, Proven, Value
from cubarium.core.game import AnyGame
from cubarium.core.turn import Seat


@unique
class Verdict(StrEnum):
    """How bad a move was."""

    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


THRESHOLDS = {Verdict.BLUNDER: 0.30, Verdict.MISTAKE: 0.20, Verdict.INACCURACY: 0.10}
"""The loss from which a move has this name, the worst first."""


@unique
class Fact(StrEnum):
    """What a move did, proved."""

    LOSES_WIN = "loses_win"
    LOSES_SHARE = "loses_share"
    LOSES_DRAW = "loses_draw"
    DELAYS_WIN = "delays_win"
    HASTENS_LOSS = "hastens_loss"


@dataclass(frozen=True, slots=True)
class Annotation:
    """The share of the win that a move has lost, its name if it was bad, and the fact if there is
    one."""

    loss: float
    verdict: Verdict | None = None
    fact: Fact | None = None


def shares(game: AnyGame, value: Value) -> tuple[float, ...]:
    """Each seat's share of the win: the winners', in equal parts; that of all in a draw."""
    if isinstance(value, Estimate):
        return value.shares
    winners = value.outcome.winners or frozenset(range(game.players))
    return tuple((seat in winners) / len(winners) for seat in range(game.players))


def side_share(game: AnyGame, value: Value, seat: Seat) -> float:
    """The share of a seat and its team."""
    each = zip(shares(game, value), game.teams, strict=True)
    return sum(share for share, team in each if team == game.teams[seat])


def is_won(game: AnyGame, value: Value, seat: Seat) -> bool:
    """Is it proved that this seat's team wins, and nobody else?"""
    return isinstance(value, Proven) and _same(side_share(game, value, seat), 1)


def one_ply_on(value: Value) -> Value:
    """The value of a move, as that of the position after it."""
    if isinstance(value, Proven) and value.plies is not None:
        return replace(value, plies=max(value.plies - 1, 0))
    return value


def raised(game: AnyGame, before: Value | None, after: Value | None, seat: Seat) -> Value | None:
    """The value before a move, known better: a move that wins shows that the win was there."""
    if not isinstance(after, Proven) or not is_won(game, after, seat):
        return before
    plies = None if after.plies is None else after.plies + 1
    if isinstance(before, Proven) and is_won(game, before, seat):
        known = before.plies is not None and (plies is None or before.plies <= plies)
        return before if known else Proven(before.outcome, plies)
    return Proven(after.outcome, plies)


def annotate(game: AnyGame, seat: Seat, before: Value, after: Value) -> Annotation:
    """A move of this seat, by the values of the positions before and after it. What is surely lost
    counts as much among several sides as between two: an even share is half of what there is."""
    had, kept = side_share(game, before, seat), side_share(game, after, seat)
    loss = max(0.0, had - kept)
    points = loss * game.sides / 2 if isinstance(after, Proven) else loss
    lost = (name for name, least in THRESHOLDS.items() if points > least or _same(points, least))
    fact = None
    if isinstance(before, Proven) and isinstance(after, Proven):
        fact = _fact(before, after, had, kept)
    return Annotation(loss, next(lost, None), fact)


def _fact(before: Proven, after: Proven, had: float, kept: float) -> Fact | None:
    if kept < had and not _same(kept, had):
        if _same(had, 1):
            return Fact.LOSES_WIN
        return Fact.LOSES_SHARE if before.outcome.winners else Fact.LOSES_DRAW
    if before.plies is None or after.plies is None:
        return None
    later = after.plies + 1 - before.plies
    if later > 0 and _same(had, 1):
        return Fact.DELAYS_WIN
    return Fact.HASTENS_LOSS if later < 0 and _same(had, 0) else None


def _same(one: float, other: float) -> bool:
    return abs(one - other) < 1e-9
