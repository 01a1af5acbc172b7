"""A match at one terminal: people type, engines think, nothing is lost on the way out."""

import re
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from random import Random

from rich.console import Console

from cubarium.cli.engine_seats import EngineSeats
from cubarium.cli.output import ordinal, print_page
from cubarium.cli.render.move_log import news
from cubarium.cli.render.values import say_value
from cubarium.cli.save_files import Keeper
from cubarium.cli.seats import with_engine
from cubarium.cli.shared_screen import Onlooker, people
from cubarium.cli.signals import Left, leaving_politely
from cubarium.core.errors import IllegalMove, InvalidMove
from cubarium.core.levels import NUMBERS
from cubarium.core.turn import Ended, Seat, ToMove
from cubarium.engines import registry
from cubarium.match.events import Event, Moved, Offer, Seated
from cubarium.match.match import Match
from cubarium.match.outcome_text import say_outcome

HELP = """\
MOVE      a move, such as {examples}; the beginning of one lists how it can go on
moves     all moves that you can make now; moves a1: those that begin so
board     the board again
hint      what the engine would play in your place, and what it hopes for
level     level 3: the engines play at level 3 from now on; level {seat} 3: that one alone
undo      take back your last move
offer     offer a draw
resign    give up
save      save the game: save, or save FILE (FILE.json: as JSON)
rules     the rules of the game
help      this list
quit      leave the table; the game is kept"""
OTHER_WORDS = {"exit": "quit", "q": "quit", "h": "help", "?": "help"}
SUBSTITUTE = registry.LOWEST
"""The engine that plays on for a seat that has left; where engines are not installed, `random`."""
LEFT_BY_CTRL_C = 130


