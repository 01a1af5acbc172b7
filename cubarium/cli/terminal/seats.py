"""Who sits where: as the command line says, as a saved game says, or you against engines."""

from collections.abc import Mapping

from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.turn import Seat
from cubarium.engines import registry
from cubarium.engines.foreign_program import PREFIX, is_program, read_program
from cubarium.match.events import Seated
from cubarium.match.match import Match

PERSON = "person"
CHOICE = f"{PERSON}, {PERSON}:NAME, {registry.CHOICE}, {PREFIX}PROGRAM"


def seated(
    match: Match, seats: str | None, level: int | None, tags: Mapping[str, str]
) -> list[Seated]:
    """Who sits where. `level`: that of the engines, where no seats are given; an engine that plays
    on for somebody who has left keeps its own."""
    game = match.game
    if seats is not None:
        if level is not None:
            raise CubariumError(f"--level can't go with --seats: use {registry.LEVEL}{level} there")
        return _from_words(game, [who.strip() for who in seats.split(",")])
    if "Seat0" in tags:
        return [
            _from_tags(game, seat, None if seat in match.departed else level, tags)
            for seat in range(game.players)
        ]
    return _from_words(game, [PERSON] + [_usual_opponent(game, level)] * (game.players - 1))


def _usual_opponent(game: AnyGame, level: int | None) -> str:
    """The usual opponent: an engine, or a person where engines are not installed."""
    if level is not None:
        return f"{registry.LEVEL}{level}"
    return registry.USUAL if registry.can_think(game) else PERSON


def seat_label(match: Match, seat: Seat) -> str:
    """A seat, and who sits in it."""
    return f"{match.game.seat_names[seat]} ({match.seated[seat].name})"


def engine_seated(seat: Seat, name: str) -> Seated:
    """An engine in a seat."""
    return Seated(seat, registry.title(name), name)


def _from_words(game: AnyGame, wanted: list[str]) -> list[Seated]:
    if len(wanted) != game.players:
        raise CubariumError(f"--seats names {len(wanted)}; expected {game.players}")
    return [_from_word(game, seat, who) for seat, who in enumerate(wanted)]


def _from_word(game: AnyGame, seat: Seat, who: str) -> Seated:
    kind, _, name = who.partition(":")
    if kind.lower() == PERSON:
        name = " ".join(name.encode("utf-8", "replace").decode().split())
        return Seated(seat, name or f"Player {game.seat_names[seat]}")
    if is_program(who):
        return Seated(seat, read_program(who).title, who)
    if who.lower() not in registry.NAMES:
        raise CubariumError(f"{who!r} can't sit there; expected one of {CHOICE}")
    registry.require(game, who.lower())
    return engine_seated(seat, who.lower())


def _from_tags(game: AnyGame, seat: Seat, level: int | None, tags: Mapping[str, str]) -> Seated:
    """Who sat there when the game was saved; an engine may get another level."""
    name, engine = tags.get(f"Seat{seat}", ""), tags.get(f"Seat{seat}Engine", "")
    if not engine:
        return _from_word(game, seat, f"{PERSON}:{name}")
    if is_program(engine):  # a file that somebody else has written starts nothing here
        raise CubariumError(
            f"a program sat there, {engine!r}: name it with --seats if it is to play on"
        )
    known = _from_word(game, seat, engine)
    if level is not None:
        return _from_word(game, seat, f"{registry.LEVEL}{level}")
    return Seated(seat, name or known.name, known.engine)
