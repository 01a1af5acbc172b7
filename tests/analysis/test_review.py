"""A record, looked at again move by move."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from cubarium import catalog
from cubarium.analysis.annotation import Annotation, Fact, Verdict
from cubarium.analysis.review import AnnotatedMove, Review, SeatSummary, summaries
from cubarium.core import GameRecord, Hidden, ToMove
from cubarium.core.engine import Estimate, Limit, Story, Thought
from cubarium.core.game import AnyGame
from cubarium.match.events import Drawn, Event, Moved
from cubarium.match.match import Limits, Match
from cubarium.records import record_of, replayed, text_format
from cubarium.search.engine import SearchEngine
from cubarium.search.repetitions import Repetitions
from tests.analysis.scripted import Said, Scripted, about, plain, proven
from tests.tables import LONG, REAL, for_tables, walk

LIMIT = Limit(nodes=7)
HEAD = '[Game "quixo"]\n[Rules "1"]\n[Players "2"]\n[Options "size=3"]\n'
WON = HEAD + '[Reason "line"]\n\na1a3 a1a3 a1a3 a2a1 b1a1 #0\n'
EVEN = about(0.5)


def record(text: str) -> GameRecord:
    (found,) = text_format.read(text)
    return found


def reviewed(text: str, scripted: Scripted, *numbers: int) -> list[AnnotatedMove[object]]:
    review = Review(record(text), scripted, LIMIT)
    return list(review.annotated(numbers or range(1, len(review.moves) + 1)))


def test_a_review() -> None:
    scripted = Scripted(
        {
            0: [("a1c1 a1a3", about(0.6))],
            1: [("a1a3", about(0.55))],
            2: [("b1b3 a1c1", about(0.65))],
            3: [("c1c3 a1a3", about(0.4))],
            4: [("b1a1", proven(0, plies=1))],
        }
    )
    annotated = reviewed(WON, scripted)
    assert [one.number for one in annotated] == [1, 2, 3, 4, 5]
    assert [one.seat for one in annotated] == [0, 1, 0, 1, 0]
    assert [one.before for one in annotated] == [
        about(0.6),
        about(0.55),
        about(0.65),
        about(0.4),
        proven(0, plies=1),
    ]
    game = replayed(record(WON)).game
    end = game.turn(replayed(record(WON)).state)
    assert [one.after for one in annotated[:4]] == [one.before for one in annotated[1:]]
    assert annotated[4].after is not None
    assert annotated[4].after.outcome == end.outcome  # type: ignore[union-attr]
    assert [plain(one.annotation) for one in annotated] == [
        (0.05, None, None),
        (0, None, None),
        (0.25, Verdict.MISTAKE, None),
        (0.6, Verdict.BLUNDER, None),
        (0, None, None),
    ]
    assert annotated[2].better is not None
    assert [game.write(move) for move in annotated[2].better.line] == ["b1b3", "a1c1"]
    assert annotated[0].better is None
    assert [replace(one, accuracy=round(one.accuracy or 0, 6)) for one in summaries(annotated)] == [
        SeatSummary(0, 3, {Verdict.INACCURACY: 0, Verdict.MISTAKE: 1, Verdict.BLUNDER: 0}, 0.9),
        SeatSummary(
            1,
            2,
            {Verdict.INACCURACY: 0, Verdict.MISTAKE: 0, Verdict.BLUNDER: 1},
            0.7,
        ),
    ]


def test_every_position_is_analysed_once_from_the_seat_to_move() -> None:
    scripted = Scripted({at: [("c1a1", EVEN)] for at in range(5)})
    reviewed(WON, scripted)
    assert [len(story.events) for story, _, _ in scripted.asked] == [0, 1, 2, 3, 4]
    assert [story.seat for story, _, _ in scripted.asked] == [0, 1, 0, 1, 0]
    assert {limit for _, limit, _ in scripted.asked} == {LIMIT}
    assert {lines for _, _, lines in scripted.asked} == {1}
    some = Scripted({})
    reviewed(WON, some, 2, 4)
    assert [len(story.events) for story, _, _ in some.asked] == [1, 2, 3, 4]


def test_facts_come_before_guesses_and_deep_guesses_before_shallow_ones() -> None:
    best = ("a1a3", about(0.6), 9)
    (one,) = reviewed(WON, Scripted({0: [best], 1: [("a1a3", about(0.4), 8)]}), 1)
    assert one.after == about(0.4)
    (one,) = reviewed(WON, Scripted({0: [best], 1: [("a1a3", about(0.4), 7)]}), 1)
    assert one.after == about(0.6)
    fact = ("a1a3", proven(0, plies=7), 1)
    (one,) = reviewed(WON, Scripted({0: [fact], 1: [("a1a3", about(0.4), 8)]}), 1)
    assert one.after == proven(0, plies=6)
    (one,) = reviewed(WON, Scripted({0: [best], 1: [("a1a3", proven(0), 1)]}), 1)
    assert (one.before, one.after) == (proven(0), proven(0))


def test_a_win_that_the_next_move_shows_was_there_before_it() -> None:
    script = {at: [("c1a1", EVEN)] for at in range(5)} | {3: [("c1c3", proven(0, plies=4))]}
    _, second, third = reviewed(WON, Scripted(script), 1, 2, 3)
    assert second.after == third.before == proven(0, plies=5)
    assert plain(second.annotation) == (0.5, Verdict.BLUNDER, None)
    (alone,) = reviewed(WON, Scripted(script), 2)
    assert alone.after == EVEN


def test_the_best_move_is_no_mistake() -> None:
    script = {0: [("a1a3", about(0.9))], 1: [("a1a3", about(0.1))]}
    (one,) = reviewed(WON, Scripted(script), 1)
    assert one.annotation == Annotation(0.0)
    assert one.better is None


def test_a_win_thrown_away_and_a_win_delayed() -> None:
    script = {
        2: [("c1c3", proven(0, plies=5))],
        3: [("c1c3", proven(1, plies=4))],
        4: [("c1c3", proven(0, plies=3))],
    }
    lost, again, late = reviewed(WON.replace(" b1a1 #0", " b1b3 *"), Scripted(script), 3, 4, 5)
    assert plain(lost.annotation) == (1, Verdict.BLUNDER, Fact.LOSES_WIN)
    assert plain(again.annotation) == (1, Verdict.BLUNDER, Fact.LOSES_WIN)
    assert late.after is None
    assert late.annotation is None


def test_the_last_position_of_an_unfinished_game_is_analysed() -> None:
    script = {4: [("c1c3", proven(0, plies=3))], 5: [("c1c3", proven(0, plies=4))]}
    unfinished = WON.replace(" b1a1 #0", " b1b3 *")
    (one,) = reviewed(unfinished, Scripted(script), 5)
    assert plain(one.annotation) == (0, None, Fact.DELAYS_WIN)
    resigned = unfinished.replace("*", "#0").replace('"line"', '"resignation"')
    (one,) = reviewed(resigned, Scripted(script), 5)
    assert plain(one.annotation) == (0, None, Fact.DELAYS_WIN)


def test_what_ends_by_repetition_is_a_draw() -> None:
    text = HEAD + '[Reason "repetition"]\n\na1a3 a1a3 #draw\n'
    script = {1: [("c1c3", proven(1, plies=3))]}
    review = Review(record(text), Scripted(script), LIMIT)
    (one,) = review.annotated([2])
    assert one.after == review.end
    assert plain(one.annotation) == (0.5, Verdict.BLUNDER, Fact.LOSES_WIN)


@pytest.mark.parametrize(
    ("tag", "limit"),
    [("", 3), ('[Repetitions "5"]', 5), ('[Repetitions "none"]', None)],
)
def test_the_analyst_hears_of_the_limit_of_repetitions(tag: str, limit: int | None) -> None:
    scripted = Scripted({})
    reviewed(tag + WON, scripted, 1)
    assert scripted.asked[0][0].repetitions == limit


def test_what_is_not_known_is_not_judged() -> None:
    annotated = reviewed(WON, Scripted({}), 1, 5)
    assert (annotated[0].before, annotated[0].after, annotated[0].annotation) == (None, None, None)
    assert annotated[1].annotation == Annotation(0.0)
    assert summaries(annotated[:1])[0].accuracy is None


def test_a_seat_that_leaves_is_nobodys_mistake() -> None:
    """What follows is not the move's doing: it is judged by what was expected of it."""
    text = '[Game "cage"]\n[Rules "1"]\n[Players "3"]\n\n1+ !1 *\n'
    game = replayed(record(text)).game
    lines = len(game.moves(game.initial()))
    best = about(0.5, 0.3, 0.2)
    scripted = Scripted({0: [("1-", best), ("1+", about(0.2, 0.3, 0.5))], 1: [("2+", best)]})
    (one,) = reviewed(text, scripted)
    assert [asked for _, _, asked in scripted.asked] == [lines]
    assert one.after == about(0.2, 0.3, 0.5)
    assert plain(one.annotation) == (0.3, Verdict.BLUNDER, None)


