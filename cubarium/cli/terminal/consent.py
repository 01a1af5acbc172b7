"""What needs the consent of others: taking a move back, agreeing to a draw."""

from cubarium.cli.terminal.engine_seats import EngineSeats
from cubarium.cli.terminal.repl import Repl
from cubarium.cli.terminal.seats import seat_label
from cubarium.cli.terminal.shared_screen import SharedScreen, people
from cubarium.core.turn import Seat
from cubarium.match.events import Moved, Offer
from cubarium.match.match import Match


def take_back(match: Match, seat: Seat) -> Match:
    """The match without the last move of a person. Everybody sits at this terminal: one of them
    asks, and the others agree."""
    movers = [step.event.seat for step in match.steps if isinstance(step.event, Moved)]
    persons = people(match)
    asking = next((mover for mover in reversed(movers) if mover in persons), seat)
    match = match.after(match.offer(asking, Offer.TAKEBACK))
    for other in persons:
        if other not in match.offers.get(Offer.TAKEBACK, {other}):
            match = match.after(match.answer(other, Offer.TAKEBACK, agreed=True))
    return match


class DrawOffers:
    """Offers of a draw at one terminal."""

    def __init__(self, repl: Repl, screen: SharedScreen, engines: EngineSeats) -> None:
        self._repl = repl
        self._screen = screen
        self._engines = engines

    def offer(self, match: Match, seat: Seat) -> Match:
        """The match after an offer of this seat and its answers: engines are asked first, people
        one after another."""
        others = [other for other in match.remaining if other != seat]
        programs = [other for other in others if match.engine(other)]
        for other in programs:
            if not self._engines.agrees(match, other):
                self._repl.say(f"{seat_label(match, other)} plays on.")
                return match
        match = match.after(match.offer(seat, Offer.DRAW))
        for other in sorted(others, key=lambda one: one not in programs):
            if Offer.DRAW not in match.offers:
                break
            match = self._answered(match, other)
        return match

    def _answered(self, match: Match, seat: Seat) -> Match:
        has_agreed = True
        if match.engine(seat):
            self._repl.say(f"{seat_label(match, seat)} agrees.")
        else:
            self._screen.hand_over(match, seat)
            has_agreed = self._repl.ask(f"{match.game.seat_names[seat]}, do you agree to a draw?")
        if not has_agreed:
            self._repl.say(f"{seat_label(match, seat)} plays on.")
        return match.after(match.answer(seat, Offer.DRAW, agreed=has_agreed))
