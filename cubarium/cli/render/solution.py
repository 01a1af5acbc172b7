"""A solved board on the command line: counts, distances, the value of the start."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from cubarium.cli.output import print_json
from cubarium.core.game import AnyGame
from cubarium.render.number_text import counted

if TYPE_CHECKING:
    from cubarium.solve.solver import Tier, ValueCounts
    from cubarium.solve.tablebase import Class


@dataclass(frozen=True)
class SolvedBoard:
    """The counts of all classes; `is_whole`: down to the start."""

    game: AnyGame
    size: int
    totals: "Mapping[Class, ValueCounts]"
    is_whole: bool

    @property
    def total(self) -> "ValueCounts":
        """The counts of all positions."""
        from cubarium.solve.solver import NONE

        return sum(self.totals.values(), NONE)

    @property
    def start(self) -> str | None:
        """The value of the start, if it is solved."""
        if not self.is_whole:
            return None
        counts = self.totals[0, 0]
        return "win" if counts.wins else "loss" if counts.losses else "draw"

    def print_json(self) -> None:
        """One document with all counts."""
        from cubarium.solve.solver import fingerprint

        total = self.total
        print_json(
            {
                "game": self.game.name,
                "size": self.size,
                "wins": total.wins,
                "losses": total.losses,
                "draws": total.draws,
                "start": self.start,
                "fingerprint": fingerprint(self.totals),
                "classes": [
                    {"me": a, "op": b, "wins": one.wins, "losses": one.losses, "draws": one.draws}
                    for (a, b), one in sorted(self.totals.items())
                ],
            }
        )

    def print(self, published: str | None) -> None:
        """The totals, and whether they are the published ones where there are any."""
        from cubarium.solve.solver import fingerprint

        total = self.total
        click.echo(
            f"{total.wins} won, {total.losses} lost, {total.draws} drawn for the side to move."
        )
        if self.start is None:
            return
        click.echo(f"The start is a {self.start}.")
        if published is not None:
            agree = "are" if fingerprint(self.totals) == published else "are NOT"
            click.echo(f"The counts of all classes {agree} the published ones.")


@dataclass(frozen=True)
class SolvedDistances:
    """How far from its end every position is. Codes: 0 is a draw, n + 1 a win in n plies, -n - 1 a
    loss in n plies."""

    game: AnyGame
    size: int
    start: int
    spectrum: Mapping[int, int]
    """By code, the number of positions."""
    hardest: list[str]
    checked: int
    faults: int

    def print_json(self) -> None:
        """One document with all counts."""
        counts = self.spectrum.items()
        print_json(
            {
                "game": self.game.name,
                "size": self.size,
                "start": distance_text(self.start),
                "wins": {str(code - 1): count for code, count in counts if code > 0},
                "losses": {str(-code - 1): count for code, count in counts if code < 0},
                "draws": self.spectrum.get(0, 0),
                "hardest": self.hardest,
                "faults": self.faults,
            }
        )

    def print(self) -> None:
        """A table of wins and losses by their plies, the longest wins, and the check."""
        for line in self._lines():
            click.echo(line)

    def _lines(self) -> Iterator[str]:
        yield f"The start is a {distance_text(self.start)}."
        yield f"{'plies':>5} {'won':>12} {'lost':>12}"
        for plies in range(max(abs(code) for code in self.spectrum)):
            won, lost = self.spectrum.get(plies + 1, 0), self.spectrum.get(-plies - 1, 0)
            yield f"{plies:>5} {won:>12} {lost:>12}"
        yield f"{self.spectrum.get(0, 0)} drawn."
        yield "Examples of the longest wins:"
        yield from (f"  {text}" for text in self.hardest)
        yield f"{self.checked} positions checked: {counted(self.faults, 'fault')}."


def distance_text(code: int) -> str:
    """A code of a distance in words."""
    if not code:
        return "draw"
    return f"win in {code - 1}" if code > 0 else f"loss in {-code - 1}"


def tier_text(tier: "Tier") -> str:
    """A tier that has just been solved."""
    from cubarium.solve.solver import NONE

    total = sum(tier.totals.values(), NONE)
    return (
        f"{tier.cubes} cubes: {total.wins} won, {total.losses} lost, {total.draws} drawn; "
        f"{counted(tier.sweeps, 'sweep')}, {tier.seconds:.1f} s"
    )
