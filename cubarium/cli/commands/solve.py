"""`cubarium solve`."""

import sys
from pathlib import Path

import click

from cubarium import catalog
from cubarium.cli.output import json_option
from cubarium.cli.render.solution import SolvedBoard, SolvedDistances
from cubarium.cli.rotation_run import FullBoardRun
from cubarium.cli.solver_run import make_backend, make_checkpoints, tier_progress, warm_up
from cubarium.cli.table_options import game_of, solved_game_argument, solver_options
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.solver import PositionIndex

HARDEST = 5
"""How many of the longest wins are shown."""
LARGEST_WITH_DISTANCES = 4


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
@click.option("--threads", type=click.IntRange(min=1), help="Number of cores; usually all.")
@click.option(
    "--table",
    "path",
    type=click.Path(path_type=Path),
    help="Write the values to this file. Tiers are kept in FILE.tiers while it grows: a second "
    "call continues where the first was stopped.",
)
@click.option(
    "--keep",
    type=click.IntRange(min=0),
    help="Keep only positions with up to this many cubes.",
)
@click.option("--last", type=click.IntRange(min=0), default=0, help="Stop after this tier.")
@click.option(
    "--balls",
    type=int,
    help="Where full boards are solved: balls a side, 4 to 9, usually 9; all others are neutral. "
    "Few take moments.",
)
@click.option(
    "--outside",
    is_flag=True,
    help="Where full boards are solved: also the boards with one ball still outside. On a GPU with "
    "94 GB of memory; they are counted and checked, not written.",
)
@click.option(
    "--distances",
    is_flag=True,
    help="Count plies to the end as well: their distribution, and the longest wins. Boards of "
    "cubes must be 3 by 3 or 4 by 4, and every position of theirs is checked by code that shares "
    "nothing with the solver.",
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
    balls: int | None,
    *,
    outside: bool,
    distances: bool,
    as_json: bool,
    **options: str | None,
) -> None:
    """Solve GAME exactly: how many positions are won, lost and drawn for the side to move, and the
    value of the start. The board of 4 by 4 takes seconds; 5 by 5 takes two minutes on a large GPU,
    and many hours without one. Full boards, to which nothing comes any more, take seconds on a
    large GPU and minutes on many cores."""
    game = game_of(name, players, options)
    if path is not None and path.exists():
        raise CubariumError(f"{path} exists already: choose another file, or move it away")
    if catalog.has_rotations(game.name):
        if keep is not None or last:
            raise CubariumError("--keep and --last are for tiers, and full boards have none")
        run = FullBoardRun(game, balls, device, threads, path, distances, as_json)
        run.run_outside() if outside else run.run()
        return
    if balls is not None or outside:
        raise CubariumError("--balls and --outside are for games whose full boards are solved")
    solver_index = catalog.solver_index(game.name)
    size = solver_index.size_of(game)
    if distances and size > LARGEST_WITH_DISTANCES:
        raise CubariumError("distances are for boards of up to 4 by 4")
    click.echo("Numbering the positions …", err=True)
    index = solver_index.index(size)
    if distances:
        _print_distances(game, index, threads, as_json=as_json)
        return
    if keep is not None and path is None:
        raise CubariumError("--keep is for a tablebase: add --table FILE")
    if path is not None and last:
        raise CubariumError("a tablebase needs all tiers: --table and --last can't go together")
    backend = make_backend(device, index, threads)
    warm_up(device, solver_index, size, threads)
    checkpoints = None
    if path is not None:
        kept = index.cells if keep is None else min(keep, index.cells)
        checkpoints = make_checkpoints(game, index, path, kept)
    from cubarium.solve.solver import solve

    totals = solve(index, backend, checkpoints, tier_progress(index, last), last)
    if path is not None and checkpoints is not None:
        checkpoints.joined(path)
        checkpoints.clear()
    solved = SolvedBoard(game, size, totals, is_whole=not last)
    if as_json:
        solved.print_json()
    else:
        solved.print(solver_index.PUBLISHED.get(size))


def _print_distances(
    game: AnyGame, index: PositionIndex, threads: int | None, *, as_json: bool
) -> None:
    from cubarium.solve.checker import faults, paths_and_lines, spread_out
    from cubarium.solve.distances import distances

    found = distances(index, threads)
    solver_index = catalog.solver_index(game.name)
    hardest = found.hardest(HARDEST)
    codes = spread_out(index.cells, found.codes)
    wrong = int(faults(codes, *paths_and_lines(solver_index.board(index.size)), index.cells))
    solved = SolvedDistances(
        game=game,
        size=index.size,
        start=int(found.plies[0, 0][0]),
        spectrum=found.spectrum(),
        hardest=[game.text(solver_index.state(index.size, me, op)) for me, op in hardest],
        checked=len(codes),
        faults=wrong,
    )
    if as_json:
        solved.print_json()
    else:
        solved.print()
    if wrong:
        sys.exit(1)
