"""`cubarium puzzle`."""

import sys
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

import click

from cubarium.cli.output import (
    ascii_only,
    console,
    json_option,
    plain_option,
    print_json,
    status_line,
)
from cubarium.cli.puzzle_book import find_puzzle, puzzle_book, puzzle_game
from cubarium.cli.render.puzzle_text import checked_text, puzzle_json
from cubarium.cli.render.scene import print_scene
from cubarium.core.errors import CubariumError
from cubarium.render.number_text import counted

if TYPE_CHECKING:
    from rich.status import Status

NOT_PROVED = 3

which_argument = click.argument("which", nargs=-1, required=True, metavar="PUZZLE|CARD…")
seconds_option = click.option(
    "--seconds", type=click.FloatRange(min=0.1), help="Stop after this long, and say what is known."
)


@click.group("puzzle", no_args_is_help=True)
def command() -> None:
    """For one person: show several cards with one arrangement of cubes.

    A puzzle is one of those that come with the program (p001 …), or cards of your own choice
    (c01 …). Its par is the least number of cubes that shows all its cards: it is proved.
    """


@command.command("list")
@click.option("--cards", type=int, help="Only those with this many cards.")
@click.option("--grade", type=int, help="Only those of this grade, from 1 to 6.")
@json_option
def list_command(cards: int | None, grade: int | None, *, as_json: bool) -> None:
    """The puzzles that come with the program, the easy ones first."""
    found = [
        puzzle
        for puzzle in puzzle_book().shipped().values()
        if cards in (None, len(puzzle.cards)) and grade in (None, puzzle.grade)
    ]
    if as_json:
        print_json([puzzle_json(puzzle) for puzzle in found])
        return
    for puzzle in found:
        cards_text = " ".join(puzzle.cards)
        click.echo(f"{puzzle.name}  grade {puzzle.grade}  {cards_text}: {puzzle.reason}.")
    if not found:
        click.echo("There is no such puzzle.")


@command.command("show", short_help="The cards of a puzzle, and what an arrangement shows of them.")
@which_argument
@click.option("--board", help="An arrangement to check, as `puzzle solve` writes it.")
@click.option("--solution", is_flag=True, help="Show the solution too.")
@plain_option
def show_command(which: tuple[str, ...], board: str | None, *, solution: bool, plain: bool) -> None:
    """The cards of a puzzle, and how much of them an arrangement shows."""
    puzzles = puzzle_book()
    puzzle, cards = find_puzzle(which)
    shown = puzzles.EMPTY_BOARD if board is None else puzzles.read_board(board)
    if solution:
        if puzzle is None or board is not None:
            raise CubariumError(
                "--solution is for puzzles that come with the program, without --board"
            )
        shown = puzzle.solution
    out = console(plain=plain)
    print_scene(out, puzzle_game(), puzzles.draw(cards, shown), ascii_only=ascii_only(plain=plain))
    if puzzle is not None:
        out.print(f"Grade {puzzle.grade}: {puzzle.reason}.", markup=False)
    for line in checked_text(puzzles.check(cards, shown)):
        out.print(line, markup=False)


@command.command("play", short_help="Build in the terminal.")
@which_argument
@plain_option
def play_command(which: tuple[str, ...], *, plain: bool) -> None:
    """Build in the terminal: place cubes, take them back, check card by card."""
    from cubarium.cli.terminal.puzzle_repl import PuzzleRepl

    puzzle, cards = find_puzzle(which)
    out = console(plain=plain)
    repl = PuzzleRepl(cards, puzzle, out, ascii_only=ascii_only(plain=plain))
    sys.exit(repl.run())


