"""The walks that the laws watch are games: they reach what there is to watch."""

from importlib import import_module
from typing import Any, get_args

import pytest
from hypothesis import given, settings

from cubarium.core.game import AnyGame
from tests.census import kinds, reached
from tests.real_games import REAL_GAMES
from tests.rulebook.examples import Player, examples_of
from tests.tables import CHOICES, REAL, SOAKING, WALKS, label, tables


@pytest.mark.kernel  # it takes more of them when it is compiled
def test_the_laws_watch_these_walks() -> None:
    taken = []

    @given(choices=CHOICES)
    def law(choices: bytes) -> None:
        taken.append(choices)

    law()
    assert taken[0] == WALKS[0]
    assert SOAKING or {*taken} == {*WALKS[: settings().max_examples]}


@pytest.mark.parametrize("game", [*tables(REAL)], ids=label)
def test_walks_reach_what_they_should(game: AnyGame) -> None:
    known = REAL_GAMES[label(game)]
    first, *others = (reached(game, walk) for walk in WALKS)
    assert first == set(known.reaches.split())
    assert set().union(*others) - first == set(known.others_add.split())


def test_every_table_has_its_game() -> None:
    assert [*REAL_GAMES] == [label(game) for game in tables(REAL)]


def acts(union: Any) -> set[str]:
    """The names of all classes of acts of a game."""
    members = get_args(union)
    return set().union(*map(acts, members)) if members else {union.__name__.lower()}


def in_the_rulebook(name: str) -> set[str]:
    """What the examples of a game reach."""
    found = set()
    for _, example in examples_of(name):
        player = Player(example.game)
        player.run(example)
        played = [visit.act for visit in player.played]
        found |= kinds(example.game, played, player.visited)
    return found


@pytest.mark.parametrize("name", REAL)
def test_no_kind_of_act_or_end_is_missed(name: str) -> None:
    """What no walk reaches the examples of the rules do, which the kernel has to play too."""
    room = f"cubarium.games.{name}"
    ends = {str(end) for end in import_module(f"{room}.messages").End}
    there_are = acts(import_module(f"{room}.state").Move) | ends
    known = [REAL_GAMES[label(game)] for game in tables((name,))]
    walked = {kind for one in known for kind in f"{one.reaches} {one.others_add}".split()}
    assert there_are <= walked | in_the_rulebook(name)