class Terminal:
    """One table. `run` plays until the end, or until somebody leaves."""

    def __init__(
        self,
        match: Match,
        rng: Random,
        out: Console,
        keeper: Keeper,
        *,
        seconds: float,
        ascii_only: bool,
    ) -> None:
        self.match = match
        self.players = EngineSeats(rng, seconds, self._say_dots)
        self.rng = rng
        self.out = out
        self.keeper = keeper
        self.ascii_only = ascii_only
        self.onlooker = Onlooker(out, ascii_only=ascii_only)
        self.commands: dict[str, Callable[[Seat, str], None]] = {
            "moves": self._moves,
            "board": self._board,
            "hint": self._hint,
            "level": self._level,
            "undo": self._undo,
            "offer": self._offer,
            "resign": self._resign,
            "save": self._save,
            "rules": self._rules,
            "help": self._help,
        }

    def run(self) -> int:
        """The exit code. Whatever ends the program, the game is kept."""
        with suppress(ImportError):
            import_module("readline")  # typed lines can be edited and recalled
        try:
            with leaving_politely():
                self._play()
        except EOFError:
            self.out.print()
        except KeyboardInterrupt:
            self.out.print()
            return LEFT_BY_CTRL_C
        except Left as left:
            return left.exit_code
        finally:
            self.onlooker.go()
            self._keep()
        return 0

    def _play(self) -> None:
        self.players.sit_down(self.match)
        self._welcome()
        while not isinstance(turn := self.match.turn, Ended):
            assert isinstance(turn, ToMove)
            self.onlooker.make_way(self.match, turn.seat)
            if self.match.engine(turn.seat):
                self._think(turn.seat)
            elif not self._listen(turn.seat):
                return
        self.onlooker.show_end(self.match)
        self.out.print(say_outcome(self.match.game, turn.outcome), style="bold")

    def _keep(self) -> None:
        for line in self.keeper.keep(self.match):
            with suppress(OSError):  # the window may be closed
                self._say(line)

    # what people see

    def _welcome(self) -> None:
        game, limits = self.match.game, self.match.limits
        self._say(f"{game.spec.info.title}. {game.spec.info.summary}")
        for seat in range(game.players):
            self._say(f"  {game.seat_names[seat]}: {self._name(seat)}")
        ends = []
        if limits.repetitions is not None:
            ends.append(f"the same position for the {ordinal(limits.repetitions)} time")
        if limits.plies is not None:
            ends.append(f"{limits.plies} turns")
        if ends:
            self._say(f"It also ends with {', or '.join(ends)}.")
        self._say("Type a move, or help.")
        self.onlooker.sit_down(self.match)

    def _say(self, text: str) -> None:
        self.out.print(text, markup=False)

    def _say_dots(self, text: str) -> None:
        """Something that goes on."""
        self._say(f"{text} {'...' if self.ascii_only else '…'}")

    def _name(self, seat: Seat) -> str:
        return self.match.seated[seat].name

    # engines and people

    def _think(self, seat: Seat) -> None:
        best = self.players.move(self.match, seat)
        since = len(self.match.steps)
        self._happen(self.match.move(seat, best, self.rng))
        self._tell(since)
        turn = self.match.turn
        watching = people(self.match)
        if not isinstance(turn, ToMove) or turn.seat in watching or not watching:
            self._show()  # for the eyes of people: not between two engines

    def _tell(self, since: int) -> None:
        for line in news(self.match, since, self.onlooker.seat):
            self._say(line)

    def _show(self) -> None:
        """The board, unless the end shows it anyway, or somebody else is about to look."""
        turn = self.match.turn
        shared = self.onlooker.shared and isinstance(turn, ToMove)
        passing = shared and self.onlooker.seat is None
        if not passing and not (isinstance(turn, Ended) and self.match.game.has_secrets):
            self.onlooker.show(self.match)

    def _listen(self, seat: Seat) -> bool:
        """One line from a person; False: the person leaves."""
        typed = input(f"{self.match.game.seat_names[seat]}> ").strip()
        word, _, rest = typed.partition(" ")
        word = OTHER_WORDS.get(word.lower(), word.lower())
        if word == "quit":
            return False
        try:
            if command := self.commands.get(word):
                command(seat, rest.strip())
            elif typed:
                self._move(seat, typed.replace(" ", ""))
        except (ValueError, OSError) as error:
            sentence = str(error)
            self._say(f"{sentence[:1].upper()}{sentence[1:]}.")
        return True

    def _happen(self, events: tuple[Event, ...]) -> None:
        self.match = self.match.after(events)

    def _move(self, seat: Seat, typed: str) -> None:
        game = self.match.game
        legal = [game.write(move) for move in game.moves(self.match.state)]
        known = [*legal, *game.actions()]
        text = next((one for one in known if one.lower() == typed.lower()), typed)
        since = len(self.match.steps)
        try:
            self._happen(self.match.move(seat, text, self.rng))
        except IllegalMove as illegal:
            self._say(game.spec.info.say(illegal))
            self._go_on(typed, legal)
        except InvalidMove as invalid:
            blocked = game.scene(game.view(self.match.state, seat)).blocked.get(typed.lower())
            if blocked:
                self._say(game.spec.info.sentences[blocked].format(where=typed.lower()))
            elif not self._go_on(typed, legal):
                self._say(f"{typed!r} is neither a move nor a word that I know. Type help.")
                self._say(f"A move is {invalid.expected}.")
        else:
            if game.has_secrets:
                self._tell(since)
            self._show()

    def _go_on(self, typed: str, legal: list[str]) -> bool:
        """List the moves that begin with what was typed, if there are any."""
        begins = [text for text in legal if text.lower().startswith(typed.lower())]
        if begins:
            self._say(f"{typed}: {' '.join(begins)}")
        return bool(begins)

    # words

    def _moves(self, seat: Seat, rest: str) -> None:
        del seat
        game = self.match.game
        legal = (game.write(move) for move in game.moves(self.match.state))
        moves = [text for text in legal if text.lower().startswith(rest.lower())]
        self._say(f"{len(moves)}: {' '.join(moves)}" if moves else f"No move begins with {rest}.")

    def _board(self, seat: Seat, rest: str) -> None:
        del seat, rest
        self.onlooker.show(self.match)

    def _hint(self, seat: Seat, rest: str) -> None:
        del rest
        if len(people(self.match)) > 1:
            self._say("Hints are for games against engines alone.")
            return
        game = self.match.game
        thought = self.players.hint(self.match, seat)
        value = say_value(game, thought.value, seat)
        self._say(f"Hint: {game.write(thought.best)}, {value}.")

    def _level(self, seat: Seat, rest: str) -> None:
        """Other levels for engines; those that play on for somebody stay what they are."""
        del seat
        registry.require(self.match.game)
        names = self.match.game.seat_names
        *who, number = rest.lower().split() or [""]
        if number not in map(str, NUMBERS) or len(who) > 1:
            least, most = min(NUMBERS), max(NUMBERS)
            self._say(f"Type level N, or level SEAT N; levels go from {least} to {most}.")
            return
        programs = [one for one in self.match.remaining if self.match.engine(one)]
        chosen = [one for one in programs if not who or names[one].lower() == who[0]]
        if not chosen:
            self._say("No engine sits there.")
        for one in chosen:
            self._happen((with_engine(one, f"{registry.LEVEL}{number}"),))
            self._say(f"{names[one]}: {self._name(one)}")
        self.players.sit_down(self.match)

    def _undo(self, seat: Seat, rest: str) -> None:
        """Whoever sits at the keyboard takes back the last move of a person. All people are at
        this terminal: one of them asks, and the others agree."""
        del rest
        movers = [step.event.seat for step in self.match.steps if isinstance(step.event, Moved)]
        asked = people(self.match)
        asking = next((mover for mover in reversed(movers) if mover in asked), seat)
        self._happen(self.match.offer(asking, Offer.TAKEBACK))
        for other in asked:
            if other not in self.match.offers.get(Offer.TAKEBACK, {other}):
                self._happen(self.match.answer(other, Offer.TAKEBACK, agreed=True))
        self.onlooker.show(self.match)

    def _offer(self, seat: Seat, rest: str) -> None:
        """Engines are asked first, people one after another."""
        del rest
        names = self.match.game.seat_names
        others = [other for other in self.match.remaining if other != seat]
        programs = [other for other in others if self.match.engine(other)]
        for other in programs:
            if not self.players.agrees(self.match, other):
                self._say(f"{names[other]} ({self._name(other)}) plays on.")
                return
        self._happen(self.match.offer(seat, Offer.DRAW))
        for other in sorted(others, key=lambda one: one not in programs):
            if Offer.DRAW not in self.match.offers:
                return
            if other in programs:
                agreed = True
                self._say(f"{names[other]} ({self._name(other)}) agrees.")
            else:
                self.onlooker.make_way(self.match, other)
                agreed = self._asked(f"{names[other]}, do you agree to a draw?")
            self._happen(self.match.answer(other, Offer.DRAW, agreed=agreed))
            if not agreed:
                self._say(f"{names[other]} ({self._name(other)}) plays on.")

    def _asked(self, question: str) -> bool:
        while True:
            answer = input(f"{question} (y/n) ").strip().lower()
            if answer in ("y", "yes", "n", "no"):
                return answer.startswith("y")

    def _resign(self, seat: Seat, rest: str) -> None:
        del rest
        if not self._asked("Do you give up?"):
            return
        self._happen(self.match.resign(seat))
        if self.match.outcome is None:
            substitute = SUBSTITUTE if registry.can_think(self.match.game) else registry.RANDOM
            name, who = self.match.game.seat_names[seat], registry.title(substitute)
            self._say(f"{name} ({self._name(seat)}) has left; {who} plays on for {name}.")
            self._happen((Seated(seat, f"{who} for {self._name(seat)}", substitute),))
            self.players.sit_down(self.match)

    def _save(self, seat: Seat, rest: str) -> None:
        del seat
        self._say(self.keeper.save(self.match, rest))

    def _rules(self, seat: Seat, rest: str) -> None:
        del seat, rest
        from cubarium.rulebook.pages import rules_page

        print_page(self.out, rules_page(self.match.game.name))

    def _help(self, seat: Seat, rest: str) -> None:
        del seat, rest
        game = self.match.game
        kinds = {re.sub(r"[a-z]\d", "a1", text): text for text in reversed(game.actions())}
        examples = sorted(text for text in kinds.values() if not text.startswith("="))
        last = game.seat_names[-1]
        self._say(HELP.format(examples=", ".join(examples[:6]), seat=last))
