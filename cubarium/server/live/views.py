"""What each viewer gets to see of a table, and not a bit more."""

from collections.abc import Iterable, Sequence
from typing import Any

from cubarium.core.game import Hidden
from cubarium.core.turn import Seat
from cubarium.match.clocks import Downtimes
from cubarium.match.events import Offer
from cubarium.match.session import Entry, Status
from cubarium.server.api.messages import (
    ClockForm,
    Events,
    Happening,
    Line,
    OfferForm,
    SeatForm,
    Snapshot,
    You,
)
from cubarium.server.api.schemas import drawn_form, outcome_form, turn_form
from cubarium.server.configuration import Setting
from cubarium.server.live.subscriber import Viewer
from cubarium.server.live.table import LiveTable
from cubarium.store.event_codec import data_of, kind_of

ACTS = ("move", "draw")
"""The fields of events that are acts of the game: what they say depends on the viewer."""


def standing(
    table: LiveTable, seat: Seat | None, now: int, downtimes: Downtimes, *, scenes: bool
) -> dict[str, Any]:
    """Where a table stands, through the eyes of a seat: the fields of protocol.Standing."""
    live, game = table.live, table.game
    match = live.match
    view = match.view(seat)
    begun = live.status in (Status.LIVE, Status.OVER)
    scene = game.scene(view, match.last) if scenes or game.has_secrets else None
    if live.status is not Status.LIVE:
        legal = []
    elif scene is not None:
        legal = [touch.move for touch in scene.touches]
    else:
        legal = [game.write(move) for move in game.moves(match.state)]
    return {
        "table": table.id,
        "version": live.version,
        "position": live.position,
        "status": live.status,
        "turn": turn_form(match.turn) if begun else None,
        "outcome": None if match.outcome is None else outcome_form(match.outcome),
        "offers": [
            OfferForm.model_construct(what=Offer(what), by=sorted(by))
            for what, by in match.offers.items()
        ],
        "undoable": list(match.undoable) if table.setting.takebacks else [],
        "clock": clock_form(table, now, downtimes),
        "rematch": sorted(live.again),
        "next_table": live.next_table or None,
        "legal": legal,
        "text": game.text(match.state if table.opened else view),
        "scene": drawn_form(scene) if scenes and scene is not None else None,
    }


def clock_form(table: LiveTable, now: int, downtimes: Downtimes) -> ClockForm | None:
    """The clocks at this moment."""
    clocks = table.live.clocks
    if not clocks.control:
        return None
    left = list(clocks.shown(now, downtimes))
    return ClockForm.model_construct(left=left, running=clocks.running, at=now)


def seats_of(table: LiveTable) -> list[SeatForm]:
    """Who sits where."""
    match, here = table.live.match, table.here()
    forms = []
    for seat in range(table.game.players):
        who = match.seated.get(seat)
        forms.append(
            SeatForm.model_construct(
                seat=seat,
                name=None if who is None else who.name,
                engine="" if who is None else who.engine,
                here=seat in here,
                left=seat in match.departed,
            )
        )
    return forms


def happenings(
    table: LiveTable, entries: Iterable[Entry], seat: Seat | None, *, scenes: bool
) -> list[Happening]:
    """Events as a seat may know them."""
    return [_happening(table, entry, seat, scenes=scenes) for entry in entries]


def _happening(table: LiveTable, entry: Entry, seat: Seat | None, *, scenes: bool) -> Happening:
    game, step = table.game, table.steps.get(entry.version)
    act: str | None = None
    steps = None
    if step is not None:
        seen = step.act if table.opened else game.seen(step.before, step.act, seat)
        act = str(seen) if isinstance(seen, Hidden) else game.write(seen)
        if scenes and not isinstance(seen, Hidden):
            steps = game.steps(game.view(step.before, seat), seen)
    return Happening.model_construct(
        version=entry.version,
        kind=kind_of(entry.event),
        seat=getattr(entry.event, "seat", None),
        act=act,
        steps=steps,
        at=entry.at,
        data={name: value for name, value in data_of(entry.event).items() if name not in ACTS},
    )


def events_text(
    table: LiveTable,
    entries: Sequence[Entry],
    viewer: Viewer,
    now: int,
    downtimes: Downtimes,
) -> str:
    """The message that tells of entries, encoded."""
    seat, scenes = viewer.view, viewer.scenes
    message = Events.model_construct(
        **standing(table, seat, now, downtimes, scenes=scenes),
        type="events",
        seats=seats_of(table),
        events=happenings(table, entries, seat, scenes=scenes),
    )
    return message.model_dump_json()


def distinct(table: LiveTable, viewer: Viewer) -> tuple[Seat | None, bool]:
    """Viewers alike in this get the same message."""
    return (viewer.view if table.game.has_secrets else None, viewer.scenes)


def snapshot(table: LiveTable, viewer: Viewer, now: int, downtimes: Downtimes) -> Snapshot:
    """All about a table."""
    match = table.live.match
    acts = [
        str(act) if isinstance(act, Hidden) else table.game.write(act)
        for act in match.seen(viewer.view)
    ]
    alone = bool(viewer.holds) and table.alone(viewer.holds)
    muted = sorted({other for seat, other in table.mutes if seat in viewer.holds})
    return Snapshot.model_construct(
        **standing(table, viewer.view, now, downtimes, scenes=viewer.scenes),
        type="snapshot",
        setting=setting_for(table, viewer.view),
        seats=seats_of(table),
        you=You(holds=list(viewer.holds), view=viewer.view, hints=alone, muted=muted),
        acts=acts,
        chat=[line for line in table.chat if hears(table, viewer, line)],
        spectators=table.spectators(),
        created=table.created,
    )


def setting_for(table: LiveTable, seat: Seat | None) -> Setting:
    """How a table is set up; where it started, as a seat may know it."""
    if table.setting.position is None or table.opened:
        return table.setting
    start = table.game.view(table.live.match.start, seat)
    return table.setting.model_copy(update={"position": table.game.text(start)})


def hears(table: LiveTable, viewer: Viewer, line: Line) -> bool:
    """May a viewer read a line of the chat, and does it want to?"""
    teams = table.game.teams
    if line.room == "team" and teams[line.seat] not in {teams[seat] for seat in viewer.holds}:
        return False
    return not any((seat, line.seat) in table.mutes for seat in viewer.holds)
