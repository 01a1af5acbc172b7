"""Who may know which card of Cube O', told from the log alone; and which cards a text tells of."""

import json
import re
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any, Final

from sqlalchemy import Engine

from cubarium.core.turn import Seat
from cubarium.database import repository
from cubarium.match.configuration import Configuration
from cubarium.match.session import Session
from cubarium.match.status import Status

CARDS: Final = frozenset(f"c{number:02}" for number in range(1, 49))
_NAME: Final = re.compile(r"(?<![A-Za-z0-9])c\d\d(?![A-Za-z0-9])")
_PLACE: Final = re.compile(r"(new )?[a-d][1-4][1-4]")
_PLACED: Final = ("id", "place", "places", "item", "to", "becomes")
"""Fields that name places of the board, some of which are called like cards."""


@cache
def _pictures() -> dict[tuple[tuple[int, int, str], ...], str]:
    """Which card shows these squares."""
    deck = json.loads((files("cubarium.games.cubeo") / "deck.json").read_text("utf-8"))
    assert deck.keys() == CARDS
    return {tuple(sorted((x, y, c) for x, y, c in deck[name])): name for name in deck}


def cards_told(text: str) -> set[str]:
    """All cards that a text gives away: by name anywhere, or by their pictures."""
    try:
        whole = json.loads(text)
    except ValueError:
        return {*_NAME.findall(text)} & CARDS
    return {*_told(whole, "")} & CARDS


def _told(value: Any, key: str) -> Iterator[str]:
    if isinstance(value, str):
        if not (key in _PLACED and _PLACE.fullmatch(value)):
            yield from _NAME.findall(value)
    elif isinstance(value, list):
        for part in value:
            yield from _told(part, key)
    elif isinstance(value, dict):
        if "squares" in value and "width" not in value:
            seen = tuple(sorted((one["x"], one["y"], one["symbol"]) for one in value["squares"]))
            yield _pictures()[seen]
        for name, part in value.items():
            yield from _NAME.findall(name)
            yield from _told(part, name)


class Truth:
    """What each viewer may know at each revision of a table."""

    def __init__(self, engine: Engine, table: str) -> None:
        with engine.connect() as connection:
            stored = repository.load(connection, table)
        assert stored is not None
        configuration = Configuration.model_validate(stored.row.configuration)
        session = Session.open(configuration, stored.row.start)
        game = session.match.game
        self.players = game.players
        self._known: list[dict[Seat | None, frozenset[str]]] = [self._of(session)]
        for entry in stored.entries:
            session = session.after([entry])
            before, now = self._known[-1], self._of(session)
            self._known.append({seat: before[seat] | now[seat] for seat in now})
        self.revision = session.revision
        self.status = session.status

    def _of(self, session: Session) -> dict[Seat | None, frozenset[str]]:
        """By viewer, the spectator too: one's own cards and what lies open; all at the end."""
        state: Any = session.match.state
        viewers: list[Seat | None] = [None, *range(self.players)]
        if session.status is Status.OVER:
            return dict.fromkeys(viewers, CARDS)
        public = {card for cards in (*state.fulfilled, state.aside) for card in cards}
        known: dict[Seat | None, frozenset[str]] = {None: frozenset(public)}
        tie = dict(zip(state.tie.seats, state.tie.cards, strict=False)) if state.tie else {}
        for seat in range(self.players):
            own = {*state.hands[seat]} | ({tie[seat]} if seat in tie else set())
            known[seat] = frozenset(public | own)
        return known

    def allowed(self, seat: Seat | None, revision: int) -> frozenset[str]:
        return self._known[revision][seat]

    def leaks(self, text: str, seat: Seat | None, revision: int | None = None) -> set[str]:
        """The cards in a message that the viewer may not know when it is sent."""
        if revision is None:
            revision = _version(text)
        return cards_told(text) - self.allowed(
            seat, self.revision if revision is None else revision
        )


def _version(text: str) -> int | None:
    """Of which revision a message speaks."""
    try:
        message = json.loads(text)
    except ValueError:
        return None
    if not isinstance(message, dict):
        return None
    inner = message.get("update") or message
    found = inner.get("revision")
    return found if isinstance(found, int) else None
