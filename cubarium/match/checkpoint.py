"""A session as it stands after an entry of its log, as a text. Opened from there, it needs none of
the entries before but those that say who sits where: names are in the log alone, where they can be
taken away.

The log is the truth. What is found to be wrong with a checkpoint makes it worthless, never a game.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Annotated, Final, Literal, TypeAlias
from zlib import crc32

from pydantic import BaseModel, ConfigDict, Field

from cubarium.core.errors import CubariumError
from cubarium.core.turn import Outcome
from cubarium.match.clocks import Clocks
from cubarium.match.command_rules import MOST_ENTRIES
from cubarium.match.events import Drawn, Moved, Offer, Resigned, TimedOut
from cubarium.match.match import Match, MatchEnd
from cubarium.match.revision import BoardRevision, Revision
from cubarium.match.session import Entry, Session
from cubarium.match.step_sequence import ActEvent, Past, Steps, mark_of, play_steps

CHECKPOINT_ENTRIES: Final = 32
"""A checkpoint is due whenever a log has grown by this many."""
FORM: Final = 1
"""Of what is written here: another version reads no other form."""
MARK_DIGITS: Final = 8
MAX_CHECKPOINT_CHARS: Final = 200_000

_Seat: TypeAlias = Annotated[int, Field(ge=0, le=9)]
_Seats: TypeAlias = list[_Seat]
_Acts: TypeAlias = Annotated[list[str], Field(max_length=2 * MOST_ENTRIES)]


class WorthlessCheckpoint(CubariumError):
    """A checkpoint that can't be opened: why."""


class _Frozen(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)


class _End(_Frozen):
    """How a match has ended other than by the rules of its game."""

    winners: _Seats
    reason: str
    scores: list[int] | None = None


class _Checkpoint(_Frozen):
    form: Literal[1]
    rules: int
    revision: int = Field(ge=1)
    at: int
    """When the entry of this revision was written."""
    board_revision: int = Field(ge=0)
    past: _Acts = []
    marks: str = ""
    """Of the positions before the turns of the past."""
    knowers: list[tuple[int, _Seats]] = []
    position: str
    """After the past, and before the recent acts."""
    mark: int
    """Of this position."""
    recent: _Acts = []
    left: list[int]
    running: _Seat | None = None
    since: int = 0
    offers: list[tuple[Offer, _Seats]] = []
    asked: _Seat | None = None
    offered: list[tuple[_Seat, Offer]] = []
    end: _End | None = None
    is_called_off: bool = False
    rematch: _Seats = []
    next_table: str = ""


def is_due(before: Revision, after: Revision) -> bool:
    """Is a checkpoint to be written with the entries between these revisions?"""
    return before // CHECKPOINT_ENTRIES < after // CHECKPOINT_ENTRIES


def write_checkpoint(session: Session, at: int) -> str:
    """A session whose last entry was written at this time."""
    match, clocks = session.match, session.clocks
    game, outcome, steps = match.game, match.outcome, match.steps
    past = steps.past or Past(game, match.start)
    base = steps.recent[0].before if steps.recent else match.state
    is_own = outcome is not None and isinstance(outcome.reason, MatchEnd)
    body = _Checkpoint.model_construct(
        form=FORM,
        rules=game.spec.info.rules_version,
        revision=session.revision,
        at=at,
        board_revision=session.board_revision,
        past=_written(past.events),
        marks="".join(f"{mark:0{MARK_DIGITS}x}" for mark in past.marks),
        knowers=[(number, sorted(seats)) for number, seats in past.knowers.items()],
        position=game.text(base),
        mark=mark_of(game, base),
        recent=_written(step.event for step in steps.recent),
        left=list(clocks.left),
        running=clocks.running,
        since=clocks.since,
        offers=[(offer, sorted(seats)) for offer, seats in match.offers.items()],
        asked=match.asked,
        offered=sorted(match.offered),
        end=_end(outcome) if outcome is not None and is_own else None,
        is_called_off=session.is_called_off,
        rematch=sorted(session.rematch),
        next_table=session.next_table,
    ).model_dump_json(exclude_defaults=True)
    return f"{crc32(body.encode()):0{MARK_DIGITS}x}{body}"