def test_nothing_is_expected_of_a_move_that_was_never_tried() -> None:
    text = '[Game "cage"]\n[Rules "1"]\n[Players "3"]\n\n1+ !1 *\n'
    said: list[Said] = [("1-", about(0.5, 0.3, 0.2)), ("1+", about(0.1, 0.4, 0.5), 0)]
    (one,) = reviewed(text, Scripted({0: said}))
    assert one.before == about(0.5, 0.3, 0.2)
    assert (one.after, one.annotation) == (None, None)


def test_moves_may_be_asked_for_in_any_order() -> None:
    scripted = Scripted({at: [("c1a1", EVEN)] for at in range(5)})
    annotated = reviewed(WON, scripted, 3, 1)
    assert [one.number for one in annotated] == [3, 1]
    assert [len(story.events) for story, _, _ in scripted.asked] == [2, 3, 0, 1]


def test_the_progress_is_told() -> None:
    told: list[int] = []
    scripted = Scripted({0: [("a1a3", EVEN)], 1: [("a1a3", EVEN)]})
    review = Review(record(WON), scripted, LIMIT, lambda thoughts: told.append(len(thoughts)))
    list(review.annotated([1]))
    assert told == [1, 1]


def game_of(game: AnyGame, seed: int, most: int) -> Match:
    """A random match of so many acts."""
    match = Match.open(game, Limits(None, None))
    for visit in walk(game, seed, most):
        turn = match.turn
        text = game.write(visit.act)
        event: Event = Moved(turn.seat, text) if isinstance(turn, ToMove) else Drawn(text)
        match = match.after([event])
    return match


