"""Every command in every state: refused, or carried out so that its entries say all of it."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubarium.core.errors import IllegalMove, InvalidMove, MatchRefused
from cubarium.match import commands as asked
from cubarium.match import server_commands as own
from cubarium.match.command_context import CommandContext, CommandRefused
from cubarium.match.command_rules import SessionRefusal
from cubarium.match.configuration import Configuration, LiveClock
from cubarium.match.effects import GiveKey, MakeTable, TakeKeys
from cubarium.match.events import Muted, Offer, Rematched, Said, Seated, Stood, TimedOut
from cubarium.match.match import MatchEnd
from cubarium.match.revision import BoardRevision
from cubarium.match.server_rules import ServerRefusal
from cubarium.match.session import Applied, Session
from cubarium.match.status import Status
from tests.tables import SOAKING

TABLES = [("quixo", 2), ("quixo", 4), ("cage", 3), ("cubulus", 3), ("cubeo", 2), ("cubeo", 4)]
STEPS = 60
ENGINES = {"level1": "Level 1", "random": "Random"}
AnyAsked = asked.AnyCommand | own.ServerCommand


def opened(game: str = "quixo", players: int = 2, clock: LiveClock | None = None) -> Session:
    configuration = Configuration(game=game, players=players)
    if clock is not None:
        configuration = configuration.model_copy(update={"clock": clock})
    return Session.open(configuration)


def some_move(session: Session, rng: Random) -> str:
    """Usually a legal one."""
    match = session.match
    legal = [match.game.write(one) for one in match.game.moves(match.state)]
    return rng.choice(legal) if legal and rng.random() < 0.9 else rng.choice(["a1e1", "?", "draw"])


def some_command(session: Session, rng: Random) -> AnyAsked:
    """Anything that a person or the server may ask for, sensible or not."""
    players = session.match.game.players
    seat, board = rng.randrange(players), session.board_revision
    board = BoardRevision(max(0, board - (rng.random() < 0.1)))
    name = f"c{rng.randrange(10**6)}"
    offer, yes = rng.choice([*Offer]), rng.random() < 0.7
    at_open: list[Callable[[], AnyAsked]] = [
        lambda: asked.Sit(id=name, seat=seat),
        lambda: asked.StandUp(id=name, seat=seat),
        lambda: asked.FillSeat(id=name, seat=seat, engine="level1" if yes else "nobody"),
        lambda: own.Open([Seated(seat, "Ann")]),
    ]
    at_offers: list[Callable[[], AnyAsked]] = [
        lambda: asked.MakeOffer(id=name, seat=seat, what=offer),
        lambda: asked.AnswerOffer(id=name, seat=seat, what=offer, agreed=yes),
        lambda: own.EngineAnswer(seat, offer, yes),
    ]
    at_end: list[Callable[[], AnyAsked]] = [
        lambda: asked.Resign(id=name, seat=seat),
        lambda: asked.Abort(id=name, seat=seat),
        lambda: asked.Claim(id=name, seat=seat, what="win" if yes else "draw"),
        lambda: own.EngineResign(seat, board, 5),
        lambda: own.EndTurn(board),
        own.Close,
    ]
    always: list[Callable[[], AnyAsked]] = [
        lambda: asked.Rematch(id=name, seat=seat),
        lambda: asked.Say(id=name, seat=seat, text="Hello", room=rng.choice(["table", "team"])),
        lambda: asked.Say(id=name, text="Psst", room="spectators"),
        lambda: asked.Mute(id=name, seat=seat, whom=rng.randrange(players), muted=yes),
        lambda: own.EngineMove(seat, board, some_move(session, rng), 5),
    ]
    moves: list[Callable[[], AnyAsked]] = [
        lambda: asked.Move(id=name, board_revision=board, move=some_move(session, rng))
    ]
    kinds = [at_open, at_offers, at_end, always, moves]
    likely = {
        Status.OPEN: (80, 1, 1, 5, 1),
        Status.LIVE: (1, 50 if session.match.offers else 10, 2, 15, 60),
    }
    weights = likely.get(session.status, (1, 1, 1, 10, 1))
    (makers,) = rng.choices(kinds, weights)
    return rng.choice(makers)()


def some_context(session: Session, rng: Random, now: int) -> CommandContext:
    players = session.match.game.players
    sitting = session.status is Status.OPEN and rng.random() < 0.6
    holds = () if sitting else tuple(range(players)) if rng.random() < 0.8 else (0,)
    return CommandContext(
        now=now,
        rng=rng,
        holds=holds,
        shared=lambda seat: frozenset(range(players)) if rng.random() < 0.3 else frozenset({seat}),
        elapsed=session.clocks.elapsed(now),
        away={seat: 0 for seat in range(players) if rng.random() < 0.3},
        engines=lambda: ENGINES,
        next_table=lambda: "next",
        guest="ab" * 32 if rng.random() < 0.9 else "",
    )


def walk(
    session: Session, seed: int
) -> Iterator[tuple[AnyAsked, CommandContext, Session, Applied | None]]:
    """Commands one after another: each with what was there before, and what has come of it."""
    rng, now = Random(seed), 0
    for _ in range(STEPS):
        now += rng.randrange(60_000)
        command, context = some_command(session, rng), some_context(session, rng, now)
        applied = None
        with suppress(MatchRefused, InvalidMove, IllegalMove):
            applied = session.apply(command, context)
        yield command, context, session, applied
        session = session if applied is None else applied.session


@pytest.mark.parametrize("clock", [None, LiveClock(base=300, increment=2)])
@pytest.mark.parametrize(("game", "players"), TABLES)
@settings(max_examples=60 if SOAKING else 3)
@given(seed=st.integers(0, 10**6))
def test_what_is_applied_is_what_its_entries_say(
    game: str, players: int, clock: LiveClock | None, seed: int
) -> None:
    for command, context, before, applied in walk(opened(game, players, clock), seed):
        if applied is None:
            continue
        entries, after = applied.entries, applied.session
        # the log alone gives the same session, but for what was said beside the game
        assert replace(before.after(entries), chat=after.chat) == after
        assert [one.revision for one in entries] == [
            *range(before.revision + 1, after.revision + 1)
        ]
        assert {one.at for one in entries} <= {context.now}
        assert not any(one.spent or one.command for one in entries[1:])
        named = entries and not isinstance(command, asked.StandUp | own.ServerCommand)
        assert not named or entries[0].command == getattr(command, "id", "")
        social = any(isinstance(one, Said | Muted) for one in applied.effects)
        assert social or after.chat == before.chat
        assert bool(entries) is not social
        _check_effects(before, applied)


def _check_effects(before: Session, applied: Applied) -> None:
    events = [entry.event for entry in applied.entries]
    effects = applied.effects
    left = [one.seat for one in events if isinstance(one, Stood)]
    assert [one.seat for one in effects if isinstance(one, TakeKeys)] == left
    given_keys = [one.seat for one in effects if isinstance(one, GiveKey)]
    assert set(given_keys) <= {one.seat for one in events if isinstance(one, Seated)}
    assert not set(given_keys) & set(before.match.seated)
    made = [one for one in effects if isinstance(one, MakeTable)]
    assert [one.table for one in made] == [
        one.table for one in events if isinstance(one, Rematched)
    ]
    for one in made:
        now, match = one.opened.session, before.match
        assert sorted(one.seats) == [*range(match.game.players)]
        assert now.status is Status.LIVE
        for new, seat in enumerate(one.seats):
            assert replace(now.match.seated[new], seat=seat) == match.seated[seat]


def test_a_table_is_opened_as_a_command() -> None:
    seats = [Seated(0, "Ann"), Seated(1, "Level 1", "level1")]
    context = CommandContext(now=7, rng=Random(1))
    two = opened("cubeo").apply(own.Open(seats), context)
    assert two.session.status is Status.LIVE
    assert len(two.entries) > 2, "chance has dealt"
    one = opened("cubeo").apply(own.Open(seats[:1]), context)
    assert (one.session.status, len(one.entries)) == (Status.OPEN, 1)
    assert not opened().apply(own.Open([]), context).entries
    assert refusal(one.session, own.Open(seats[1:])).reason is ServerRefusal.OVERTAKEN


def at_move(clock: LiveClock | None = None, moves: int = 2) -> Session:
    session = opened(clock=clock)
    context = CommandContext(now=0, rng=Random(1))
    session = session.apply(
        own.Open([Seated(0, "Ann"), Seated(1, "Bot", "level1")]), context
    ).session
    for text in ("a1e1", "a5e5", "b1b5")[:moves]:
        seat, board = session.to_move, session.board_revision
        assert seat is not None
        session = session.apply(own.EngineMove(seat, board, text, 1), context).session
    return session


def refusal(session: Session, command: AnyAsked, now: int = 0) -> CommandRefused:
    context = CommandContext(now=now, rng=Random(1), elapsed=session.clocks.elapsed(now))
    with pytest.raises(CommandRefused) as refused:
        session.apply(command, context)
    return refused.value


def test_an_engine_that_comes_too_late_changes_nothing() -> None:
    session = at_move(moves=3)
    board = session.board_revision
    stale = BoardRevision(board - 1)
    late: list[AnyAsked] = [
        own.EngineMove(1, stale, "c1c5", 5),
        own.EngineMove(0, board, "c1c5", 5),
        own.EngineResign(0, board, 5),
        own.EndTurn(stale),
        own.EndTurn(board),
    ]
    for command in late:
        assert refusal(session, command).reason is ServerRefusal.OVERTAKEN
    over = session.apply(own.EngineResign(1, board, 5), CommandContext(now=1, rng=Random(1)))
    assert over.session.match.outcome is not None
    assert over.session.match.outcome.reason is MatchEnd.RESIGNATION
    for command in (own.EngineMove(1, board, "c1c5", 5), own.EndTurn(board), own.Close()):
        assert refusal(over.session, command).reason is SessionRefusal.OVER


def test_a_turn_ends_when_its_time_is_up_and_not_before() -> None:
    session = at_move(LiveClock(base=60))
    board, seat = session.board_revision, session.to_move
    assert session.clocks.running == seat == 0
    early = refusal(session, own.EndTurn(board), now=59_000)
    assert early.reason is ServerRefusal.TOO_EARLY
    assert early.retry_after == pytest.approx(1.0)
    late = CommandContext(now=60_000, rng=Random(1), elapsed=60_000)
    ended = session.apply(own.EndTurn(board), late)
    assert [entry.event for entry in ended.entries] == [TimedOut(0)]


def test_engines_pay_for_their_thoughts_alone() -> None:
    session = at_move(LiveClock(base=60), moves=3)
    late = CommandContext(now=30_000, rng=Random(1), elapsed=30_000)
    command = own.EngineMove(1, session.board_revision, "c1c5", 500)
    moved = session.apply(command, late)
    assert [entry.spent for entry in moved.entries] == [500]
    assert moved.session.clocks.left[1] == session.clocks.left[1] - 500
