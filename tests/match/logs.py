"""Logs that no command has written."""

from collections.abc import Sequence

from cubarium.match.events import LogEvent
from cubarium.match.revision import Revision
from cubarium.match.session import Applied, Entry, Session


def logged(
    session: Session, events: Sequence[LogEvent], now: int, spent: int = 0, command: str = ""
) -> Applied:
    """After these events, all at the same time; the first one is charged and named."""
    entries = tuple(
        Entry(Revision(session.revision + at), event, now, *((spent, command) if at == 1 else ()))
        for at, event in enumerate(events, 1)
    )
    return Applied(entries, session.after(entries))
