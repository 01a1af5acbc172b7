"""The key that signs cookies. It is in the database, so that every copy of that has it too."""

import os
from contextlib import suppress
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, func, insert, select

from cubarium.database.schema import KEYS, SECRETS

FILE: Final = "secret.key"
"""Where it was before it was in the database."""
NAME: Final = "cookies"
BYTES: Final = 32


def read(connection: Connection) -> bytes | None:
    """The key; None: there is none, or what is there is none."""
    found: bytes | None = connection.scalar(select(SECRETS.c.value).where(SECRETS.c.name == NAME))
    return found if found is not None and len(found) >= BYTES else None


def ensure(connection: Connection, folder: Path | None, *, force: bool = False) -> bool:
    """Let the database have a key: its own, else that of its folder, else, if nobody can miss one
    or with `force`, a new one. Has it one now?"""
    if read(connection) is not None:
        return True
    key = None if folder is None else of_folder(folder)
    if key is None:
        if not force and connection.scalar(select(func.count()).select_from(KEYS)):
            return False
        key = os.urandom(BYTES)
    put(connection, key)
    return True


def put(connection: Connection, key: bytes) -> None:
    """Use this key from now on."""
    connection.execute(SECRETS.delete().where(SECRETS.c.name == NAME))
    connection.execute(insert(SECRETS), [{"name": NAME, "value": key}])


def of_folder(folder: Path) -> bytes | None:
    """The key beside the database of an older Cubarium, if there is one."""
    with suppress(FileNotFoundError):
        key = (folder / FILE).read_bytes()
        return key if len(key) >= BYTES else None
    return None


def clear(folder: Path) -> None:
    """The database has the key: no second copy lies about."""
    (folder / FILE).unlink(missing_ok=True)
