"""Keeps what was played: on demand, and on every way out."""

import shlex
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from cubarium.cli.files import Taken, fresh_path, kept_games, write_record
from cubarium.cli.output import program
from cubarium.core.record import GameRecord
from cubarium.match.match import Limits, Match
from cubarium.records import record_of

NO_LIMIT = "none"


class Keeper:
    """The files of one game at the terminal."""

    def __init__(self, tags: dict[str, str], resumed: tuple[Path, GameRecord] | None) -> None:
        self.tags = tags
        self.resumed = resumed[0] if resumed else None
        self.before = resumed[1] if resumed else None
        self.saved: Match | None = None
        self.own: dict[Path, str] = {}
        if self.resumed is not None:
            self.own[self.resumed] = self.resumed.read_text("utf-8")

    def record(self, match: Match) -> GameRecord:
        """The record of the match as it stands, with all that is needed to go on with it."""
        tags = self.tags | limit_tags(match.limits)
        for seat, player in sorted(match.seated.items()):
            tags[f"Seat{seat}"] = player.name
            if player.engine:
                tags[f"Seat{seat}Engine"] = player.engine
            else:
                tags.pop(f"Seat{seat}Engine", None)  # it sat there before
        if match.outcome is not None:
            tags["Ended"] = datetime.now(UTC).isoformat(timespec="seconds")
        record = record_of(match, tags)
        return record if self.before is None else _with_comments(record, self.before)

    def save(self, match: Match, name: str) -> str:
        """Save under a name, or under one by the clock; what to say of it."""
        path = Path(name).expanduser() if name else fresh_path(Path(), match.game.name)
        self.own[path] = write_record(path, self.record(match), self.own.get(path))
        self.saved = match
        return f"Saved in {path}."

    def keep(self, match: Match) -> list[str]:
        """Nothing that was played is lost: what is not saved is kept. What to say of it."""
        record = self.record(match)
        if not record.acts or self.saved == match:
            return []
        try:
            path = self._written(record)
        except (ValueError, OSError) as error:
            moves = " ".join(act.text for act in record.acts)
            return [f"The game could not be kept: {error}. Its moves:", moves]
        self.saved = match
        verb = "play --resume" if match.outcome is None else "replay"
        return [f"The game is kept: {program()} {verb} {shlex.quote(str(path))}"]

    def _written(self, record: GameRecord) -> Path:
        """The file that was resumed, unless somebody else has changed it; else a fresh one."""
        if self.resumed is not None:
            with suppress(Taken):
                write_record(self.resumed, record, self.own[self.resumed])
                return self.resumed
        kept_games().mkdir(parents=True, exist_ok=True)
        while True:
            path = fresh_path(kept_games(), record.game)
            with suppress(Taken):  # another table was quicker
                write_record(path, record)
                return path


def _with_comments(record: GameRecord, before: GameRecord) -> GameRecord:
    """What was said in an earlier record, for as long as the acts are the same."""
    acts = list(record.acts)
    for at, (act, old) in enumerate(zip(acts, before.acts, strict=False)):
        if act.text != old.text:
            break
        acts[at] = old
    return replace(record, acts=tuple(acts), comment=before.comment)


def limit_tags(limits: Limits) -> dict[str, str]:
    """The limits of a match as tags of its record."""
    return {
        "Repetitions": NO_LIMIT if limits.repetitions is None else str(limits.repetitions),
        "PlyLimit": NO_LIMIT if limits.plies is None else str(limits.plies),
    }
