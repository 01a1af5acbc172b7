"""`cubarium engine`."""

import io
import sys
from contextlib import suppress

import click

from cubarium import catalog
from cubarium.cli.table_options import complete_game


@click.command("engine")
@click.argument("name", metavar="[GAME]", required=False, shell_complete=complete_game)
def command(name: str | None) -> None:
    """Let other programs use the engines: UGI on standard input and output.

    It begins with GAME (usually the first of `cubarium games`); `setoption name Game value …`
    changes it. `ugi` lists all options, `quit` and the end of the input end it. The words, and
    what is added for three and four seats, chance and secrets: docs/engine-protocol.md.
    """
    from cubarium.interop.ugi_program import UgiProgram

    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")  # a line that is no text is a bad line, no end
    with suppress(BrokenPipeError):  # nobody listens any more
        UgiProgram(name.lower() if name else catalog.names()[0], _write).run(sys.stdin)
    sys.exit(0)


def _write(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
