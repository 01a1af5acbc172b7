"""The rules of Stones."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from random import Random

from cubarium.core import (
    HIDDEN,
    Ended,
    Game,
    GameSpec,
    Hidden,
    IllegalMove,
    InvalidMove,
    InvalidPosition,
    Motion,
    Outcome,
    Reason,
    Scene,
    Seat,
    ToDraw,
    ToMove,
    Turn,
)
from tests.toy import notation, scene
from tests.toy.state import Deal, Move, State, Take, View

CARDS = (1, 2, 3, 4)


class Code(Reason):
    MOST = "most"
    TOO_MANY = "too_many"
    DEALT = "dealt"
    OVER = "over"


class Stones(Game[State, Move, View]):
    has_secrets = True

    def __init__(self, spec: GameSpec) -> None:
        self.spec = spec
        self.teams = tuple(range(spec.players))
        self.seat_names = ("A", "B", "C")[: spec.players]
        self.most = 3 if spec.options["quick"] else 2

    def initial(self) -> State:
        return State(self.spec.options["stones"], (0,) * self.players, (), 0)

    def turn(self, s: State) -> Turn:
        if len(s.cards) < self.players:
            return ToDraw(len(s.cards))
        if s.stones:
            return ToMove(s.to_move)
        scores = tuple(taken + card for taken, card in zip(s.taken, s.cards, strict=True))
        winners = frozenset(seat for seat, score in enumerate(scores) if score == max(scores))
        return Ended(Outcome(winners, Code.MOST, scores))

    def moves(self, s: State) -> Sequence[Move]:
        if not isinstance(self.turn(s), ToMove):
            return ()
        return tuple(Take(count) for count in range(1, min(self.most, s.stones) + 1))

    def draws(self, s: State) -> Mapping[Move, int]:
        if not isinstance(self.turn(s), ToDraw):
            return {}
        return {Deal(card): 1 for card in CARDS if card not in s.cards}

    def play(self, s: State, m: Move) -> State:
        turn = self.turn(s)
        if isinstance(turn, Ended):
            raise IllegalMove(Code.OVER)
        if isinstance(m, Deal):
            if m not in self.draws(s):
                raise IllegalMove(Code.DEALT, str(m.card))
            return replace(s, cards=(*s.cards, m.card))
        if m not in self.moves(s):
            raise IllegalMove(Code.TOO_MANY, str(m.count))
        taken = list(s.taken)
        taken[s.to_move] += m.count
        return replace(
            s,
            stones=s.stones - m.count,
            taken=tuple(taken),
            to_move=(s.to_move + 1) % self.players,
        )

    def actions(self) -> Sequence[str]:
        takes = [str(count) for count in range(1, self.most + 1)]
        deals = [f"={card}" for card in CARDS if str(card) not in takes]
        return tuple(sorted([*takes, *deals]))

    def write(self, m: Move) -> str:
        return f"={m.card}" if isinstance(m, Deal) else str(m.count)

    def read(self, s: State, text: str) -> Move:
        draw, digit = text.startswith("="), text.removeprefix("=")
        if not (len(digit) == 1 and digit.isascii() and digit.isdecimal()):
            raise InvalidMove(text, "a number of stones, or =CARD")
        m = Deal(int(digit)) if draw else Take(int(digit))
        self.play(s, m)
        return m

    def text(self, s: State | View) -> str:
        return notation.write_position(self, s)

    def position(self, text: str) -> State | View:
        return notation.read_position(self, text)

    def whole_position(self, text: str) -> State:
        found = self.position(text)
        if isinstance(found, View):
            raise InvalidPosition("expected a whole position, not what one viewer sees", len(text))
        return found

    def view(self, s: State, seat: Seat | None) -> View:
        own = s.cards[seat] if seat is not None and seat < len(s.cards) else None
        shown = s.cards if isinstance(self.turn(s), Ended) else ()
        return View(seat, s.stones, s.taken, len(s.cards), own, shown, s.to_move)

    def seen(self, s: State, m: Move, seat: Seat | None) -> Move | Hidden:
        if isinstance(m, Deal) and self.turn(s) != ToDraw(seat):
            return HIDDEN
        return m

    def guess(self, view: View, rng: Random) -> State:
        cards = list(view.shown)
        if not cards:
            unseen = [card for card in CARDS if card != view.card]
            cards = rng.sample(unseen, view.dealt)
            if view.card is not None:
                assert view.viewer is not None
                cards[view.viewer] = view.card
        return State(view.stones, view.taken, tuple(cards), view.to_move)

    def scene(self, view: View, last: Move | None = None) -> Scene:
        del last
        return scene.draw(self, view)

    def steps(self, view: View, act: Move) -> Sequence[Sequence[Motion]]:
        return scene.steps(view, act)

    def leave(self, s: State, seat: Seat) -> State:
        """Who leaves takes nothing along."""
        return replace(s, taken=tuple(0 if n == seat else t for n, t in enumerate(s.taken)))


def make(spec: GameSpec) -> Stones:
    return Stones(spec)
