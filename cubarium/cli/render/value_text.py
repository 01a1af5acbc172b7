"""Values in words: facts and guesses are never confused."""

from collections.abc import Iterable

from cubarium.analysis.annotation import side_share
from cubarium.core.engine import Estimate, Value
from cubarium.core.game import AnyGame
from cubarium.core.turn import Seat

PROVED = "(proved)"


def side_names(game: AnyGame) -> dict[int, str]:
    """Team -> its name: the seats that win together."""
    names: dict[int, list[str]] = {}
    for team, name in zip(game.teams, game.seat_names, strict=True):
        names.setdefault(team, []).append(name)
    return {team: " and ".join(seats) for team, seats in names.items()}


def value_text(game: AnyGame, value: Value, seat: Seat) -> str:
    """A value, from a seat's point of view where there are two sides."""
    names_by_team = side_names(game)
    if isinstance(value, Estimate):
        if len(names_by_team) == 2:
            share = side_share(game, value, seat)
            return f"about {share:.0%} for {names_by_team[game.teams[seat]]}"
        each = (
            f"{name} {side_share(game, value, game.teams.index(t)):.0%}"
            for t, name in names_by_team.items()
        )
        return f"about {', '.join(each)}"
    winners, plies = value.outcome.winners, value.plies
    names = " and ".join(game.seat_names[winner] for winner in sorted(winners))
    if plies == 0:
        return f"{names} {'has' if len(winners) == 1 else 'have'} won" if winners else "drawn"
    if not winners:
        return f"draw {PROVED}"
    share = side_share(game, value, seat)
    if len(names_by_team) == 2 and plies is not None and share in (0, 1):
        return f"{'win' if share else 'loss'} in {plies} {PROVED}"
    moves = "" if plies is None else f" in {plies}"
    return f"{names} {'wins' if len(winners) == 1 else 'win'}{moves} {PROVED}"


def line_text(game: AnyGame, line: Iterable[object]) -> str:
    """A line of moves."""
    return " ".join(game.act_text(act) for act in line)
