"""Values in words: facts and guesses are never mixed up."""

from collections.abc import Iterable
from typing import Any

from cubarium.analysis.annotation import Value, side_share
from cubarium.analysis.schemas import line_as_json
from cubarium.core.engine import Estimate
from cubarium.core.game import AnyGame
from cubarium.core.turn import Seat

PROVED = "(proved)"


def sides(game: AnyGame) -> dict[int, str]:
    """Team -> its name: the seats that win together."""
    names: dict[int, list[str]] = {}
    for team, name in zip(game.teams, game.seat_names, strict=True):
        names.setdefault(team, []).append(name)
    return {team: " and ".join(seats) for team, seats in names.items()}


def say_value(game: AnyGame, value: Value, seat: Seat) -> str:
    """A value, from a seat's side where there are two."""
    known = sides(game)
    if isinstance(value, Estimate):
        if len(known) == 2:
            share = side_share(game, value, seat)
            return f"about {share:.0%} for {known[game.teams[seat]]}"
        each = (
            f"{name} {side_share(game, value, game.teams.index(t)):.0%}"
            for t, name in known.items()
        )
        return f"about {', '.join(each)}"
    winners, plies = value.outcome.winners, value.plies
    names = " and ".join(game.seat_names[winner] for winner in sorted(winners))
    if plies == 0:
        return f"{names} {'has' if len(winners) == 1 else 'have'} won" if winners else "drawn"
    if not winners:
        return f"draw {PROVED}"
    share = side_share(game, value, seat)
    if len(known) == 2 and plies is not None and share in (0, 1):
        return f"{'win' if share else 'loss'} in {plies} {PROVED}"
    moves = "" if plies is None else f" in {plies}"
    return f"{names} {'wins' if len(winners) == 1 else 'win'}{moves} {PROVED}"


def say_line(game: AnyGame, line: Iterable[Any]) -> str:
    """Moves one after another."""
    return " ".join(line_as_json(game, line))
