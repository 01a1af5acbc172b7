"""Who looks at the terminal. Where things are hidden, people take turns at the screen."""

from rich.console import Console

from cubarium.cli.render.move_log import news
from cubarium.cli.render.scene import print_scene
from cubarium.core.turn import Seat, ToMove
from cubarium.match.match import Match

ERASE = "\x1b[2J\x1b[3J\x1b[H"
"""Clears the screen and what has been scrolled out of it."""


def people(match: Match) -> list[Seat]:
    """The seats in which persons sit."""
    return [seat for seat in match.remaining if not match.engine(seat)]


class Onlooker:
    """The seat whose cards may be on the screen; None: nobody's."""

    def __init__(self, out: Console, *, ascii_only: bool) -> None:
        self.out = out
        self.ascii_only = ascii_only
        self.seat: Seat | None = None
        self.shared = False
        """Do several people with secrets use this screen?"""
        self.looked: dict[Seat, int] = {}
        """By seat, how many steps it has seen."""

    def sit_down(self, match: Match) -> None:
        """The first look: where several people play with hidden cards, at nobody's."""
        here = people(match)
        self.shared = match.game.has_secrets and len(here) > 1
        self.seat = here[0] if match.game.has_secrets and len(here) == 1 else None
        self.looked = dict.fromkeys(here, len(match.steps))
        turn = match.turn
        if not (self.shared and isinstance(turn, ToMove) and turn.seat in here):
            self.show(match)

    def show(self, match: Match) -> None:
        """The table, as the onlooker may see it."""
        scene = match.game.scene(match.view(self.seat), match.last)
        print_scene(self.out, match.game, scene, ascii_only=self.ascii_only)

    def show_end(self, match: Match) -> None:
        """After the end nothing is hidden, and nobody has seen all."""
        if match.game.has_secrets:
            self.seat = None
            self.show(match)

    def make_way(self, match: Match, seat: Seat) -> None:
        """Another person comes to the screen: nobody sees what the one before has seen."""
        if not self.shared or seat == self.seat or seat not in people(match):
            return
        if self.seat is not None:
            self.looked[self.seat] = len(match.steps)
            input(f"{self._called(match, self.seat)}, press Enter to hide your cards. ")
            self.erase()
        self.seat = None
        input(f"{self._called(match, seat)}, press Enter when only you can see the screen. ")
        self.seat = seat
        since = min(self.looked.get(seat, 0), len(match.steps))
        for line in news(match, since, seat):
            self.out.print(line, markup=False)
        self.show(match)

    def go(self) -> None:
        """The table is left: no cards stay on a shared screen."""
        if self.shared and self.seat is not None:
            self.erase()
            self.seat = None

    def _called(self, match: Match, seat: Seat) -> str:
        return f"{match.game.seat_names[seat]} ({match.seated[seat].name})"

    def erase(self) -> None:
        """Nothing of what was on the screen can be seen, or scrolled back to."""
        if self.out.is_terminal:
            self.out.file.write(ERASE)
            self.out.file.flush()
        else:
            self.out.print("-" * 40)
