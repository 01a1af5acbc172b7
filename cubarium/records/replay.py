"""From a match to its record and back: every record is checked against the rules."""

import re
from collections.abc import Mapping

from cubarium import catalog
from cubarium.core.errors import CubariumError, IllegalMove, InvalidOption
from cubarium.core.info import GameInfo, GameSpec, as_text
from cubarium.core.record import Act, GameRecord, Result
from cubarium.core.turn import Outcome, ToDraw, ToMove, Turn
from cubarium.match.events import Drawn, Moved, Resigned, TimedOut
from cubarium.match.match import Limits, Match, MatchEnd

TOO_LONG = "there is more in this text than can be read at once"
OWN_TAGS = ("Game", "Rules", "Players", "Options", "Position", "Result", "Reason", "Scores")
TAG_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
NO_LIMITS = Limits(None, None)
LEAVES = re.compile(r"!(\d)(t?)")
"""`!1`: seat 1 has resigned, and the others play on; `!1t`: its time was up."""


def record_of(match: Match, tags: Mapping[str, str] | None = None, comment: str = "") -> GameRecord:
    """The record of a match as it stands."""
    game = match.game
    return GameRecord(
        game=game.name,
        rules=game.spec.info.rules_version,
        players=game.players,
        options={name: as_text(value) for name, value in game.spec.options.items()},
        acts=tuple(
            _act(event)
            for event in match.steps.events
            if isinstance(event, Moved | Drawn) or not _is_decided_by_leaving(match)
        ),
        result=_result(match.outcome),
        start=None if match.start == game.initial() else game.text(match.start),
        tags=dict(tags or {}),
        comment=comment,
    )


def _act(event: Moved | Drawn | Resigned | TimedOut) -> Act:
    if isinstance(event, Moved):
        return Act(event.move, event.seat)
    if isinstance(event, Drawn):
        return Act(event.draw, None)
    late = "t" if isinstance(event, TimedOut) else ""
    return Act(f"!{event.seat}{late}", event.seat)


def _is_decided_by_leaving(match: Match) -> bool:
    """Did the last leaving end the match? Then it is the result, not an act."""
    return len(set(match.game.teams)) == 2


def _result(outcome: Outcome | None) -> Result | None:
    if outcome is None:
        return None
    return Result(outcome.winners, str(outcome.reason), outcome.scores)


def is_free_tag(name: str) -> bool:
    """May a tag that is not ours have this name?"""
    return TAG_NAME.fullmatch(name) is not None and name not in OWN_TAGS


def check_version(info: GameInfo, rules: int) -> None:
    """Refuse records of other rules than ours."""
    if rules != info.rules_version:
        raise InvalidOption(
            f"rules version {rules} of {info.title} is not known; expected {info.rules_version}"
        )


def event_of(turn: Turn, text: str) -> Moved | Drawn | Resigned | TimedOut:
    """What an act of a record does, when it is somebody's turn, or chance's."""
    if leaves := LEAVES.fullmatch(text):
        seat = int(leaves[1])
        return TimedOut(seat) if leaves[2] else Resigned(seat)
    if isinstance(turn, ToDraw):
        return Drawn(text)
    return Moved(turn.seat if isinstance(turn, ToMove) else 0, text)


class Replayer:
    """Plays a record again, act by act. Every error is a CubariumError with a sentence."""

    def __init__(self, spec: GameSpec, start: str | None, limits: Limits = NO_LIMITS) -> None:
        self.spec = spec
        game = catalog.game(spec)
        state = None if start is None else game.whole_position(start)
        self.match = Match.open(game, limits, state)
        self.acts: list[Act] = []

    def act(self, text: str, comment: str = "") -> Act:
        """One more act, by whoever's turn it is."""
        event = event_of(self.match.turn, text)
        try:
            self.match = self.match.after([event])
        except IllegalMove as illegal:
            raise CubariumError(f"{text}: {self.spec.info.say(illegal)}") from illegal
        self.acts.append(Act(text, None if isinstance(event, Drawn) else event.seat, comment))
        return self.acts[-1]

    def check_result(self, result: Result | None) -> None:
        """Is this how the game ended? If the rules did not end it, any end of a match may be."""
        ruled = _result(self.match.outcome)
        if ruled is not None and result != ruled:
            raise CubariumError(f"the rules end this game: expected {describe(ruled)}")
        if ruled is None and result is not None:
            ends = [str(end) for end in MatchEnd]
            if result.reason not in ends:
                raise CubariumError(f"the rules do not end this game: expected {', '.join(ends)}")
            self._check_end(result)

    def _check_end(self, result: Result) -> None:
        """An end that the match made."""
        teams = self.match.game.teams
        if not result.winners <= set(self.match.remaining):
            raise CubariumError("the winners are not seats of this game")
        if result.scores is not None and len(result.scores) != self.spec.players:
            raise CubariumError(f"expected {self.spec.players} scores")
        if result.reason in (MatchEnd.REPETITION, MatchEnd.PLY_LIMIT):
            outcome = self.match.game.draw_outcome(self.match.state, MatchEnd(result.reason))
            due = outcome.winners - self.match.departed
            if result.winners != due or result.scores not in (None, outcome.scores):
                expected = describe(Result(due, result.reason))
                raise CubariumError(f"the match ended otherwise: expected {expected}")
        if result.reason == MatchEnd.AGREEMENT and result.winners:
            raise CubariumError("nobody wins by agreement: expected a draw")
        if (
            result.reason in (MatchEnd.RESIGNATION, MatchEnd.TIME_OUT)
            and self.match.game.sides == 2
        ):
            winning = {teams[seat] for seat in result.winners}
            if len(winning) != 1 or len(result.winners) != teams.count(winning.pop()):
                raise CubariumError(f"expected a side that wins by {result.reason}")


def describe(result: Result) -> str:
    """A result for an error message."""
    winners = ", ".join(f"seat {seat}" for seat in sorted(result.winners)) or "nobody"
    return f"a win of {winners} by {result.reason}"


def replayed(record: GameRecord) -> Match:
    """The match of a record, without limits; its outcome is that of the rules."""
    info = catalog.info(record.game)
    check_version(info, record.rules)
    replayer = Replayer(info.spec(record.players, record.options), record.start)
    for act in record.acts:
        replayer.act(act.text, act.comment)
    replayer.check_result(record.result)
    return replayer.match
