"""Record files: read with a clear error, written whole or not at all."""

import os
import sys
import tempfile
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path

from platformdirs import user_data_path

from cubarium import records
from cubarium.core.errors import CubariumError, InvalidRecord
from cubarium.core.record import GameRecord
from cubarium.records import json_format, text_format

LARGEST = 32 * 2**20
STANDARD_INPUT = Path("-")


class FileTaken(CubariumError):
    """A file that exists, and is not ours to replace."""


def read_records(path: Path) -> list[GameRecord]:
    """All games of a file."""
    if path == STANDARD_INPUT:
        data = sys.stdin.buffer.read(LARGEST)
    elif path.is_file() and path.stat().st_size > LARGEST:
        raise InvalidRecord(f"{path} is larger than {LARGEST // 2**20} MB", 1, 1)
    else:
        data = path.read_bytes()
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        raise InvalidRecord(f"{path} is not UTF-8 text", line, column) from error
    found = json_format.read(text) if path.suffix == ".json" else records.read(text)
    if not found:
        raise InvalidRecord(f"there is no game in {path}: expected a tag [Game …]", 1, 1)
    return found


def write_record(path: Path, record: GameRecord, known: str | None = None) -> str:
    """Save a game, as JSON in a file named *.json, else as text; the text written. An existing
    file is replaced only if its content is `known`: nobody's words are lost."""
    replace = known is not None and path.is_file() and path.read_text("utf-8") == known
    form = json_format if path.suffix == ".json" else text_format
    text: str = form.write_all([record])
    write_text(path, text, replace=replace)
    return text


def write_text(path: Path, text: str, *, replace: bool = False) -> None:
    """Write a file whole or not at all; one that exists only if it may be replaced."""
    if not path.parent.is_dir():
        raise CubariumError(f"there is no folder {path.parent}")
    handle, beside = tempfile.mkstemp(dir=path.parent, prefix=".cubarium-")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(beside).chmod(0o644)
        if not replace:
            path.touch(exist_ok=False)  # fails if the file exists, even if only since a moment ago
        Path(beside).replace(path)
    except FileExistsError as error:
        raise FileTaken(f"the file {path} exists already: choose another name") from error
    finally:
        Path(beside).unlink(missing_ok=True)


def check_target(path: Path, *, is_forced: bool) -> None:
    """Refuse a file that can't be written, before anything is worked out for it."""
    if not path.parent.is_dir():
        raise CubariumError(f"there is no folder {path.parent}")
    if path.is_dir():
        raise CubariumError(f"{path} is a folder")
    if path.exists() and not is_forced:
        raise FileTaken(f"{path} exists already: choose another name, or add --force")


def fresh_path(folder: Path, game: str) -> Path:
    """A file that does not exist yet, named after the time."""
    stem = f"{game}-{datetime.now(UTC):%Y%m%d-%H%M%S}"
    names = chain([stem], (f"{stem}-{more}" for more in count(2)))
    return next(path for name in names if not (path := folder / f"{name}.txt").exists())


def kept_games() -> Path:
    """The folder of games that were left unfinished."""
    return user_data_path("cubarium") / "games"
