"""A session that was opened from a checkpoint is the session that its whole log makes."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from random import Random
from typing import Any
from zlib import crc32

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.info import as_text
from cubarium.core.turn import Ended, ToDraw, ToMove
from cubarium.games.cage.state import Twist
from cubarium.match import step_sequence
from cubarium.match.checkpoint import (
    CHECKPOINT_ENTRIES,
    MARK_DIGITS,
    WorthlessCheckpoint,
    is_due,
    read_checkpoint,
    write_checkpoint,
)
from cubarium.match.configuration import Configuration, LiveClock
from cubarium.match.events import (
    Answered,
    Closed,
    LogEvent,
    Moved,
    Offer,
    Offered,
    RematchAsked,
    Rematched,
    Resigned,
    Seated,
    Stood,
    TakenBack,
    TimedOut,
)
from cubarium.match.match import Match, MatchEnd
from cubarium.match.revision import Revision
from cubarium.match.session import Entry, Session
from cubarium.match.status import Status
from tests.match.logs import logged
from tests.tables import SOAKING, TOYS, for_tables

LONGEST = 150
TRIED = 6
"""Moves that are looked at for one that does not end the game."""
SITTING = (Seated, Stood)


@pytest.fixture(autouse=True)
def few_recent_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most of a game is past."""
    monkeypatch.setattr(step_sequence, "MIN_RECENT_STEPS", 10)


def opened(game: AnyGame) -> Session:
    options = {name: as_text(value) for name, value in game.spec.options.items()}
    return Session.open(
        Configuration(
            game=game.name,
            players=game.players,
            options=options,
            clock=LiveClock(base=3600, increment=5),
        )
    )


def acts(match: Match, rng: Random) -> Iterator[Callable[[], Sequence[LogEvent]]]:
    """What may be tried, some of it in vain."""
    seat = rng.choice(match.remaining)
    if rng.random() < 0.3:
        yield lambda: match.offer(seat, rng.choice([*Offer]))
        yield lambda: match.answer(seat, Offer.TAKEBACK, agreed=True)
        yield lambda: match.answer(seat, Offer.DRAW, agreed=rng.random() < 0.02)
    if rng.random() < 0.005:
        yield lambda: match.resign(seat)
    turn = match.turn
    if isinstance(turn, ToDraw):
        yield lambda: match.draw(rng)
    if isinstance(turn, ToMove):
        game, state = match.game, match.state
        tried = [rng.choice([*game.moves(state)]) for _ in range(TRIED)]
        goes_on = (one for one in tried if not isinstance(game.turn(game.play(state, one)), Ended))
        move = game.write(next(goes_on, tried[0]))
        yield lambda: match.move(turn.seat, move, rng)


def play(session: Session, rng: Random, longest: int = LONGEST) -> tuple[Session, list[Entry]]:
    """A long game, with all that can happen."""
    log: list[Entry] = []

    def add(events: Sequence[LogEvent]) -> None:
        nonlocal session
        now = 1000 * len(log)
        applied = logged(session, events, now, session.clocks.elapsed(now))
        session = applied.session
        log.extend(applied.entries)

    for seat in range(session.match.game.players):
        add([Seated(seat, f"P{seat}")])
        if seat == 1:
            add([Stood(1)])
            add([Seated(1, "another")])
    while session.status is Status.LIVE and len(log) < longest:
        for act in acts(session.match, rng):
            with suppress(CubariumError):
                add(act())
                break
    if session.status is Status.OVER:
        add([RematchAsked(0)])
        add([Rematched("next")])
    return session, log


def resumed(start: Session, log: Sequence[Entry], at: int) -> Session:
    """The session after so many entries, by way of a checkpoint."""
    text = write_checkpoint(start.after(log[:at]), log[at - 1].at)
    return read(text, start, log, at)


def read(text: str, start: Session, log: Sequence[Entry], at: int) -> Session:
    sitting = [entry for entry in log[:at] if isinstance(entry.event, SITTING)]
    return read_checkpoint(text, start, sitting, log[at - 1])


def shown(match: Match) -> list[object]:
    """All that is told of a match at the first look."""
    seats = (None, *range(match.game.players))
    told = [(match.view(seat), match.seen_texts(seat)) for seat in seats]
    return [told, match.turn, match.plies, match.last, match.movers, match.undoable, repr(match)]


def check_texts(match: Match) -> None:
    """What is told as text is what a seat may know."""
    for seat in (None, *range(match.game.players)):
        assert match.seen_texts(seat) == [match.game.act_text(act) for act in match.seen(seat)]


def is_lazy(match: Match) -> bool:
    return match.steps.past is not None and not match.steps.past.is_played


