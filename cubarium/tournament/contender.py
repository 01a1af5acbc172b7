"""Who plays in a match, and how it is named: `level3`, `engine@0.5s;threads=2`, `ugi:./program`."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Final, TypeAlias

from cubarium.core.engine import Engine, Limit
from cubarium.core.errors import InvalidOption
from cubarium.core.game import AnyGame
from cubarium.engines import registry
from cubarium.engines.foreign_program import (
    MEGABYTES,
    PREFIX,
    ForeignProgram,
    is_program,
    read_program,
)
from cubarium.engines.ugi_engine import UgiEngine

EngineMaker: TypeAlias = Callable[[AnyGame, int], Engine]
ENDLESS: Final = Limit()
LIMIT: Final = re.compile(r"(.+)@(?:(\d+(?:\.\d+)?)s|(\d+)n)", re.DOTALL)
CHOICE: Final = f"{registry.CHOICE}, {PREFIX}PROGRAM"


@dataclass(frozen=True)
class Contender:
    """Who plays, and how long it may think. `make` gets the game and a seed; every seat of every
    game gets an engine of its own. It must be picklable if there are several workers."""

    name: str
    make: EngineMaker
    limit: Limit = ENDLESS


@dataclass(frozen=True)
class OwnEngine:
    """An engine of ours, by its name."""

    name: str
    threads: int = 1
    memory: int | None = None

    def __call__(self, game: AnyGame, seed: int) -> Engine:
        rng = Random(seed)
        return registry.engine(self.name, game, rng, threads=self.threads, memory=self.memory)


@dataclass(frozen=True)
class ForeignEngine:
    """A foreign program."""

    program: ForeignProgram

    def __call__(self, game: AnyGame, seed: int) -> Engine:
        return UgiEngine(self.program, game, seed)


def read_contender(
    text: str,
    usual: Limit = ENDLESS,
    *,
    memory: int = MEGABYTES,
    others: Mapping[str, EngineMaker] | None = None,
) -> Contender:
    """`WHO[@LIMIT][;OPTION=VALUE …]`: a limit is `0.5s` or `1000n`; `usual` is that of contenders
    that name none, and `memory` that of programs. `others`: who else may be named. Raises
    InvalidOption, and MissingExtra."""
    head, *rest = text.split(";")
    options = dict(_option(text, part) for part in rest)
    name = options.pop("name", text)
    limit, who = usual, head
    if found := LIMIT.fullmatch(head):
        who = found[1]
        limit = Limit(float(found[2])) if found[2] else Limit(nodes=int(found[3]))
    if limit.seconds == 0 or limit.nodes == 0:
        raise InvalidOption(f"{text!r}: nobody can move in no time")
    if is_program(who):
        program = replace(read_program(who), options=tuple(options.items()), memory=memory)
        return Contender(name, ForeignEngine(replace(program, name=name)), limit)
    if others is not None and who in others and not options:
        return Contender(name, others[who], limit)
    if who.lower() not in registry.NAMES:
        listed = ", ".join([CHOICE, *(others or ())])
        raise InvalidOption(f"there is no contender {who!r}; expected one of {listed}")
    return Contender(name, _own(text, who.lower(), options), limit)


def distinct(contenders: Iterable[Contender]) -> tuple[Contender, ...]:
    """The same with names that are all different: whoever comes again gets a stroke."""
    found: dict[str, Contender] = {}
    for one in contenders:
        name = one.name
        while name in found:
            name += "'"
        found[name] = replace(one, name=name)
    return tuple(found.values())


def check_fit(contender: Contender, game: AnyGame) -> None:
    """Raises InvalidOption, or MissingExtra, if it can't play a game."""
    if isinstance(contender.make, OwnEngine):
        registry.require(game, contender.make.name)
    contender.make(game, 1)


def _own(text: str, name: str, options: Mapping[str, str]) -> OwnEngine:
    numbers: dict[str, int] = {}
    for option, value in options.items():
        if option not in ("threads", "memory"):
            raise InvalidOption(f"{text!r}: engines have the options threads, memory and name")
        if not (value.isascii() and value.isdecimal() and int(value) > 0):
            raise InvalidOption(f"{text!r}: expected a number for {option}; not {value!r}")
        numbers[option] = int(value)
    return OwnEngine(name, numbers.get("threads", 1), numbers.get("memory"))


def _option(text: str, part: str) -> tuple[str, str]:
    name, sign, value = part.partition("=")
    if not sign or not name.strip():
        raise InvalidOption(f"{text!r}: expected OPTION=VALUE after a semicolon; not {part!r}")
    return name.strip(), value.strip()
