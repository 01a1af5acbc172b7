"""A table in the server's memory: where it stands, who may act for its seats, who is watching."""

import asyncio
from collections import deque
from collections.abc import Sequence
from typing import Any, Final

from cubarium import catalog
from cubarium.core.game import AnyGame
from cubarium.core.turn import Seat
from cubarium.match.clocks import Clocks
from cubarium.match.events import Drawn, Moved, Stood
from cubarium.match.match import Match, Step
from cubarium.match.session import Entry, Live, Status
from cubarium.server.api.messages import Line
from cubarium.server.configuration import Setting, control_of
from cubarium.server.identity import Actor
from cubarium.server.live.subscriber import Viewer
from cubarium.store.repository import Kept

KEPT_LINES: Final = 200


class LiveTable:
    """One table. Whoever changes it holds `lock`."""

    def __init__(self, kept: Kept, now: int) -> None:
        row = kept.row
        self.id: str = row.id
        self.created: int = row.created
        self.setting = Setting.model_validate(row.setting)
        self.game = game_of(self.setting)
        self.keys = kept.keys
        self.mutes = kept.mutes
        self.chat: deque[Line] = deque(maxlen=KEPT_LINES)
        self.lines = 0
        for line in kept.chat:
            self.heard(line_of(line))
        self.live = opened(self.game, self.setting, row.start)
        self.log: list[Entry] = []
        self.steps: dict[int, Step] = {}
        self.wishes: dict[tuple[Seat | None, str], int] = {}
        self.viewers: set[Viewer] = set()
        self.away: dict[Seat, int] = dict.fromkeys(range(self.game.players), now)
        """Since when nobody is connected for a seat."""
        self.returns = kept.returns
        """When a seat was back after a restart, by the seat and the time of the restart."""
        self.lock = asyncio.Lock()
        self.used = now
        self.doubtful = False
        """Did a write fail? Then the database is asked what is true."""
        self.timer: asyncio.TimerHandle | None = None
        self.thinking: asyncio.Task[None] | None = None
        self.thinks_about = -1
        self.answering: set[Seat] = set()
        for entry in kept.entries:
            self.take([entry], self.live.after([entry]))

    def take(self, entries: Sequence[Entry], live: Live) -> None:
        """These entries are on the disk."""
        acts = [entry for entry in entries if isinstance(entry.event, Moved | Drawn)]
        if acts:
            for entry, step in zip(acts, live.match.steps[-len(acts) :], strict=True):
                self.steps[entry.version] = step
        for entry in entries:
            seat = getattr(entry.event, "seat", None)
            if isinstance(entry.event, Stood):  # whoever sits there next has wishes of its own
                self.wishes = {key: at for key, at in self.wishes.items() if key[0] != seat}
            elif entry.client:
                self.wishes[seat, entry.client] = entry.version
        self.log.extend(entries)
        self.live = live
        self.used = max(self.used, entries[-1].at)

    def heard(self, line: Line) -> None:
        """Somebody has said something."""
        self.chat.append(line)
        self.lines = max(self.lines, line.number)

    def held(self, actor: Actor) -> list[Seat]:
        """The seats that somebody may act for."""
        return [seat for seat in range(self.game.players) if actor.holds(self.keys.get(seat, ()))]

    def here(self) -> list[Seat]:
        """The seats for which somebody is connected."""
        return sorted({seat for viewer in self.viewers for seat in viewer.holds})

    def spectators(self) -> int:
        return sum(not viewer.holds for viewer in self.viewers)

    def alone(self, seats: Sequence[Seat]) -> bool:
        """Is one of these the only seat of a person? Two people on one device are two."""
        people = self.live.people()
        return len(people) == 1 and people[0] in seats

    @property
    def idle(self) -> bool:
        """Does nobody need it in memory?"""
        busy = self.viewers or self.lock.locked() or self.thinking or self.answering
        return not busy

    @property
    def opened(self) -> bool:
        """Is nothing hidden any more?"""
        return not self.game.has_secrets or self.live.status is Status.OVER


def game_of(setting: Setting) -> AnyGame:
    """The rules at a table. Raises InvalidOption."""
    return catalog.game(catalog.info(setting.game).spec(setting.players, setting.options))


def opened(game: AnyGame, setting: Setting, start: str | None) -> Live:
    """A table before its first entry."""
    state: Any = None if start is None else game.whole_position(start)
    clocks = Clocks.new(control_of(setting.clock), game.players)
    return Live(Match.open(game, start=state), clocks)


def line_of(row: Any) -> Line:
    """A line of the chat as it is kept."""
    return Line(
        number=row.number,
        room="table" if row.team is None else "team",
        seat=row.seat,
        text=row.text,
        at=row.at,
    )
