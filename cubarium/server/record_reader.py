"""Records that people send: read, and played through."""

from typing import Final

from fastapi.concurrency import run_in_threadpool

from cubarium.core.errors import CubariumError
from cubarium.engines.pool import Urgency
from cubarium.records.record_jobs import (
    PlayedRecord,
    ReadRecordsJob,
    RecordFault,
    read_and_play,
)
from cubarium.server.api.requests import PARTS
from cubarium.server.identity import Identity
from cubarium.server.services import Services

MAX_SHORT_CHARACTERS: Final = 2_000
"""Of a text that is read here; a longer one may take a worker seconds."""


async def play_records(services: Services, identity: Identity, text: str) -> list[PlayedRecord]:
    """Play the games in a text: here, or by a worker if that may take long. Raises
    InvalidRecord."""
    if len(text) <= MAX_SHORT_CHARACTERS:
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


async def play_record(services: Services, identity: Identity, text: str) -> PlayedRecord:
    """Play the one game in a text. Raises CubariumError."""
    found = await play_records(services, identity, text)
    if len(found) != 1:
        raise CubariumError(f"expected one game, found {len(found)}")
    return found[0]
