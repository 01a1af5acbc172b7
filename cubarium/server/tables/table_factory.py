"""New tables, as clients ask for them."""

from collections.abc import Sequence
from typing import Final

from cubarium import catalog
from cubarium.core.errors import InvalidOption
from cubarium.core.game import AnyGame
from cubarium.core.turn import Ended, Seat
from cubarium.engines import registry as engines
from cubarium.match.command_context import CommandContext
from cubarium.match.configuration import DEVICE, FRIEND, ME, Configuration
from cubarium.match.events import Seated
from cubarium.match.server_commands import Open
from cubarium.match.session import Session
from cubarium.server.http.requests import NewTable
from cubarium.server.people.guests import TableSecrets
from cubarium.server.tables.effects import creation
from cubarium.server.tables.runtime import Runtime
from cubarium.server.tables.table_actor import TableActor
from cubarium.server.tables.tables import Tables
from cubarium.tables.errors import ApiError
from cubarium.tables.identity import Identity, digest
from cubarium.tables.inbox import AddKey

PEOPLE: Final = (ME, FRIEND, DEVICE)


async def open_table(
    runtime: Runtime,
    tables: Tables,
    wanted: NewTable,
    identity: Identity,
    creator: bytes,
    secrets: TableSecrets,
) -> tuple[TableActor, dict[Seat, str]]:
    """A new table, and the tokens of the seats on the device that asked for it. `creator`: the hash
    of its address. Raises ApiError or InvalidOption."""
    table_id = secrets.table_id()
    if secrets.is_derived:
        made = await _find(tables, table_id)
        if made is not None:
            return made, await _tokens_again(made, identity, secrets)
    configuration = Configuration(**wanted.model_dump(exclude={"name"}))
    game = catalog.game(configuration.spec())
    occupants = _checked(game, configuration.seats)
    if any(one in engines.NAMES for one in occupants):
        tables.check_engines(identity)
    if configuration.order == "drawn":
        runtime.rng.shuffle(occupants)
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
    keys += [(seat, key) for seat in tokens for key in identity.digests]
    now = runtime.clock.now()
    session = Session.open(configuration, configuration.position)
    opened = session.apply(Open(seated), CommandContext(now, runtime.rng))
    if FRIEND in occupants and runtime.caps is not None:
        await runtime.caps.check_open(runtime.storage, identity, creator)
    await runtime.storage.write(creation(table_id, opened, keys, now, creator))
    return await tables.find(table_id), tokens


def _tokens(occupants: Sequence[str], secrets: TableSecrets) -> dict[Seat, str]:
    return {seat: secrets.token(seat) for seat, one in enumerate(occupants) if one in (ME, DEVICE)}


async def _find(tables: Tables, table_id: str) -> TableActor | None:
    try:
        return await tables.find(table_id)
    except ApiError as error:
        if error.status != 404:
            raise
        return None


async def _tokens_again(
    actor: TableActor, identity: Identity, secrets: TableSecrets
) -> dict[Seat, str]:
    """The same request once more: a client that got no answer may have no cookie of then."""
    tokens = _tokens(actor.table.configuration.seats or (), secrets)
    for seat in tokens:
        if not identity.holds(actor.table.keys.get(seat, ())):
            owner = Identity((digest(tokens[seat]),))
            await actor.ask(AddKey(owner, seat, identity.digests[-1]))
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
