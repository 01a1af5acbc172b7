"""Events as plain data: the one form that the log, the database and the protocol share.

The names here are written into databases and messages; those of the classes may change.
"""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from cubarium.core.turn import Seat
from cubarium.match import events
from cubarium.match.events import LogEvent

Data: TypeAlias = Mapping[str, str | bool]

_KINDS: Final[dict[str, tuple[Callable[..., LogEvent], tuple[str, ...]]]] = {
    "seated": (events.Seated, ("name", "engine")),
    "moved": (events.Moved, ("move",)),
    "drawn": (events.Drawn, ("draw",)),
    "offered": (events.Offered, ("offer",)),
    "answered": (events.Answered, ("offer", "agreed")),
    "taken_back": (events.TakenBack, ()),
    "resigned": (events.Resigned, ()),
    "timed_out": (events.TimedOut, ()),
    "stood": (events.Stood, ()),
    "aborted": (events.Aborted, ()),
    "closed": (events.Closed, ()),
    "claimed": (events.Claimed, ()),
    "rematch_asked": (events.RematchAsked, ()),
    "rematched": (events.Rematched, ("table",)),
}
"""Each kind, its class, and what it says beside its seat."""
_NAMES: Final[dict[object, tuple[str, tuple[str, ...]]]] = {
    kind: (name, fields) for name, (kind, fields) in _KINDS.items()
}
_SEATLESS: Final = (events.Drawn, events.Closed, events.Rematched)


def kind_of(event: LogEvent) -> str:
    """`moved`, `taken_back`, …"""
    return kind_name(type(event))


def kind_name(kind: type[LogEvent]) -> str:
    """The same of all events of a class."""
    return _NAMES[kind][0]


def seat_of(event: LogEvent) -> Seat | None:
    """The seat that an event is about; None: it is about the whole table."""
    return None if isinstance(event, _SEATLESS) else event.seat


def data_of(event: LogEvent) -> Data:
    """All that an event says, but its kind and its seat."""
    return {name: getattr(event, name) for name in _NAMES[type(event)][1]}


def event_of(kind: str, seat: Seat | None, data: Data) -> LogEvent:
    """An event from its data. Raises KeyError, TypeError or ValueError if there is no such one."""
    values: dict[str, object] = {**data}
    if seat is not None:
        values["seat"] = seat
    if "offer" in values:
        values["offer"] = events.Offer(str(data["offer"]))
    return _KINDS[kind][0](**values)
