"""Monte-Carlo search: what it proves is proved, and it sees no more than its seat does."""

import threading
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from cubarium import catalog
from cubarium.core import Estimate, Limit, Outcome, Proven
from cubarium.core.engine import Forecast
from cubarium.core.game import AnyGame
from cubarium.search.clock import Clock
from cubarium.search.kernel_calls import legal_actions
from cubarium.search.mcts import Mcts
from cubarium.search.mcts_tree import COUNT, EDGE_VISITS, EDGES
from cubarium.search.root import search_root
from cubarium.search.searcher import best_finding
from tests.search import exact
from tests.search.positions import engine_with, late_states, open_states, some, story, winners_of
from tests.tables import for_tables, label

TABLES = [
    catalog.load("quixo", size=3),
    catalog.load("cage", 3),
    catalog.load("cubulus", 3),
    catalog.load("cubeo", 2),
    catalog.load("cubeo", 4),
]
SEEN = 0.75
for_mcts = pytest.mark.parametrize("game", TABLES, ids=label)


@pytest.mark.compiled
@pytest.mark.parametrize(
    ("memory", "threads", "playouts"),
    [(1, 1, False), (0.001, 1, False), (1, 2, False), (1, 1, True)],
)
def test_facts_are_facts(memory: float, threads: int, playouts: bool) -> None:  # noqa: FBT001
    found, numbers, acts = exact.graph()
    codes = exact.solved()
    engine = engine_with(Mcts(memory=memory, threads=threads, playouts=playouts))
    proofs = 0
    for state in Random(3).sample(found, 300):
        moves = exact.GAME.moves(state)
        *_, thoughts = engine.analyse(
            exact.GAME, story(exact.GAME, state), Limit(nodes=400), lines=len(moves)
        )
        assert {thought.best for thought in thoughts} == set(moves)
        for thought in thoughts:
            if isinstance(thought.value, Proven):
                after = exact.GAME.play(state, thought.best)
                winners = winners_of(exact.GAME, after)
                assert thought.value.plies == (None if winners is None else 1)
                if winners is None:
                    code = -codes[numbers[after]]
                    assert code != 0
                    winners = frozenset({state.to_move if code > 0 else 1 - state.to_move})
                assert thought.value.outcome.winners == winners
                proofs += 1
    assert len(acts) == len(codes)
    assert proofs > 200


def test_a_win_in_one_is_proved_at_once() -> None:
    """Also where more than two play, and where everything else loses as surely."""
    for name, players in (("cage", 3), ("cubulus", 3)):
        game = catalog.load(name, players)
        tried = 0
        for state in late_states(game, range(some(40, 6)), 2):
            seat = story(game, state).seat
            wins = [
                m
                for m in game.moves(state)
                if winners_of(game, game.play(state, m)) == frozenset({seat})
            ]
            if wins:
                tried += 1
                *_, thought = engine_with(Mcts(memory=1)).think(
                    game, story(game, state), Limit(nodes=500)
                )
                assert thought.best in wins
                assert isinstance(thought.value, Proven)
                assert thought.value.outcome.winners == {seat}
                assert thought.nodes <= 2
        assert tried


@pytest.mark.compiled
@for_mcts
def test_it_answers_with_any_memory_and_any_limit(game: AnyGame) -> None:
    state = open_states(game, 4)[-4]
    told = story(game, state)
    moves = game.moves(state)
    for memory in (0.0001, 0.02):
        for nodes in (0, 1, some(700, 20)):
            *_, lines = engine_with(Mcts(memory=memory)).analyse(
                game, told, Limit(nodes=nodes), len(moves)
            )
            assert {game.write(line.best) for line in lines} == set(map(game.write, moves))
            assert lines[0].nodes <= max(nodes, 1)
            for line in lines:
                if isinstance(line.value, Estimate):
                    assert sum(line.value.shares) == pytest.approx(1)
                    assert min(line.value.shares) >= 0


