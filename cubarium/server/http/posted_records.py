"""Records that clients post: read and played through, by a worker if that may take long."""

from typing import Final

from fastapi.concurrency import run_in_threadpool

from cubarium.core.errors import CubariumError
from cubarium.engines.pool import Urgency
from cubarium.records.record_jobs import PlayedRecord, ReadRecordsJob, RecordFault, read_and_play
from cubarium.server.http.requests import PARTS
from cubarium.server.http.services import Services
from cubarium.tables.identity import Identity

MAX_CHARACTERS_HERE: Final = 2_000
"""Of a text that is read here; a longer one may take a worker seconds."""


async def played_records(services: Services, identity: Identity, text: str) -> list[PlayedRecord]:
    """The games in a text, played through: here, or by a worker if that may take long. Raises
    InvalidRecord."""
    if len(text) <= MAX_CHARACTERS_HERE:
        return await run_in_threadpool(read_and_play, text, PARTS)
    found = await services.workers.last(
        ReadRecordsJob(text, PARTS),
        owner=identity.name,
        address=identity.address,
        urgency=Urgency.STUDY,
    )
    if isinstance(found, RecordFault):
        raise found.error()
    return found


async def played_record(services: Services, identity: Identity, text: str) -> PlayedRecord:
    """The one game in a text. Raises CubariumError."""
    found = await played_records(services, identity, text)
    if len(found) != 1:
        raise CubariumError(f"expected one game, found {len(found)}")
    return found[0]
