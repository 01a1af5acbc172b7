"""A table in memory, brought to what the database says: another process may have changed it, or a
write may have failed after it was done."""

from dataclasses import dataclass, replace

from cubarium.match.chat import ChatLine
from cubarium.server.live.table import Table
from cubarium.store.repository import StoredTable


@dataclass(frozen=True)
class Difference:
    """What was new."""

    entries: int
    """This many entries at the end of the log."""
    lines: list[ChatLine]
    """What has been said."""
    hushed: list[ChatLine]
    """What was taken away of it."""
    has_changed_rights: bool
    """Does a subscriber hold other seats, or want to hear others?"""


def sync(table: Table, stored: StoredTable) -> Difference:
    """Take over what is stored. `stored` has at least the entries that the table has not. Whoever
    calls holds the table's lock."""
    missing = [entry for entry in stored.entries if entry.revision > len(table.log)]
    if missing:
        table.take(missing, table.session.after(missing))
    known = table.session.chat.lines
    lines = [line for line in stored.chat if line.number > known]
    for new in lines:
        table.add_chat_line(new)
    shown = {line.number for line in table.chat if line.text}
    removed = [line.number for line in stored.chat if not line.text and line.number in shown]
    hushed = [line for number in removed if (line := table.hush(number)) is not None]
    before = table.session.chat
    chat = replace(stored.chat_state(), busy_until=before.busy_until)
    table.session = replace(table.session, chat=chat)
    table.commands.update(stored.chat_commands)
    table.departures, table.returns = stored.departures, stored.returns
    has_changed_rights = _take_keys(table, stored) or chat.mutes != before.mutes
    return Difference(len(missing), lines, hushed, has_changed_rights)


def _take_keys(table: Table, stored: StoredTable) -> bool:
    """Whose seats are whose; has that changed for a subscriber?"""
    if table.keys == stored.keys:
        return False
    table.keys = stored.keys
    changed = False
    for subscriber in table.subscribers:
        before, subscriber.holds = subscriber.holds, table.held_by(subscriber.actor)
        new = [seat for seat in subscriber.holds if seat not in before]
        if new:
            subscriber.view = new[-1]
        elif subscriber.view not in subscriber.holds:
            subscriber.view = None
        for seat in new:
            table.away.pop(seat, None)
        changed = changed or subscriber.holds != before
    return changed
