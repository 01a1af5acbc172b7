"""The engine finds what the suites prove: the outcome, the plies, and a move that wins."""

import pytest

from cubarium import catalog
from cubarium.core import Limit, Proven
from cubarium.match.match import Match
from cubarium.search.engine import SearchEngine
from tests.suites.test_suites import TABLES, suite
from tests.tables import every

PLIES = {"cubulus": 5}
"""Deeper ones take too long for a test; `python -m bench.suites` looks at all."""


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_level_8_gets_the_proved_positions_right(name: str, players: int) -> None:
    game, _, entries = suite(name, players)
    nodes = catalog.levels(game.spec)[7].nodes
    engine = SearchEngine(memory=16.0)
    for entry in every(5, entries):
        if entry.plies > PLIES.get(name, entry.plies):
            continue
        match = Match.open(game, None, game.position(entry.text))
        seat = match.turn.seat  # type: ignore[union-attr]
        for thought in engine.think(game, match.story(seat), Limit(nodes=nodes)):
            last = thought
        assert isinstance(last.value, Proven), entry
        assert (seat in last.value.outcome.winners) == entry.won, entry
        assert last.value.plies == entry.plies, entry
        if entry.won:
            assert entry.moves[game.write(last.best)] == entry.plies, entry
