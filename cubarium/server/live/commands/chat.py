"""Chat: to the table, or to one's team."""

from collections.abc import Callable
from typing import Final

from cubarium.core.turn import Seat
from cubarium.server.api.messages import Line, Mute, Say
from cubarium.server.errors import Refused
from cubarium.server.live.hub import Hub
from cubarium.server.live.table import LiveTable
from cubarium.server.rate_limits import Buckets
from cubarium.store import repository

MOST_LINES: Final = 1000
"""So much may be said at one table."""
_PACE: Final = Buckets(rate=0.5, burst=6)
"""By table and seat."""


async def say(hub: Hub, table: LiveTable, seat: Seat, wish: Say) -> Callable[[], None]:
    """Say something; what tells everybody. The table's version stays as it is."""
    setting, teams = table.setting, table.game.teams
    team = None
    if wish.room == "team":
        if teams.count(teams[seat]) < 2:
            raise Refused(409, "no_team", "You play alone.")
        if not setting.conferring:
            raise Refused(409, "no_conferring", "Partners may not talk at this table.")
        team = teams[seat]
    elif not setting.chat:
        raise Refused(409, "no_chat", "There is no chat at this table.")
    if table.lines >= MOST_LINES:
        raise Refused(409, "chat_full", "Enough has been said at this table.")
    wait = _PACE.take(f"{table.id}/{seat}")
    if wait:
        raise Refused(429, "too_often", "Not so fast.", retry_after=wait)
    line = Line(number=table.lines + 1, room=wish.room, seat=seat, text=wish.text, at=hub.now())
    row = {**line.model_dump(exclude={"room"}), "table_id": table.id, "team": team}
    await hub.write(lambda connection: repository.say(connection, row))
    table.heard(line)
    table.wishes[seat, wish.id] = table.live.version
    return lambda: hub.tell_line(table, line)


async def mute(hub: Hub, table: LiveTable, seat: Seat, wish: Mute) -> Callable[[], None]:
    """Hear no more of another seat, or hear it again. Nobody is told."""
    if wish.whom not in range(table.game.players) or wish.whom == seat:
        raise Refused(422, "no_such_seat", "There is no such other seat.", where="whom")
    await hub.write(
        lambda connection: repository.mute(connection, table.id, seat, wish.whom, muted=wish.muted)
    )
    (table.mutes.add if wish.muted else table.mutes.discard)((seat, wish.whom))
    return lambda: None
