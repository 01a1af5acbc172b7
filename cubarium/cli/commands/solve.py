"""`cubarium solve`."""

import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from cubarium import catalog
from cubarium.cli.output import counted, json_option, print_json
from cubarium.cli.table_options import game_of, solved_game_argument, solver_options
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame

if TYPE_CHECKING:
    from cubarium.solve.solver import Backend

HARDEST = 5


@click.command("solve")
@solved_game_argument
@solver_options
@click.option(
    "--device",
    type=click.Choice(["cpu", "gpu"]),
    default="cpu",
    show_default=True,
    help="Where to sweep: on all cores, or on a GPU through CuPy.",
)
@click.option("--threads", type=click.IntRange(min=1), help="So many cores; usually all.")
@click.option(
    "--table",
    "path",
    type=click.Path(path_type=Path),
    help="Write the values to this file. Tiers are kept in FILE.tiers while it grows: a second "
    "call goes on where the first was stopped.",
)
@click.option("--keep", type=click.IntRange(min=0), help="Only positions with up to so many cubes.")
@click.option("--last", type=click.IntRange(min=0), default=0, help="Stop after this tier.")
@click.option(
    "--distances",
    is_flag=True,
    help="Plies to the end instead (boards of 3 and 4): how they are spread, the hardest "
    "positions, and a check of every position that shares nothing with the solver.",
)
@json_option
def command(
    name: str,
    players: int | None,
    device: str,
    threads: int | None,
    path: Path | None,
    keep: int | None,
    last: int,
    *,
    distances: bool,
    as_json: bool,
    **options: str | None,
) -> None:
    """Solve GAME exactly: how many positions are won, lost and drawn for the side to move, and what
    the start is worth. The board of 4 by 4 takes seconds; 5 by 5 takes two minutes on a large GPU,
    and many hours without one."""
    from cubarium.solve.checkpoints import Checkpoints
    from cubarium.solve.solver import NONE, Tier, fingerprint, solve

    game = game_of(name, players, options)
    numbering = catalog.solver_index(game.name)
    size = numbering.size_of(game)
    if distances and size > 4:
        raise CubariumError("distances are for boards of up to 4 by 4")
    if path is not None and path.exists():
        raise CubariumError(f"{path} is there already: say another file, or move it away")
    click.echo("Numbering the positions …", err=True)
    index = numbering.index(size)
    if distances:
        _print_distances(game, index, threads, as_json=as_json)
        return
    kept = index.cells if keep is None else min(keep, index.cells)
    if keep is not None and path is None:
        raise CubariumError("--keep is about a tablebase: say --table FILE")
    if path is not None and last:
        raise CubariumError("a tablebase needs all tiers: --table and --last can't go together")
    backend = _backend(device, index, threads)
    _compile(device, numbering, size, threads)
    checkpoints = None
    if path is not None:
        _check_disk(index, path, kept)
        info = game.spec.info
        tiers = path.with_name(path.name + ".tiers")
        checkpoints = Checkpoints(tiers, info.name, info.rules_version, index, kept)

    done = 0.0

    def tell(tier: Tier) -> None:
        nonlocal done
        done += tier.seconds
        one = sum(tier.totals.values(), NONE)
        left = _left(index, tier.cubes, last, done)
        click.echo(
            f"{tier.cubes} cubes: {one.wins} won, {one.losses} lost, {one.draws} drawn; "
            f"{counted(tier.sweeps, 'sweep')}, {tier.seconds:.1f} s{left}",
            err=True,
        )

    totals = solve(index, backend, checkpoints, tell, last)
    total = sum(totals.values(), NONE)
    start = None if last else _value(totals[0, 0].wins, totals[0, 0].losses)
    if path is not None and checkpoints is not None:
        checkpoints.joined(path)
        checkpoints.clear()
    if as_json:
        print_json(
            {
                "game": game.name,
                "size": size,
                "wins": total.wins,
                "losses": total.losses,
                "draws": total.draws,
                "start": start,
                "fingerprint": fingerprint(totals),
                "classes": [
                    {"me": a, "op": b, "wins": one.wins, "losses": one.losses, "draws": one.draws}
                    for (a, b), one in sorted(totals.items())
                ],
            }
        )
        return
    click.echo(f"{total.wins} won, {total.losses} lost, {total.draws} drawn for the side to move.")
    if start is not None:
        click.echo(f"The start is a {start}.")
        published = numbering.PUBLISHED.get(size)
        if published is not None:
            agree = "are" if fingerprint(totals) == published else "are NOT"
            click.echo(f"The counts of all classes {agree} the published ones.")


