"""A match at one terminal: people type, engines think, nothing is lost on the way out."""

from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from random import Random

from rich.console import Console

from cubarium.cli.files import fresh_path, kept_games, write_record
from cubarium.cli.picture import draw, say_notes, say_outcome
from cubarium.core.engine import Engine, Limit
from cubarium.core.errors import CubariumError, IllegalMove, InvalidMove
from cubarium.core.record import GameRecord
from cubarium.core.turn import Ended, Seat, ToMove
from cubarium.play.events import Event, Offer
from cubarium.play.match import Match
from cubarium.play.records import record_of

HELP = """\
MOVE      a move, such as {example}; the beginning of one lists how it can go on
moves     all moves that you can make now
board     the board again
undo      take back your last move
offer     offer a draw
resign    give up
save      save the game: save, or save FILE (FILE.json: as JSON)
rules     the rules of the game
help      this list
quit      leave the table; the game is kept"""

LEFT = 130  # the exit code of a program that was left by Ctrl-C


class Terminal:
    """One table. `run` plays until the end, or until somebody leaves."""

    def __init__(
        self,
        match: Match,
        engines: dict[str, Engine],
        rng: Random,
        out: Console,
        tags: dict[str, str],
        *,
        resumed: Path | None,
        ascii_only: bool,
    ) -> None:
        self.match = match
        self.engines = engines
        self.rng = rng
        self.out = out
        self.tags = tags
        self.ascii_only = ascii_only
        self.resumed = resumed
        self.saved = match if resumed else None
        self.own_files = {resumed} if resumed else set()
        self.commands: dict[str, Callable[[Seat, str], None]] = {
            "moves": self._moves,
            "board": self._board,
            "undo": self._undo,
            "offer": self._offer,
            "resign": self._resign,
            "save": self._save,
            "rules": self._rules,
            "help": self._help,
        }

    def run(self) -> int:
        """The exit code."""
        with suppress(ImportError):
            import_module("readline")  # typed lines can be edited and recalled
        self._welcome()
        try:
            while not isinstance(turn := self.match.turn, Ended):
                assert isinstance(turn, ToMove)
                if engine := self.match.engine(turn.seat):
                    self._think(turn.seat, self.engines[engine])
                elif not self._listen(turn.seat):
                    break
        except EOFError:
            self.out.print()
        except KeyboardInterrupt:
            self.out.print()
            self._keep()
            return LEFT
        if self.match.outcome is not None:
            self.out.print(say_outcome(self.match.game, self.match.outcome), style="bold")
        self._keep()
        return 0

    # what people see

    def _welcome(self) -> None:
        game, limits = self.match.game, self.match.limits
        self._say(f"{game.table.info.title}. {game.table.info.summary}")
        for seat in range(game.players):
            self._say(f"  {game.seat_names[seat]}: {self._name(seat)}")
        ends = []
        if limits.repetitions is not None:
            ends.append(f"the same position for time {limits.repetitions}")
        if limits.plies is not None:
            ends.append(f"{limits.plies} turns")
        if ends:
            self._say(f"A draw: {', or '.join(ends)}.")
        self._say("Type a move, or help.")
        self._show()

    def _say(self, text: str) -> None:
        self.out.print(text, markup=False)

    def _show(self) -> None:
        game = self.match.game
        scene = game.scene(game.view(self.match.state, None), self.match.last)
        self.out.print(draw(scene, ascii_only=self.ascii_only), end="")
        for note in say_notes(game, scene):
            self._say(note)

    def _name(self, seat: Seat) -> str:
        return self.match.seated[seat].name

    # engines and people

    def _think(self, seat: Seat, engine: Engine) -> None:
        game = self.match.game
        best = None
        for thought in engine.think(game, self.match.story(seat), Limit(seconds=1.0)):
            best = thought.best
        self._happen(self.match.move(seat, game.write(best), self.rng))
        self._say(f"{game.seat_names[seat]} ({self._name(seat)}) plays {game.write(best)}.")
        if self.match.turn != ToMove(seat):  # an engine that goes on, setting up, is shown once
            self._show()

    def _listen(self, seat: Seat) -> bool:
        """One line from a person; False: the person leaves."""
        typed = input(f"{self.match.game.seat_names[seat]}> ").strip()
        word, _, rest = typed.partition(" ")
        if word.lower() in ("quit", "exit"):
            return False
        if not typed:
            return True
        command = self.commands.get(word.lower())
        try:
            if command is not None:
                command(seat, rest.strip())
            else:
                self._move(seat, typed)
        except (CubariumError, OSError) as error:
            self._say(f"{error}.")
        return True

    def _happen(self, events: tuple[Event, ...]) -> None:
        self.match = self.match.after(events)

    def _move(self, seat: Seat, typed: str) -> None:
        game = self.match.game
        texts = [game.write(move) for move in game.moves(self.match.state)]
        same = [text for text in texts if text.lower() == typed.lower()]
        try:
            self._happen(self.match.move(seat, same[0] if same else typed, self.rng))
        except IllegalMove as illegal:
            self._say(game.table.info.say(illegal))
            self._go_on(typed, texts)
        except InvalidMove:
            blocked = game.scene(game.view(self.match.state, seat)).blocked.get(typed.lower())
            if blocked:
                self._say(game.table.info.sentences[blocked].format(where=typed.lower()))
            elif not self._go_on(typed, texts):
                self._say(f"{typed!r} is neither a move nor a word that I know. Type help.")
        else:
            self._show()

    def _go_on(self, typed: str, texts: list[str]) -> bool:
        """List the moves that begin with what was typed, if there are any."""
        begins = [text for text in texts if text.lower().startswith(typed.lower())]
        if begins:
            self._say(f"{typed}: {' '.join(begins)}")
        return bool(begins)

    # words

    def _moves(self, seat: Seat, rest: str) -> None:
        del seat, rest
        game = self.match.game
        moves = [game.write(move) for move in game.moves(self.match.state)]
        self._say(f"{len(moves)}: {' '.join(moves)}")

    def _board(self, seat: Seat, rest: str) -> None:
        del seat, rest
        self._show()

    def _undo(self, seat: Seat, rest: str) -> None:
        """Whoever sits at the keyboard takes back the last move of a person. All people are at
        this terminal: one of them asks, and the others agree."""
        del rest
        asking = self._last_person(seat)
        self._happen(self.match.offer(asking, Offer.TAKEBACK))
        self._agree(Offer.TAKEBACK)
        self._show()

    def _last_person(self, seat: Seat) -> Seat:
        for step in reversed(self.match.steps):
            mover: Seat | None = getattr(step.event, "seat", None)
            if mover is not None and not self.match.engine(mover):
                return mover
        return seat

    def _agree(self, offer: Offer) -> None:
        for other in self.match.remaining:
            agreeing = self.match.offers.get(offer)
            if agreeing is not None and other not in agreeing and not self.match.engine(other):
                self._happen(self.match.answer(other, offer, agreed=True))

    def _offer(self, seat: Seat, rest: str) -> None:
        del rest
        self._happen(self.match.offer(seat, Offer.DRAW))
        for other in self.match.remaining:
            if other == seat or Offer.DRAW not in self.match.offers:
                continue
            agreed = not self.match.engine(other) and self._asked(other)
            self._happen(self.match.answer(other, Offer.DRAW, agreed=agreed))
            if not agreed:
                self._say(f"{self._name(other)} plays on.")

    def _asked(self, seat: Seat) -> bool:
        name = self.match.game.seat_names[seat]
        return input(f"{name}, do you agree to a draw? (y/n) ").strip().lower() in ("y", "yes")

    def _resign(self, seat: Seat, rest: str) -> None:
        del rest
        self._happen(self.match.resign(seat))

    def _save(self, seat: Seat, rest: str) -> None:
        del seat
        path = Path(rest).expanduser() if rest else fresh_path(Path(), self.match.game.name)
        write_record(path, self._record(), replace=path in self.own_files)
        self.own_files.add(path)
        self.saved = self.match
        self._say(f"Saved in {path}.")

    def _rules(self, seat: Seat, rest: str) -> None:
        del seat, rest
        from cubarium.cli.commands.rules import rules_page

        self._say(rules_page(self.match.game.name))

    def _help(self, seat: Seat, rest: str) -> None:
        del seat, rest
        game = self.match.game
        self._say(HELP.format(example=game.write(game.moves(self.match.state)[0])))

    # the way out

    def _record(self) -> GameRecord:
        names = {f"Seat{seat}": player.name for seat, player in self.match.seated.items()}
        engines = {
            f"Seat{seat}Engine": player.engine
            for seat, player in self.match.seated.items()
            if player.engine
        }
        tags = self.tags | names | engines
        if self.match.outcome is not None:
            tags["Ended"] = datetime.now(UTC).isoformat(timespec="seconds")
        return record_of(self.match, tags)

    def _keep(self) -> None:
        """Nothing that was played is lost: what is not saved is kept."""
        record = self._record()
        if not record.acts or self.saved == self.match:
            return
        path = self.resumed or fresh_path(kept_games(), self.match.game.name)
        try:
            write_record(path, record, replace=path == self.resumed)
        except (CubariumError, OSError) as error:
            self._say(f"The game could not be kept: {error}. Its moves:")
            self._say(" ".join(act.text for act in record.acts))
            return
        over = self.match.outcome is not None
        self._say(f"The game is kept: cubarium {'replay' if over else 'play --resume'} {path}")
