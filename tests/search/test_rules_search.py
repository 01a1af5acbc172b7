"""The engine for games without a kernel: the readable rules are all it needs."""

from collections.abc import Iterator
from random import Random
from threading import Event

import pytest
from click.testing import CliRunner, Result

from cubarium import catalog
from cubarium.cli.main import cli
from cubarium.core import CubariumError, Estimate, InvalidOption, Limit, Thought
from cubarium.core.game import AnyGame
from cubarium.engines import registry
from cubarium.match.match import Match
from cubarium.search.rules_search import RulesSearch
from tests.tables import for_tables


def said(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(cli, words, input=typed)


def begun(game: AnyGame) -> Match:
    match = Match.open(game)
    return match.after(match.draw(Random(1)))


def last(thoughts: Iterator[Thought[object]]) -> Thought[object]:
    *_, found = thoughts
    return found


def test_a_game_without_a_kernel_says_so() -> None:
    assert not catalog.has_kernel("stones")
    assert catalog.has_kernel("quixo")
    with pytest.raises(InvalidOption, match="there is no compiled reading of stones"):
        catalog.kernel(catalog.load("stones"))


@for_tables("stones")
def test_every_level_plays_by_the_rules_alone(game: AnyGame) -> None:
    match = begun(game)
    rng = Random(5)
    for number in (1, 8):
        thought = last(
            registry.engine(f"level{number}", game, rng).think(game, match.story(0), Limit())
        )
        assert thought.best in game.moves(match.state)
        assert isinstance(thought.value, Estimate)
        assert sum(thought.value.shares) == pytest.approx(1)
        assert thought.nodes == 2 << number


def test_the_same_seed_plays_the_same_move() -> None:
    game: AnyGame = catalog.load("stones")
    story = begun(game).story(0)
    first, second = (
        last(registry.engine("level3", game, Random(7)).think(game, story, Limit()))
        for _ in range(2)
    )
    assert first == second


def test_it_finds_the_winning_move() -> None:
    """Two cubes from a line, with one move that makes it: random games tell it from the others."""
    game: AnyGame = catalog.load("quixo", size=3)
    state = game.whole_position("XX./O../.O. X")
    won = {game.write(move) for move in game.moves(state) if _wins(game, state, move)}
    story = Match.open(game, start=state).story(0)
    found = last(RulesSearch("engine", Random(3)).think(game, story, Limit(nodes=300)))
    assert game.write(found.best) in won


def _wins(game: AnyGame, state: object, move: object) -> bool:
    turn = game.turn(game.play(state, move))
    return getattr(getattr(turn, "outcome", None), "winners", ()) == {0}


def test_it_compares_moves_and_keeps_its_limits() -> None:
    game: AnyGame = catalog.load("quixo", size=3)
    story = Match.open(game).story(0)
    search = RulesSearch("engine", Random(1))
    *_, thoughts = search.analyse(game, story, Limit(nodes=60), lines=3)
    assert len({game.write(one.best) for one in thoughts}) == 3
    assert thoughts[0].nodes == 60
    stopped = Event()
    stopped.set()
    assert len([*search.analyse(game, story, Limit(nodes=10**9, stopped=stopped))]) == 1
    assert last(search.think(game, story, Limit(seconds=0.0))).nodes > 0
    assert last(search.think(game, story, Limit())).nodes > 0


def test_there_is_nothing_to_think_about_when_the_game_is_over() -> None:
    game: AnyGame = catalog.load("quixo", size=3)
    over = Match.open(game, start=game.whole_position("XXX/O../.O. O"))
    with pytest.raises(CubariumError, match="nobody's turn"):
        [*RulesSearch("engine", Random(1)).think(game, over.story(1), Limit(nodes=1))]


def test_the_command_line_plays_a_game_without_a_kernel() -> None:
    """What docs/adding-a-game.md promises after its second step."""
    played = said("play", "stones", "--plain", "--seed", "1", typed="1\nhint\nlevel 4\noffer\n")
    assert played.exit_code == 0, played.output
    assert "Level 2" in played.output
    assert "Hint: " in played.output
    counted = said("perft", "stones", "4")
    assert (counted.exit_code, counted.output) == (0, "48\n")
    refused = said("perft", "stones", "4", "--reading", "kernel")
    assert refused.exit_code == 2
    assert "there is no compiled reading of stones" in refused.output


def test_its_analyst_takes_no_table_of_solved_positions() -> None:
    from pathlib import Path

    with pytest.raises(InvalidOption, match="there is no solver for stones"):
        registry.analyst(catalog.load("stones"), tablebase=Path("any.table"))
