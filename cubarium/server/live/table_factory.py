"""New tables: from a request, or for a rematch."""

from collections.abc import Sequence
from random import Random
from typing import Final

from cubarium import catalog
from cubarium.core.errors import InvalidOption
from cubarium.core.game import AnyGame
from cubarium.core.turn import Ended, Seat
from cubarium.engines import registry as engines
from cubarium.match.configuration import DEVICE, FRIEND, ME, Configuration
from cubarium.match.events import Event, Seated
from cubarium.match.session import Session
from cubarium.server.api.requests import NewTable
from cubarium.server.errors import ApiError
from cubarium.server.identity import Actor, TableSecrets, digest
from cubarium.server.live.registry import Registry, new_table_change
from cubarium.server.live.table import Table
from cubarium.store.writer import Change

PEOPLE: Final = (ME, FRIEND, DEVICE)


async def open_table(
    registry: Registry,
    wanted: NewTable,
    actor: Actor,
    creator: bytes,
    secrets: TableSecrets,
) -> tuple[Table, dict[Seat, str]]:
    """A new table, and the tokens of the seats on the device that asked for it. `creator`: the hash
    of its address. Raises ApiError or InvalidOption."""
    table_id = secrets.table_id()
    if secrets.is_derived:
        made = await _found(registry, table_id)
        if made is not None:
            return made, await _tokens_again(registry, made, actor, secrets)
    configuration = Configuration(**wanted.model_dump(exclude={"name"}))
    game = catalog.game(configuration.spec())
    occupants = _checked(game, configuration.seats)
    if any(one in engines.NAMES for one in occupants):
        registry.check_engines(actor)
    if configuration.order == "drawn":
        registry.rng.shuffle(occupants)
    configuration = configuration.model_copy(
        update={
            "players": game.players,
            "seats": occupants,
            "position": _start(game, configuration, occupants),
        }
    )
    seated = [
        _seated(game, seat, one, wanted.name) for seat, one in enumerate(occupants) if one != FRIEND
    ]
    tokens = _tokens(occupants, secrets)
    keys = [(seat, digest(token)) for seat, token in tokens.items()]
    keys += [(seat, key) for seat in tokens for key in actor.digests]
    change = _creation(
        table_id, configuration, seated, keys, registry.clock.now(), registry.rng, creator
    )
    if FRIEND in occupants and registry.caps is not None:
        await registry.caps.check_open(registry.storage, actor, creator)
    await registry.storage.write(change)
    return await registry.find(table_id), tokens


def _tokens(occupants: Sequence[str], secrets: TableSecrets) -> dict[Seat, str]:
    return {seat: secrets.token(seat) for seat, one in enumerate(occupants) if one in (ME, DEVICE)}


async def _found(registry: Registry, table_id: str) -> Table | None:
    try:
        return await registry.find(table_id)
    except ApiError as error:
        if error.status != 404:
            raise
        return None


async def _tokens_again(
    registry: Registry, table: Table, actor: Actor, secrets: TableSecrets
) -> dict[Seat, str]:
    """The same request once more: whoever got no answer has no cookie of then, perhaps."""
    tokens = _tokens(table.configuration.seats or (), secrets)
    async with table.lock:
        for seat in tokens:
            if not actor.holds(table.keys.get(seat, ())):
                await registry.add_key(table, seat, actor.digests[-1])
    return tokens


def _checked(game: AnyGame, seats: Sequence[str] | None) -> list[str]:
    """Who sits where. Raises InvalidOption."""
    occupants = [ME, *[engines.USUAL] * (game.players - 1)] if seats is None else list(seats)
    if len(occupants) != game.players:
        raise InvalidOption(f"there are {game.players} seats; {len(occupants)} are listed")
    for one in occupants:
        if one not in PEOPLE and one not in engines.names():
            hosted = [name for name in engines.names() if engines.is_hosted(name)]
            expected = ", ".join([*PEOPLE, engines.CHOICE, *hosted])
            raise InvalidOption(f"{one!r} can't sit there; expected {expected}")
    if occupants.count(ME) > 1:
        raise InvalidOption(f"you can't sit in two seats: say {DEVICE!r} for somebody beside you")
    return occupants


def _start(game: AnyGame, configuration: Configuration, occupants: Sequence[str]) -> str | None:
    """The position to start from, as the game writes it."""
    if configuration.position is None:
        return None
    state = game.whole_position(configuration.position)
    if isinstance(game.turn(state), Ended):
        raise InvalidOption("the game is over in this position")
    if game.has_secrets and FRIEND in occupants:
        message = "You would know the cards of the others in this position."
        raise ApiError(409, "position_tells_secrets", message)
    return game.text(state)


def _seated(game: AnyGame, seat: Seat, occupant: str, name: str) -> Seated:
    if occupant in engines.names():
        return Seated(seat, engines.title(occupant), occupant)
    return Seated(seat, name if occupant == ME else f"Player {game.seat_names[seat]}")


def _creation(
    table_id: str,
    configuration: Configuration,
    seated: Sequence[Seated],
    keys: Sequence[tuple[Seat, bytes]],
    now: int,
    rng: Random,
    creator: bytes | None = None,
) -> Change:
    """What makes a table. Where all seats are taken the game begins, and chance may act."""
    session = Session.open(configuration, configuration.position)
    events: list[Event] = list(seated)
    full = session.match.after(events)
    if len(full.seated) == full.game.players:
        events += full.draw(rng)
    return new_table_change(table_id, session.extended(events, now), keys, now, creator)


def rematch_change(table: Table, table_id: str, now: int, rng: Random) -> Change:
    """What makes the next table, with the same people."""
    seats, match = table.session.next_seats(rng), table.session.match
    occupants = table.configuration.seats or [FRIEND] * table.game.players
    configuration = table.configuration.model_copy(
        update={"seats": [occupants[seat] for seat in seats]}
    )
    seated = [
        Seated(new, match.seated[seat].name, match.seated[seat].engine)
        for new, seat in enumerate(seats)
    ]
    keys = [(new, key) for new, seat in enumerate(seats) for key in table.keys.get(seat, ())]
    return _creation(table_id, configuration, seated, keys, now, rng)
