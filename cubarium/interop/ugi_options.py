"""What `setoption` sets: the table, the engine in use, and what it may use."""

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from random import Random
from typing import Final

from cubarium import catalog
from cubarium.core.engine import Engine
from cubarium.core.errors import CubariumError
from cubarium.core.info import GameSpec, as_text
from cubarium.engines import registry
from cubarium.match.match import Limits

LARGEST: Final = 2**31 - 1
MOST_LINES: Final = 64
MOST_MEGABYTES: Final = 1 << 20
USUAL_LIMITS: Final = Limits()


@dataclass(frozen=True)
class UgiOptions:
    """All options together; a change makes another one. `memory`: MB, 0: as much as is usual;
    `seed`: 0: another one each time."""

    spec: GameSpec
    given: Mapping[str, str] = field(default_factory=dict)
    """The options of the game that were set."""
    engine: str = registry.FULL
    threads: int = 1
    memory: int = 0
    seed: int = 0
    lines: int = 1
    limits: Limits = USUAL_LIMITS

    def after(self, name: str, value: str) -> "UgiOptions":
        """With one option set; its name in any case. Raises CubariumError."""
        setters: dict[str, Callable[[str], UgiOptions]] = {
            "game": self._with_game,
            "players": self._with_players,
            "engine": self._with_engine,
            "threads": lambda text: replace(self, threads=_number("Threads", text, 1, LARGEST)),
            "hash": lambda text: replace(self, memory=_number("Hash", text, 0, MOST_MEGABYTES)),
            "seed": lambda text: replace(self, seed=_number("Seed", text, 0, LARGEST)),
            "multipv": lambda text: replace(self, lines=_number("MultiPV", text, 1, MOST_LINES)),
            "repetitions": self._with_repetitions,
            "plylimit": self._with_ply_limit,
        }
        if set_it := setters.get(name.lower()):
            return set_it(value)
        own = {option.name.lower(): option.name for option in self.spec.info.options}
        if name.lower() not in own:
            named = ", ".join(line.split(" type ")[0].split(" ", 2)[2] for line in self.written())
            raise CubariumError(f"there is no option {name!r}; the options: {named}")
        given = {**self.given, own[name.lower()]: value}
        return replace(self, given=given, spec=self.spec.info.spec(self.spec.players, given))

    def make_engine(self) -> Engine:
        """The engine that is chosen. Raises CubariumError."""
        return registry.engine(
            self.engine,
            catalog.game(self.spec),
            Random(self.seed or None),
            threads=self.threads,
            memory=self.memory or None,
        )

    def written(self) -> Iterator[str]:
        """The lines that describe the options: their types, usual values and choices."""
        spec, info = self.spec, self.spec.info
        yield _combo("Game", info.name, catalog.names())
        yield _combo("Players", str(spec.players), map(str, info.players))
        for option in info.options:
            value = as_text(spec.options[option.name])
            choices = [as_text(choice) for choice in option.choices.get(spec.players, ())]
            if choices:
                yield _combo(option.name, value, choices)
            else:
                yield f"option name {option.name} type string default {value or '<empty>'}"
        yield _combo("Engine", registry.FULL, registry.NAMES)
        yield _spin("Threads", 1, 1, os.cpu_count() or 1)
        yield _spin("Hash", 0, 0, MOST_MEGABYTES)
        yield _spin("Seed", 0, 0, LARGEST)
        yield _spin("MultiPV", 1, 1, MOST_LINES)
        yield _spin("Repetitions", USUAL_LIMITS.repetitions or 0, 0, LARGEST)
        yield _spin("PlyLimit", USUAL_LIMITS.plies or 0, 0, LARGEST)

    def _with_game(self, value: str) -> "UgiOptions":
        return replace(self, spec=catalog.info(value.lower()).spec(), given={})

    def _with_players(self, value: str) -> "UgiOptions":
        players = _number("Players", value, 1, LARGEST)
        return replace(self, spec=self.spec.info.spec(players, self.given))

    def _with_engine(self, value: str) -> "UgiOptions":
        registry.check_name(value.lower())
        return replace(self, engine=value.lower())

    def _with_repetitions(self, value: str) -> "UgiOptions":
        count = _number("Repetitions", value, 0, LARGEST)
        if count == 1:
            raise CubariumError("Repetitions: expected 0 (never), or 2 or more; not 1")
        return replace(self, limits=replace(self.limits, repetitions=count or None))

    def _with_ply_limit(self, value: str) -> "UgiOptions":
        count = _number("PlyLimit", value, 0, LARGEST)
        return replace(self, limits=replace(self.limits, plies=count or None))


def _number(name: str, text: str, lowest: int, highest: int) -> int:
    if not (text.isascii() and text.isdecimal() and lowest <= int(text[:20]) <= highest):
        raise CubariumError(f"{name}: expected a number from {lowest} to {highest}; not {text!r}")
    return int(text)


def _combo(name: str, value: str, choices: Iterator[str] | tuple[str, ...] | list[str]) -> str:
    listed = "".join(f" var {choice}" for choice in choices)
    return f"option name {name} type combo default {value}{listed}"


def _spin(name: str, value: int, lowest: int, highest: int) -> str:
    return f"option name {name} type spin default {value} min {lowest} max {highest}"