def _end(outcome: Outcome) -> _End:
    scores = None if outcome.scores is None else list(outcome.scores)
    winners = sorted(outcome.winners)
    return _End.model_construct(winners=winners, reason=str(outcome.reason), scores=scores)


def read_checkpoint(text: str, opened: Session, sitting: Sequence[Entry], last: Entry) -> Session:
    """The session after its last entry; `opened`: before the first one, `sitting`: all entries up
    to the last one by which a seat was taken or left. Raises WorthlessCheckpoint."""
    try:
        return _read(text, opened, sitting, last)
    except WorthlessCheckpoint:
        raise
    except Exception as error:
        first = (str(error) or "no reason given").splitlines()[0]
        raise WorthlessCheckpoint(f"{type(error).__name__}: {first}") from error


def _read(text: str, opened: Session, sitting: Sequence[Entry], last: Entry) -> Session:
    if len(text) > MAX_CHECKPOINT_CHARS:
        raise WorthlessCheckpoint("it is too long")
    check, body = text[:MARK_DIGITS], text[MARK_DIGITS:]
    if check != f"{crc32(body.encode()):0{MARK_DIGITS}x}":
        raise WorthlessCheckpoint("it is damaged")
    told = _Checkpoint.model_validate_json(body)
    if told.rules != opened.match.game.spec.info.rules_version:
        raise WorthlessCheckpoint(f"it was written under version {told.rules} of the rules")
    if (told.revision, told.at) != (last.revision, last.at):
        raise WorthlessCheckpoint("it is of another log")
    if len(told.left) != opened.match.game.players:
        raise WorthlessCheckpoint("it is of another table")
    control = opened.clocks.control
    return replace(
        opened,
        match=_match(told, opened.match, opened.after(sitting).match),
        clocks=Clocks(control, tuple(told.left), told.running, told.since),
        revision=Revision(told.revision),
        board_revision=BoardRevision(told.board_revision),
        is_called_off=told.is_called_off,
        rematch=frozenset(told.rematch),
        next_table=told.next_table,
    )


def _match(told: _Checkpoint, opened: Match, seated: Match) -> Match:
    game, end = opened.game, told.end
    marks = bytes.fromhex(told.marks)
    past = Past(
        game,
        opened.start,
        tuple(map(_act, told.past)),
        tuple(int.from_bytes(marks[at : at + 4]) for at in range(0, len(marks), 4)),
        {number: frozenset(seats) for number, seats in told.knowers},
    )
    base = game.whole_position(told.position)
    if mark_of(game, base) != told.mark:
        raise WorthlessCheckpoint("its marks are made in another way")
    recent, state = play_steps(game, base, map(_act, told.recent))
    steps = Steps(recent, past if past.events else None)
    left = (one.seat for one in steps.events if isinstance(one, Resigned | TimedOut))
    match = replace(
        opened,
        state=state,
        steps=steps,
        seated=seated.seated,
        offers={offer: frozenset(seats) for offer, seats in told.offers},
        asked=told.asked,
        offered=frozenset(told.offered),
        departed=opened.departed.union(left),
        outcome=None
        if end is None
        else Outcome(
            frozenset(end.winners),
            MatchEnd(end.reason),
            None if end.scores is None else tuple(end.scores),
        ),
    )
    return match.ruled()


def _written(events: Iterable[ActEvent]) -> list[str]:
    """`0a1e1`: seat 0 moves; `=b`: a draw; `!0`, `!0t`: seat 0 leaves, its time is up."""
    return [_word(event) for event in events]


def _word(event: ActEvent) -> str:
    if isinstance(event, Drawn):
        return event.draw
    if isinstance(event, Moved):
        return f"{event.seat}{event.move}"
    return f"!{event.seat}{'t' if isinstance(event, TimedOut) else ''}"


def _act(word: str) -> ActEvent:
    if word[0] == "=":
        return Drawn(word)
    if word[0] != "!":
        return Moved(int(word[0]), word[1:])
    return TimedOut(int(word[1])) if word[2:] == "t" else Resigned(int(word[1]))
