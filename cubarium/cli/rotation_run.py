"""A run of the solver of full boards: where it sweeps, how long it still takes, what it needs."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import click

from cubarium import catalog
from cubarium.cli.render.full_boards import SolvedFullBoards, SolvedOutside
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.rotation_solver import RotationIndex
from cubarium.render.number_text import counted

if TYPE_CHECKING:
    from cubarium.solve.rotations.orbits import OrbitIndex
    from cubarium.solve.rotations.solver import RotationBackend, SweepReport

CHECKED = 10_000
"""Random boards with one ball outside that are judged by the readable rules."""
FEWEST, MOST = 4, 9
"""Balls a side: a square needs four, and there are 27 places."""


@dataclass(frozen=True)
class FullBoardRun:
    """What was asked for."""

    game: AnyGame
    balls: int | None
    device: str
    threads: int | None
    path: Path | None
    plies: bool
    as_json: bool

    def run(self) -> None:
        """Solve, write, print."""
        from cubarium.solve.rotations.solver import TableFile, check_disk, solve

        numbering = catalog.rotation_index(self.game.name)
        index = self._index(numbering)
        balls = index.facts.balls
        file = None
        if self.path is not None:
            check_disk(index, self.path, plies=self.plies)
            info = self.game.spec.info
            file = TableFile(self.path, info.name, info.rules_version)
        backend = self._backend(index)
        sweeps = numbering.SWEEPS if balls == numbering.BALLS else None
        solution = solve(backend, file, sweep_progress(sweeps), threads=self.threads)
        solved = SolvedFullBoards(self.game, numbering, solution)
        if self.as_json:
            solved.print_json()
        else:
            solved.print()

    def _index(self, numbering: RotationIndex) -> "OrbitIndex":
        from cubarium.solve.rotations.orbits import orbit_index

        numbering.check(self.game)
        balls = numbering.BALLS if self.balls is None else self.balls
        if not FEWEST <= balls <= MOST:
            raise CubariumError(f"there are {FEWEST} to {MOST} balls a side, not {balls}")
        click.echo("Numbering the positions …", err=True)
        return orbit_index(numbering.facts(balls))

    def run_outside(self) -> None:
        """Solve full boards, then those with one ball outside; count and check them."""
        from cubarium.solve.rotations.outside import (
            OutsideIndex,
            check_outside_memory,
            solve_outside,
        )
        from cubarium.solve.rotations.outside_check import OutsideCheck
        from cubarium.solve.rotations.solver import solve

        if self.device != "gpu" or self.path is not None or self.plies:
            raise CubariumError("--outside goes with --device gpu, without --table or --distances")
        from cubarium.solve.gpu import free_gpu_memory
        from cubarium.solve.rotations.gpu import RotationGpu
        from cubarium.solve.rotations.outside_gpu import OutsideGpu

        free = free_gpu_memory()
        numbering = catalog.rotation_index(self.game.name)
        index = OutsideIndex(self._index(numbering))
        check_outside_memory(index, free)
        full = RotationGpu(index.orbits, plies=False)
        solution = solve(full, None, sweep_progress(None), threads=self.threads)
        click.echo("One ball outside:", err=True)
        backend = OutsideGpu(index, full)
        outside = solve_outside(backend, sweep_progress(None))
        check = OutsideCheck(self.game, numbering, index, backend)
        wrong = check.wrong(CHECKED, Random(1))
        solved = SolvedOutside(SolvedFullBoards(self.game, numbering, solution), outside, wrong)
        if self.as_json:
            solved.print_json(index.positions)
        else:
            solved.print(index.positions, CHECKED)
        if wrong:
            sys.exit(1)

    def _backend(self, index: "OrbitIndex") -> "RotationBackend":
        """Where to sweep, if there is enough memory."""
        from cubarium.solve.rotations.solver import check_memory

        if self.device == "gpu":
            from cubarium.solve.gpu import free_gpu_memory
            from cubarium.solve.rotations.gpu import RotationGpu

            check_memory(index, free_gpu_memory(), plies=self.plies)
            return RotationGpu(index, plies=self.plies)
        from cubarium.solve.cpu import free_memory
        from cubarium.solve.rotations.cores import RotationCores

        check_memory(index, free_memory(), plies=self.plies)
        return RotationCores(index, self.threads, plies=self.plies)


def sweep_progress(expected: int | None) -> Callable[["SweepReport"], None]:
    """Prints each sweep. Later ones have less to do, so the time left is at most what the expected
    number of sweeps would take at this pace."""

    def tell(report: "SweepReport") -> None:
        text = f"sweep {report.number}: {counted(report.changed, 'change')}, {report.seconds:.1f} s"
        left = 0.0 if expected is None else max(0, expected - report.number) * report.seconds
        about = f"; at most about {left / 60:.0f} min left" if left > 90 else ""
        click.echo(text + about, err=True)

    return tell
