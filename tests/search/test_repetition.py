"""Engines know what their match remembers: none circles a won game into a draw."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from cubarium import catalog
from cubarium.core import Estimate, Limit, Proven, Story
from cubarium.core.errors import IllegalMove
from cubarium.core.game import AnyGame
from cubarium.core.operations import ENDED, WIN_IN_ONE
from cubarium.engines import registry
from cubarium.match.match import Limits, Match, MatchEnd
from cubarium.search.alphabeta import AlphaBeta, PrincipalVariation
from cubarium.search.clock import Clock
from cubarium.search.engine import SearchEngine
from cubarium.search.kernel_calls import key_of, legal_actions, seat_to_move, successor, value_for
from cubarium.search.lookahead import LETS_WIN, look_ahead
from cubarium.search.mcts import TEMPERATURE, Mcts
from cubarium.search.mcts_tree import EDGE_VISITS
from cubarium.search.repetitions import Repetitions
from cubarium.search.root import search_root
from cubarium.search.score import WIN
from cubarium.search.searcher import best_finding
from tests.search import exact
from tests.search.positions import agrees, boards, engine_with, late_states, some, story
from tests.tables import state_of


def shuffles(game: AnyGame, state: Any) -> Iterator[tuple[Any, Any]]:
    """Moves with cubes that are the mover's already, and where they lead."""
    for move in game.moves(state):
        if state.board[move.taken] == state.to_move:
            after = game.play(state, move)
            if game.moves(after):
                yield move, after


def way_back(game: AnyGame, state: Any, goal: Any, plies: int) -> list[Any] | None:
    """Shuffling moves that lead from one position to another."""
    if plies == 0:
        return [] if state == goal else None
    for move, after in shuffles(game, state):
        rest = way_back(game, after, goal, plies - 1)
        if rest is not None:
            return [move, *rest]
    return None


def circling(engine: Any, size: int, limit: Limit, *, proved: bool) -> tuple[Match, Any]:
    """A match whose mover likes a move that would repeat a position for the third time."""
    game: AnyGame = catalog.load("quixo", size=size)
    for state in boards(size, 3000, 3):
        *_, thought = engine().think(game, story(game, state), limit)
        if isinstance(thought.value, Proven) != proved:
            continue
        if not (wins_twice(game, state) if proved else stands_well(engine(), game, state, limit)):
            continue
        after = game.play(state, thought.best)
        add_ply = way_back(game, after, state, 3) if game.moves(after) else None
        if add_ply:
            match = Match.open(game, start=after)
            for move in [*add_ply, thought.best, *add_ply]:
                match = moved(match, move)
            assert match.outcome is None
            return match, thought.best
    raise AssertionError("nobody circles")


def stands_well(engine: Any, game: AnyGame, state: Any, limit: Limit) -> bool:
    """Is more than one move promising?"""
    *_, lines = engine.analyse(game, story(game, state), limit, lines=2)
    values = [line.value for line in lines]
    return len(values) == 2 and all(
        isinstance(value, Estimate) and value.shares[state.to_move] > 0.65 for value in values
    )


def wins_twice(game: AnyGame, state: Any) -> bool:
    """Is there more than one move that wins for sure?"""
    *_, lines = engine_with(AlphaBeta(memory=1)).analyse(
        game, story(game, state), Limit(nodes=30_000), lines=2
    )
    values = [thought.value for thought in lines]
    return len(values) == 2 and all(
        isinstance(value, Proven) and state.to_move in value.outcome.winners for value in values
    )


def moved(match: Match, move: Any) -> Match:
    seat = state_of(match).to_move
    return match.after(match.move(seat, match.game.write(move), Random(0)))


ENGINES = {
    "alpha-beta": lambda: engine_with(AlphaBeta(memory=1)),
    "mcts": lambda: engine_with(Mcts(memory=1)),
    "by table": lambda: SearchEngine(memory=1),
}


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("name", "proved"),
    [
        ("alpha-beta", False),
        ("alpha-beta", True),
        ("by table", False),
        ("by table", True),
        pytest.param("mcts", True, marks=pytest.mark.soak),
    ],
)
def test_a_good_game_is_not_circled_into_a_draw(name: str, proved: bool) -> None:  # noqa: FBT001
    engine: Any = ENGINES[name]
    limit = Limit(nodes=3000)
    match, liked = circling(engine, 4, limit, proved=proved)
    seat = state_of(match).to_move
    told = match.story(seat)
    ended = moved(match, liked).outcome
    assert ended is not None
    assert ended.reason is MatchEnd.REPETITION

    def best(told: Story) -> Any:
        *_, thought = engine().think(match.game, told, limit)
        return thought.best

    assert best(told) != liked
    assert best(replace(told, repetitions=None)) == liked
    assert best(replace(told, repetitions=4)) == liked
    assert best(replace(told, events=())) == liked  # nothing has happened
    ended = moved(match, best(told)).outcome
    assert ended is None or ended.winners


