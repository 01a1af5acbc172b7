"""Save files: a game is saved on demand, and kept on every way out."""

import shlex
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from cubarium.cli.output import program
from cubarium.cli.record_files import FileTaken, fresh_path, kept_games, write_record
from cubarium.core.record import GameRecord
from cubarium.match.match import Limits, Match
from cubarium.records import record_of

NO_LIMIT = "none"


class SaveFiles:
    """The files of one game at the terminal."""

    def __init__(self, tags: dict[str, str], resumed: tuple[Path, GameRecord] | None) -> None:
        self.tags = tags
        self.resumed = resumed[0] if resumed else None
        self.before = resumed[1] if resumed else None
        self.saved: Match | None = None
        self.written: dict[Path, str] = {}
        if self.resumed is not None:
            self.written[self.resumed] = self.resumed.read_text("utf-8")

    def record(self, match: Match) -> GameRecord:
        """The record of the match as it stands, with everything needed to resume it."""
        tags = self.tags | limit_tags(match.limits)
        for seat, player in sorted(match.seated.items()):
            tags[f"Seat{seat}"] = player.name
            if player.engine:
                tags[f"Seat{seat}Engine"] = player.engine
            else:
                tags.pop(f"Seat{seat}Engine", None)  # an engine sat there before
        if match.outcome is not None:
            tags["Ended"] = datetime.now(UTC).isoformat(timespec="seconds")
        record = record_of(match, tags)
        return record if self.before is None else _with_comments(record, self.before)

    def save(self, match: Match, name: str) -> str:
        """Save under a name, or under one made from the time; what to say about it."""
        path = Path(name).expanduser() if name else fresh_path(Path(), match.game.name)
        self.written[path] = write_record(path, self.record(match), self.written.get(path))
        self.saved = match
        return f"Saved in {path}."

    def keep(self, match: Match) -> list[str]:
        """Keep whatever is not saved, so that nothing is lost; what to say about it."""
        record = self.record(match)
        if not record.acts or self.saved == match:
            return []
        try:
            path = self._write_kept(record)
        except (ValueError, OSError) as error:
            moves = " ".join(act.text for act in record.acts)
            return [f"The game could not be kept: {error}. Its moves:", moves]
        self.saved = match
        verb = "play --resume" if match.outcome is None else "replay"
        return [f"The game is kept: {program()} {verb} {shlex.quote(str(path))}"]

    def _write_kept(self, record: GameRecord) -> Path:
        """Write to the resumed file, unless somebody else has changed it; else to a fresh one."""
        if self.resumed is not None:
            with suppress(FileTaken):
                write_record(self.resumed, record, self.written[self.resumed])
                return self.resumed
        kept_games().mkdir(parents=True, exist_ok=True)
        while True:
            path = fresh_path(kept_games(), record.game)
            with suppress(FileTaken):  # another table was quicker
                write_record(path, record)
                return path


def _with_comments(record: GameRecord, before: GameRecord) -> GameRecord:
    """A record with the comments of an earlier one, as far as their acts agree."""
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
