"""Our end of UGI: lines come in, an engine thinks, lines go out. See docs/engine-protocol.md.

One thread reads, so that nobody waits for a search or a warm-up to say `stop` or to leave; another
one thinks; the main one does what the lines say, in their order.
"""

from collections.abc import Callable, Iterable
from queue import SimpleQueue
from threading import Event, Lock, Thread
from typing import Final

from cubarium import __version__, catalog
from cubarium.core.engine import Engine
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.info import GameSpec
from cubarium.core.turn import Ended, ToDraw, ToMove
from cubarium.engines import registry
from cubarium.interop.ugi_go import read_go
from cubarium.interop.ugi_options import UgiOptions
from cubarium.interop.ugi_position import GivenPosition, read_position, start_position
from cubarium.interop.ugi_search import UgiSearch

ALIASES: Final = {"uci": "ugi", "ucinewgame": "uginewgame"}
LONGEST: Final = 1 << 20
"""Characters of a line; a longer one is refused unread."""
POLL: Final = 0.05
"""Seconds between two looks at whether somebody still waits for a warm-up."""


class UgiProgram:
    """One conversation. `write` gets whole lines, from several threads but never at once."""

    def __init__(self, name: str, write: Callable[[str], None]) -> None:
        self._write, self._lock = write, Lock()
        self._options = UgiOptions(catalog.info(name).spec())
        self._position = start_position(self._game, self._options.limits)
        self._engine: Engine | None = None
        self._search: UgiSearch | None = None
        self._ready: GameSpec | None = None
        """The table whose engines are loaded and compiled."""
        self._left = Event()
        """Somebody has said quit."""
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "ugi": lambda _: self._introduce("ugiok"),
            "uci": lambda _: self._introduce("uciok"),
            "isready": lambda _: self._make_ready(),
            "setoption": self._set_option,
            "uginewgame": lambda _: self._begin(),
            "position": self._set_position,
            "go": self._go,
            "stop": lambda _: self._stop(),
            "query": self._answer,
        }

    def run(self, lines: Iterable[str]) -> None:
        """Until the lines end, or one says quit; what was said before is done, and a search under
        way is stopped, and answered."""
        queue: SimpleQueue[str | None] = SimpleQueue()
        Thread(target=self._read, args=(lines, queue), daemon=True).start()
        while (line := queue.get()) is not None:
            try:
                self._obey(line)
            except CubariumError as error:
                self._refuse(str(error))
        self._stop()

    def _read(self, lines: Iterable[str], queue: "SimpleQueue[str | None]") -> None:
        try:
            for line in lines:
                if line.strip() == "quit":
                    self._left.set()
                    break
                queue.put(line)
        except (OSError, ValueError):
            pass  # the input is closed, or is no text: there is nobody to talk to
        queue.put(None)

    def _obey(self, line: str) -> None:
        if len(line) > LONGEST:
            raise CubariumError(f"a line may have {LONGEST} characters, and no more")
        words = line.split()
        if not words:
            return
        name = words[0] if words[0] in self._commands else ALIASES.get(words[0], words[0])
        if name not in self._commands:
            raise CubariumError(f"{words[0]!r} is no command; expected {', '.join(self._commands)}")
        self._commands[name](words[1:])

    def _say(self, line: str) -> None:
        with self._lock:
            self._write(line)

    def _refuse(self, sentence: str) -> None:
        self._say(f"info string error: {' '.join(sentence.split())}")

    @property
    def _game(self) -> AnyGame:
        return catalog.game(self._options.spec)

    # commands

    def _introduce(self, end: str) -> None:
        self._say(f"id name Cubarium {__version__}")
        self._say("id author The Cubarium developers")
        for line in self._options.written():
            self._say(line)
        self._say(end)

    def _make_ready(self) -> None:
        """Answer when everything is loaded and compiled; at once during a search, which is."""
        if not self._is_searching():
            try:
                self._ready_engine()
            except CubariumError as error:
                self._refuse(str(error))
        self._say("readyok")

    def _set_option(self, words: list[str]) -> None:
        self._check_idle("setoption")
        if len(words) < 2 or words[0].lower() != "name":
            raise CubariumError("expected setoption name NAME value VALUE")
        at = words.index("value") if "value" in words else len(words)
        options = self._options.after(" ".join(words[1:at]), " ".join(words[at + 1 :]))
        is_another_table = options.spec != self._options.spec
        self._options, self._engine = options, None
        if is_another_table:
            self._position = start_position(self._game, options.limits)

    def _begin(self) -> None:
        self._check_idle("uginewgame")
        self._engine = None
        self._position = start_position(self._game, self._options.limits)

    def _set_position(self, words: list[str]) -> None:
        self._check_idle("position")
        self._position = read_position(self._game, words, self._options.limits)

    def _go(self, words: list[str]) -> None:
        self._check_idle("go")
        turn = self._position.viewed.turn
        limit = read_go(words, turn.seat if isinstance(turn, ToMove) else 0)
        try:
            story = self._position.story()
            engine = self._ready_engine()
        except CubariumError as error:
            self._refuse(str(error))
            self._say("bestmove none")  # whoever waits for one does not wait for ever
            return
        if engine is not None:
            lines = self._options.lines
            self._search = UgiSearch(engine, self._game, story, limit, lines, self._say)

    def _stop(self) -> None:
        """Without a search there is nothing to stop."""
        if self._search is not None:
            self._search.stop()
            self._search = None

    def _answer(self, words: list[str]) -> None:
        answers: dict[str, Callable[[GivenPosition], str]] = {
            "p1turn": lambda here: _truth(here.viewed.turn == ToMove(0)),
            "gameover": lambda here: _truth(isinstance(here.viewed.turn, Ended)),
            "result": _result,
            "turn": _turn,
            "moves": lambda here: " ".join(here.moves()) or "none",
            "position": lambda here: here.viewed.text,
        }
        if len(words) != 1 or words[0] not in answers:
            raise CubariumError(f"expected query {', '.join(answers)}")
        self._say(f"response {answers[words[0]](self._position)}")

    # the engine

    def _is_searching(self) -> bool:
        return self._search is not None and self._search.is_running

    def _check_idle(self, command: str) -> None:
        if self._is_searching():
            raise CubariumError(f"{command}: a search is under way; say stop, or wait for bestmove")
        self._search = None

    def _ready_engine(self) -> Engine | None:
        """The engine, loaded and compiled; None: nobody waits for it any more."""
        if self._engine is None:
            self._engine = self._options.make_engine()
        if self._options.engine != registry.RANDOM and self._ready != self._options.spec:
            warm_up = registry.warm(self._game)
            while warm_up.is_alive():
                warm_up.join(POLL)
                if self._left.is_set() and warm_up.is_alive():
                    return None
            self._ready = self._options.spec
        return self._engine


def _truth(is_so: bool) -> str:  # noqa: FBT001
    return "true" if is_so else "false"


def _result(here: GivenPosition) -> str:
    """Every seat that has won."""
    turn = here.viewed.turn
    if not isinstance(turn, Ended):
        return "none"
    return " ".join(f"p{seat + 1}win" for seat in sorted(turn.outcome.winners)) or "draw"


def _turn(here: GivenPosition) -> str:
    turn = here.viewed.turn
    if isinstance(turn, ToMove):
        return f"p{turn.seat + 1}"
    return "chance" if isinstance(turn, ToDraw) else "none"
