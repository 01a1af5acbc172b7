"""`cubarium replay`."""

from pathlib import Path

import click

from cubarium.cli.output import ascii_only, console, json_option, plain_option, print_json
from cubarium.cli.record_files import read_records
from cubarium.cli.render.scene import print_scene
from cubarium.core.errors import CubariumError
from cubarium.core.record import GameRecord
from cubarium.core.turn import Outcome
from cubarium.match.events import Drawn, Moved
from cubarium.match.match import Match, MatchEnd
from cubarium.match.outcome_text import say_outcome
from cubarium.records import replayed, text_format


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--game", "number", type=click.IntRange(min=1), help="Show only this game of the file."
)
@click.option("--ply", type=click.IntRange(min=0), help="Show the board after this many acts.")
@click.option("--all", "every", is_flag=True, help="Show the board after every act.")
@json_option
@plain_option
def command(
    file: Path, number: int | None, ply: int | None, *, every: bool, as_json: bool, plain: bool
) -> None:
    """Look at the games recorded in FILE: who played, the moves, the boards, the end."""
    if every and ply is not None:
        raise CubariumError("--all and --ply can't go together")
    found = read_records(file)
    if number is not None:
        if number > len(found):
            raise CubariumError(f"{file} holds {len(found)} games; there is no game {number}")
        found = found[number - 1 : number]
    if as_json:
        print_json([vars(one) | {"positions": _positions(one)} for one in found])
        return
    out = console(plain=plain)
    for record in found:
        match = replayed(record)
        if ply is not None and ply > len(match.steps):
            raise CubariumError(f"this game has {len(match.steps)} acts; there is no act {ply}")
        out.print(text_format.write(record), markup=False)
        shown = range(len(match.steps) + 1) if every else [len(match.steps) if ply is None else ply]
        for at in shown:
            act = match.steps[at - 1].act if at else None
            if act is not None:
                out.print(f"{at}. {match.game.write(act)}", markup=False)
            scene = match.game.scene(match.game.view(_state(match, at), None), act)
            print_scene(out, match.game, scene, ascii_only=ascii_only(plain=plain))
            out.print()
        if record.result is not None and ply is None:
            out.print(_end_text(match, record))


def _state(match: Match, at: int) -> object:
    return match.steps[at].before if at < len(match.steps) else match.state


def _positions(record: GameRecord) -> list[str]:
    """The position between any two acts, the first and the last included."""
    match = replayed(record)
    acts = [at for at, step in enumerate(match.steps) if isinstance(step.event, Moved | Drawn)]
    return [match.game.text(_state(match, at)) for at in (*acts, len(match.steps))]


def _end_text(match: Match, record: GameRecord) -> str:
    if match.outcome is not None:
        return say_outcome(match.game, match.outcome)
    assert record.result is not None
    reason = MatchEnd(record.result.reason)
    return say_outcome(match.game, Outcome(record.result.winners, reason, record.result.scores))
