"""Solved full boards on the command line: counts, plies, the longest wins."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING

import click

from cubarium.cli.output import print_json
from cubarium.core.game import AnyGame
from cubarium.core.rotation_solver import RotationIndex
from cubarium.render.number_text import counted

if TYPE_CHECKING:
    from cubarium.solve.rotations.outside import OutsideSolution
    from cubarium.solve.rotations.solver import RotationSolution
    from cubarium.solve.rotations.survey import RotationCounts


@dataclass(frozen=True)
class SolvedFullBoards:
    """A solution of all full boards."""

    game: AnyGame
    numbering: RotationIndex
    solution: "RotationSolution"

    @property
    def examples(self) -> list[str]:
        """Some of the longest wins."""
        index = self.solution.index
        found = []
        for number in self.solution.survey.examples:
            orbit, column = divmod(number, index.columns)
            mask, word = int(index.first[orbit]), int(index.words[column])
            cells = [cell for cell in range(index.facts.cells) if mask >> cell & 1]
            me = sum(1 << cell for at, cell in enumerate(cells) if word >> at & 1)
            found.append(self.game.text(self.numbering.state(me, mask & ~me, -1)))
        return found

    def print_json(self) -> None:
        """One document with all counts."""
        solution, survey = self.solution, self.solution.survey
        won, lost = solution.over
        spectrum = survey.spectrum.items()
        print_json(
            {
                "game": self.game.name,
                "balls": solution.index.facts.balls,
                "entries": solution.index.positions,
                "over": {"won": won, "lost": lost},
                "counts": asdict(survey.counts),
                "sweeps": solution.sweeps,
                "wins": {str(code - 1): count for code, count in spectrum if code > 0},
                "losses": {str(-code - 1): count for code, count in spectrum if code < 0},
                "longest": self.examples,
            }
        )

    def print(self) -> None:
        """The counts in sentences, plies in a table."""
        for line in self._lines():
            click.echo(line)

    def _lines(self) -> Iterator[str]:
        solution, counts = self.solution, self.solution.survey.counts
        won, lost = solution.over
        running = solution.index.positions - won - lost
        yield (
            f"{solution.index.positions} boards in {solution.index.orbits} layouts of the neutral "
            f"balls: {running} running; the mover has a square on {won}, only the other on {lost}."
        )
        yield counts_text(counts)
        yield (
            f"{counted(solution.sweeps, 'sweep')} in {solution.seconds:.1f} s; the last one "
            "changed nothing."
        )
        spectrum = solution.survey.spectrum
        if spectrum:
            yield f"{'plies':>5} {'won':>12} {'lost':>12}"
            for plies in range(max(abs(code) for code in spectrum)):
                won, lost = spectrum.get(plies + 1, 0), spectrum.get(-plies - 1, 0)
                yield f"{plies:>5} {won:>12} {lost:>12}"
            yield "Examples of the longest wins:"
            yield from (f"  {text}" for text in self.examples)


@dataclass(frozen=True)
class SolvedOutside:
    """Full boards, and those with one ball outside: the mover's, or the other's."""

    full: SolvedFullBoards
    outside: "OutsideSolution"
    wrong: list[str]
    """Checked positions whose values do not follow from their moves."""

    def print_json(self, positions: int) -> None:
        """One document; `positions`: of each class."""
        print_json(
            {
                "game": self.full.game.name,
                "full": asdict(self.full.solution.survey.counts),
                "entries": positions,
                "outside": [
                    {"over": {"won": won, "lost": lost}, "counts": asdict(counts)}
                    for (won, lost), counts in zip(
                        self.outside.over, self.outside.counts, strict=True
                    )
                ],
                "sweeps": self.outside.sweeps,
                "wrong": self.wrong,
            }
        )

    def print(self, positions: int, checked: int) -> None:
        """The counts in sentences."""
        self.full.print()
        click.echo("One ball outside:")
        for number, side in enumerate(("mover", "other")):
            won, lost = self.outside.over[number]
            click.echo(
                f"The {side} has it: {positions} boards, {positions - won - lost} running; the "
                f"mover has a square on {won}, only the other on {lost}."
            )
            click.echo(counts_text(self.outside.counts[number]))
        click.echo(f"{counted(self.outside.sweeps, 'sweep')} in {self.outside.seconds:.1f} s.")
        for text in self.wrong:
            click.echo(f"Wrong: {text}")
        click.echo(f"{counted(checked, 'position')} checked: {counted(len(self.wrong), 'fault')}.")


def counts_text(counts: "RotationCounts") -> str:
    """The counts by kind in a sentence."""
    return (
        f"{counts.all_wins} won for the side to move ({counts.wins_else_draw} by one move "
        f"alone, without it a draw; {counts.wins_else_loss} by one move alone, without it a "
        f"loss), {counts.losses} lost, {counts.draws} drawn, and {counts.draws_else_loss} more "
        "drawn that are lost if the one drawing move is forbidden."
    )
