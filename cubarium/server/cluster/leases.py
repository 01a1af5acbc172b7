"""Who looks after the clocks and engine seats of a table, where several processes could."""

import asyncio
from collections.abc import Callable, Collection
from functools import partial

from sqlalchemy import Connection

from cubarium.database import processes
from cubarium.server.cluster.storage import Storage
from cubarium.server.process.background import Background


class Leases:
    """What this process looks after. Where it is alone, everything; else what it has a lease on.
    A lease only saves others the work: two processes that both act write the same revision, and one
    of them is refused."""

    def __init__(
        self,
        storage: Storage,
        background: Background,
        process: str | None,
        changed: Callable[[str], None],
    ) -> None:
        """`process`: its name among others; None: it is alone. `changed` is called when a lease was
        gained or lost."""
        self._storage, self._background = storage, background
        self._process = process
        self._own: set[str] = set()
        self._wanted: set[str] = set()
        self._taking: asyncio.Task[None] | None = None
        self._changed = changed

    def claim(self, name: str) -> bool:
        """Is this for us to look after? If not, it is asked for, and `changed` is called when it
        is ours."""
        if self._process is None or name in self._own:
            return True
        if name not in self._wanted:
            self._wanted.add(name)
            if self._taking is None or self._taking.done():
                self._taking = self._background.spawn(self._take_wanted())
        return False

    async def _take_wanted(self) -> None:
        await asyncio.sleep(0)  # all that are asked for at once are taken at once
        await self.take(self._wanted - self._own)

    async def take(self, names: Collection[str]) -> Collection[str]:
        """Those that are ours now: nobody else who lives holds them."""
        if self._process is None or not names:
            return names
        process = self._process
        gained = await self._storage.write(
            lambda connection: processes.take(connection, process, names)
        )
        new = gained - self._own
        self._own |= gained
        for name in new:
            self._changed(name)
        return gained

    def release(self, name: str) -> None:
        """It is not in memory here any more."""
        self._wanted.discard(name)
        if self._process is not None and name in self._own:
            self._own.discard(name)
            change = partial(processes.release, process=self._process, names=[name])
            self._background.spawn(self._storage.write(change))

    async def poll(self) -> None:
        """Find out what was lost, and take over what nobody looks after."""
        process = self._process
        if process is None:
            return
        names = self._wanted | self._own

        def ask(connection: Connection) -> tuple[set[str], set[str]]:
            held, living = processes.owners(connection, names), processes.alive(connection)
            own = {name for name, owner in held.items() if owner == process}
            return own, {name for name in names if held.get(name) not in living}

        own, orphaned = await self._storage.read(ask)
        lost = self._own - own - orphaned
        self._own -= lost
        for name in lost:
            self._changed(name)
        await self.take(orphaned)
