"""The match that a terminal begins with: a new one, or one from a save file."""

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from cubarium import catalog
from cubarium.cli.record_files import read_records
from cubarium.cli.table_options import game_of
from cubarium.cli.terminal.save_files import SaveFiles
from cubarium.core.errors import CubariumError
from cubarium.engines import registry
from cubarium.engines.foreign_program import is_program
from cubarium.match.match import Limits, Match
from cubarium.records import replayed


def new_match(
    name: str,
    players: int | None,
    options: Mapping[str, str | None],
    position: str | None,
    limits: Mapping[str, str],
) -> tuple[Match, SaveFiles]:
    """A match from its start, or from a position."""
    game = game_of(name, players, options)
    start = None if position is None else game.whole_position(position)
    match = Match.open(game, limits_of(limits), start)
    tags = {"Started": datetime.now(UTC).isoformat(timespec="seconds")}
    return match, SaveFiles(tags, None)


def resumed_match(
    file: Path, name: str | None, limits: Mapping[str, str]
) -> tuple[Match, SaveFiles]:
    """The match of a saved game, with its own limits where no others are given. It must be one of
    `name`, if that is given."""
    found = read_records(file)
    if len(found) > 1:
        raise CubariumError(f"{file} holds {len(found)} games; expected one")
    record = found[0]
    if record.result is not None:
        raise CubariumError(f"the game in {file} is over; `cubarium replay {file}` shows it")
    if name is not None and name.lower() != record.game:
        raise CubariumError(f"the game in {file} is {record.game}, not {name}")
    played = replayed(record)
    match = Match.open(played.game, limits_of({**record.tags, **limits}), played.start)
    match = match.after(step.event for step in played.steps)
    return match, SaveFiles(dict(record.tags), (file, record))


def players_named(name: str, seats: str | None) -> int | None:
    """The number of players that --seats names, if the game can be played by that many."""
    count = 0 if seats is None else seats.count(",") + 1
    return count if count in catalog.info(name.lower()).players else None


def check_seats(match: Match, seconds: float | None) -> None:
    """Refuse a person in a seat that has left, and a time for an engine that is not there."""
    for seat in sorted(match.departed):
        if not match.engine(seat):
            raise CubariumError(
                f"{match.game.seat_names[seat]} has left: only an engine can sit there"
            )
    names = [match.engine(seat) for seat in range(match.game.players)]
    if seconds is not None and not any(name == registry.FULL or is_program(name) for name in names):
        raise CubariumError(f"--seconds is for `{registry.FULL}`, which has no seat at this table")


def limits_of(tags: Mapping[str, str]) -> Limits:
    """The limits that tags name; the usual ones where they name none."""

    def limit(tag: str, usual: int | None) -> int | None:
        text = tags.get(tag)
        if text is None:
            return usual
        return int(text) if text.isdecimal() else None

    usual = Limits()
    return Limits(limit("Repetitions", usual.repetitions), limit("PlyLimit", usual.plies))
