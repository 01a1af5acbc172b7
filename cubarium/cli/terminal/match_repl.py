"""A match at one terminal: people type, engines think, nothing is lost on the way out."""

import re
from collections.abc import Callable
from contextlib import suppress
from random import Random

from rich.console import Console

from cubarium.cli.output import ordinal, print_page
from cubarium.cli.render.move_log import move_log
from cubarium.cli.render.value_text import value_text
from cubarium.cli.signals import Terminated, signals_as_exceptions
from cubarium.cli.terminal.consent import DrawOffers, take_back
from cubarium.cli.terminal.engine_seats import EngineSeats
from cubarium.cli.terminal.repl import Repl
from cubarium.cli.terminal.save_files import SaveFiles
from cubarium.cli.terminal.seats import engine_seated, seat_label
from cubarium.cli.terminal.shared_screen import SharedScreen, people
from cubarium.cli.terminal.typed_moves import explain, legal_texts, move_text
from cubarium.core.errors import IllegalMove, InvalidMove
from cubarium.core.levels import NUMBERS
from cubarium.core.turn import Ended, Seat, ToMove
from cubarium.engines import registry
from cubarium.engines.foreign_program import FaultKind, ProgramFault
from cubarium.match.events import Event, Seated
from cubarium.match.match import Match
from cubarium.match.outcome_text import say_outcome

HELP = """\
MOVE      a move, such as {examples}; the beginning of one lists its continuations
moves     all the moves you can make now; moves a1: those that begin with a1
board     the board again
hint      what the engine would play in your place, and what it expects
level     level 3: the engines play at level 3 from now on; level {seat} 3: only that one does
undo      take back your last move
offer     offer a draw
resign    give up
save      save the game: save, or save FILE (FILE.json: as JSON)
rules     the rules of the game
help      this list
quit      leave the table; the game is kept"""
SUBSTITUTE = registry.LOWEST
"""The engine that plays on for a seat that has left; where engines are not installed, `random`."""