def best_looking(count: int) -> Iterator[tuple[Any, list[Any], list[int], Any]]:
    """Positions of Quixo in which the act that looks best would end the match: what is there, where
    its acts lead, how that looks, and the best of it."""
    game: AnyGame = catalog.load("quixo", size=4)
    for state in boards(4, count, 6):
        root = search_root(game, story(game, state))
        after = [
            successor(root.packed, int(act)) for act in legal_actions(root.kernel, root.packed)
        ]
        if all(seat_to_move(there) != ENDED for there in after):
            looks = [value_for(there, state.to_move) for there in after]
            best = after[int(np.argmax(looks))]
            yield replace(root, over=np.array([key_of(best)], np.uint64)), after, looks, best


def test_a_move_that_would_end_the_match_is_hinted_at_as_a_draw() -> None:
    """However good it looks."""
    tried = 0
    for root, after, looks, best in best_looking(40):
        tried += 1
        values = np.array(
            [0 if it == best else look for it, look in zip(after, looks, strict=True)]
        )
        engine = Mcts(memory=1)
        best_finding(engine, root, Clock(Limit(nodes=1)))
        expected = np.exp(np.maximum((values - values.max()) / TEMPERATURE, -12.0))
        found = engine._trees[0].priors[: len(after)]
        assert found == pytest.approx(expected / expected.sum(), rel=1e-3)
    assert tried


def test_a_draw_by_repetition_is_one_from_the_first_try_on() -> None:
    tried = 0
    for root, after, _, best in best_looking(20):
        engine = Mcts(memory=1)
        best_finding(engine, root, Clock(Limit(nodes=100)))
        tree = engine._trees[0]
        for at, there in enumerate(after):
            if there == best and tree.edges[at, EDGE_VISITS]:
                tried += 1
                assert tree.means[at] == pytest.approx(0.5)
    assert tried


def test_where_the_match_ends_nobody_wins_at_once() -> None:
    """An act after which the others could win is a draw all the same if it ends the match."""
    game: AnyGame = catalog.load("cage")
    tried = 0
    for state in late_states(game, range(some(40, 2)), 6):
        root = search_root(game, story(game, state))
        for act in legal_actions(root.kernel, root.packed):
            after = successor(root.packed, int(act))
            if seat_to_move(after) == ENDED or value_for(after, state.to_move) != -WIN_IN_ONE:
                continue
            tried += 1
            over = np.array([key_of(after)], np.uint64)
            for keys, score in ((root.over, 2 - WIN), (over, 0)):
                there = replace(root, over=keys, allowed=(int(act),))
                found = best_finding(AlphaBeta(memory=1), there, Clock(Limit(nodes=400)))
                assert isinstance(found, PrincipalVariation)
                assert found.score == score
            break
    assert tried


@pytest.mark.compiled
def test_what_a_match_would_end_on() -> None:
    """Positions between turns that came up all but once too often, this one included."""
    game: AnyGame = catalog.load("quixo", size=3)
    rng = Random(5)
    seen_any = 0
    for _ in range(6):
        match = Match.open(game)
        for _ in range(60):
            assert match.outcome is None
            story_now = match.story(state_of(match).to_move)
            without = replace(story_now, start=None)  # the usual start
            root = search_root(game, story_now)
            assert np.array_equal(root.over, search_root(game, without).over)
            endings = set()
            for move in game.moves(match.state):
                after = moved(match, move)
                if after.outcome is not None and after.outcome.reason is MatchEnd.REPETITION:
                    endings.add(after.state)
            for move in game.moves(match.state):
                after_state = game.play(match.state, move)
                assert root.ends(after_state) == (after_state in endings)
            seen_any += bool(endings)
            quiet = [
                move
                for move, after_state in shuffles(game, match.state)
                if moved(match, move).outcome is None
            ]
            calm = [m for m in game.moves(match.state) if moved(match, m).outcome is None]
            if not calm:
                break
            match = moved(match, rng.choice(quiet or calm))
    assert seen_any


