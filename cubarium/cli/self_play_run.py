"""`cubarium selfplay` at work: what is missing in a folder is played."""

import json
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click
from rich.console import Console
from rich.progress import track

from cubarium import extras
from cubarium.cli.signals import INTERRUPTED
from cubarium.core.engine import Limit
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.engines.executor import Executor
from cubarium.render.number_text import counted

if TYPE_CHECKING:
    from cubarium.interop.self_play import SelfPlayPart

ABOUT = "selfplay.json"


@dataclass(frozen=True)
class SelfPlayRun:
    """Which games are wanted, and where."""

    game: AnyGame
    folder: Path
    form: str
    games: int
    part: int
    engine: str
    limit: Limit
    random_plies: int
    seed: int

    def play(self, executor: Executor) -> int:
        """Play what is missing; the exit code. Raises CubariumError."""
        if self.form == "parquet":
            extras.require("parquet")
        self._open()
        parts = [part for part in self._parts() if not self._path(part).exists()]
        done = len(list(self._parts())) - len(parts)
        try:
            self._write(executor, parts)
        except KeyboardInterrupt:
            click.echo(f"Stopped. The same command goes on in {self.folder}.", err=True)
            return INTERRUPTED
        known = f", {counted(done, 'file')} of them from before" if done else ""
        files = counted(done + len(parts), "file")
        click.echo(f"{counted(self.games, 'game')} in {files} in {self.folder}{known}.")
        return 0

    def _write(self, executor: Executor, parts: "list[SelfPlayPart]") -> None:
        from cubarium.interop.self_play import FORMS, play_part, write_part

        (form,) = (form for form in FORMS if form == self.form)
        with closing(executor.run(play_part, parts)) as played:
            shown = track(
                played,
                "Files of games",
                len(parts),
                console=Console(stderr=True),
                transient=True,
                disable=not sys.stderr.isatty(),
            )
            for part, result in shown:
                write_part(self._path(part), result, form)

    def _parts(self) -> "Iterator[SelfPlayPart]":
        from cubarium.interop.self_play import SelfPlayPart

        for first in range(0, self.games, self.part):
            games = min(self.part, self.games - first)
            yield SelfPlayPart(
                self.game.spec,
                first,
                games,
                self.engine,
                self.limit,
                self.random_plies,
                self.seed,
            )

    def _path(self, part: "SelfPlayPart") -> Path:
        return self.folder / f"part-{part.first // self.part:05d}.{self.form}"

    def _open(self) -> None:
        """A new folder, or one that this very run was begun in."""
        spec = self.game.spec
        about = {
            "game": self.game.name,
            "players": spec.players,
            "options": spec.option_texts(),
            "rules": spec.info.rules_version,
            "format": self.form,
            "games": self.games,
            "part": self.part,
            "engine": self.engine,
            "seconds": self.limit.seconds,
            "nodes": self.limit.nodes,
            "random_plies": self.random_plies,
            "seed": self.seed,
        }
        path = self.folder / ABOUT
        if path.exists():
            try:
                known = json.loads(path.read_text("utf-8"))
            except ValueError:
                raise CubariumError(f"{path} can't be read: it is not ours") from None
            for name, value in about.items():
                if known.get(name) != value:
                    raise CubariumError(
                        f"{self.folder} holds another run: its {name} is {known.get(name)}, "
                        f"not {value}"
                    )
        elif self.folder.exists() and any(self.folder.iterdir()):
            raise CubariumError(f"{self.folder} is not empty, and holds no run of ours")
        else:
            self.folder.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps(about, indent=1) + "\n", "utf-8")