@command.command("solve", short_help="The fewest cubes that show all cards, proved.")
@which_argument
@seconds_option
@json_option
@plain_option
def solve_command(
    which: tuple[str, ...], seconds: float | None, *, as_json: bool, plain: bool
) -> None:
    """The least number of cubes that shows all cards, proved, with an arrangement.

    The exit code is 3 if there was not enough time for a proof.
    """
    puzzles = puzzle_book()
    _, cards = find_puzzle(which)
    with status_line() as line:
        answer = puzzles.solve(cards, seconds, _progress(line))
    if as_json:
        board = None if answer.board is None else puzzles.write_board(answer.board)
        print_json({"cards": cards, "par": answer.par, "at_least": answer.at_least, "board": board})
    elif answer.board is None:
        click.echo(f"Not proved: it takes {answer.at_least} cubes or more; there was no more time.")
    else:
        out = console(plain=plain)
        scene = puzzles.draw(cards, answer.board)
        print_scene(out, puzzle_game(), scene, ascii_only=ascii_only(plain=plain))
        click.echo(f"Par {answer.par}: fewer cubes can't show these cards.")
        click.echo(puzzles.write_board(answer.board))
    if answer.board is None:
        sys.exit(NOT_PROVED)


def _progress(line: "Status", before: str = "") -> Callable[[int, float], None]:
    def tell(cubes: int, done: float) -> None:
        line.update(f"{before}trying {cubes} cubes: {done:.0%}")

    return tell


@command.command("make", short_help="A new puzzle, proved and graded.")
@click.option("--cards", "count", type=int, default=4, show_default=True, help="How many cards.")
@click.option("--par", type=int, help="Only a puzzle with this par.")
@click.option("--seed", type=int, help="The same seed makes the same puzzle.")
@seconds_option
@json_option
@plain_option
def make_command(
    count: int,
    par: int | None,
    seed: int | None,
    seconds: float | None,
    *,
    as_json: bool,
    plain: bool,
) -> None:
    """A new puzzle, proved and graded, that the solution of no other puzzle solves."""
    puzzles = puzzle_book()
    others = [puzzles.shown_by(puzzle.solution) for puzzle in puzzles.shipped().values()]
    with status_line() as line:
        puzzle = puzzles.make(
            count, Random(seed), par=par, seconds=seconds, others=others, progress=_progress(line)
        )
    if puzzle is None:
        click.echo("Not proved in that time: no puzzle.")
        sys.exit(NOT_PROVED)
    if as_json:
        print_json(puzzle_json(puzzle))
        return
    out = console(plain=plain)
    scene = puzzles.draw(puzzle.cards, puzzles.EMPTY_BOARD)
    print_scene(out, puzzle_game(), scene, ascii_only=ascii_only(plain=plain))
    click.echo(f"Par {puzzle.par}, grade {puzzle.grade}: {puzzle.reason}.")
    click.echo(f"cubarium puzzle play {' '.join(puzzle.cards)}")


@command.command("verify", short_help="Check and prove the puzzles again.")
@click.argument("names", nargs=-1, metavar="[PUZZLE…]")
@click.option("--quick", is_flag=True, help="Check the solutions alone; do not prove par again.")
def verify_command(names: tuple[str, ...], *, quick: bool) -> None:
    """Check the puzzles that come with the program: every solution by the readable rules, every par
    by a new proof, and that no solution solves another puzzle. Without names: all of them."""
    puzzles = puzzle_book()
    every = puzzles.shipped()
    chosen = [puzzles.named(name) for name in names] or [*every.values()]
    wrong: list[str] = []
    for number, puzzle in enumerate(chosen, 1):
        wrong += [f"{puzzle.name}: {fault}" for fault in puzzles.faults(puzzle)]
        shown = puzzles.shown_by(puzzle.solution)
        wrong += [
            f"{other.name}: the solution of {puzzle.name} solves it too"
            for other in every.values()
            if other is not puzzle and shown.issuperset(other.cards)
        ]
        if not quick:
            before = f"{puzzle.name} ({number} of {len(chosen)}), "
            with status_line() as line:
                par = puzzles.solve(puzzle.cards, progress=_progress(line, before)).par
            if par != puzzle.par:
                wrong.append(f"{puzzle.name}: its par is {par}, not {puzzle.par}")
    for fault in wrong:
        click.echo(fault)
    proved = "checked" if quick else "checked and proved"
    click.echo(f"{counted(len(chosen), 'puzzle')} {proved}: {counted(len(wrong), 'fault')}.")
    if wrong:
        sys.exit(1)
