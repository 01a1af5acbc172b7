"""New tables: from a request, or for a rematch."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from sqlalchemy import Connection

from cubarium.core.errors import InvalidOption
from cubarium.core.game import AnyGame
from cubarium.core.turn import Ended, Seat
from cubarium.engines import registry
from cubarium.match.events import Event, Rematched, Seated
from cubarium.match.match import Match
from cubarium.server.configuration import DEVICE, FRIEND, ME, NewTable, Setting
from cubarium.server.errors import Refused
from cubarium.server.identity import Actor, digest, new_secret, new_table_id
from cubarium.server.live.hub import Caused, Hub
from cubarium.server.live.table import LiveTable, game_of, opened
from cubarium.store import repository
from cubarium.store.writer import Change

PEOPLE = (ME, FRIEND, DEVICE)


@dataclass(frozen=True)
class Plan:
    """A table that is to be: its setting, who sits down at once, and the keys of the seats."""

    setting: Setting
    seated: tuple[Seated, ...]
    keys: tuple[tuple[Seat, bytes], ...]


async def open_table(hub: Hub, wanted: NewTable, actor: Actor) -> tuple[LiveTable, dict[Seat, str]]:
    """A new table, and the tokens of the seats that whoever asked for it holds."""
    game = game_of(wanted)
    who = _shuffled(_checked(game, wanted.seats), wanted, hub.rng)
    start = _start(game, wanted, who)
    mine = [seat for seat, one in enumerate(who) if one in (ME, DEVICE)]
    tokens = {seat: new_secret() for seat in mine}
    chosen = {"players": game.players, "seats": who, "position": start}
    plan = Plan(
        Setting.model_validate({**wanted.model_dump(exclude={"name"}), **chosen}),
        tuple(
            _seated(game, seat, one, wanted.name) for seat, one in enumerate(who) if one != FRIEND
        ),
        tuple((seat, digest(token)) for seat, token in tokens.items())
        + tuple((seat, mark) for seat in mine for mark in actor.digests),
    )
    table_id = new_table_id()
    await hub.write(_creation(hub, table_id, plan))
    return await hub.find(table_id), tokens


def _checked(game: AnyGame, seats: Sequence[str] | None) -> list[str]:
    """Who sits where. Raises InvalidOption."""
    who = [ME] + [registry.USUAL] * (game.players - 1) if seats is None else list(seats)
    if len(who) != game.players:
        raise InvalidOption(f"there are {game.players} seats; {len(who)} are said")
    for one in who:
        if one not in PEOPLE and one not in registry.NAMES:
            right = f"{', '.join(PEOPLE)}, {registry.CHOICE}"
            raise InvalidOption(f"{one!r} can't sit there; expected {right}")
    if who.count(ME) > 1:
        raise InvalidOption(f"you can't sit in two seats: say {DEVICE!r} for somebody beside you")
    return who


def _shuffled(who: list[str], setting: Setting, rng: Random) -> list[str]:
    if setting.order == "drawn":
        rng.shuffle(who)
    return who


def _start(game: AnyGame, setting: Setting, who: Sequence[str]) -> str | None:
    """The position to start from, as the game writes it."""
    if setting.position is None:
        return None
    state = game.whole_position(setting.position)
    if isinstance(game.turn(state), Ended):
        raise InvalidOption("the game is over in this position")
    if game.has_secrets and FRIEND in who:
        raise Refused(
            409,
            "position_tells_secrets",
            "You would know the cards of the others in this position.",
        )
    return game.text(state)


def _seated(game: AnyGame, seat: Seat, who: str, name: str) -> Seated:
    if who in registry.NAMES:
        return Seated(seat, registry.title(who), who)
    return Seated(seat, name if who == ME else f"Player {game.seat_names[seat]}")


def _creation(hub: Hub, table_id: str, plan: Plan) -> Change:
    """Makes a table, with its first events, at once."""
    setting, game = plan.setting, game_of(plan.setting)
    live = opened(game, setting, setting.position)
    caused: list[Caused] = [(event, None) for event in plan.seated]
    caused += _beginning(live.match, plan.seated, hub.rng)
    entries, after = hub.planned(live, caused)
    now = hub.now()
    row = {
        "id": table_id,
        "game": game.name,
        "rules": game.spec.info.rules_version,
        "setting": setting.model_dump(mode="json"),
        "start": setting.position,
        "public": setting.public,
        "created": now,
        **hub.columns(after, now),
    }

    def change(connection: Connection) -> None:
        repository.create(connection, row)
        if entries:
            repository.append(connection, table_id, entries, hub.columns(after, now))
        for seat, mark in plan.keys:
            repository.add_key(connection, table_id, seat, mark)

    return change


def _beginning(match: Match, seated: Sequence[Seated], rng: Random) -> list[Caused]:
    """What chance does once all seats are taken."""
    full = match.after(seated)
    return [*full.drawn(rng)] if len(full.seated) == match.game.players else []


def sitting_down(match: Match, event: Seated, rng: Random) -> list[Caused]:
    """Somebody takes a seat; with the last one the game begins."""
    after = match.after([event])
    begins = len(after.seated) == match.game.players
    return [(event, after), *(after.drawn(rng) if begins else [])]


def rematch(hub: Hub, table: LiveTable) -> tuple[Event | Rematched, Change]:
    """The next table with the same people: the event that tells of it, and what makes it."""
    game, old = table.game, table.live.match
    seats = list(range(game.players))
    if table.setting.order == "drawn":
        hub.rng.shuffle(seats)
    elif table.setting.order == "rotated":
        seats = seats[1:] + seats[:1]
    who = table.setting.seats or [FRIEND] * game.players
    plan = Plan(
        table.setting.model_copy(update={"seats": [who[seat] for seat in seats]}),
        tuple(
            Seated(new, old.seated[seat].name, old.seated[seat].engine)
            for new, seat in enumerate(seats)
        ),
        tuple((new, mark) for new, seat in enumerate(seats) for mark in table.keys.get(seat, ())),
    )
    table_id = new_table_id()
    return Rematched(table_id), _creation(hub, table_id, plan)