@for_tables()
@settings(max_examples=5 if SOAKING else 1)
@given(seed=st.integers(0, 10**6))
def test_it_is_the_same_session(game: AnyGame, seed: int) -> None:
    """At each of its entries that is tried: what is shown is the same before any board is played
    again, so is what follows, and in the end all of it."""
    rng, start = Random(seed), opened(game)
    _, log = play(start, rng)
    for at in sorted(rng.sample(range(1, len(log) + 1), min(6 if SOAKING else 2, len(log)))):
        whole, one = start.after(log[:at]), resumed(start, log, at)
        was_lazy = is_lazy(one.match)
        assert shown(one.match) == shown(whole.match)
        assert is_lazy(one.match) == was_lazy, "no older board was asked for"
        later = log[at:]
        assert shown(one.after(later).match) == shown(whole.after(later).match)
        assert one.after(later) == whole.after(later)
        assert one == whole
        check_texts(one.match)
        seats = range(game.players)
        assert [*map(one.match.story, seats)] == [*map(whole.match.story, seats)]
        again = write_checkpoint(one, log[at - 1].at)
        assert read(again, start, log, at) == whole, "written by whom has opened it"


def played(
    name: str, players: int, acts: int, most: int = 0
) -> Callable[[], tuple[Session, list[Entry]]]:
    """A game of this many acts that nobody leaves; or one that may end after them, and goes on for
    no longer than to the other number."""

    def work() -> tuple[Session, list[Entry]]:
        start = Session.open(Configuration(game=name, players=players, clock=LiveClock(base=60)))
        session, log, rng = start, list[Entry](), Random(3)
        events: Sequence[LogEvent] = ()
        while session.match.outcome is None and len(session.match.steps) < max(acts, most):
            match = session.match
            if not session.is_full:
                events = session.seating(Seated(len(match.seated), "P"), rng)
            else:
                assert session.to_move is not None
                moves = [*match.game.moves(match.state)]
                rng.shuffle(moves)
                go_on = (
                    move
                    for move in moves
                    if len(match.steps) >= acts
                    or not isinstance(match.game.turn(match.game.play(match.state, move)), Ended)
                )
                events = match.move(session.to_move, match.game.write(next(go_on)), rng)
            applied = logged(session, events, len(log))
            session, log = applied.session, [*log, *applied.entries]
        return start, log

    return work


CAGE, QUIXO, CUBEO = played("cage", 3, 60), played("quixo", 2, 60), played("cubeo", 3, 90)
AGREED: Sequence[LogEvent] = (
    Offered(1, Offer.TAKEBACK),
    Answered(0, Offer.TAKEBACK, agreed=True),
    TakenBack(1),
)
DRAW: Sequence[LogEvent] = (Offered(1, Offer.DRAW), Answered(0, Offer.DRAW, agreed=True))
CASES: dict[str, tuple[Callable[[], tuple[Session, list[Entry]]], Sequence[LogEvent]]] = {
    "cards in hands": (CUBEO, ()),
    "an end by the rules": (played("quixo", 2, 30, 400), ()),
    "offers that are open": (QUIXO, (Offered(0, Offer.DRAW), Offered(1, Offer.TAKEBACK))),
    "an offer that was declined": (QUIXO, (DRAW[0], Answered(0, Offer.DRAW, agreed=False))),
    "a draw by agreement": (QUIXO, DRAW),
    "a rematch": (QUIXO, (*DRAW, RematchAsked(0), RematchAsked(1), Rematched("next"))),
    "called off": (QUIXO, (Closed(),)),
    "resigned": (QUIXO, (Resigned(1),)),
    "too late": (QUIXO, (TimedOut(0),)),
    "a seat has left": (CAGE, (Resigned(1),)),
    "a seat was too late": (CAGE, (TimedOut(1),)),
    "a seat has left Cube O'": (CUBEO, (Resigned(1),)),
}


@pytest.mark.parametrize(("game", "events"), CASES.values(), ids=CASES)
def test_however_it_stands(
    game: Callable[[], tuple[Session, list[Entry]]], events: Sequence[LogEvent]
) -> None:
    start, log = game()
    log += logged(start.after(log), events, 5000).entries
    whole, one = start.after(log), resumed(start, log, len(log))
    assert is_lazy(one.match)
    assert shown(one.match) == shown(whole.match)
    assert one.status is whole.status
    assert is_lazy(one.match)
    assert one == whole
    check_texts(one.match)


def test_a_takeback_needs_no_older_board() -> None:
    start, log = QUIXO()
    one = logged(resumed(start, log, len(log)), AGREED, 5000).session
    assert is_lazy(one.match)
    assert one == logged(start.after(log), AGREED, 5000).session
    assert len(one.match.steps) == 59


def refusals(match: Match) -> list[str]:
    """What each event is answered with."""
    tried: list[Any] = [TakenBack(0), Resigned(0), Moved(0, "a1e1"), Moved(1, "a1e1")]
    tried += [Offered(seat, offer) for seat in (0, 1) for offer in Offer]
    tried += [Answered(seat, offer, agreed=True) for seat in (0, 1) for offer in Offer]
    found = []
    for event in tried:
        try:
            found.append(repr(match.after([event])))
        except CubariumError as error:
            found.append(f"{type(error).__name__} {error}")
    return found


