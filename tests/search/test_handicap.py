"""Levels of strength: no win in one is missed from the third on, none is given from the fourth."""

from random import Random
from typing import Any

import pytest

from cubarium import catalog
from cubarium.core import Limit, Story, ToMove, levels
from cubarium.core.errors import InvalidOption
from cubarium.core.game import AnyGame
from cubarium.engines import registry
from cubarium.search.lookahead import LETS_WIN, LOSES_NOW, WINS, look_ahead
from tests.search.positions import late_states, open_states, some, story, winners_of
from tests.tables import REAL, for_tables, label, tables

OPEN = [game for game in tables(REAL) if not game.has_secrets]
FIRST = {(game.name, game.players): game for game in reversed(OPEN)}
for_open = pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=label(game), marks=() if game in FIRST.values() else pytest.mark.soak)
        for game in OPEN
    ],
)
"""Other options of a table are only wanted long."""


def sides(game: AnyGame, state: Any) -> tuple[int, frozenset[int]]:
    """The seat to move, and its side."""
    seat = story(game, state).seat
    team = game.teams[seat]
    return seat, frozenset(s for s, other in enumerate(game.teams) if other == team)


def sign_of(game: AnyGame, state: Any, move: Any) -> int:
    """By the readable rules: what one sees by looking a move ahead."""
    _, ours = sides(game, state)
    after = game.play(state, move)
    winners = winners_of(game, after)
    if winners is not None:
        return WINS if winners == ours else (LOSES_NOW if winners and not winners & ours else 0)
    if not isinstance(game.turn(after), ToMove):
        return 0
    _, theirs = sides(game, after)
    if theirs == ours:
        return 0
    for reply in game.moves(after):
        if winners_of(game, game.play(after, reply)) == theirs:
            return LETS_WIN
    return 0


def signs_of(game: AnyGame, state: Any) -> dict[str, int]:
    return {game.write(move): sign_of(game, state, move) for move in game.moves(state)}


def sharp(game: AnyGame, count: int, kinds: set[int]) -> list[tuple[Any, dict[str, int]]]:
    """Positions in which moves differ so, with what the moves are."""
    found: list[tuple[Any, dict[str, int]]] = []
    for state in late_states(game, range(200), 3):
        signs = signs_of(game, state)
        if kinds <= set(signs.values()):
            found.append((state, signs))
        if len(found) == count:
            break
    return found


def told(game: AnyGame, state: Any, name: str, seed: int, limit: Limit) -> str:
    (thought,) = registry.engine(name, game, Random(seed), memory=1).think(
        game, story(game, state), limit
    )
    return game.write(thought.best)


@for_open
def test_a_look_ahead_sees_what_the_rules_say(game: AnyGame) -> None:
    kernel = catalog.kernel(game)
    texts = game.actions()
    for state in late_states(game, range(some(12, 1)), 2):
        acts, signs = look_ahead(kernel, kernel.pack(state), game.teams)
        found = {texts[int(act)]: int(sign) for act, sign in zip(acts, signs, strict=True)}
        assert found == signs_of(game, state)


def seeded(name: str, game: AnyGame) -> Any:
    return registry.engine(name, game, Random(5), memory=1)


@for_open
def test_from_the_third_level_on_no_win_in_one_is_missed(game: AnyGame) -> None:
    positions = sharp(game, some(8, 1), {WINS, 0})
    assert positions
    for number in range(levels.TAKES_WINS, 9):
        engine = seeded(f"level{number}", game)
        for state, signs in positions:
            for _ in range(some(3, 1)):
                (thought,) = engine.think(game, story(game, state), Limit(nodes=some(200, 20)))
                assert signs[game.write(thought.best)] == WINS


@for_open
def test_from_the_fourth_level_on_no_loss_in_one_is_walked_into(game: AnyGame) -> None:
    kinds = {LETS_WIN, 0}
    found = sharp(game, some(12, 1), kinds)
    positions = [it for it in found if WINS not in it[1].values()]
    assert positions or some(0, 1)
    for number in range(levels.SEES_THREATS, 9):
        engine = seeded(f"level{number}", game)
        for state, signs in positions:
            for _ in range(some(4, 2)):
                (thought,) = engine.think(game, story(game, state), Limit(nodes=some(300, 20)))
                assert signs[game.write(thought.best)] == 0


