"""What is sent to everybody who watches a table: one message for each distinct view."""

from collections.abc import Callable, Sequence
from typing import Final

from cubarium.core.turn import Seat
from cubarium.match.chat import ChatLine
from cubarium.match.clocks import Span
from cubarium.match.events import RematchAsked, Rematched
from cubarium.tables.messages import ChatMessage, Presence, Removed
from cubarium.tables.subscriber import Subscriber
from cubarium.tables.table import Table
from cubarium.tables.views import hears, is_over, may_hear, shared_update, snapshot, you

AFTERWARDS: Final = (RematchAsked, Rematched)
"""What happens after a game."""


def send_update(table: Table, count: int, now: int, downtimes: Sequence[Span]) -> None:
    """The last `count` entries of a table, and where it stands now. What is seen is worked out,
    written and kept once for those who see the same; only what concerns the subscriber is added."""
    entries = table.log[len(table.log) - count :]
    seen: dict[tuple[Seat | None, bool], str] = {}
    own: dict[tuple[tuple[Seat, ...], Seat | None], str] = {}
    present = table.presence.present()
    for one in table.presence.subscribers:
        view = (one.view if table.game.has_secrets else None, one.scenes)
        if view not in seen:
            written = shared_update(table, one, entries, now, downtimes).model_dump_json()
            seen[view] = f'{written[:-1]},"you":'
        who = (one.holds, one.view)
        if who not in own:
            own[who] = f"{you(table, one).model_dump_json()}}}"
        one.send(seen[view], own[who], table=table.id)
        one.known_presence = present
    if is_over(table) and not any(isinstance(entry.event, AFTERWARDS) for entry in entries):
        _open_spectators_room(table)


def send_snapshots(table: Table, now: int, downtimes: Sequence[Span]) -> None:
    """The table is not what it was: all subscribers get a snapshot."""
    present = table.presence.present()
    for one in table.presence.subscribers:
        one.send(snapshot(table, one, now, downtimes).model_dump_json())
        one.known_presence = present


def _open_spectators_room(table: Table) -> None:
    """The game has ended: those who have played may read what was said about it."""
    for line in table.chat:
        if line.room == "spectators":
            send_chat_line(table, line, lambda one: bool(one.holds))


def send_chat_line(
    table: Table, line: ChatLine, fits: Callable[[Subscriber], bool] = lambda _: True
) -> None:
    """Somebody has said something."""
    message = ChatMessage(table=table.id, line=line).model_dump_json()
    for one in table.presence.subscribers:
        if fits(one) and hears(table, one, line):
            one.send(message, table=table.id)


def send_line_removed(table: Table, line: ChatLine) -> None:
    """What somebody has said was taken away: the line has no text any more."""
    message = ChatMessage(table=table.id, line=line).model_dump_json()
    for one in table.presence.subscribers:
        if may_hear(table, one, line):
            one.send(message, table=table.id)


def send_presence(table: Table) -> None:
    """Who is there now, for all who do not know it."""
    here, spectators = present = table.presence.present()
    message = Presence(table=table.id, here=here, spectators=spectators).model_dump_json()
    for one in table.presence.subscribers:
        if one.known_presence != present:
            one.known_presence = present
            one.send(message, topic=f"presence {table.id}", table=table.id)


def send_removed(table: Table) -> None:
    """The table no longer exists."""
    message = Removed(table=table.id).model_dump_json()
    for one in table.presence.subscribers:
        one.send(message)