def test_stories_may_come_in_any_order() -> None:
    """What was played of one story never tells of another."""
    stories = []
    for size, seed in ((3, 1), (3, 2), (4, 1)):
        game: AnyGame = catalog.load("quixo", size=size)
        match, rng = Match.open(game, Limits(None, None)), Random(seed)
        for _ in range(12):
            told = match.story(state_of(match).to_move)
            stories += [(game, replace(told, repetitions=times)) for times in (1, 2, 3, None)]
            quiet = [move for move, _ in shuffles(game, match.state)]
            match = moved(match, rng.choice(quiet or list(game.moves(match.state))))
    Random(7).shuffle(stories)
    repetitions, told_any = Repetitions(), 0
    for game, told in stories:
        over = search_root(game, told, repetitions).over
        assert np.array_equal(over, search_root(game, told).over)
        told_any += bool(len(over))
    assert told_any


def test_an_illegal_story_spoils_no_other() -> None:
    game: AnyGame = catalog.load("quixo", size=3)
    told = moved(Match.open(game), game.moves(game.initial())[0]).story(1)
    repetitions, wrong = Repetitions(), replace(told, events=(*told.events, None))
    for _ in range(2):
        with pytest.raises(IllegalMove):
            search_root(game, wrong, repetitions)
        assert np.array_equal(
            search_root(game, told, repetitions).over, search_root(game, told).over
        )


def test_a_match_that_ends_at_the_second_time_remembers_its_start() -> None:
    game: AnyGame = catalog.load("quixo", size=3)
    for limit, ends in ((2, True), (3, False), (None, False)):
        told = Match.open(game, Limits(repetitions=limit)).story(0)
        assert search_root(game, told).ends(game.initial()) == ends


def test_stories_from_elsewhere_are_no_trouble() -> None:
    game: AnyGame = catalog.load("quixo", size=3)
    (state,) = boards(3, 1, 8)
    first = game.moves(game.initial())[0]
    told = replace(story(game, state), events=(first,))
    assert len(search_root(game, told).over) == 0


# facts where some positions are over


@pytest.mark.compiled
@pytest.mark.parametrize("share", [0.0, 0.02, 0.1])
def test_facts_hold_where_the_match_would_end(share: float) -> None:
    """Positions that are over have symmetric ones that are not."""
    found, _, _ = exact.graph()
    rng = Random(round(share * 100))
    over = frozenset(state for state in found if rng.random() < share)
    codes = exact.solved(over)
    kernel = catalog.kernel(exact.GAME)
    keys = [key_of(kernel.pack(state)) for state in over]
    words = np.array(keys, np.uint64).reshape(-1, 2)
    alpha_beta, mcts = AlphaBeta(memory=1), Mcts(memory=1)
    proofs = 0
    for at, state in enumerate(rng.sample(found, 500)):
        root = replace(search_root(exact.GAME, story(exact.GAME, state)), over=words)
        code = exact.value(state, codes)
        clock = Clock(Limit(nodes=(100, 1000, 10_000)[at % 3]))
        for line, *_ in alpha_beta.search(root, clock):
            agrees(state.to_move, line.thought(root), code)
        *_, last = mcts.search(root, Clock(Limit(nodes=(30, 300)[at % 2])))
        thought = last[0].thought(root)
        if isinstance(thought.value, Proven):
            assert code != 0
            assert (state.to_move in thought.value.outcome.winners) == (code > 0)
            proofs += 1
    assert proofs > 100


def test_levels_know_that_a_repetition_saves_them() -> None:
    """All that does not end the match loses, and so would this act if the match went on."""
    game: AnyGame = catalog.load("quixo", size=4)
    match = Match.open(game, start=game.position("X..O/OXOO/O..O/.... O"))
    for move in ("a2a1", "a4a1", "a2a4", "a1a4", "a2a1", "a4a1", "a2a4"):
        match = match.after(match.move(state_of(match).to_move, move, Random(0)))
    told = match.story(0)
    root = search_root(game, told)
    acts, signs = look_ahead(root.kernel, root.packed, game.teams)
    saving = game.actions().index("a1a4")
    assert signs[list(acts).index(saving)] == LETS_WIN
    engine = registry.engine("level8", game, Random(1), memory=1)
    (thought,) = engine.think(game, told, Limit(nodes=some(100_000, 2000)))
    assert game.write(thought.best) == "a1a4"
    assert thought.value == Estimate((0.5, 0.5))
