"""Openings: the first acts of a match, the same for all who play from them. Random ones, or those
of a file."""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from cubarium import records
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.record import GameRecord
from cubarium.core.turn import Ended, ToMove
from cubarium.match.events import Drawn, Event, Moved
from cubarium.match.match import Limits, Match
from cubarium.records.replay import Replayer

PLIES = 2
TRIES = 1000
NEW = 100
"""How often an opening is made again if it has been played in this match."""


@dataclass(frozen=True)
class Opening:
    """A position (None: the start), and what is played from it."""

    events: tuple[Event, ...] = ()
    start: str | None = None

    def match(self, game: AnyGame, limits: Limits | None = None) -> Match:
        """A match that has come so far."""
        state = None if self.start is None else game.whole_position(self.start)
        return Match.open(game, limits, state).after(self.events)


def usual_plies(game: AnyGame) -> int:
    """Where cards are dealt, no two games are alike anyway."""
    return 0 if game.has_secrets else PLIES


def opening(
    game: AnyGame, rng: Random, plies: int | None = None, *, set_up: bool = True
) -> Opening:
    """Random plies after the set-up, such that nothing is decided yet. The set-up is random
    too; without `set_up` its moves are left to the players, and so is all that follows."""
    wanted = usual_plies(game) if plies is None else plies
    for _ in range(TRIES):
        match, events = _walked(game, rng, wanted, set_up=set_up)
        if _is_undecided(match):
            return Opening(events)
    raise CubariumError(f"{game.name}: all openings of {wanted} plies are decided")


def _walked(
    game: AnyGame, rng: Random, plies: int, *, set_up: bool
) -> tuple[Match, tuple[Event, ...]]:
    match = Match.open(game)
    events: tuple[Event, ...] = match.draw(rng)
    match = match.after(events)
    if not set_up and not game.is_turn_boundary(match.state):
        return match, events
    while isinstance(match.turn, ToMove):
        if match.plies >= plies and game.is_turn_boundary(match.state):
            break
        move = game.write(rng.choice(game.moves(match.state)))
        made = match.move(match.turn.seat, move, rng)
        events += made
        match = match.after(made)
    return match, events


def _is_undecided(match: Match) -> bool:
    """Can the seat to move neither win at once nor only end the game?"""
    turn, game = match.turn, match.game
    if not isinstance(turn, ToMove):
        return False
    goes_on = False
    for move in game.moves(match.state):
        after = game.turn(game.play(match.state, move))
        if not isinstance(after, Ended):
            goes_on = True
        elif turn.seat in after.outcome.winners:
            return False
    return goes_on


def random_openings(
    game: AnyGame, seed: int, plies: int | None, *, set_up: bool
) -> Iterator[Opening]:
    """New ones as long as they can be found."""
    rng = Random(f"{seed}/openings")
    known = set()
    while True:
        for _ in range(NEW):
            opened = opening(game, rng, plies, set_up=set_up)
            if opened not in known:
                break
        known.add(opened)
        yield opened


def read_openings(game: AnyGame, text: str) -> list[Opening]:
    """The openings of a file: recorded games, or lines that are each a position or some moves;
    lines that begin with # are comments. Raises CubariumError."""
    if "[Game " in text or records.JSON.match(text):
        found = [_from_record(game, at, one) for at, one in enumerate(records.read(text), 1)]
    else:
        lines = [(at, line.strip()) for at, line in enumerate(text.splitlines(), 1)]
        found = [_from_line(game, at, one) for at, one in lines if one and not one.startswith("#")]
    if not found:
        raise CubariumError("there is no opening in the file")
    return found


def _from_record(game: AnyGame, number: int, record: GameRecord) -> Opening:
    if game.spec.info.name != record.game or game.spec != game.spec.info.spec(
        record.players, record.options
    ):
        raise CubariumError(f"opening {number} is of another table, not of {game!r}")
    return _checked(game, f"opening {number}", [act.text for act in record.acts], record.start)


def _from_line(game: AnyGame, number: int, line: str) -> Opening:
    try:
        game.whole_position(line)
    except CubariumError:
        return _checked(game, f"line {number}", line.split(), None)
    return _checked(game, f"line {number}", [], line)


def _checked(game: AnyGame, where: str, acts: list[str], start: str | None) -> Opening:
    try:
        replayer = Replayer(game.spec, start)
        for act in acts:
            replayer.act(act)
    except CubariumError as error:
        raise CubariumError(f"{where}: {error}") from error
    match = replayer.match
    if match.outcome is not None:
        raise CubariumError(f"{where}: the game is over there")
    events = tuple(step.event for step in match.steps if isinstance(step.event, Moved | Drawn))
    if len(events) != len(match.steps):
        raise CubariumError(f"{where}: somebody has left the game there")
    return Opening(events, start)
