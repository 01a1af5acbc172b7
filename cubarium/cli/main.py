"""`cubarium`: the command line. Each command has a file of its own, loaded when it is called."""

import io
import sys
from importlib import import_module

import click

from cubarium import __version__, extras
from cubarium.cli.signals import INTERRUPTED, exit_without_waiting
from cubarium.core.errors import CubariumError, InvalidRecord

COMMANDS = {
    "games": "List the games, with their players and options.",
    "rules": "The rules of a game, in a few minutes of reading.",
    "show": "A position: the board, whose turn it is, the legal moves.",
    "play": "Play in the terminal: people and engines of eight levels in any seat.",
    "match": "Matches between engines and programs: scores, ratings, error bars.",
    "selfplay": "An engine against itself: positions with their values, for programs that learn.",
    "engine": "The engines for other programs: UGI on standard input and output.",
    "serve": "Run a server: tables for people, engines and programs, and the page.",
    "worker": "Let engines think on this machine for a site that runs on others.",
    "admin": "Look after a server: back up, restore, close or delete tables.",
    "puzzle": "Puzzles for one person: show all cards with one arrangement of cubes.",
    "replay": "Look at a recorded game.",
    "convert": "Write a recorded game in another format.",
    "analyse": "Find the best moves: in a position, or in a recorded game move by move.",
    "solve": "Solve a game exactly: the value of every position of a board.",
    "probe": "The exact value of a position, from a tablebase.",
    "perft": "Count sequences of moves: the usual test of a rules engine.",
}


class BadFile(click.ClickException):
    """A file that can't be read."""

    exit_code = 1


class BadInput(click.ClickException):
    """Input on the command line that can't be right."""

    exit_code = 2


class LazyGroup(click.Group):
    """Lists its commands without importing them, and turns our errors into sentences."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        del ctx
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        del ctx
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"cubarium.cli.commands.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        del ctx
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> object:
        try:
            return super().invoke(ctx)
        except (KeyboardInterrupt, click.Abort):
            click.echo(err=True)  # after the ^C
            ctx.exit(INTERRUPTED)
        except InvalidRecord as error:
            raise BadFile(str(error)) from error
        except CubariumError as error:
            raise BadInput(str(error)) from error
        except ModuleNotFoundError as error:
            missing = extras.missing_for(error)
            if missing is None:
                raise
            raise BadInput(str(missing)) from error
        except BrokenPipeError:
            raise  # nobody reads any more (`… | head`): click exits quietly
        except OSError as error:
            raise BadFile(f"{error.filename}: {error.strerror}") from error


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="`cubarium COMMAND --help` tells more. An unofficial implementation: "
    "the games and their names belong to their owners.",
)
@click.version_option(__version__, prog_name="cubarium")
def cli() -> None:
    """Cubarium: cube games in one place."""


def main() -> None:
    """The entry point. A stream that is closed, or can't show a character, is no reason to fail."""
    sys.stdin = sys.stdin or io.StringIO()
    sys.stdout = sys.stdout or io.StringIO()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        cli()
    except SystemExit as end:
        exit_without_waiting(end)
        raise
