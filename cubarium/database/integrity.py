"""What can be wrong with a database, beside its games."""

import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sqlalchemy import Connection

from cubarium.database import heartbeat, postgres, secret_key
from cubarium.database.backups import FILE
from cubarium.database.database import damage
from cubarium.database.schema_version import newest_revision, revision_of
from cubarium.database.site_place import Place

AHEAD: Final = 60_000
"""Milliseconds that a sign of life may lie in the future: machines agree about time to that."""


def faults(place: Place, connection: Connection) -> Iterator[str]:
    """Sentences about what is wrong; none: nothing."""
    if isinstance(place, Path):
        state = damage(connection, "integrity_check")
        if state != "ok":
            yield f"The file {FILE} is damaged: {state}."
        yield from _readable_by_others(place)
    else:
        yield from postgres.weaknesses(connection)
        yield from postgres.openings(connection)
    revision = revision_of(connection)
    if revision != newest_revision():
        yield (
            f"The database has the form {revision}, this Cubarium the form {newest_revision()}: "
            "start the server of this version once."
        )
        return
    if secret_key.read(connection) is None:
        yield "The key that signs cookies is missing or too short: browsers lose their seats."
    lost = isinstance(place, Path) and connection.exec_driver_sql("PRAGMA foreign_key_check").all()
    if lost:
        yield f"{len(lost)} rows belong to tables that are no more."
    ahead = (heartbeat.last_sign(connection) or 0) - heartbeat.wall_time()
    if ahead > AHEAD:
        yield (
            f"The last sign of life lies {ahead // 1000} seconds ahead of this machine's clock: "
            "that clock is wrong, or was. Games go on, but their dates are ahead as well."
        )


def _readable_by_others(folder: Path) -> Iterator[str]:
    for file in (folder / FILE, *sorted(folder.glob(f"{FILE}.*"))):
        if file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO):
            yield f"{file.name} can be read by others than its owner: it holds cards and keys."