def _backend(device: str, index: Any, threads: int | None) -> "Backend":
    """Where to sweep, if there is memory enough."""
    from cubarium.solve.solver import check_memory

    if device == "gpu":
        from cubarium.solve.gpu import Gpu

        gpu = Gpu(index)
        check_memory(index, gpu.free_memory())
        return gpu
    from cubarium.solve.cpu import Cores, free_memory

    check_memory(index, free_memory())
    return Cores(index, threads)


def _compile(device: str, numbering: Any, size: int, threads: int | None) -> None:
    """Solve the smallest board: it compiles what a larger one needs, and no estimate of time left
    counts that."""
    from cubarium.solve.solver import solve

    if size > numbering.SMALLEST:
        small = numbering.index(numbering.SMALLEST)
        solve(small, _backend(device, small, threads), None, lambda _: None, 0)


def _print_distances(game: AnyGame, index: Any, threads: int | None, *, as_json: bool) -> None:
    from cubarium.solve.checker import faults, paths_and_lines, spread_out
    from cubarium.solve.distances import distances

    found = distances(index, threads)
    spectrum = found.spectrum()
    numbering = catalog.solver_index(game.name)
    hardest = [game.text(numbering.state(index.size, me, op)) for me, op in found.hardest(HARDEST)]
    codes = spread_out(index.cells, found.codes)
    wrong = int(faults(codes, *paths_and_lines(numbering.board(index.size)), index.cells))
    start = int(found.plies[0, 0][0])
    if as_json:
        print_json(
            {
                "game": game.name,
                "size": index.size,
                "start": _in(start),
                "wins": {str(code - 1): many for code, many in spectrum.items() if code > 0},
                "losses": {str(-code - 1): many for code, many in spectrum.items() if code < 0},
                "draws": spectrum.get(0, 0),
                "hardest": hardest,
                "faults": wrong,
            }
        )
    else:
        click.echo(f"The start is a {_in(start)}.")
        click.echo(f"{'plies':>5} {'won':>12} {'lost':>12}")
        for plies in range(max(abs(code) for code in spectrum)):
            won, lost = spectrum.get(plies + 1, 0), spectrum.get(-plies - 1, 0)
            click.echo(f"{plies:>5} {won:>12} {lost:>12}")
        click.echo(f"{spectrum.get(0, 0)} drawn.")
        click.echo("The longest wins, for example:")
        for text in hardest:
            click.echo(f"  {text}")
        click.echo(f"{len(codes)} positions checked: {counted(wrong, 'fault')}.")
    if wrong:
        sys.exit(1)


def _in(code: int) -> str:
    if not code:
        return "draw"
    return f"win in {code - 1}" if code > 0 else f"loss in {-code - 1}"


def _value(wins: int, losses: int) -> str:
    return "win" if wins else "loss" if losses else "draw"


def _positions(index: Any, cubes: int) -> int:
    found: int = sum(index.positions(a, cubes - a) for a in range(cubes + 1))
    return found


def _left(index: Any, cubes: int, last: int, seconds: float) -> str:
    """How long the rest will take, if it goes on like this."""
    cells: int = index.cells
    solved = sum(_positions(index, one) for one in range(cubes, cells + 1))
    rest = sum(_positions(index, one) for one in range(last, cubes))
    left = seconds * rest / solved
    return f"; about {left / 60:.0f} min left" if left > 90 else ""


def _check_disk(index: Any, path: Path, keep: int) -> None:
    """Refuse to start what can't be written: the tablebase beside its tiers, and two
    more of these."""
    sizes = [_positions(index, cubes) // 4 for cubes in range(index.cells + 1)]
    needed = 2 * sum(sizes[: keep + 1]) + 2 * max(sizes)
    folder = path.absolute().parent
    if not folder.is_dir():
        raise CubariumError(f"there is no folder {folder}")
    free = shutil.disk_usage(folder).free
    if needed > free:
        raise CubariumError(
            f"the tablebase needs {needed / 1e9:.1f} GB of disk while it grows; "
            f"{folder} has {free / 1e9:.1f} GB"
        )
