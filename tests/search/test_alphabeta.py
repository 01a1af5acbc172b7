"""Alpha-beta tells no fact that is none, and misses none that it has looked deep enough for."""

from random import Random
from typing import Any

import numpy as np
import pytest

from cubarium import catalog
from cubarium.core import CubariumError, Limit, Proven, Thought
from cubarium.core.game import AnyGame
from cubarium.games.quixo.solver_index import index
from cubarium.jit import compiled
from cubarium.search import alphabeta
from cubarium.search.alphabeta import AlphaBeta
from cubarium.search.alphabeta_kernel import (
    BEST_ACTION,
    DEEPEST,
    AlphaBetaParameters,
    advance,
    begin,
    new_stack,
)
from cubarium.search.clock import Clock
from cubarium.search.kernel_calls import key_of, legal_actions
from cubarium.search.repetitions import NO_KEYS
from cubarium.search.root import search_root
from cubarium.search.score import INFINITE
from cubarium.search.transposition_table import new_transposition_table, probe
from cubarium.solve.distances import Distances, distances
from tests.laws.test_kernel import canonical, whole
from tests.search.positions import agrees, boards, code_of, engine_with, open_states, some, story


@pytest.fixture(scope="module")
def three() -> Distances:
    return distances(index(3))


@pytest.fixture(scope="module")
def four() -> Distances:
    return distances(index(4))


def sound(known: Distances, size: int, engine: Any, positions: list[Any], nodes: list[int]) -> int:
    """Every thought on the way is checked; how many facts were told in the end."""
    game = catalog.load("quixo", size=size)
    facts = 0
    for at, state in enumerate(positions):
        code = code_of(known, state)
        thoughts = list(engine.think(game, story(game, state), Limit(nodes=nodes[at % len(nodes)])))
        for thought in thoughts:
            agrees(state.to_move, thought, code)
        facts += isinstance(thoughts[-1].value, Proven)
    return facts


LIMITS = [25, 60, 150, 400, 1000, 3000]


def test_facts_are_facts_on_the_board_of_three(three: Distances) -> None:
    """It is stopped anywhere, and remembers from one position to the next."""
    positions = boards(3, some(1500, 24), 1)
    limits = LIMITS[: some(6, 4)]
    assert (
        sound(three, 3, engine_with(AlphaBeta(memory=1)), positions, limits) > len(positions) // 3
    )


@pytest.mark.compiled
def test_the_board_of_three_is_known_to_its_end(three: Distances) -> None:
    positions = boards(3, 500, 2)
    engine = engine_with(AlphaBeta(memory=4))
    assert sound(three, 3, engine, positions, [10**6]) == len(positions)


