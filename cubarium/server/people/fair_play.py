"""No help in a game that goes on against people, as far as a server can see: not to the
guest who plays, and with the position on the board not from where a player is connected either."""

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from fastapi.concurrency import run_in_threadpool

from cubarium.core.game import AnyGame
from cubarium.database import repository
from cubarium.match.match import Match
from cubarium.match.status import Status
from cubarium.server.cluster.storage import Storage
from cubarium.tables.errors import ApiError
from cubarium.tables.identity import Identity
from cubarium.tables.table import Table

OPENING_PLIES: Final = 6
"""Positions before this many plies are those of many games: others of an address may study them."""


async def check_guest(storage: Storage, identity: Identity, game: str) -> None:
    """Raises ApiError if a guest plays people in a game of this kind."""
    if not identity.digests:
        return
    if await storage.read(
        lambda connection: repository.plays_people(connection, identity.digests, game)
    ):
        raise ApiError(403, "live_game", "You are playing this game right now: no help until then.")


async def check_match(
    tables: Sequence[Table], identity: Identity, game: AnyGame, asked: Callable[[], Match]
) -> None:
    """Raises ApiError if a match comes by a position that is on the board of a live game, or is a
    move away from one, where the asker plays, or another player of the same address."""
    live = _live_matches(tables, game, identity)
    if not live:
        return

    def comes_by_one() -> bool:
        match = asked()
        return any(_comes_by(match, one) for one in live)

    if await run_in_threadpool(comes_by_one):
        raise _refusal()


def check_text(tables: Sequence[Table], identity: Identity, game: AnyGame, text: str) -> None:
    """The same for a position with secrets, as one viewer knows it. Raises ApiError."""
    for one in _live_matches(tables, game, identity):
        if text in _known_texts(one):
            raise _refusal()


def _live_matches(tables: Iterable[Table], game: AnyGame, identity: Identity) -> list[Match]:
    return [
        table.session.match
        for table in tables
        if table.session.status is Status.LIVE
        and table.game == game
        and len(table.session.people()) > 1
        and (identity.address in table.presence.addresses or table.held_by(identity))
        and is_past_opening(table.session.match)
    ]


def is_past_opening(match: Match) -> bool:
    """Is its position one that other games of this kind hardly share?"""
    if match.start == match.game.initial():
        return match.plies >= OPENING_PLIES
    return match.state != match.start


def _comes_by(asked: Match, live: Match) -> bool:
    game = live.game
    if game.has_secrets:
        return not _known_texts(live).isdisjoint(_known_texts(asked))
    there = {game.text(one.state(live.state)) for one in game.symmetries()}
    if any(game.text(state) in there for state in _states(asked)):
        return True
    near = {game.text(game.play(live.state, move)) for move in game.moves(live.state)}
    if len(live.steps) > 1:
        near.add(game.text(live.steps[-1].before))
    return any(game.text(one.state(asked.state)) in near for one in game.symmetries())


def _known_texts(match: Match) -> set[str]:
    """The position, as it is and as each seat may know it."""
    seats = (None, *range(match.game.players))
    return {match.game.text(view) for view in (match.state, *map(match.view, seats))}


def _states(match: Match) -> Sequence[object]:
    """All that a match has come by."""
    return [*(step.before for step in match.steps), match.state]


def _refusal() -> ApiError:
    message = (
        "This position is on the board of a game that you, or others at your address, are playing "
        "right now: no help until then."
    )
    return ApiError(403, "live_game", message)