@pytest.mark.compiled
def test_who_must_let_the_next_one_win_does_not_lose_at_once() -> None:
    game = catalog.load("quixo", size=3)
    tried = 0
    for state, signs in sharp(game, 400, {LETS_WIN, LOSES_NOW}):
        if set(signs.values()) == {LETS_WIN, LOSES_NOW}:
            tried += 1
            engine = seeded("level4", game)
            for _ in range(20):
                (thought,) = engine.think(game, story(game, state), Limit(nodes=100))
                assert signs[game.write(thought.best)] == LETS_WIN
    assert tried


def test_the_first_level_takes_most_wins() -> None:
    game = catalog.load("quixo", size=3)
    positions = sharp(game, 10, {WINS, 0, LOSES_NOW})
    engine = seeded("level1", game)
    taken = lost = 0
    tries = 300
    for at in range(tries):
        state, signs = positions[at % len(positions)]
        (thought,) = engine.think(game, story(game, state), Limit())
        taken += signs[game.write(thought.best)] == WINS
        lost += signs[game.write(thought.best)] == LOSES_NOW
    assert 0.7 * tries <= taken + 15
    assert taken < 0.95 * tries
    assert lost == 0


@pytest.mark.parametrize("name", ["level1", "level2", "level4", "level6"])
def test_the_same_numbers_give_the_same_moves(name: str) -> None:
    game = catalog.load("quixo", size=3)
    limit = Limit(nodes=100)
    plays = open_states(game, 3)[:6]
    once = [told(game, state, name, 9, limit) for state in plays]
    assert once == [told(game, state, name, 9, limit) for state in plays]
    others = {tuple(told(game, state, name, seed, limit) for state in plays) for seed in range(8)}
    assert len(others) > 1 or name == "level6"


@pytest.mark.parametrize("number", levels.NUMBERS)
def test_a_lower_limit_is_kept(number: int) -> None:
    game = catalog.load("quixo")
    most = catalog.kernel(game).max_actions
    state = open_states(game, 4)[6]
    nodes = catalog.levels(game.spec)[number - 1].nodes
    engine = seeded(f"level{number}", game)
    (thought,) = engine.think(game, story(game, state), Limit(nodes=some(5000, 150)))
    assert 1 <= thought.nodes <= max(min(nodes, some(5000, 150)), most * most) + 2 * most


@pytest.mark.compiled
@for_tables("cubeo")
def test_levels_play_where_cards_are_hidden(game: AnyGame) -> None:
    state = open_states(game, 2)[15]
    for number in (1, 3, 5):
        assert told(game, state, f"level{number}", 1, Limit(nodes=some(60, 4))) in map(
            game.write, game.moves(state)
        )


def test_levels_rise() -> None:
    every = [catalog.levels(game.spec) for game in tables(REAL)]
    for each in (*every, levels.DEFAULT):
        assert len(each) == len(levels.NUMBERS)
        assert [level.nodes for level in each] == sorted(level.nodes for level in each)
        assert all(0 <= level.errors < 1 for level in each)
        assert each[-1].errors == 0


def test_rooms_have_levels_for_every_number_of_players() -> None:
    for name in REAL:
        info = catalog.info(name)
        for players in info.players:
            assert catalog.levels(info.spec(players)) is not levels.DEFAULT


def test_names_of_engines() -> None:
    with pytest.raises(InvalidOption, match="there is no engine 'level9'"):
        registry.engine("level9", OPEN[0])
    for name in registry.NAMES:
        assert registry.engine(name, OPEN[0]).name == name


def test_an_engine_goes_from_table_to_table() -> None:
    engine = seeded("level2", catalog.load("quixo"))
    for options in ({"size": 3}, {"size": 4}, {"size": 3}):
        game = catalog.load("quixo", **options)
        told_now: Story = story(game, game.initial())
        (thought,) = engine.think(game, told_now, Limit(nodes=some(100, 20)))
        assert thought.best in game.moves(game.initial())
