"""A run of the solver: where it sweeps, how long it still takes, what it needs on disk."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from cubarium.cli.render.solution import tier_text
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.solver import PositionIndex, SolverIndex

if TYPE_CHECKING:
    from cubarium.solve.checkpoints import Checkpoints
    from cubarium.solve.solver import Backend, Tier


def make_backend(device: str, index: PositionIndex, threads: int | None) -> "Backend":
    """Where to sweep, if there is enough memory."""
    from cubarium.solve.solver import check_memory

    if device == "gpu":
        from cubarium.solve.gpu import Gpu

        gpu = Gpu(index)
        check_memory(index, gpu.free_memory())
        return gpu
    from cubarium.solve.cpu import Cores, free_memory

    check_memory(index, free_memory())
    return Cores(index, threads)


def warm_up(device: str, solver_index: SolverIndex, size: int, threads: int | None) -> None:
    """Solve the smallest board: that compiles what a larger one needs, before any time is
    measured."""
    from cubarium.solve.solver import solve

    if size > solver_index.SMALLEST:
        small = solver_index.index(solver_index.SMALLEST)
        solve(small, make_backend(device, small, threads), None, lambda _: None, 0)


def tier_progress(index: PositionIndex, last: int) -> Callable[["Tier"], None]:
    """Prints each tier as it is solved, and how long the rest will take at this pace."""
    spent = 0.0

    def tell(tier: "Tier") -> None:
        nonlocal spent
        spent += tier.seconds
        solved = sum(_positions(index, cubes) for cubes in range(tier.cubes, index.cells + 1))
        rest = sum(_positions(index, cubes) for cubes in range(last, tier.cubes))
        left = spent * rest / solved
        about = f"; about {left / 60:.0f} min left" if left > 90 else ""
        click.echo(tier_text(tier) + about, err=True)

    return tell


def make_checkpoints(game: AnyGame, index: PositionIndex, path: Path, kept: int) -> "Checkpoints":
    """The tiers beside the tablebase that they will be, if there is enough disk space."""
    from cubarium.solve.checkpoints import Checkpoints

    _check_disk(index, path, kept)
    info = game.spec.info
    tiers = path.with_name(path.name + ".tiers")
    return Checkpoints(tiers, info.name, info.rules_version, index, kept)


def _positions(index: PositionIndex, cubes: int) -> int:
    return sum(index.positions(a, cubes - a) for a in range(cubes + 1))


def _check_disk(index: PositionIndex, path: Path, kept: int) -> None:
    """Refuse to start what can't be written: the tablebase beside its tiers, and two more tiers."""
    sizes = [_positions(index, cubes) // 4 for cubes in range(index.cells + 1)]
    needed = 2 * sum(sizes[: kept + 1]) + 2 * max(sizes)
    folder = path.absolute().parent
    if not folder.is_dir():
        raise CubariumError(f"there is no folder {folder}")
    free = shutil.disk_usage(folder).free
    if needed > free:
        raise CubariumError(
            f"the tablebase needs {needed / 1e9:.1f} GB of disk while it grows; "
            f"{folder} has {free / 1e9:.1f} GB"
        )
