"""What a table can be set to: the body of a request for a new one, and what is kept of it."""

from typing import Annotated, Literal, TypeAlias

from pydantic import AfterValidator, Field, StringConstraints

from cubarium.match.clocks import DAY, SECOND, TimeControl
from cubarium.server.api.schemas import Question


def visible(text: str) -> str:
    """Without signs that can't be seen. Raises ValueError if nothing is left."""
    seen = "".join(sign if sign.isprintable() else " " for sign in text).strip()
    if not seen:
        raise ValueError("expected something that can be seen")
    return seen


Name: TypeAlias = Annotated[
    str,
    StringConstraints(min_length=1, max_length=30, strip_whitespace=True),
    AfterValidator(visible),
]
Who: TypeAlias = Annotated[str, StringConstraints(max_length=12)]
Order: TypeAlias = Literal["chosen", "drawn", "rotated"]
ME, FRIEND, DEVICE = "me", "friend", "device"
LONGEST_BASE, LONGEST_INCREMENT, MOST_DAYS = 3 * 60 * 60, 180, 14


class NoClock(Question):
    """As much time as you like."""

    kind: Literal["none"] = "none"


class LiveClock(Question):
    """So many seconds for the whole game, and so many more for each turn."""

    kind: Literal["live"] = "live"
    base: int = Field(ge=0, le=LONGEST_BASE)
    increment: int = Field(0, ge=0, le=LONGEST_INCREMENT)


class DaysClock(Question):
    """So many days for each turn."""

    kind: Literal["days"] = "days"
    days: int = Field(ge=1, le=MOST_DAYS)


ClockSetting: TypeAlias = Annotated[NoClock | LiveClock | DaysClock, Field(discriminator="kind")]


def control_of(clock: NoClock | LiveClock | DaysClock) -> TimeControl:
    """The same in milliseconds."""
    if isinstance(clock, LiveClock):
        return TimeControl(base=clock.base * SECOND, increment=clock.increment * SECOND)
    if isinstance(clock, DaysClock):
        return TimeControl(turn=clock.days * DAY)
    return TimeControl()


class Setting(Question):
    """A table."""

    game: Annotated[str, StringConstraints(max_length=20)]
    players: int | None = Field(None, ge=1, le=8)
    options: dict[
        Annotated[str, StringConstraints(max_length=40)],
        Annotated[str, StringConstraints(max_length=200)],
    ] = Field({}, max_length=20)
    position: Annotated[str, StringConstraints(max_length=2000)] | None = None
    """Where the game starts, as a text; null: at its usual start."""
    seats: list[Who] | None = Field(None, max_length=8)
    """Who sits where, in turn order: `me`, `friend` (whoever opens the link), `device` (another
    person on this device), or an engine (`level1` to `level8`, `engine`, `random`). Null: you
    against engines of the usual level."""
    order: Order = "rotated"
    """`chosen`: as listed, in rematches too; `drawn`: by lot; `rotated`: as listed, and each
    rematch moves everybody on by one."""
    clock: ClockSetting = NoClock()
    public: bool = False
    """Is it shown in the lobby?"""
    takebacks: bool = True
    conferring: bool = True
    """May partners talk among themselves? (Teams only.)"""
    chat: bool = True


class NewTable(Setting):
    """A new table, and how you are called there."""

    name: Name = "Guest"