@pytest.mark.soak
@pytest.mark.compiled
@pytest.mark.parametrize("canonical", [0, alphabeta.CANONICAL, DEEPEST + 1])
def test_facts_are_facts_on_the_board_of_four(
    four: Distances, canonical: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(alphabeta, "CANONICAL", canonical)
    positions = boards(4, 300, canonical)
    facts = sound(four, 4, engine_with(AlphaBeta(memory=4)), positions, [*LIMITS, 20_000, 200_000])
    assert facts > len(positions) // 3


@pytest.mark.soak
@pytest.mark.compiled
@pytest.mark.parametrize(("memory", "threads"), [(0.0001, 1), (0.01, 1), (1, 2), (0.0001, 2)])
def test_little_memory_and_many_threads_make_no_facts(
    four: Distances, memory: float, threads: int
) -> None:
    engine = engine_with(AlphaBeta(memory=memory, threads=threads))
    assert sound(four, 4, engine, boards(4, 120, 5), [300, 3000, 30_000]) > 30


def told(thoughts: Any) -> list[Thought[object]]:
    return list(thoughts)


VARIANTS = [
    ("quixo", {"size": 4}),
    ("cage", {"one_colour": True}),
    ("cubulus", {"neutrals": "random"}),
]
"""Each has a kernel of its own, which takes seconds to compile."""
TABLES = [
    *(pytest.param(name, {}) for name in ("quixo", "cage", "cubulus")),
    *(pytest.param(*variant, marks=pytest.mark.soak) for variant in VARIANTS),
]


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_the_same_engine_thinks_the_same(name: str, options: dict[str, Any]) -> None:
    game = catalog.load(name, **options)
    state = open_states(game, 3)[-3]
    limit = Limit(nodes=some(30_000, 600))
    once, again = (
        told(engine_with(AlphaBeta()).think(game, story(game, state), limit)) for _ in range(2)
    )
    assert once == again
    assert [thought.depth for thought in once] == sorted(thought.depth for thought in once)


def test_it_is_for_two_sides_that_see_everything() -> None:
    for name, players in (("cage", 3), ("cubulus", 3), ("cubeo", 2)):
        game = catalog.load(name, players)
        state = open_states(game, 1)[0]
        with pytest.raises(CubariumError, match="two sides"):
            next(engine_with(AlphaBeta()).think(game, story(game, state), Limit(nodes=1)))


# several lines


def worth_of(seat: int, thought: Thought[object]) -> tuple[int, float]:
    """Larger is better: a win, soon; a guess; a loss, late."""
    value = thought.value
    if isinstance(value, Proven):
        plies = value.plies or 1000
        return (2, -plies) if seat in value.outcome.winners else (0, plies)
    return 1, value.shares[seat]


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_lines_differ_and_the_best_comes_first(name: str, options: dict[str, Any]) -> None:
    game = catalog.load(name, **options)
    for seed in range(some(10, 2)):
        state = open_states(game, seed)[-5]
        root = story(game, state)
        limit = Limit(nodes=Random(seed).randint(100, some(100_000, 800)))
        assert limit.nodes is not None
        single = {
            thought.depth: worth_of(root.seat, thought)
            for thought in engine_with(AlphaBeta(memory=1)).think(
                game, root, Limit(nodes=some(200_000, 2000))
            )
        }
        for lines in engine_with(AlphaBeta(memory=1)).analyse(game, root, limit, lines=4):
            assert len({game.write(thought.best) for thought in lines}) == len(lines) <= 4
            worths = [worth_of(root.seat, thought) for thought in lines]
            assert worths == sorted(worths, reverse=True)
            depth = lines[0].depth
            is_whole = lines[0].nodes < limit.nodes  # else the best of a depth half searched
            if depth <= 3 and is_whole and all(thought.depth == depth for thought in lines):
                assert worths[0] == single.get(depth, worths[0])  # later on more is remembered
            for thought in lines:
                follow(game, state, thought)


def follow(game: AnyGame, state: Any, thought: Thought[object]) -> None:
    """The moves of a line are legal, its first one is the best."""
    assert thought.line[0] == thought.best
    for move in thought.line:
        state = game.play(state, move)


def test_all_moves_are_compared_when_asked_for() -> None:
    game = catalog.load("quixo", size=3)
    state = game.initial()
    moves = game.moves(state)
    *_, lines = engine_with(AlphaBeta(memory=1)).analyse(
        game, story(game, state), Limit(nodes=some(20_000, 2000)), lines=len(moves) + 5
    )
    assert {thought.best for thought in lines} == set(moves)


# limits


@pytest.mark.parametrize("nodes", [1, 50, 777, 5000])
def test_a_limit_of_nodes_is_kept(nodes: int) -> None:
    """But for the moves of one position; and the first depth is always finished."""
    game = catalog.load("quixo")
    most = catalog.kernel(game).max_actions
    for state in open_states(game, 2)[::4]:
        (first, *_) = engine_with(AlphaBeta(memory=1)).think(
            game, story(game, state), Limit(nodes=1)
        )
        *_, last = engine_with(AlphaBeta(memory=1)).think(
            game, story(game, state), Limit(nodes=nodes)
        )
        assert last.nodes <= max(nodes + 2 * most, first.nodes)
        assert last.best in game.moves(state)


def test_memory_is_bounded() -> None:
    for megabytes in (0.0001, 0.01, 1.0, 3.0):
        slots = new_transposition_table(megabytes).slots
        assert slots.nbytes <= max(megabytes * 2**20, 48)
        assert len(slots) & (len(slots) - 1) == 0


# the search itself


@pytest.mark.compiled
def test_a_choice_of_acts_begins_with_the_best_one_so_far() -> None:
    """So a search that is stopped does not fall back on what looked good at first."""
    game = catalog.load("quixo")
    kernel = catalog.kernel(game)
    teams = np.array(game.teams, np.int64)
    for seed in range(20):
        root = kernel.pack(open_states(game, seed)[-5])
        acts = legal_actions(kernel, root)
        banned, rest = acts[::3].copy(), [act for at, act in enumerate(acts) if at % 3]
        for first in rest[::4]:
            params = AlphaBetaParameters(
                teams, banned, int(first), NO_KEYS, kernel.has_win_in_one, 4
            )
            room = new_stack(len(root), kernel.max_actions, len(game.actions()))
            begin(root, room, 3, -INFINITE, INFINITE)
            while room.numbers[0, BEST_ACTION] < 0:
                advance(root, room, new_transposition_table(0.1), params, 1)
            assert room.numbers[0, BEST_ACTION] == first


@pytest.mark.plain
def test_plain_keys_and_those_of_classes_are_kept_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    """In Rubik's Cage the key of a class may be the key of a position that is not of it."""
    game = catalog.load("cage", one_colour=True)
    kernel = catalog.kernel(game)
    board = "...|...|.../.#.|.#.|.#./...|...|..."
    one, other = (game.whole_position(f"{board} {rest}") for rest in ("R 3+", "B 1+"))
    key = whole(key_of(kernel.pack(other)))
    assert whole(canonical(kernel.pack(one))) == key != whole(canonical(kernel.pack(other)))
    engine = AlphaBeta(memory=1)
    monkeypatch.setattr(alphabeta, "CANONICAL", 0)
    next(engine.search(search_root(game, story(game, one)), Clock(Limit())))
    assert not looked_up(engine._tt, np.uint64(key[0]), np.uint64(key[1]))


@compiled
def looked_up(tt: Any, one: Any, two: Any) -> Any:
    return probe(tt, one, two)


@pytest.mark.compiled
def test_every_line_is_told_to_its_end() -> None:
    """What the memory knows already does not cut a line that is shown."""
    game = catalog.load("quixo")
    *_, thoughts = engine_with(AlphaBeta(memory=4)).analyse(
        game, story(game, game.initial()), Limit(nodes=400_000), lines=3
    )
    assert all(len(thought.line) >= thought.depth > 3 for thought in thoughts)
