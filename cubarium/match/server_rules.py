"""What each command of the server causes. Pure: see Session.apply."""

from enum import unique
from typing import TYPE_CHECKING

from cubarium.core.turn import Reason, Seat
from cubarium.match.command_context import CommandContext, CommandRefused
from cubarium.match.command_rules import Decision, check_status
from cubarium.match.events import Closed
from cubarium.match.revision import BoardRevision
from cubarium.match.server_commands import (
    Close,
    EndTurn,
    EngineAnswer,
    EngineMove,
    EngineResign,
    Open,
    ServerCommand,
)
from cubarium.match.status import Status

if TYPE_CHECKING:
    from cubarium.match.session import Session


@unique
class ServerRefusal(Reason):
    """Why a command of the server is refused. No person is told so."""

    OVERTAKEN = "overtaken"
    TOO_EARLY = "too_early"


def decide_for_server(
    command: ServerCommand, session: "Session", context: CommandContext
) -> Decision:
    """What a command causes. Raises MatchRefused, InvalidMove or IllegalMove."""
    match = session.match
    match command:
        case Open(seated):
            if session.revision:
                raise CommandRefused(ServerRefusal.OVERTAKEN, "The table is open already.")
            opened = match.sequel(*seated)
            is_full = len(opened.match.seated) == match.game.players
            return Decision(opened.then(opened.match.draw(context.rng)) if is_full else opened)
        case EngineMove(seat, board, move, thought):
            _check_turn(session, seat, board)
            return Decision(match.move(seat, move, context.rng), _charge(session, seat, thought))
        case EngineResign(seat, board, thought):
            _check_turn(session, seat, board)
            return Decision(match.resign(seat), _charge(session, seat, thought))
        case EngineAnswer(seat, what, agreed):
            check_status(session, Status.LIVE)
            return Decision(match.answer(seat, what, agreed=agreed))
        case EndTurn(board):
            return Decision(match.time_out(_late_seat(session, board, context)))
        case Close():
            check_status(session, Status.OPEN, Status.LIVE)
            return Decision((Closed(),))


def _check_turn(session: "Session", seat: Seat, board: BoardRevision) -> None:
    check_status(session, Status.LIVE)
    if (session.board_revision, session.to_move) != (board, seat):
        raise CommandRefused(ServerRefusal.OVERTAKEN, "The board has changed since then.")


def _charge(session: "Session", seat: Seat, thought: int) -> int:
    """Engines pay for what they have thought, not for how long they waited for a processor."""
    return thought if session.clocks.running == seat else 0


def _late_seat(session: "Session", board: BoardRevision, context: CommandContext) -> Seat:
    """The seat to move, whose time is up. Raises CommandRefused."""
    check_status(session, Status.LIVE)
    seat = session.clocks.running
    if seat is None or (session.board_revision, session.to_move) != (board, seat):
        raise CommandRefused(ServerRefusal.OVERTAKEN, "The board has changed since then.")
    left = session.clocks.left[seat] - context.elapsed
    if left > 0:
        message = "There is time left."
        raise CommandRefused(ServerRefusal.TOO_EARLY, message, retry_after=left / 1000)
    return seat
