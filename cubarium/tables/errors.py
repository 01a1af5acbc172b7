"""Why something is not done: a status, a code, a sentence. Nothing has changed."""

from typing import Final

from pydantic import BaseModel, Field

from cubarium.core.errors import (
    CubariumError,
    IllegalMove,
    ImpossiblePosition,
    InvalidPosition,
    InvalidRecord,
    MatchRefused,
)
from cubarium.core.game import AnyGame
from cubarium.match.command_context import CommandRefused
from cubarium.match.command_rules import SessionRefusal
from cubarium.tables.table_log import BrokenLog

BROKEN_LOG: Final = "broken_log"
"""The code of a table whose log tells no game."""
INVALID: Final = "invalid_input"
"""The code of what has none of its own."""
STATUS: Final[dict[str, int]] = {
    **dict.fromkeys(
        (SessionRefusal.NOT_SEATED, SessionRefusal.NOT_YOUR_SEAT, SessionRefusal.NO_COOKIE), 403
    ),
    **dict.fromkeys(
        (SessionRefusal.WHICH_SEAT, SessionRefusal.NO_SUCH_SEAT, SessionRefusal.NO_SUCH_ENGINE), 422
    ),
    SessionRefusal.TOO_OFTEN: 429,
}
"""Of refused commands that are not a 409."""


class ErrorBody(BaseModel):
    """What was wrong."""

    code: str = Field(description="A word for programs, e.g. `illegal_move`.")
    message: str = Field(description="A sentence for people, in English.")
    where: str = Field(default="", description="What it is about: a field, a place on the board.")
    game: str = Field(default="", description="The game whose rules refuse it; the code is theirs.")
    place: str = Field(default="", description="Then the place that the sentence names.")


class ErrorResponse(BaseModel):
    """The body of every answer that is not 2xx."""

    error: ErrorBody
    update: dict[str, object] | None = Field(
        None, description="How the table stands, for those whose command there was refused."
    )


class ApiError(Exception):
    """Something that is not done."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        where: str = "",
        retry_after: float | None = None,
    ) -> None:
        super().__init__(message)
        self.status = status
        self.body = ErrorBody(code=code, message=message, where=where)
        self.retry_after = retry_after
        self.update: dict[str, object] | None = None


def api_error(error: CubariumError) -> ApiError:
    """An error of the package, as HTTP says it."""
    if isinstance(error, IllegalMove):
        return ApiError(409, str(error.reason), str(error), where=error.where)
    if isinstance(error, CommandRefused):
        code = str(error.reason)
        return ApiError(
            STATUS.get(code, 409),
            code,
            str(error),
            where=error.where,
            retry_after=error.retry_after,
        )
    if isinstance(error, MatchRefused):
        return ApiError(409, str(error.reason), str(error))
    if isinstance(error, InvalidRecord):
        where = f"{error.line}:{error.column}"
        return ApiError(422, "invalid_record", str(error), where=where)
    if isinstance(error, BrokenLog):
        message = f"The game at this table can't be read: {error} Nothing of it is touched."
        return ApiError(409, BROKEN_LOG, message)
    if isinstance(error, ImpossiblePosition):
        answer = ApiError(422, str(error.reason), str(error), where=error.where)
        answer.body.game, answer.body.place = error.game, error.where
        return answer
    where = str(error.column) if isinstance(error, InvalidPosition) else ""
    return ApiError(422, _code(error), str(error), where=where)


def illegal_move(game: AnyGame, error: IllegalMove) -> ApiError:
    """A move that the rules forbid, with the game's own sentence."""
    info = game.spec.info
    answer = ApiError(409, str(error.reason), info.say(error), where=error.where)
    answer.body.game, answer.body.place = info.name, error.where
    return answer


def _code(error: CubariumError) -> str:
    """InvalidOption -> invalid_option."""
    if type(error) is CubariumError:
        return INVALID
    name = type(error).__name__
    return "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in name).lstrip("_")