@for_tables(*REAL, every=True)
def test_a_review_runs_at_every_table_and_asks_with_stories_alone(game: AnyGame) -> None:
    """The analyst hears what the seat to move could know, and judges what it did with that."""
    match = game_of(game, seed=5, most=40 if game.name in LONG else 20)
    heard: list[Story] = []

    class Spy:
        """All moves are as good as the others."""

        def analyse(
            self, game: AnyGame, story: Story, limit: Limit, lines: int = 1
        ) -> Iterator[tuple[Thought[object], ...]]:
            assert limit == LIMIT
            heard.append(story)
            even = Estimate((1 / game.players,) * game.players)
            moves = game.moves(game.guess(story.view, Random(0)))[:lines]
            yield tuple(Thought(move, even, (move,), nodes=1, depth=1) for move in moves)

    review = Review(record_of(match), Spy(), LIMIT)
    annotated = list(review.annotated(range(1, len(review.moves) + 1)))
    assert len(annotated) == len(review.moves) > 0
    for one in annotated:
        assert one.annotation is not None
        assert one.annotation.loss >= 0
    for story in heard:
        at = len(story.events)
        before = match.steps[at].before if at < len(match.steps) else match.state
        assert game.turn(before) == ToMove(story.seat)
        assert story.view == game.view(before, story.seat)
        assert story.start == game.view(match.start, story.seat)
        seen = (game.seen(step.before, step.act, story.seat) for step in match.steps[:at])
        assert story.events == tuple(seen)


def test_cards_of_others_change_nothing() -> None:
    """The same review, whatever the others hold."""
    game: AnyGame = catalog.load("cubeo", 2)
    match = game_of(game, seed=5, most=30)
    mover = next(step.event.seat for step in match.steps if isinstance(step.event, Moved))
    scripted = Scripted({})
    review = Review(record_of(match), scripted, LIMIT)
    list(review.annotated([1]))
    ((story, _, lines),) = scripted.asked
    state: Any = match.steps[review.moves[0]].before
    assert story.seat == mover
    assert lines == len(game.moves(state))
    others = {card for seat, hand in enumerate(state.hands) if seat != mover for card in hand}
    assert others
    assert not [card for card in others if card in repr(story)]
    assert sum(isinstance(event, Hidden) for event in story.events) == len(others)
    twin = game.guess(story.view, Random(1))
    assert twin != state
    assert game.view(twin, mover) == story.view


class Counting:
    """Counts what the rules play."""

    def __init__(self, game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
        self.plays = 0
        kind: Any = type(game)
        after = kind.after

        def count(game: Any, state: Any, move: Any) -> Any:
            self.plays += 1
            return after(game, state, move)

        monkeypatch.setattr(kind, "after", count)


def endless(game: AnyGame, moves: int) -> Match:
    """A match that goes on, and comes by the same positions again and again."""
    match, rng = Match.open(game, Limits(None, None)), Random(3)
    for _ in range(moves):
        turn = match.turn
        assert isinstance(turn, ToMove)
        legal = game.moves(match.state)
        calm = [one for one in legal if isinstance(game.turn(game.play(match.state, one)), ToMove)]
        move = rng.choice(calm) if rng.random() < 0.1 else calm[0]
        match = match.after([Moved(turn.seat, game.write(move))])
    return match


class Forgetful(SearchEngine):
    """Hears each story as if it were new."""

    def analyse(
        self, game: AnyGame, story: Story, limit: Limit, lines: int = 1
    ) -> Iterator[tuple[Thought[object], ...]]:
        self.repetitions = Repetitions()
        yield from super().analyse(game, story, limit, lines)


def test_a_review_plays_each_move_of_its_game_a_few_times(monkeypatch: pytest.MonkeyPatch) -> None:
    """However long the game is; and it finds what it would if each story were new."""
    game: AnyGame = catalog.load("quixo")
    plays, limit = {}, Limit(nodes=1)
    for moves in (40, 80):
        record = record_of(endless(game, moves))
        numbers = range(1, moves + 1)
        with monkeypatch.context() as patch:
            counting = Counting(game, patch)
            annotated = list(Review(record, SearchEngine(memory=1), limit).annotated(numbers))
            plays[moves] = counting.plays
        assert annotated == list(Review(record, Forgetful(memory=1), limit).annotated(numbers))
    assert plays[80] < 2.1 * plays[40], plays
    assert plays[80] <= 4 * 80, plays
