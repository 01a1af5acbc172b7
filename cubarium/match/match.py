"""A match: a game played from start to end, as a pure fold of its events.

`move`, `resign`, `offer` and the like return the events that they would cause, and change nothing;
`after` folds events in. Whoever keeps the events keeps the match.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from enum import unique
from functools import cached_property
from random import Random

from cubarium.core.chance import drawn
from cubarium.core.engine import Story
from cubarium.core.errors import MatchRefused
from cubarium.core.game import AnyGame
from cubarium.core.turn import Ended, Outcome, Reason, Seat, ToDraw, ToMove, Turn
from cubarium.match.events import (
    Answered,
    Drawn,
    Event,
    Moved,
    Offer,
    Offered,
    Resigned,
    Seated,
    TakenBack,
    TimedOut,
)
from cubarium.match.step_sequence import ActEvent, Steps, take_step
from cubarium.match.visits import Visits


@unique
class MatchEnd(Reason):
    """How a match ends other than by the rules of its game."""

    REPETITION = "repetition"
    PLY_LIMIT = "ply_limit"
    AGREEMENT = "agreement"
    RESIGNATION = "resignation"
    TIME_OUT = "time_out"


@unique
class MatchRefusal(Reason):
    """Why a match does not take an act."""

    OVER = "match_over"
    NO_SUCH_SEAT = "no_such_seat"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_CHANCES_TURN = "not_chances_turn"
    LEFT = "left"
    OFFER_OPEN = "offer_open"
    OFFERED_ALREADY = "offered_already"
    NO_OFFER = "no_offer"
    NOTHING_TO_TAKE_BACK = "nothing_to_take_back"
    NOT_AGREED = "not_agreed"
    DRAWN_SINCE = "drawn_since"


@dataclass(frozen=True, slots=True)
class Limits:
    """When a match that goes on for too long ends; None: never."""

    repetitions: int | None = 3
    plies: int | None = 400


class Sequel(tuple[Event, ...]):  # noqa: SLOT001 (no tuple can have slots)
    """The events that an act causes, and where the match stands after each of them."""

    matches: "tuple[Match, ...]"
    """The match before them, and after each of them."""

    @property
    def match(self) -> "Match":
        """The match after all of them."""
        return self.matches[-1]

    def then(self, more: "Sequel") -> "Sequel":
        """These events, and those that they cause."""
        if not more:
            return self
        both = Sequel((*self, *more))
        both.matches = (*self.matches, *more.matches[1:])
        return both


@dataclass(frozen=True, repr=False)
class Match:
    """Where the match stands. Like its game it can be pickled, copied and compared."""

    game: AnyGame
    start: object
    state: object
    limits: Limits = Limits()
    steps: Steps = field(default_factory=Steps)
    seated: Mapping[Seat, Seated] = field(default_factory=dict)
    offers: Mapping[Offer, frozenset[Seat]] = field(default_factory=dict)
    """Open offers, and who agrees; the seat that asked for a takeback is in `asked`."""
    asked: Seat | None = None
    offered: frozenset[tuple[Seat, Offer]] = frozenset()
    """Who has offered what since the board last changed."""
    departed: frozenset[Seat] = frozenset()
    outcome: Outcome | None = None

    @classmethod
    def open(cls, game: AnyGame, limits: Limits | None = None, start: object = None) -> "Match":
        """A match before its first event, from the usual start or from another state."""
        state = game.initial() if start is None else start
        match = cls(game, state, state, limits or Limits(), departed=game.departed(state))
        return match._judged()

    def __repr__(self) -> str:
        position = self.game.text(self.state)
        return f"<Match of {self.game!r}: {len(self.steps)} acts, now {position!r}, {self.turn}>"

    # what is known

    @cached_property
    def turn(self) -> Turn:
        """Whose turn it is, the end of the match included."""
        return Ended(self.outcome) if self.outcome else self.game.turn(self.state)

    @cached_property
    def plies(self) -> int:
        """The turns that seats have had."""
        return self.steps.plies

    @cached_property
    def _visits(self) -> Visits:
        """How often each position has come up at the beginning of a turn. The match after an act
        takes these counts over and adds to them: a long match neither counts nor copies all of them
        for each act. If the match before is asked again, it counts anew."""
        return Visits(self.game, self.steps)

    @property
    def last(self) -> object:
        """The last move, or the last draw if nobody has moved; None: there is none."""
        drawn: object = None
        for step in reversed(self.steps):
            if isinstance(step.event, Moved):
                return step.act
            if drawn is None and isinstance(step.event, Drawn):
                drawn = step.act
        return drawn

    @property
    def remaining(self) -> tuple[Seat, ...]:
        """The seats that have not left."""
        return tuple(seat for seat in range(self.game.players) if seat not in self.departed)

    @property
    def undoable(self) -> tuple[Seat, ...]:
        """The seats of people whose last move could be taken back now, if all agree."""
        found: set[Seat] = set()
        for step in reversed(self.steps if self.outcome is None else ()):
            if not isinstance(step.event, Moved) or self.game.reveals(step.before, step.act):
                break
            found.add(step.event.seat)
            if found.issuperset(self.remaining):
                break
        return tuple(seat for seat in self.remaining if seat in found and not self.engine(seat))

    def engine(self, seat: Seat) -> str:
        """The name of the engine in a seat; empty: a person, or nobody."""
        return self.seated[seat].engine if seat in self.seated else ""

    def story(self, seat: Seat) -> Story:
        """All that an engine in this seat may know."""
        over = self.outcome is not None
        start = (self.game.opened if over else self.game.view)(self.start, seat)
        repetitions = self.limits.repetitions
        return Story(seat, self.view(seat), self.seen(seat), start, repetitions, self.departed)

    def view(self, seat: Seat | None) -> object:
        """The table as a seat may know it; after the end nothing is hidden."""
        over = self.outcome is not None
        return (self.game.opened if over else self.game.view)(self.state, seat)

    def seen(self, seat: Seat | None) -> tuple[object, ...]:
        """The acts as a seat may know them; after the end, all of them."""
        acts = (step for step in self.steps if isinstance(step.event, Moved | Drawn))
        if self.outcome is not None:
            return tuple(step.act for step in acts)
        return tuple(self.game.seen(step.before, step.act, seat) for step in acts)

    def seen_texts(self, seat: Seat | None) -> list[str]:
        """The same acts as texts."""
        return list(self.steps.texts(self.game, seat, opened=self.outcome is not None))

    @property
    def movers(self) -> tuple[Seat | None, ...]:
        """Who made each of the acts that are seen; None: chance did."""
        acts = (event for event in self.steps.events if isinstance(event, Moved | Drawn))
        return tuple(event.seat if isinstance(event, Moved) else None for event in acts)

    # the events that something would cause

    def sequel(self, *events: Event) -> Sequel:
        """These events. Raises MatchRefused, InvalidMove or IllegalMove."""
        sequel, matches = Sequel(events), [self]
        for event in events:
            matches.append(matches[-1]._fold(event))
        sequel.matches = tuple(matches)
        return sequel

    def move(self, seat: Seat, text: str, rng: Random) -> Sequel:
        """A seat moves; the draws that follow are made at once."""
        moved = self.sequel(Moved(seat, text))
        return moved.then(moved.match.draw(rng))

    def draw(self, rng: Random) -> Sequel:
        """Chance acts until it is a seat's turn."""
        sequel = self.sequel()
        while isinstance(sequel.match.turn, ToDraw):
            draw = drawn(self.game, sequel.match.state, rng)
            sequel = sequel.then(sequel.match.sequel(Drawn(self.game.write(draw))))
        return sequel

    def resign(self, seat: Seat) -> Sequel:
        """A seat gives up."""
        return self.sequel(Resigned(seat))

    def time_out(self, seat: Seat) -> Sequel:
        """A seat's time is up."""
        return self.sequel(TimedOut(seat))

    def offer(self, seat: Seat, offer: Offer) -> Sequel:
        """A seat proposes something, once for each board: what was declined is declined. Engines
        always let a move be taken back."""
        events = self._settled(Offered(seat, offer))
        if (seat, offer) in self.offered:
            message = f"this seat has offered a {offer} already: not again before the next move"
            raise _refused(MatchRefusal.OFFERED_ALREADY, message)
        return events

    def answer(self, seat: Seat, offer: Offer, *, agreed: bool) -> Sequel:
        """A seat answers an open offer."""
        return self._settled(Answered(seat, offer, agreed))

    def _settled(self, event: Offered | Answered) -> Sequel:
        """The event, and the takeback if all agree to it now."""
        sequel = self.sequel(event)
        match = sequel.match
        if match.asked is not None and match._is_agreed(Offer.TAKEBACK):
            return sequel.then(match.sequel(TakenBack(match.asked)))
        return sequel

    # the fold

    def after(self, events: Iterable[Event]) -> "Match":
        """The match after these events. Raises MatchRefused, InvalidMove or IllegalMove."""
        if isinstance(events, Sequel) and events.matches[0] is self:
            return events.match
        match = self
        for event in events:
            match = match._fold(event)
        return match

    def without(self, seat: Seat) -> "Match":
        """The match when a seat is free again, before the game begins."""
        seated = {one: occupant for one, occupant in self.seated.items() if one != seat}
        return replace(self, seated=seated)

    def __getstate__(self) -> dict[str, object]:
        return {one.name: getattr(self, one.name) for one in fields(self)}

    def _fold(self, event: Event) -> "Match":
        if not isinstance(event, Drawn) and event.seat not in range(self.game.players):
            seats = self.game.players - 1
            raise _refused(MatchRefusal.NO_SUCH_SEAT, f"seats are numbered from 0 to {seats}")
        if isinstance(event, Seated):
            return replace(self, seated={**self.seated, event.seat: event})
        if self.outcome is not None:
            raise _refused(MatchRefusal.OVER, "the match is over")
        if isinstance(event, Moved | Drawn):
            return self._acted(event)
        if isinstance(event, TakenBack):
            return self._taken_back(event.seat)
        if event.seat in self.departed:
            raise _refused(MatchRefusal.LEFT, "this seat has left the match")
        if isinstance(event, Resigned | TimedOut):
            return self._left(event)
        if isinstance(event, Offered):
            return self._offered(event)
        return self._answered(event)

    def _acted(self, event: Moved | Drawn) -> "Match":
        turn = self.turn
        if isinstance(event, Moved):
            if turn != ToMove(event.seat):
                raise _refused(MatchRefusal.NOT_YOUR_TURN, "it is not this seat's turn")
        elif not isinstance(turn, ToDraw):
            raise _refused(MatchRefusal.NOT_CHANCES_TURN, "there is nothing to draw now")
        acted = self._stepped(event)
        step = acted.steps[-1]
        acted.__dict__["plies"] = self.plies + step.begins_turn
        visits = self.__dict__.pop("_visits", None)
        if visits is None:
            visits = Visits(self.game, self.steps)
        if step.begins_turn:
            visits.add(self.state)
        acted.__dict__["_visits"] = visits
        return acted._judged()

    def _stepped(self, event: ActEvent) -> "Match":
        """After an act, which ends all offers. Raises InvalidMove or IllegalMove."""
        step, after = take_step(self.game, self.state, event)
        steps = self.steps.followed(step, self.game, self.start)
        return replace(self, state=after, steps=steps, offers={}, asked=None, offered=frozenset())

    def _judged(self) -> "Match":
        """With the outcome, if this is the end."""
        match = self._judged_by_rules()
        if match.outcome is not None or not self.game.is_turn_boundary(self.state):
            return match
        if self.limits.repetitions is not None:
            before = self._visits[self.state]
            if before + 1 >= self.limits.repetitions:
                return self._unending(MatchEnd.REPETITION)
        if self.limits.plies is not None and self.plies >= self.limits.plies:
            return self._unending(MatchEnd.PLY_LIMIT)
        return self

    def _unending(self, reason: MatchEnd) -> "Match":
        outcome = self.game.draw_outcome(self.state, reason)
        return replace(self, outcome=replace(outcome, winners=outcome.winners - self.departed))

    def _left(self, event: Resigned | TimedOut) -> "Match":
        resigned = isinstance(event, Resigned)
        reason = MatchEnd.RESIGNATION if resigned else MatchEnd.TIME_OUT
        teams = self.game.teams
        in_teams = self.game.sides == 2
        departed = self.departed | {event.seat}
        if in_teams:
            winners = {seat for seat, team in enumerate(teams) if team != teams[event.seat]}
        else:
            winners = set(range(self.game.players)) - departed
        left = replace(self._stepped(event), departed=departed)
        if in_teams or len(winners) == 1:
            return replace(left, outcome=Outcome(frozenset(winners), reason))
        return left._judged_by_rules()  # leaving is no turn: nothing else can end the match now

    def ruled(self) -> "Match":
        """With the outcome by the rules, unless it has ended otherwise."""
        return self if self.outcome else self._judged_by_rules()

    def _judged_by_rules(self) -> "Match":
        game, departed = self.game, self.departed
        turn = game.turn_without(self.state, departed) if departed else game.turn(self.state)
        if isinstance(turn, Ended):
            return replace(self, outcome=turn.outcome)
        if not self.departed:
            self.__dict__["turn"] = turn  # the same question: it need not be asked again
        return self

    # offers

    def _offered(self, event: Offered) -> "Match":
        if event.offer in self.offers:
            raise _refused(MatchRefusal.OFFER_OPEN, f"a {event.offer} is offered already")
        asked = self.asked
        if event.offer is Offer.TAKEBACK:
            self._last_move(event.seat)
            asked = event.seat
        match = replace(self, asked=asked, offered=self.offered | {(event.seat, event.offer)})
        return match._with(event.offer, frozenset({event.seat}))

    def _answered(self, event: Answered) -> "Match":
        agreeing = self.offers.get(event.offer)
        if agreeing is None or event.seat in agreeing:
            raise _refused(MatchRefusal.NO_OFFER, f"no {event.offer} is offered to this seat")
        if event.agreed:
            return self._with(event.offer, agreeing | {event.seat})
        rest = {offer: seats for offer, seats in self.offers.items() if offer != event.offer}
        asked = None if event.offer is Offer.TAKEBACK else self.asked
        return replace(self, offers=rest, asked=asked)

    def _with(self, offer: Offer, agreeing: frozenset[Seat]) -> "Match":
        match = replace(self, offers={**self.offers, offer: agreeing})
        if offer is Offer.DRAW and match._is_agreed(offer):
            return replace(match, outcome=Outcome(frozenset(), MatchEnd.AGREEMENT))
        return match

    def _is_agreed(self, offer: Offer) -> bool:
        """Do all agree who are asked? Engines need not be asked for a takeback."""
        asked = [
            seat for seat in self.remaining if offer is not Offer.TAKEBACK or not self.engine(seat)
        ]
        return self.offers.get(offer, frozenset()).issuperset(asked)

    def _last_move(self, seat: Seat) -> int:
        """The step of a seat's last move, if it can be taken back."""
        moved = (event for event in self.steps.events if isinstance(event, Moved))
        if all(event.seat != seat for event in moved):
            raise _refused(MatchRefusal.NOTHING_TO_TAKE_BACK, "this seat has not moved")
        at = len(self.steps)
        while True:
            at -= 1
            step = self.steps[at]
            if not isinstance(step.event, Moved) or self.game.reveals(step.before, step.act):
                raise _refused(
                    MatchRefusal.DRAWN_SINCE,
                    "something was drawn or shown, or a seat left, since then",
                )
            if step.event.seat == seat:
                return at

    def _taken_back(self, seat: Seat) -> "Match":
        at = self._last_move(seat)
        if self.asked != seat or not self._is_agreed(Offer.TAKEBACK):
            raise _refused(MatchRefusal.NOT_AGREED, "not all have agreed to this takeback")
        return replace(
            self,
            state=self.steps[at].before,
            steps=self.steps[:at],
            offers={},
            asked=None,
            offered=frozenset(),
        )


def _refused(reason: MatchRefusal, message: str) -> MatchRefused:
    return MatchRefused(reason, message)