class MatchRepl(Repl):
    """One table. `run` plays until the end, or until somebody leaves."""

    def __init__(
        self,
        match: Match,
        rng: Random,
        out: Console,
        save_files: SaveFiles,
        *,
        seconds: float,
        ascii_only: bool,
    ) -> None:
        super().__init__(out, ascii_only=ascii_only)
        self.match = match
        self.rng = rng
        self.engines = EngineSeats(rng, seconds, self.say_ongoing)
        self.save_files = save_files
        self.screen = SharedScreen(out, ascii_only=ascii_only)

    def run(self) -> int:
        """The exit code. Whatever ends the program, the game is kept."""
        try:
            with signals_as_exceptions():
                return super().run()
        except Terminated as terminated:
            return terminated.exit_code
        finally:
            self.engines.close()
            self.screen.leave()
            for line in self.save_files.keep(self.match):
                with suppress(OSError):  # the window may be closed
                    self.say(line)

    def cmdloop(self, intro: str | None = None) -> None:
        """Play until a person is to move, then listen; engines alone need nobody to listen to."""
        self.engines.prepare(self.match)
        self._welcome()
        if not self._play_engines():
            super().cmdloop(intro)

    def postcmd(self, stop: bool, line: str) -> bool:  # noqa: FBT001  (cmd calls it)
        """After each command: engines move, until the next person is to move or the game ends."""
        del line
        return stop or self._play_engines()

    @property
    def seat(self) -> Seat:
        """The seat to move: whoever types speaks for it."""
        turn = self.match.turn
        assert isinstance(turn, ToMove)
        return turn.seat

    # the course of the game

    def _welcome(self) -> None:
        game, limits = self.match.game, self.match.limits
        self.say(f"{game.spec.info.title}. {game.spec.info.summary}")
        for seat in range(game.players):
            self.say(f"  {game.seat_names[seat]}: {self.match.seated[seat].name}")
        ends = []
        if limits.repetitions is not None:
            ends.append(f"the same position for the {ordinal(limits.repetitions)} time")
        if limits.plies is not None:
            ends.append(f"{limits.plies} turns")
        if ends:
            self.say(f"It also ends with {', or '.join(ends)}.")
        self.say("Type a move, or help.")
        self.screen.open(self.match)

    def _play_engines(self) -> bool:
        """Let engines move until a person must; True: the game is over."""
        while not isinstance(turn := self.match.turn, Ended):
            self.screen.hand_over(self.match, self.seat)
            if not self.match.engine(self.seat):
                self.prompt = f"{self.match.game.seat_names[self.seat]}> "
                return False
            self._play_engine(self.seat)
        self.screen.show_end(self.match)
        self.out.print(say_outcome(self.match.game, turn.outcome), style="bold")
        return True

    def _play_engine(self, seat: Seat) -> None:
        try:
            best = self.engines.move(self.match, seat)
        except ProgramFault as fault:
            self.say(f"{fault}: {seat_label(self.match, seat)} loses.")
            self._leave(seat, self.match.time_out if fault.kind is FaultKind.HANG else None)
            return
        since = len(self.match.steps)
        self._apply(self.match.move(seat, best, self.rng))
        self._print_log(since)
        turn = self.match.turn
        watching = people(self.match)
        if not isinstance(turn, ToMove) or turn.seat in watching or not watching:
            self._show()  # for people to look at: not between two engines

    def _apply(self, events: tuple[Event, ...]) -> None:
        self.match = self.match.after(events)

    def _print_log(self, since: int) -> None:
        for line in move_log(self.match, since, self.screen.seat):
            self.say(line)

    def _show(self) -> None:
        """The board, unless the end shows it anyway, or the screen is about to be handed over."""
        is_over = isinstance(self.match.turn, Ended)
        is_between_people = self.screen.is_shared and self.screen.seat is None and not is_over
        if not is_between_people and not (is_over and self.match.game.has_secrets):
            self.screen.show(self.match)

    # moves

    def default(self, line: str) -> None:
        """Whatever is no command is a move, or the beginning of one."""
        typed = line.replace(" ", "")
        since = len(self.match.steps)
        try:
            self._apply(self.match.move(self.seat, move_text(self.match, typed), self.rng))
        except (IllegalMove, InvalidMove) as error:
            for sentence in explain(self.match, self.seat, typed, error):
                self.say(sentence)
        else:
            if self.match.game.has_secrets:
                self._print_log(since)
            self._show()

    def completenames(self, text: str, *ignored: object) -> list[str]:
        """Tab completes commands and moves."""
        return [*super().completenames(text, *ignored), *legal_texts(self.match, text)]

    # commands

    def do_moves(self, arg: str) -> None:
        """List the legal moves."""
        moves = legal_texts(self.match, arg)
        self.say(f"{len(moves)}: {' '.join(moves)}" if moves else f"No move begins with {arg}.")

    def do_board(self, arg: str) -> None:
        """Show the board."""
        del arg
        self.screen.show(self.match)

    def do_hint(self, arg: str) -> None:
        """Say what the strongest engine would play."""
        del arg
        if len(people(self.match)) > 1:
            self.say("Hints are only for games against engines.")
            return
        thought = self.engines.hint(self.match, self.seat)
        value = value_text(self.match.game, thought.value, self.seat)
        self.say(f"Hint: {self.match.game.write(thought.best)}, {value}.")

    def do_level(self, arg: str) -> None:
        """Set the level of engines; a substitute keeps its own."""
        registry.require(self.match.game)
        names = self.match.game.seat_names
        *chosen, number = arg.lower().split() or [""]
        if number not in map(str, NUMBERS) or len(chosen) > 1:
            lowest, highest = min(NUMBERS), max(NUMBERS)
            self.say(f"Type level N, or level SEAT N; levels go from {lowest} to {highest}.")
            return
        programs = [seat for seat in self.match.remaining if self.match.engine(seat)]
        seats = [seat for seat in programs if not chosen or names[seat].lower() == chosen[0]]
        if not seats:
            self.say("No engine sits there.")
        for seat in seats:
            self._apply((engine_seated(seat, f"{registry.LEVEL}{number}"),))
            self.say(f"{names[seat]}: {self.match.seated[seat].name}")
        self.engines.prepare(self.match)

    def do_undo(self, arg: str) -> None:
        """Take back the last move of a person."""
        del arg
        self.match = take_back(self.match, self.seat)
        self.screen.show(self.match)

    def do_offer(self, arg: str) -> None:
        """Offer a draw."""
        del arg
        offers = DrawOffers(self, self.screen, self.engines)
        self.match = offers.offer(self.match, self.seat)

    def do_resign(self, arg: str) -> None:
        """Give up; where others play on, an engine takes the seat."""
        del arg
        if not self.ask("Do you want to resign?"):
            return
        self._leave(self.seat)

    def _leave(self, seat: Seat, leave: Callable[[Seat], tuple[Event, ...]] | None = None) -> None:
        """A seat gives up, or leaves otherwise; where others play on, an engine takes its place."""
        self._apply((leave or self.match.resign)(seat))
        if self.match.outcome is None:
            substitute = SUBSTITUTE if registry.can_think(self.match.game) else registry.RANDOM
            name, title = self.match.game.seat_names[seat], registry.title(substitute)
            self.say(f"{seat_label(self.match, seat)} has left; {title} plays on for {name}.")
            player = self.match.seated[seat].name
            self._apply((Seated(seat, f"{title} for {player}", substitute),))
            self.engines.prepare(self.match)

    def do_save(self, arg: str) -> None:
        """Save the game in a file."""
        self.say(self.save_files.save(self.match, arg))

    def do_rules(self, arg: str) -> None:
        """Show the rules page."""
        from cubarium.rulebook.pages import rules_page

        del arg
        print_page(self.out, rules_page(self.match.game.name))

    def help_text(self) -> str:
        """What can be typed, with moves of this game as examples."""
        game = self.match.game
        kinds = {re.sub(r"[a-z]\d", "a1", text): text for text in reversed(game.actions())}
        examples = sorted(text for text in kinds.values() if not text.startswith("="))
        return HELP.format(examples=", ".join(examples[:6]), seat=game.seat_names[-1])
