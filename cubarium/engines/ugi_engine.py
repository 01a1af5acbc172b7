"""A foreign program that speaks UGI, as an engine: it is told its seat's story and nothing else.
See docs/engine-protocol.md."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import isfinite
from random import Random
from typing import Final

from cubarium.core.engine import Estimate, Limit, Story, Thought
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.info import GameSpec
from cubarium.core.turn import Seat
from cubarium.engines.foreign_program import (
    FaultKind,
    ForeignProgram,
    ProgramProcess,
)

HELLO: Final = 30.0
"""Seconds to introduce itself."""
READY: Final = 180.0
"""Seconds to get ready: some programs compile."""
MARGIN: Final = 2.0
"""Seconds beyond the limit of a move."""
PATIENCE: Final = 120.0
"""Seconds for a move whose limit is a number of nodes."""
MOST_IDLE: Final = 8
"""Processes that are kept for the next game; the one that has waited longest is ended first."""
LARGEST_SEED: Final = 2**31 - 1
OPTION: Final = re.compile(r"option name (.+?) type ")

_IDLE: list[tuple[ForeignProgram, GameSpec, ProgramProcess]] = []


class UgiEngine:
    """One seat of one game. Whoever makes it calls `release` after the game: the process is kept
    for the next one. It starts when it is first asked, so that its faults are those of a game."""

    def __init__(self, program: ForeignProgram, game: AnyGame, seed: int | None = None) -> None:
        self.name = program.title
        self._program, self._game, self._seed = program, game, seed
        self._process: ProgramProcess | None = None

    def think(self, game: AnyGame, story: Story, limit: Limit) -> Iterator[Thought[object]]:
        """One thought: its move. What it calls proved is an estimate to us. Raises ProgramFault."""
        if limit.seconds is None and limit.nodes is None:
            limit = replace(limit, seconds=self._program.seconds)
        process = self.make_ready()
        process.say(position_line(game, story))
        process.say(go_line(limit))
        told: list[str] = []
        is_stopped = False

        def poll() -> None:
            nonlocal is_stopped
            if limit.stopped is not None and limit.stopped.is_set() and not is_stopped:
                is_stopped = True
                process.say("stop")

        def is_answer(line: str) -> bool:
            if line.startswith("info ") and not line.startswith("info string"):
                told[:] = line.split()
            return line.startswith("bestmove")

        seconds = PATIENCE if limit.seconds is None else limit.seconds
        words = process.wait_for(is_answer, seconds + MARGIN, "bestmove", poll).split()
        text = words[1] if len(words) > 1 else ""
        try:
            best = game.read(game.guess(story.view, Random(0)), text)
        except CubariumError:
            where = f"in {game.text(story.view)}"
            raise process.fail(
                FaultKind.CHEAT, f"made an illegal move, {text!r}, {where}"
            ) from None
        value = read_value(game, story.seat, told) or even(game)
        yield Thought(best, value, (best,), read_number(told, "nodes"), read_number(told, "depth"))

    def release(self) -> None:
        """Keep the process for the next game, or end it."""
        process, self._process = self._process, None
        if process is not None and process.is_alive:
            _IDLE.append((self._program, self._game.spec, process))
        while len(_IDLE) > MOST_IDLE:
            _IDLE.pop(0)[2].kill()

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process = None

    def make_ready(self) -> ProgramProcess:
        """Start it, and wait until it is ready: that is no thinking. Raises ProgramFault."""
        if self._process is None:
            key = (self._program, self._game.spec)
            waiting = [one for one in _IDLE if one[:2] == key and one[2].is_alive]
            if waiting:
                _IDLE.remove(waiting[-1])
            fresh = not waiting
            process = ProgramProcess(self._program) if fresh else waiting[-1][2]
            self._process = self._introduced(process) if fresh else process
            self._begin(self._process)
        return self._process

    def _introduced(self, process: ProgramProcess) -> ProgramProcess:
        """It says who it is and what can be set, and is told the table. One that plays several
        games lists the options of that which is set: it is asked again."""
        options = _ask_options(process)
        if "game" in options:
            process.say(f"setoption name {options['game']} value {self._game.name}")
            options = _ask_options(process)
        for name, value, is_needed in self._settings():
            if name.lower() in options:
                process.say(f"setoption name {options[name.lower()]} value {value}")
            elif is_needed:
                what = f"does not play this table: it has no option {name}, for {value}"
                raise process.fail(FaultKind.UNFIT, what)
        process.has_seed = "seed" in options
        return process

    def _settings(self) -> Iterator[tuple[str, str, bool]]:
        """The table, then what the program is to be told; what is usual need not be an option."""
        spec = self._game.spec
        usual = spec.info.spec()
        yield "Players", str(spec.players), spec.players != usual.players
        for name, value in spec.option_texts().items():
            yield name, value, value != usual.option_texts()[name]
        for name, value in self._program.options:
            yield name, value, True

    def _begin(self, process: ProgramProcess) -> None:
        if self._seed is not None and process.has_seed:
            process.say(f"setoption name Seed value {self._seed % LARGEST_SEED + 1}")
        process.say("uginewgame")
        process.say("isready")
        process.wait_for(lambda line: line == "readyok", READY, "readyok")


def _ask_options(process: ProgramProcess) -> dict[str, str]:
    """What can be set, by names in small letters."""
    process.say("ugi")
    options: dict[str, str] = {}

    def is_end(line: str) -> bool:
        if found := OPTION.match(line):
            options[found[1].lower()] = found[1]
        return line == "ugiok"

    process.wait_for(is_end, HELLO, "ugiok")
    return options


def end_idle() -> None:
    """End all processes that wait for another game."""
    while _IDLE:
        _IDLE.pop()[2].kill()


# what is said


def position_line(game: AnyGame, story: Story) -> str:
    """What a seat knows: the moves where nothing is hidden, else its view, with what it saw."""
    usual = game.text(game.view(game.initial(), story.seat))
    start = usual if story.start is None else game.text(story.start)
    acts = " ".join(game.act_text(act) for act in story.events)
    if not game.has_secrets and not story.departed:
        begun = "startpos" if start == usual else f"fen {start}"
        return f"position {begun} moves {acts}" if acts else f"position {begun}"
    parts = [f"position view {game.text(story.view)}"]
    if start != usual:
        parts.append(f"start {start}")
    if acts:
        parts.append(f"events {acts}")
    if story.departed:
        parts.append("departed " + " ".join(f"p{seat + 1}" for seat in sorted(story.departed)))
    return " ".join(parts)


def go_line(limit: Limit) -> str:
    """How long it may think."""
    words = ["go"]
    if limit.nodes is not None:
        words.append(f"nodes {limit.nodes}")
    if limit.seconds is not None:
        words.append(f"movetime {max(1, round(limit.seconds * 1000))}")
    return " ".join(words)


# what is heard


def even(game: AnyGame) -> Estimate:
    """Nothing is known."""
    return Estimate((1 / game.players,) * game.players)


def read_number(words: Sequence[str], name: str) -> int:
    """The number after a word; 0: there is none."""
    text = words[words.index(name) + 1 :][:1] if name in words else []
    return int(text[0]) if text and text[0].isascii() and text[0].isdecimal() else 0


def read_value(game: AnyGame, seat: Seat, words: Sequence[str]) -> Estimate | None:
    """What a line of `info` says about the value; None: nothing that can be understood."""
    try:
        if "shares" in words:
            at = words.index("shares") + 1
            shares = [float(word) for word in words[at : at + game.players]]
            total = sum(shares)
            if len(shares) == game.players and min(shares) >= 0 and isfinite(total) and total > 0:
                return Estimate(tuple(share / total for share in shares))
        elif "score" in words and game.sides == 2:
            kind, text = words[words.index("score") + 1 :][:2]
            number = max(-10_000.0, min(float(text), 10_000.0))
            share = float(number > 0) if kind == "mate" else 1 / (1 + 10 ** (-number / 400))
            return _of_side(game, seat, share)
    except ValueError:
        pass  # it may say what it likes
    return None


def _of_side(game: AnyGame, seat: Seat, share: float) -> Estimate:
    """Two sides, from the share of one of them; partners share alike."""
    teams = game.teams
    own = teams.count(teams[seat])
    return Estimate(
        tuple(
            share / own if team == teams[seat] else (1 - share) / (len(teams) - own)
            for team in teams
        )
    )
