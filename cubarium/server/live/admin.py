"""Commands of `cubarium admin`, carried out by the server that runs."""

from cubarium.match.events import Closed
from cubarium.match.status import Status
from cubarium.server.errors import ApiError
from cubarium.server.live.registry import Registry
from cubarium.store import repository
from cubarium.store.admin_commands import DONE, MISSING, OVER, AdminCommand


async def carry_out(registry: Registry, kind: str, table_id: str) -> str:
    """Close or delete a table; the answer."""
    storage = registry.storage
    if kind == AdminCommand.DELETE and table_id not in registry.tables:
        removed = await storage.write(
            lambda connection: repository.remove(connection, table_id), table_id
        )
        return DONE if removed else MISSING
    try:
        table = await registry.find(table_id)
    except ApiError as error:
        if error.status != 404:
            raise
        return MISSING

    async def work() -> str:
        if kind == AdminCommand.CLOSE:
            if table.session.status not in (Status.OPEN, Status.LIVE):
                return OVER
            now = registry.clock.now()
            await registry.commit(table, table.session.extended([Closed()], now))
        else:
            await storage.write(
                lambda connection: repository.remove(connection, table_id), table_id
            )
            registry.forget(table, removed=True)
        return DONE

    return await registry.change(table, work)
