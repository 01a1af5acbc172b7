"""Who plays whom, from which openings, in which seats.

A round is one opening, played by one group of contenders in all line-ups. Groups are pairs where
there are two sides, or two contenders; else as many contenders as there are seats (or all of
them), and the line-ups are all ways to seat them in which everybody has a seat.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, islice, product
from typing import Final

from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.match.match import Limits
from cubarium.tournament.contender import Contender
from cubarium.tournament.game_job import GameJob
from cubarium.tournament.openings import Opening
from cubarium.tournament.scores import line_ups

USUAL_LIMITS: Final = Limits()


@dataclass(frozen=True)
class MatchRound:
    """One opening and one group; `number` counts all rounds, `opening_number` the openings."""

    number: int
    opening_number: int
    group: tuple[int, ...]
    opening: Opening


@dataclass(frozen=True)
class Schedule:
    """All rounds of a match. `openings` are taken as they are needed, up to `pairs` of them."""

    game: AnyGame
    contenders: tuple[Contender, ...]
    openings: Iterable[Opening]
    pairs: int
    seed: int = 0
    limits: Limits = USUAL_LIMITS
    is_gauntlet: bool = False

    def __post_init__(self) -> None:
        names = [one.name for one in self.contenders]
        if len(names) < 2:
            raise CubariumError("expected two contenders or more")
        for name in names:
            if names.count(name) > 1:
                raise CubariumError(f"two contenders are called {name!r}")
        if self.pairs < 1:
            raise CubariumError("expected at least one pair")

    @property
    def groups(self) -> tuple[tuple[int, ...], ...]:
        """Who meets: everybody, or in a gauntlet the first contender and the others."""
        size = 2 if self.game.sides == 2 else min(self.game.players, len(self.contenders))
        found = combinations(range(len(self.contenders)), size)
        return tuple(group for group in found if 0 in group or not self.is_gauntlet)

    @property
    def games(self) -> int:
        """How many games there are, if nothing ends the match earlier."""
        return self.pairs * sum(len(seatings(self.game.teams, len(one))) for one in self.groups)

    def rounds(self) -> Iterator[MatchRound]:
        """In this order: everybody plays an opening before anybody plays the next one."""
        number = 0
        for opening_number, opening in enumerate(islice(self.openings, self.pairs)):
            for group in self.groups:
                yield MatchRound(number, opening_number, group, opening)
                number += 1

    def jobs(self, one: MatchRound) -> list[GameJob]:
        """The games of a round. The same seed for all line-ups: chance is the same."""
        contenders = tuple(self.contenders[number] for number in one.group)
        seed = f"{self.seed}/{one.opening_number}"
        return [
            GameJob(
                (one.number, number),
                self.game.spec,
                contenders,
                seats,
                one.opening,
                self.limits,
                seed,
            )
            for number, seats in enumerate(seatings(self.game.teams, len(contenders)))
        ]


def seatings(teams: Sequence[int], contenders: int) -> tuple[tuple[int, ...], ...]:
    """All line-ups of this many contenders: for two see scores.py, else everybody has a seat."""
    if contenders == 2:
        return line_ups(teams)
    found = product(range(contenders), repeat=len(teams))
    return tuple(seats for seats in found if len(set(seats)) == contenders)
