"""The screen that people share: where cards are hidden, they take turns at it."""

from rich.console import Console

from cubarium.cli.render.move_log import move_log
from cubarium.cli.render.scene import print_scene
from cubarium.cli.terminal.seats import seat_label
from cubarium.core.turn import Seat, ToMove
from cubarium.match.match import Match

ERASE = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and its scrollback."""


def people(match: Match) -> list[Seat]:
    """The seats that people sit in."""
    return [seat for seat in match.remaining if not match.engine(seat)]


class SharedScreen:
    """One screen. `seat` is the one whose cards may be on it; None: nobody's."""

    def __init__(self, out: Console, *, ascii_only: bool) -> None:
        self.out = out
        self.ascii_only = ascii_only
        self.seat: Seat | None = None
        self.is_shared = False
        """Do several people with secrets use this screen?"""
        self.steps_seen: dict[Seat, int] = {}
        """By seat, how many steps it has seen."""

    def open(self, match: Match) -> None:
        """Show the table for the first time, with nobody's cards if several people hide theirs."""
        here = people(match)
        self.is_shared = match.game.has_secrets and len(here) > 1
        self.seat = here[0] if match.game.has_secrets and len(here) == 1 else None
        self.steps_seen = dict.fromkeys(here, len(match.steps))
        turn = match.turn
        if not (self.is_shared and isinstance(turn, ToMove) and turn.seat in here):
            self.show(match)

    def show(self, match: Match) -> None:
        """The table, as whoever is at the screen may see it."""
        scene = match.game.scene(match.view(self.seat), match.last)
        print_scene(self.out, match.game, scene, ascii_only=self.ascii_only)

    def show_end(self, match: Match) -> None:
        """The table after the end, when nothing is hidden any more."""
        if match.game.has_secrets:
            self.seat = None
            self.show(match)

    def hand_over(self, match: Match, seat: Seat) -> None:
        """Another person comes to the screen, and must not see what the last one saw."""
        if not self.is_shared or seat == self.seat or seat not in people(match):
            return
        if self.seat is not None:
            self.steps_seen[self.seat] = len(match.steps)
            input(f"{seat_label(match, self.seat)}, press Enter to hide your cards. ")
            self.erase()
        self.seat = None
        input(f"{seat_label(match, seat)}, press Enter when only you can see the screen. ")
        self.seat = seat
        since = min(self.steps_seen.get(seat, 0), len(match.steps))
        for line in move_log(match, since, seat):
            self.out.print(line, markup=False)
        self.show(match)

    def leave(self) -> None:
        """Leave no cards behind on a shared screen."""
        if self.is_shared and self.seat is not None:
            self.erase()
            self.seat = None

    def erase(self) -> None:
        """Clear the screen: nothing can be seen or scrolled back to."""
        if self.out.is_terminal:
            self.out.file.write(ERASE)
            self.out.file.flush()
        else:
            self.out.print("-" * 40)