@pytest.mark.compiled
@pytest.mark.parametrize("game", [catalog.load("cubulus", 3), catalog.load("cage", 4)], ids=label)
def test_a_small_tree_is_not_full_before_the_end(game: AnyGame) -> None:
    """Or nothing would refute what looks good at its leaves."""
    root = search_root(game, story(game, open_states(game, 1)[5]))
    engine = Mcts(memory=0.5)
    for _ in engine.search(root, Clock(Limit(nodes=8 * int(0.5 * 2**20) // 36 // 40))):
        pass
    (tree,) = engine._trees
    assert len(tree.edges) / 2 < tree.control[EDGES] < len(tree.edges) - root.kernel.max_actions


@pytest.mark.compiled
@pytest.mark.parametrize(
    "text",
    [
        "BYG|G.B|..R/W#B|.#R|.#./GBG|Y..|Y.. OW",
        "GBG|YRG|R../Y#B|.#.|.#./BWG|YRB|.YR OW",
        "G.R|...|.../O#.|B#.|.#./G.Y|..Y|... OW",
        "GRG|...|.../R#R|Y#R|G#B/BGB|.WY|.Y. OW",
    ],
)
def test_it_does_not_leave_it_to_the_next_seat_to_stop_another(text: str) -> None:
    """With others that never slip it did so here: most acts of the next seat let the third win."""
    game: AnyGame = catalog.load("cage", 3)
    state = game.position(text)
    *_, thought = engine_with(Mcts()).think(game, story(game, state), Limit(nodes=100_000))
    after = game.play(state, thought.best)
    replies = [game.play(after, reply) for reply in game.moves(after)]
    assert sum(_loses(game, reply) for reply in replies) < len(replies) / 5


@pytest.mark.compiled
def test_facts_are_facts_though_others_slip() -> None:
    """No slip leads to a proof: who is said to win after a move wins against every reply."""
    game: AnyGame = catalog.load("cage", 3)
    agreed = 0
    for state in late_states(game, range(25), 3):
        moves = len(game.moves(state))
        *_, lines = engine_with(Mcts(memory=4)).analyse(
            game, story(game, state), Limit(nodes=300), moves
        )
        for line in lines:
            if isinstance(line.value, Proven):
                (winner,) = line.value.outcome.winners
                assert _winner(game, game.play(state, line.best), 2) == winner
                agreed += 1
    assert agreed > 100


def _winner(game: AnyGame, state: Any, plies: int) -> int | None:
    """Who surely wins, by looking at all that can happen; None: not so soon."""
    if (winners := winners_of(game, state)) is not None:
        return next(iter(winners)) if len(winners) == 1 else None
    if not plies:
        return None
    seat = story(game, state).seat
    found = {_winner(game, game.play(state, m), plies - 1) for m in game.moves(state)}
    return seat if seat in found else found.pop() if len(found) == 1 else None


def _loses(game: AnyGame, state: Any) -> bool:
    """Has the last seat lost, or can the one to move win at once?"""
    if (winners := winners_of(game, state)) is not None:
        return 2 not in winners
    seat = story(game, state).seat
    return any(
        winners_of(game, game.play(state, m)) == frozenset({seat}) for m in game.moves(state)
    )


@for_mcts
def test_the_same_engine_thinks_the_same(game: AnyGame) -> None:
    told = story(game, open_states(game, 5)[-3])
    limit = Limit(nodes=some(500, 12))
    assert list(engine_with(Mcts()).think(game, told, limit)) == list(
        engine_with(Mcts()).think(game, told, limit)
    )


@for_tables("cubeo")
def test_what_is_hidden_changes_nothing(game: AnyGame) -> None:
    """It thinks the same in all states that look the same to its seat, and proves nothing."""
    for seed in range(some(4, 1)):
        states = open_states(game, seed)
        for state in states[20 :: max(1, len(states) // some(5, 2))]:
            seat = story(game, state).seat
            view = game.view(state, seat)
            twins = [game.guess(view, Random(number)) for number in range(3)]
            limit = Limit(nodes=some(300, 6))
            thoughts = [
                list(engine_with(Mcts()).think(game, story(game, twin), limit)) for twin in twins
            ]
            assert thoughts[0] == thoughts[1] == thoughts[2]
            assert not any(isinstance(thought.value, Proven) for thought in thoughts[0])


@pytest.mark.compiled
def test_a_card_that_can_be_fulfilled_is_seen_at_first_sight() -> None:
    """Chance has the last word in such a turn: it deals a new card."""
    could, did = 0, 0
    for players in (2, 3, 4):
        game = catalog.load("cubeo", players)
        for seed in range(6):
            for state in open_states(game, seed)[30::8]:
                seat = story(game, state).seat
                before = len(state.fulfilled[seat])
                good = [
                    m
                    for m in game.moves(state)
                    if len(game.play(state, m).fulfilled[seat]) > before
                ]
                if good and state.tie is None:
                    *_, thought = engine_with(Mcts(memory=1)).think(
                        game, story(game, state), Limit(nodes=10)
                    )
                    could += 1
                    did += thought.best in good
    assert could > 60
    assert did / could > SEEN


def test_only_what_is_allowed_is_chosen() -> None:
    """Even when all of it loses for sure, and what is not allowed would win."""
    for name, players in (("quixo", 2), ("cage", 3)):
        game = catalog.load(name, players, **({"size": 3} if name == "quixo" else {}))
        for state in late_states(game, range(some(30, 3)), 2):
            root = search_root(game, story(game, state))
            acts = legal_actions(root.kernel, root.packed)
            for part in (acts[::2], acts[1::2], acts[:1]):
                allowed = tuple(map(int, part))
                if allowed:
                    chosen = replace(root, allowed=allowed)
                    for found in Mcts(memory=1).search(chosen, Clock(Limit(nodes=some(300, 9))), 9):
                        assert 0 < len(found) <= len(allowed)
                        assert {one.actions[0] for one in found} <= set(allowed)
                        shares = np.array([one.shares for one in found])
                        assert shares.sum(axis=1) == pytest.approx(1)


@pytest.mark.compiled
def test_helpers_end_with_their_search() -> None:
    """Whoever listens no longer may begin anew at once."""

    def helpers() -> int:
        return sum("_help" in thread.name for thread in threading.enumerate())

    game: Any = catalog.load("cage", 3)
    told = story(game, open_states(game, 1)[3])
    engine = engine_with(Mcts(memory=1, threads=2))
    for _ in range(20):
        thinking = engine.think(game, told, Limit())
        next(thinking)
        assert helpers() == 1
        thinking.close()  # type: ignore[attr-defined]
        assert helpers() == 0


def test_what_was_never_tried_is_valued_by_its_static_evaluation() -> None:
    """As when the first act wins: the rest is not tried any more."""
    game: AnyGame = catalog.load("cage", 3)
    state = game.position("GBW|OOY|BRR/O#G|R#B|Y#O/GBR|WYW|.GW OW F")
    told = story(game, state)
    engine = Mcts(memory=1)
    *_, thoughts = engine_with(engine).analyse(game, told, Limit(nodes=some(5000, 50)), lines=99)
    assert thoughts[0].value == Proven(Outcome(frozenset({2}), Forecast.PROVED), 1)
    root = search_root(game, told)
    texts = game.actions()
    unknown = [one for one in thoughts if not one.depth]
    assert unknown
    for thought in unknown:
        looks = engine.static_evaluation(root, texts.index(game.write(thought.best)))
        assert thought.value == Estimate(looks.shares)
        assert len(set(looks.shares)) > 1


@pytest.mark.compiled
@for_mcts
def test_lines_go_on_as_far_as_is_known(game: AnyGame) -> None:
    state = open_states(game, 2)[3]
    *_, thoughts = engine_with(Mcts(memory=1)).analyse(
        game, story(game, state), Limit(nodes=4000), lines=2
    )
    for thought in thoughts:
        assert thought.line[0] == thought.best
        after = state
        for move in thought.line:
            assert move in game.moves(after)
            after = game.play(after, move)
    assert (len(thoughts[0].line) > 1) == (not game.has_secrets)


def test_means_do_not_lose_what_is_added_late() -> None:
    game: AnyGame = catalog.load("cage", 3)
    root = search_root(game, story(game, game.initial()))
    engine = Mcts(memory=1)
    search = engine.search(root, Clock(Limit(nodes=some(2000, 100))))
    next(search)
    tree = engine._trees[0]
    count = int(tree.nodes[0, COUNT])
    tree.edges[:count, EDGE_VISITS] = 1 << 23
    tree.means[:count] = (0.5, 0.3, 0.2)
    list(search)
    assert tree.edges[:count, EDGE_VISITS].max() > 1 << 23
    assert tree.means[:count].sum(axis=1) == pytest.approx(1, abs=1e-5)
    assert tree.means[:count, 0] == pytest.approx(0.5, abs=1e-3)


@pytest.mark.parametrize("memory", [1, 1.9, 3])
@for_mcts
def test_no_more_memory_than_asked_for(game: AnyGame, memory: float) -> None:
    engine = Mcts(memory=memory)
    best_finding(
        engine, search_root(game, story(game, open_states(game, 2)[3])), Clock(Limit(nodes=1))
    )
    assert sum(part.nbytes for part in engine._trees[0]) <= memory * 2**20


# seats that have left


def test_who_has_left_wins_nothing() -> None:
    """Seat 2 has left. Whatever the mover does, somebody can give it a line; that is a draw."""
    game: AnyGame = catalog.load("cage", 3)
    state = game.position("BBO|RWY|GRO/R#G|O#G|B#./GWR|YWW|OYY YG 2+")
    told = story(game, state)
    limit = Limit(nodes=600)
    *_, thought = engine_with(Mcts(memory=4)).think(game, told, limit)
    assert isinstance(thought.value, Proven)
    assert thought.value.outcome.winners == {2}
    *_, thoughts = engine_with(Mcts(memory=4)).analyse(
        game, replace(told, departed=frozenset({2})), limit, lines=99
    )
    for thought in thoughts:
        value = thought.value
        if isinstance(value, Proven):
            assert 2 not in value.outcome.winners
        else:
            assert sum(value.shares) == pytest.approx(1)
