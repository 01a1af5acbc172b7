"""What `position` says: a start and moves, or all that one seat knows (an extension of ours).

startpos [moves ACT …]
fen TEXT [moves ACT …]
view TEXT [start TEXT] [events ACT …] [departed SEAT …]
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from cubarium.analysis.position import PositionView, view_position
from cubarium.core.engine import Story
from cubarium.core.errors import CubariumError, IllegalMove
from cubarium.core.game import AnyGame
from cubarium.core.turn import Seat, ToMove
from cubarium.match.match import Limits
from cubarium.records.replay import Replayer

KEYWORDS: Final = {
    "startpos": {"moves"},
    "fen": {"moves"},
    "view": {"start", "events", "departed"},
}
"""What a position begins with, and what may follow."""


@dataclass(frozen=True)
class GivenPosition:
    """A position, and what is told beside it: `events` and `start` as the seat saw them."""

    viewed: PositionView
    repetitions: int | None
    events: tuple[object, ...] = ()
    start: object = None
    departed: frozenset[Seat] = frozenset()

    def story(self) -> Story:
        """What the seat to move knows. Raises CubariumError where nobody is to move."""
        story = replace(self.viewed.story(), repetitions=self.repetitions)
        if self.events or self.start is not None or self.departed:
            story = replace(story, events=self.events, start=self.start, departed=self.departed)
        return story

    def moves(self) -> tuple[str, ...]:
        """The legal moves; none if nobody is to move."""
        viewed, game = self.viewed, self.viewed.game
        if not isinstance(viewed.turn, ToMove):
            return ()
        match = viewed.match
        state = game.guess(viewed.view, Random(0)) if match is None else match.state
        return tuple(map(game.write, game.moves(state)))


def start_position(game: AnyGame, limits: Limits) -> GivenPosition:
    """The start of a game."""
    return read_position(game, ["startpos"], limits)


def read_position(game: AnyGame, words: Sequence[str], limits: Limits) -> GivenPosition:
    """What these words say. Raises CubariumError."""
    if not words or words[0] not in KEYWORDS:
        raise CubariumError("expected position startpos, position fen TEXT or position view TEXT")
    parts = _parts(words)
    if words[0] == "view":
        return _view(game, parts, limits)
    start = " ".join(parts["fen"]) if "fen" in parts else None
    replayer = Replayer(game.spec, start, limits)
    for text in parts.get("moves", ()):
        replayer.act(text)
    match = replayer.match
    seat = match.turn.seat if isinstance(match.turn, ToMove) else None
    viewed = PositionView(game, match.view(seat), seat, game.text(match.state), match)
    return GivenPosition(viewed, limits.repetitions)


def _parts(words: Sequence[str]) -> dict[str, list[str]]:
    """The words after each keyword."""
    known = {words[0], *KEYWORDS[words[0]]}
    parts: dict[str, list[str]] = {}
    for word in words:
        if word not in known:
            parts[[*parts][-1]].append(word)
        elif word in parts:
            raise CubariumError(f"{word} is said twice")
        else:
            parts[word] = []
    if parts.get("startpos"):
        raise CubariumError(f"expected moves after startpos, found {parts['startpos'][0]!r}")
    return parts


def _view(game: AnyGame, parts: Mapping[str, list[str]], limits: Limits) -> GivenPosition:
    viewed = view_position(game, " ".join(parts["view"]))
    departed = frozenset(_seat(game, word) for word in parts.get("departed", ()))
    start = None
    if "start" in parts:
        shown = view_position(game, " ".join(parts["start"]))
        viewer = viewed.turn.seat if isinstance(viewed.turn, ToMove) else None
        if game.has_secrets and shown.match is not None:
            raise CubariumError("expected what one seat sees after start, not a whole position")
        start = shown.view if shown.match is None else game.view(shown.match.state, viewer)
    events = _events(game, start, parts.get("events", ()))
    return GivenPosition(viewed, limits.repetitions, events, start, departed)


def _seat(game: AnyGame, word: str) -> Seat:
    """`p1`, `p2`, …"""
    names = [f"p{seat + 1}" for seat in range(game.players)]
    if word not in names:
        raise CubariumError(f"expected a seat ({', '.join(names)}), found {word!r}")
    return names.index(word)


def _events(game: AnyGame, start: object, texts: Sequence[str]) -> tuple[object, ...]:
    """The acts that a seat has seen, in order. Where things are hidden they can't be played again:
    only their form is checked, and none is kept."""
    if game.has_secrets:
        known = {*game.actions()}
        for text in texts:
            if text not in known and not text.startswith("="):
                raise CubariumError(f"{text!r} is no act of this game")
        return ()
    state = game.initial() if start is None else game.guess(start, Random(0))
    acts = []
    for text in texts:
        try:
            act, state = game.play_text(state, text)
        except IllegalMove as illegal:
            raise CubariumError(f"{text}: {game.spec.info.say(illegal)}") from illegal
        acts.append(act)
    return tuple(acts)
