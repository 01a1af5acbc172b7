"""Orders of whoever looks after the server."""

from cubarium.match.events import Closed
from cubarium.match.session import Status
from cubarium.server.errors import Refused
from cubarium.server.live.hub import Hub
from cubarium.store import repository
from cubarium.store.admin_commands import DONE, MISSING, OVER, Order


async def obeyed(hub: Hub, kind: str, table_id: str) -> str:
    """Do what is asked; the answer."""
    if kind == Order.DELETE and table_id not in hub.tables:
        gone = await hub.write(lambda connection: repository.remove(connection, table_id))
        return DONE if gone else MISSING
    try:
        table = await hub.find(table_id)
    except Refused as error:
        if error.status != 404:
            raise
        return MISSING
    async with table.lock:
        await hub.check(table)
        if kind == Order.CLOSE:
            if table.live.status not in (Status.OPEN, Status.LIVE):
                return OVER
            await hub.append(table, [(Closed(), None)])
        else:
            await hub.write(lambda connection: repository.remove(connection, table_id))
            hub.forget(table, removed=True)
    return DONE
