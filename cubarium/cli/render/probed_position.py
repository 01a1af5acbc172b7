"""A solved position on the command line: its value, and that of every move."""

from collections.abc import Iterator

import click

from cubarium.analysis.probed_position import ProbedPosition
from cubarium.cli.output import print_json
from cubarium.core.solver import WinDrawLoss

UNKNOWN = "unknown"


def print_probed_json(probed: ProbedPosition) -> None:
    """One document; plies where they are known."""
    plies = {text: move.plies for text, move in probed.moves.items() if move.plies is not None}
    document: dict[str, object] = {
        "position": probed.text,
        "value": probed.value,
        "moves": {text: move.value or UNKNOWN for text, move in probed.moves.items()},
    }
    if probed.plies is not None:
        document |= {"plies": probed.plies, "move_plies": plies}
    print_json(document)


def print_probed(probed: ProbedPosition) -> None:
    """The value in a sentence, then the moves by their value."""
    for line in _lines(probed):
        click.echo(line)


def _lines(probed: ProbedPosition) -> Iterator[str]:
    over = ": the game is over" if probed.is_over else ""
    length = f" in {probed.plies} {'ply' if probed.plies == 1 else 'plies'}" if probed.plies else ""
    yield f"A {probed.value}{length} for {probed.mover}{over}."
    for result in (*WinDrawLoss, None):
        found = [(text, one) for text, one in probed.moves.items() if one.value is result]
        if found:
            found.sort(key=lambda pair: pair[1].order)
            texts = [f"{text} ({one.plies})" if one.plies else text for text, one in found]
            yield f"{result or UNKNOWN}: {' '.join(texts)}"
