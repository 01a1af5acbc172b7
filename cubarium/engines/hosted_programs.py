"""Foreign programs that whoever hosts a server offers under names of their own: a file names them,
and nobody else can start anything.

    [fox]
    command = "./fox --quiet"
    title = "Fox"
    seconds = 2
    memory = 512
    options = { Hash = "16" }

The file is found through the environment, so that the processes in which engines think know it too.
"""

import os
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from cubarium.core.errors import CubariumError, InvalidOption
from cubarium.engines.foreign_program import PREFIX, ForeignProgram, read_program

VARIABLE: Final = "CUBARIUM_ENGINES"
NAME: Final = re.compile(r"[a-z][a-z0-9-]{0,31}")
TAKEN: Final = re.compile(r"level\d+|engine|random|person|me|friend|device")
"""Names that mean something else in a seat."""
MEMBERS: Final = ("command", "title", "seconds", "memory", "options")
LEAST_MEMORY: Final = 64
MOST_SECONDS: Final = 60.0


@cache
def hosted_programs() -> Mapping[str, ForeignProgram]:
    """By name, the programs of the file that the environment names; without one there are none."""
    path = os.environ.get(VARIABLE)
    return read_programs(Path(path)) if path else {}


def read_programs(path: Path) -> dict[str, ForeignProgram]:
    """The programs that a file names. Raises CubariumError."""
    try:
        found = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CubariumError(f"{path} can't be read: {error}") from error
    return {name: _program(path, name, entry) for name, entry in found.items()}


def _program(path: Path, name: str, entry: object) -> ForeignProgram:
    def refuse(what: str) -> InvalidOption:
        return InvalidOption(f"{path}, {name}: {what}")

    if not NAME.fullmatch(name) or TAKEN.fullmatch(name):
        raise refuse("expected a name of small letters, digits and dashes that is not taken")
    if not isinstance(entry, dict) or not {*entry} <= {*MEMBERS}:
        raise refuse(f"expected a table with {', '.join(MEMBERS)}")
    command, title = entry.get("command"), entry.get("title", name.capitalize())
    seconds, memory = entry.get("seconds", 1.0), entry.get("memory", ForeignProgram.memory)
    options = entry.get("options", {})
    if not isinstance(command, str) or not isinstance(title, str) or not title.strip():
        raise refuse("expected a command and a title, which are texts")
    if isinstance(seconds, bool) or not isinstance(seconds, int | float):
        raise refuse("expected a number of seconds")
    if not 0 < seconds <= MOST_SECONDS:
        raise refuse(f"expected seconds up to {MOST_SECONDS:g}; not {seconds}")
    if type(memory) is not int or memory < LEAST_MEMORY:
        raise refuse(f"expected memory of {LEAST_MEMORY} MB or more")
    if not isinstance(options, dict):
        raise refuse("expected options as a table of names and values")
    try:
        program = read_program(f"{PREFIX}{command}")
    except InvalidOption as error:
        raise refuse(str(error)) from error
    given = tuple((option, str(value)) for option, value in options.items())
    return ForeignProgram(program.command, given, memory, title.strip(), float(seconds))
