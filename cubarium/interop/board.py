"""A board that remembers: moves are made on it and taken back, as in other game libraries."""

from collections.abc import Mapping
from random import Random

from cubarium import catalog
from cubarium.core.action_ids import action, legal_ids, rewards
from cubarium.core.engine import Thought
from cubarium.core.errors import CubariumError, InvalidOption
from cubarium.core.game import AnyGame
from cubarium.core.record import GameRecord
from cubarium.core.scene import Scene
from cubarium.core.turn import Outcome, Seat, ToMove, Turn
from cubarium.engines import registry
from cubarium.interop.engine_move import best_of, limit_of, mover
from cubarium.match.events import Drawn, Moved
from cubarium.match.match import Limits, Match
from cubarium.records.replay import event_of, record_of
from cubarium.render.board_text import draw
from cubarium.render.card_text import cards_text
from cubarium.render.scene_text import notes_text, turn_text
from cubarium.render.svg import SIZE, draw_svg


class Board:
    """A game that is being played, move by move. `game` is one of `load`, or a name, with the
    number of players and options. Limits are those of a match: by default the third repetition and
    ply 400 end it; `Limits(None, None)`: the rules alone do.

    Whoever has a board knows everything on it: `view` and `scene` show what a seat may know."""

    def __init__(
        self,
        game: AnyGame | str,
        text: str | None = None,
        *,
        players: int | None = None,
        limits: Limits | None = None,
        **options: object,
    ) -> None:
        if isinstance(game, str):
            game = catalog.load(game, players, **options)
        elif options or players is not None:
            raise InvalidOption("a game has its players and options already: name it, or leave out")
        start = None if text is None else game.whole_position(text)
        self._matches = [Match.open(game, limits, start)]

    @property
    def match(self) -> Match:
        """All that has happened, frozen."""
        return self._matches[-1]

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return self.match.game

    @property
    def state(self) -> object:
        """The position, frozen."""
        return self.match.state

    @property
    def turn(self) -> Turn:
        """What happens next: ToMove, ToDraw or Ended."""
        return self.match.turn

    @property
    def seat(self) -> Seat | None:
        """The seat to move; None: chance, or nobody any more."""
        return self.turn.seat if isinstance(self.turn, ToMove) else None

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None: it goes on."""
        return self.match.outcome

    @property
    def is_over(self) -> bool:
        """Has it ended?"""
        return self.outcome is not None

    @property
    def returns(self) -> tuple[float, ...]:
        """Every seat's reward: they add up to 0, and are 0 before the end."""
        return rewards(self.game, self.turn)

    @property
    def legal_moves(self) -> list[str]:
        """The texts of what may be done now, sorted: moves, or what chance may draw."""
        if self.is_over:
            return []
        game, state = self.game, self.state
        return [game.write(act) for act in game.moves(state) or game.draws(state)]

    @property
    def legal_ids(self) -> list[int]:
        """The same as action ids, ascending."""
        return [] if self.is_over else legal_ids(self.game, self.state)

    @property
    def acts(self) -> list[str]:
        """The texts of all that was done, draws included."""
        events = (step.event for step in self.match.steps)
        return [
            event.move if isinstance(event, Moved) else event.draw
            for event in events
            if isinstance(event, Moved | Drawn)
        ]

    @property
    def text(self) -> str:
        """The whole position in one line; `Board(game, text)` reads it."""
        return self.game.text(self.state)

    def push(self, act: object) -> str:
        """Make a move or a draw, given as a text, as one of `game.moves`, or as an action id;
        its text. Raises CubariumError, and nothing has changed."""
        if isinstance(act, int):
            act = action(self.game, self.state, act)
        text = act if isinstance(act, str) else self.game.write(act)
        self._matches.append(self.match.after([event_of(self.turn, text)]))
        return text

    def draw(self, rng: Random) -> list[str]:
        """Let chance act until it is a seat's turn; the texts of what was drawn."""
        events = self.match.draw(rng)
        for event in events:
            self._matches.append(self.match.after([event]))
        return [event.draw for event in events if isinstance(event, Drawn)]

    def pop(self) -> str:
        """Take the last move or draw back; its text. Raises CubariumError at the start."""
        if len(self._matches) == 1:
            raise CubariumError("there is nothing to take back: this is the start")
        text = self.acts[-1]
        self._matches.pop()
        return text

    def copy(self) -> "Board":
        """Another board with the same past."""
        twin = type(self).__new__(type(self))
        twin._matches = [*self._matches]
        return twin

    def best(
        self,
        seconds: float | None = None,
        *,
        nodes: int | None = None,
        engine: str = registry.FULL,
        seed: int | None = None,
    ) -> Thought[str]:
        """What an engine would do, as texts. It knows what the seat to move knows, the game so far
        included. Raises CubariumError."""
        limit = limit_of(seconds, nodes)
        if self.is_over:
            raise CubariumError("the game is over: there is no move to choose")
        story = self.match.story(mover(self.game, self.state))
        return best_of(self.game, story, limit, engine, seed).written(self.game)

    def record(self, tags: Mapping[str, str] | None = None) -> GameRecord:
        """The game so far, for `records.write`."""
        return record_of(self.match, tags)

    def view(self, seat: Seat | None) -> object:
        """All that a seat may know; None: a spectator."""
        if seat is not None and seat not in range(self.game.players):
            raise CubariumError(f"seats are numbered from 0 to {self.game.players - 1}; not {seat}")
        return self.match.view(seat)

    def scene(self, seat: Seat | None = None) -> Scene:
        """The board as data to draw; None: as the seat to move may see it."""
        viewer = self.seat if seat is None else seat
        return self.game.scene(self.view(viewer), self.match.last)

    def svg(self, seat: Seat | None = None, size: int = SIZE) -> str:
        """A drawing as an SVG, `size` pixels wide; None: as the seat to move may see it."""
        return draw_svg(self.game, self.scene(seat), size)

    def _repr_svg_(self) -> str:
        return self.svg()

    def __repr__(self) -> str:
        scene = self.scene()
        words = [turn_text(self.game, scene), *cards_text(scene), *notes_text(self.game, scene)]
        return "\n".join([draw(scene).plain.rstrip("\n"), *words])

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self.match == other.match

    __hash__ = None  # type: ignore[assignment]
