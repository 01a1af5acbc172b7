"""A table in memory, brought to what the database says: another process may have changed it, or a
write may have failed after it was done."""

from dataclasses import dataclass, replace

from cubarium.core.turn import Seat
from cubarium.match.chat import ChatLine
from cubarium.tables.stored_table import StoredTable
from cubarium.tables.table import Table
from cubarium.tables.table_log import check_log


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
    went_back: bool = False
    """Has the database lost what was known of the table?"""

    def __bool__(self) -> bool:
        news = self.entries or self.lines or self.hushed or self.has_changed_rights
        return bool(news) or self.went_back


def is_ahead(table: Table, stored: StoredTable) -> bool:
    """Does a table know what is not stored, or is stored otherwise? A database may lose what it had
    acknowledged, as where a copy that was a little behind has taken its place. `stored` has at
    least the last entry that the table knows, if there is one."""
    if stored.chat_state().lines < table.session.chat.lines:
        return True
    if not table.log:
        return False
    last = table.log[-1]
    same = next((one for one in stored.entries if one.revision == last.revision), None)
    return same is None or (same.event, same.at) != (last.event, last.at)


def sync(table: Table, stored: StoredTable) -> Difference:
    """Take over what is stored. `stored` has at least the entries that the table has not. Raises
    BrokenLog if some are missing."""
    missing = [entry for entry in stored.entries if entry.revision > table.session.revision]
    check_log(missing, stored.row.revision, table.session.revision)
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
    has_changed_rights = _take_keys(table, stored.keys) or chat.mutes != before.mutes
    return Difference(len(missing), lines, hushed, has_changed_rights)


def go_back(table: Table, stored: StoredTable) -> Difference:
    """The database has lost what is known of a table: what it says now is true. Raises
    BrokenLog."""
    keys = table.keys
    table.restore(stored)
    table.keys = keys
    _take_keys(table, stored.keys)
    return Difference(0, [], [], has_changed_rights=True, went_back=True)


def _take_keys(table: Table, keys: dict[Seat, list[bytes]]) -> bool:
    """Whose seats are whose; has that changed for a subscriber?"""
    if table.keys == keys:
        return False
    table.keys = keys
    changed = False
    for subscriber in table.presence.subscribers:
        before, subscriber.holds = subscriber.holds, table.held_by(subscriber.identity)
        new = [seat for seat in subscriber.holds if seat not in before]
        if new:
            subscriber.view = new[-1]
        elif subscriber.view not in subscriber.holds:
            subscriber.view = None
        table.presence.hold(new)
        changed = changed or subscriber.holds != before
    return changed
