"""How a table is configured: its game, its seats, its clock, and what is allowed there."""

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints

from cubarium import catalog
from cubarium.core.info import GameSpec
from cubarium.match.clocks import DAY, SECOND, TimeControl


def visible(text: str) -> str:
    """The text without characters that can't be seen. Raises ValueError if nothing is left."""
    seen = "".join(sign if sign.isprintable() else " " for sign in text).strip()
    if not seen:
        raise ValueError("expected something that can be seen")
    return seen


NAMELESS: Final = "Guest"
"""What people are called who give no name. Pages say it in their own language."""
SeatName: TypeAlias = Annotated[
    str,
    StringConstraints(min_length=1, max_length=30, strip_whitespace=True),
    AfterValidator(visible),
]
Occupant: TypeAlias = Annotated[str, StringConstraints(max_length=12)]
SeatOrder: TypeAlias = Literal["chosen", "drawn", "rotated"]
ME, FRIEND, DEVICE = "me", "friend", "device"
LONGEST_BASE, LONGEST_INCREMENT, MOST_DAYS = 3 * 60 * 60, 180, 14


class _Frozen(BaseModel):
    """What it does not know is refused."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)


class NoClock(_Frozen):
    """As much time as you like."""

    kind: Literal["none"] = "none"


class LiveClock(_Frozen):
    """`base` seconds for the whole game, and `increment` more for each turn."""

    kind: Literal["live"] = "live"
    base: int = Field(ge=0, le=LONGEST_BASE)
    increment: int = Field(default=0, ge=0, le=LONGEST_INCREMENT)


class DaysClock(_Frozen):
    """This many days for each turn."""

    kind: Literal["days"] = "days"
    days: int = Field(ge=1, le=MOST_DAYS)


AnyClock: TypeAlias = Annotated[NoClock | LiveClock | DaysClock, Field(discriminator="kind")]


def control_of(clock: NoClock | LiveClock | DaysClock) -> TimeControl:
    """The same in milliseconds."""
    if isinstance(clock, LiveClock):
        return TimeControl(base=clock.base * SECOND, increment=clock.increment * SECOND)
    if isinstance(clock, DaysClock):
        return TimeControl(turn=clock.days * DAY)
    return TimeControl()


class Configuration(_Frozen):
    """How a table is configured."""

    game: Annotated[str, StringConstraints(max_length=20)]
    players: int | None = Field(default=None, ge=1, le=8)
    options: dict[
        Annotated[str, StringConstraints(max_length=40)],
        Annotated[str, StringConstraints(max_length=200)],
    ] = Field(default={}, max_length=20)
    position: Annotated[str, StringConstraints(max_length=2000)] | None = None
    """Where the game starts, as a text; null: at its usual start."""
    seats: list[Occupant] | None = Field(default=None, max_length=8)
    """Who sits where, in turn order: `me`, `friend` (whoever opens the link), `device` (another
    person on this device), or an engine (`level1` to `level8`, `engine`, `random`). Null: you
    against engines of the usual level."""
    order: SeatOrder = "rotated"
    """`chosen`: as listed, in rematches too; `drawn`: by lot; `rotated`: as listed, and each
    rematch moves everybody on by one."""
    clock: AnyClock = NoClock()
    public: bool = False
    """Is it shown in the lobby?"""
    takebacks: bool = True
    conferring: bool = True
    """May partners talk among themselves? (Teams only.)"""
    chat: bool = True
    spectator_chat: bool = False
    """May those who watch write to each other? Who plays reads it after the game."""

    def spec(self) -> GameSpec:
        """The game that is played. Raises InvalidOption."""
        return catalog.info(self.game).spec(self.players, self.options)
