"""A position and the moves made from it, as one viewer may know them: to look at, or to analyse."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cubarium.core.engine import Story
from cubarium.core.errors import CubariumError, WrongAct
from cubarium.core.game import AnyGame, Hidden
from cubarium.core.scene import Card, Motion, Scene
from cubarium.core.turn import Ended, Seat, ToDraw, ToMove, Turn
from cubarium.match.events import Drawn, Moved
from cubarium.match.match import Limits, Match
from cubarium.match.outcome_text import say_outcome
from cubarium.records.replay import event_of


@dataclass(frozen=True)
class PositionView:
    """What a viewer knows of a position."""

    game: AnyGame
    view: object
    viewer: Seat | None
    text: str
    match: Match | None
    """None: the position's text tells no more than the view."""

    @property
    def scene(self) -> Scene:
        """The view, drawn."""
        return self.game.scene(self.view, None if self.match is None else self.match.last)

    @property
    def turn(self) -> Turn:
        """Whose turn it is."""
        return self.game.scene(self.view).turn if self.match is None else self.match.turn

    @property
    def draws(self) -> Mapping[str, int]:
        """What chance may do, with weights."""
        if self.match is None:
            return {}
        draws = self.game.draws(self.match.state)
        return {self.game.write(act): weight for act, weight in draws.items()}

    @property
    def cards(self) -> Mapping[str, Card]:
        """The cards that chance may deal, by its acts."""
        if self.match is None:
            return {}
        draws = self.game.draws(self.match.state)
        return {self.game.write(act): card for act in draws if (card := self.game.card(act))}

    @property
    def movers(self) -> tuple[Seat | None, ...]:
        """Who made each of the acts after the position; None: chance did."""
        if self.match is None:
            return ()
        events = (step.event for step in self.match.steps)
        return tuple(None if isinstance(event, Drawn) else event.seat for event in events)

    @property
    def steps(self) -> Sequence[Sequence[Motion]]:
        """How the last act is to be animated; nothing, where there is none, it is hidden,
        or somebody has left."""
        if self.match is None or not self.match.steps:
            return ()
        last = self.match.steps[-1]
        if not isinstance(last.event, Moved | Drawn):
            return ()
        act = self.game.seen(last.before, last.act, self.viewer)
        if isinstance(act, Hidden):
            return ()
        return self.game.steps(self.game.view(last.before, self.viewer), act)

    def story(self) -> Story:
        """What the seat to move knows. Raises CubariumError where there is nothing to decide, or
        the viewer is not that seat."""
        seat = self._mover()
        if self.match is not None:
            return replace(self.match.story(seat), repetitions=Limits().repetitions)
        if self.viewer != seat:
            names = self.game.seat_names
            eyes = "a spectator" if self.viewer is None else names[self.viewer]
            raise CubariumError(
                f"{names[seat]} is to move, and this is what {eyes} may see: "
                f"expected seen={names[seat]}"
            )
        return Story(seat, self.view, start=self.view)

    def _mover(self) -> Seat:
        turn = self.turn
        if isinstance(turn, Ended):
            end = say_outcome(self.game, turn.outcome)
            raise CubariumError(f"the game is over: there is nothing to analyse. {end}")
        if isinstance(turn, ToDraw):
            raise CubariumError("chance is to act here: there is no move to analyse")
        return turn.seat


def view_position(
    game: AnyGame,
    position: str | None = None,
    acts: Sequence[str] = (),
    *,
    seat: Seat | None = None,
    spectator: bool = False,
) -> PositionView:
    """What a seat (or a spectator) knows after these moves and draws from a position (None: the
    start). If neither is named, it is the seat to move that looks, where it makes a difference, and
    the text is that of the whole position. Raises CubariumError, and WrongAct for an act."""
    shown = game.initial() if position is None else game.position(position)
    chosen = spectator or seat is not None
    if position is not None and hasattr(shown, "viewer"):
        if acts:
            game.whole_position(position)
        if chosen:
            raise CubariumError(
                "a viewer can be chosen for whole positions; this text says who looks at it"
            )
        return PositionView(game, shown, shown.viewer, game.text(shown), None)
    match = _played(Match.open(game, Limits(None, None), shown), acts)
    if seat is not None and seat not in range(game.players):
        raise CubariumError(f"seats are numbered from 0 to {game.players - 1}; not {seat}")
    if not chosen and game.has_secrets and isinstance(match.turn, ToMove):
        seat = match.turn.seat
    view = match.view(seat)
    text = game.text(view if chosen and game.has_secrets else match.state)
    return PositionView(game, view, seat, text, match)


def _played(match: Match, acts: Sequence[str]) -> Match:
    for at, text in enumerate(acts):
        try:
            match = match.after([event_of(match.turn, text)])
        except CubariumError as error:
            raise WrongAct(at, error) from error
    return match
