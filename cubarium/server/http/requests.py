"""What requests say: a new table, a game, a position and moves from there. Sizes are limited."""

from typing import Annotated, TypeAlias

from pydantic import Field, StringConstraints

from cubarium import catalog
from cubarium.analysis.position import PositionView, view_position
from cubarium.core.errors import IllegalMove, WrongAct
from cubarium.core.game import AnyGame
from cubarium.core.info import GameInfo
from cubarium.match.configuration import NAMELESS, Configuration, SeatName
from cubarium.schema.model import RequestModel
from cubarium.server.http.errors import api_error
from cubarium.tables.errors import ApiError, illegal_move

Name: TypeAlias = Annotated[str, StringConstraints(max_length=40)]
OptionText: TypeAlias = Annotated[str, StringConstraints(max_length=200)]
PositionText: TypeAlias = Annotated[str, StringConstraints(max_length=2_000)]
RecordText: TypeAlias = Annotated[str, StringConstraints(max_length=1_000_000)]

PARTS = 10_000
"""The most acts, comments and tags that are read from one text."""


class NewTable(Configuration):
    """A new table, and what you are called there."""

    name: SeatName = NAMELESS


class GameRequest(RequestModel):
    """A game with its options; what is left out is as usual."""

    game: Name
    players: Annotated[int, Field(ge=1, le=9)] | None = None
    options: Annotated[dict[Name, OptionText], Field(max_length=20)] = Field(default_factory=dict)

    def rules(self) -> AnyGame:
        """The rules at that table. Raises InvalidOption."""
        return catalog.game(catalog.info(self.game).spec(self.players, self.options))


class PositionRequest(GameRequest):
    """A position, and the moves and draws after it."""

    position: PositionText | None = None
    """Null: the usual start."""
    moves: Annotated[list[Name], Field(max_length=1_000)] = Field(default_factory=list)
    seat: Annotated[int, Field(ge=0, le=8)] | None = None
    """Who looks; null: the seat to move, who has the text of the whole position."""

    def view(self) -> PositionView:
        """What is seen there. Raises CubariumError, or ApiError with the number of a wrong move."""
        game = self.rules()
        try:
            return view_position(game, self.position, self.moves, seat=self.seat)
        except WrongAct as wrong:
            raise wrong_act(game, wrong) from wrong


def game_info(name: str) -> GameInfo:
    """A game by its name. Raises ApiError."""
    if name not in catalog.names():
        right = ", ".join(catalog.names())
        raise ApiError(404, "no_such_game", f"There is no such game. The games: {right}.")
    return catalog.info(name)


def wrong_act(game: AnyGame, wrong: WrongAct) -> ApiError:
    """A move that can't be made, told by the game's own sentence."""
    cause = wrong.cause
    answer = illegal_move(game, cause) if isinstance(cause, IllegalMove) else api_error(cause)
    answer.body.where = str(wrong.at)
    return answer
