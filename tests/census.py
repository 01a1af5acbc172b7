"""What walks reach: kinds of acts, what a position remembers of the last ones, kinds of ends."""

import argparse
from collections.abc import Iterable
from dataclasses import fields
from itertools import count, takewhile
from time import monotonic
from typing import Any

from cubarium import catalog
from cubarium.core import Ended
from cubarium.core.game import AnyGame
from tests.real_games import RealGame
from tests.tables import WALKS, Choices, label, real_game, tables, walk

UNFINISHED = "unfinished"


def kinds(game: AnyGame, acts: Iterable[Any], states: Iterable[Any]) -> set[str]:
    """The classes of the acts; of the states what they hold now and then (such as a forbidden move,
    or a tie); reasons of ends, and whether nobody wins, or several do."""
    found = {type(act).__name__.lower() for act in acts}
    for state in states:
        optional = (one.name for one in fields(state) if one.default is None)
        found |= {name for name in optional if getattr(state, name) is not None}
        turn = game.turn(state)
        if isinstance(turn, Ended):
            winners = {game.teams[seat] for seat in turn.outcome.winners}
            how_many = "no_winner" if not winners else "shared_win" if len(winners) > 1 else ""
            found |= {str(turn.outcome.reason), *filter(None, [how_many])}
    return found


def reached(game: AnyGame, choices: Choices, real: bytes | None = None) -> set[str]:
    """What one walk reaches, mixed with the real game of its table or with another one."""
    visits = list(walk(game, choices, real=real))
    last = visits[-1].after
    found = kinds(game, [visit.act for visit in visits], [visit.after for visit in visits])
    return found if isinstance(game.turn(last), Ended) else {*found, UNFINISHED}


def look_for_games(game: AnyGame, seconds: float, *, hurried: bool) -> None:
    """Print the seeds that reach more than those before: with all walks, then with the first."""
    end, best = monotonic() + seconds, (0, 0)
    for seed in takewhile(lambda _: monotonic() < end, count()):
        first, *others = (reached(game, one, real_game(seed, hurried=hurried)) for one in WALKS)
        together = first.union(*others)
        rank = (len(together) - 9 * (UNFINISHED in together), len(first))
        if rank > best:
            best = rank
            reaches, added = (" ".join(sorted(some)) for some in (first, together - first))
            print(f'"{label(game)}": {RealGame(seed, reaches, added, hurried)},')


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="look for games that reach much")
    parser.add_argument("name", choices=list(catalog.names()))
    parser.add_argument("--seconds", type=float, default=20, help="for each table")
    parser.add_argument("--hurried", action="store_true", help="see tests.real_games")
    given = parser.parse_args()
    for table in tables((given.name,)):
        look_for_games(table, given.seconds, hurried=given.hurried)