@for_tables(*TOYS, "quixo", "cubeo")
@settings(max_examples=5 if SOAKING else 1)
@given(seed=st.integers(0, 10**6))
def test_it_refuses_the_same(game: AnyGame, seed: int) -> None:
    rng, start = Random(seed), opened(game)
    _, log = play(start, rng)
    for at in range(1, len(log) + 1, 7 if SOAKING else 29):
        assert refusals(resumed(start, log, at).match) == refusals(start.after(log[:at]).match)


def circling() -> tuple[Session, list[Entry]]:
    """Cage between two people who put some cubes in, and then twist one layer round and round."""
    start = Session.open(Configuration(game="cage", players=2))
    session, log = start, list[Entry]()
    while session.status is not Status.OVER:
        match = session.match
        events: Sequence[LogEvent] = [Seated(len(log), "P")]
        if session.is_full:
            assert isinstance(match.turn, ToMove)
            moves = match.game.moves(match.state)
            fitting = [move for move in moves if isinstance(move, Twist) == (len(log) > 12)]
            move = match.game.write(fitting[0])
            events = match.move(match.turn.seat, move, Random(0))
        applied = logged(session, events, len(log))
        session, log = applied.session, [*log, *applied.entries]
    return start, log


def test_what_has_come_up_long_ago_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A third time ends the match, wherever the first two were; no board is played again before."""
    monkeypatch.setattr(step_sequence, "MIN_RECENT_STEPS", 1)
    start, log = circling()
    end = start.after(log).match.outcome
    assert end is not None
    assert end.reason is MatchEnd.REPETITION
    lazy = []
    for at in range(3, len(log)):
        one = resumed(start, log, at)
        later = [one := one.after([entry]) for entry in log[at:]]
        assert one.match.outcome == end, "and not before"
        lazy.append(sum(is_lazy(each.match) for each in later))
    assert max(lazy) > 6


def changed(text: str, **members: Any) -> str:
    """With other members, and a sum that fits; None: without it."""
    told = {**json.loads(text[MARK_DIGITS:]), **members}
    body = json.dumps({name: value for name, value in told.items() if value is not None})
    return f"{crc32(body.encode()):0{MARK_DIGITS}x}{body}"


BREAKS: dict[str, Callable[[str], str]] = {
    "empty": lambda _: "",
    "cut off": lambda text: text[:-1],
    "a letter is another one": lambda text: text.replace("position", "pösition"),
    "no JSON": lambda _: f"{crc32(b'dance'):08x}dance",
    "nested deeply": lambda _: f"{crc32(b'[' * 99_999):08x}{'[' * 99_999}",
    "another form": lambda text: changed(text, form=2),
    "other rules": lambda text: changed(text, rules=99),
    "ahead of the log": lambda text: changed(text, revision=1000),
    "of another time": lambda text: changed(text, at=-5),
    "a member is missing": lambda text: changed(text, position=None),
    "a member is unknown": lambda text: changed(text, mood="good"),
    "a number is a text": lambda text: changed(text, board_revision="1"),
    "no position": lambda text: changed(text, position="?"),
    "a position of other marks": lambda text: changed(text, mark=1),
    "a move that is none": lambda text: changed(text, recent=["0z9z9"]),
    "a word that is none": lambda text: changed(text, past=[""]),
    "marks that are none": lambda text: changed(text, marks="xyz"),
    "a seat too many": lambda text: changed(text, left=[1, 2, 3]),
    "no seat": lambda text: changed(text, asked=77),
    "an offer that is none": lambda text: changed(text, offers=[["dance", [0]]]),
    "an end that is none": lambda text: changed(text, end={"winners": [], "reason": "sleep"}),
    "too long": lambda text: changed(text, next_table="x" * 200_000),
}


@pytest.mark.parametrize("wrong", BREAKS.values(), ids=BREAKS)
def test_one_that_is_broken_is_worthless(wrong: Callable[[str], str]) -> None:
    start, log = circling()
    text = write_checkpoint(start.after(log[:15]), log[14].at)
    assert read(changed(text), start, log, 15) == start.after(log[:15]), "as it is, it is of use"
    with pytest.raises(WorthlessCheckpoint):
        read(wrong(text), start, log, 15)


def test_when_one_is_due() -> None:
    due = [at for at in range(1, 200) if is_due(Revision(at - 1), Revision(at))]
    assert due == [*range(CHECKPOINT_ENTRIES, 200, CHECKPOINT_ENTRIES)]
    assert is_due(Revision(CHECKPOINT_ENTRIES - 1), Revision(CHECKPOINT_ENTRIES + 1))
    assert not is_due(Revision(CHECKPOINT_ENTRIES), Revision(CHECKPOINT_ENTRIES))


def test_it_names_nobody() -> None:
    start = Session.open(Configuration(game="quixo", players=2))
    log = [
        Entry(Revision(1), Seated(0, "Melusine"), 5),
        Entry(Revision(2), Seated(1, "Raimund"), 5),
    ]
    text = write_checkpoint(start.after(log), 5)
    assert "Melusine" not in text
    assert read(text, start, log, 2).match.seated[0].name == "Melusine"
