"""Forced wins, against the proved positions of the suites and a plain proof."""

from pathlib import Path

import pytest

from cubarium import catalog
from cubarium.core.engine import Limit
from cubarium.core.errors import CubariumError
from cubarium.jit import ENABLED
from cubarium.search.forced_win import ForcedWins, TooDear
from scripts.suites.entries import read
from scripts.suites.prover import Prover

GAMES = catalog.with_win_puzzles()[: None if ENABLED else 2]
MOST = 12 if ENABLED else 1
DEEPEST = 7 if ENABLED else 3


@pytest.mark.parametrize("name", GAMES)
def test_wins_are_those_of_the_suites(name: str) -> None:
    game = catalog.load(name, 2)
    wins = ForcedWins(game, memory=4)
    text = Path(f"tests/suites/{name}-2.txt").read_text("utf-8")
    entries = [one for one in read(text) if one.won and 1 < one.plies <= DEEPEST]
    for entry in entries[:: max(1, len(entries) // MOST)][:MOST]:
        state = wins.kernel.pack(game.position(entry.text))
        assert wins.plies(state, DEEPEST) == entry.plies
        assert wins.within(state, entry.plies - 1) is None
        found = {game.actions()[action] for action in wins.wins(state, entry.plies)}
        assert found == {move for move, plies in entry.moves.items() if plies <= entry.plies}
        line = wins.line(state, entry.plies)
        assert len(line) == entry.plies


@pytest.mark.parametrize("name", GAMES)
def test_a_defence_holds_out_longest(name: str) -> None:
    game = catalog.load(name, 2)
    wins, prover = ForcedWins(game, memory=4), Prover(game)
    text = Path(f"tests/suites/{name}-2.txt").read_text("utf-8")
    lost = [one for one in read(text) if not one.won and 2 <= one.plies <= DEEPEST]
    for entry in lost[: MOST // 4 + 1]:
        state = wins.kernel.pack(game.position(entry.text))
        after = prover.after(state, wins.defence(state, entry.plies))
        prover.left = 10_000_000
        own = int(prover.teams[game.position(entry.text).to_move])
        rest = entry.plies - 1
        assert prover.distance(after, 1 - own, rest) == rest


def test_limits_are_kept() -> None:
    game = catalog.load(GAMES[0], 2)
    wins = ForcedWins(game, memory=4)
    wins.limit(Limit(nodes=1))
    state = wins.kernel.pack(game.initial())
    with pytest.raises(TooDear):
        wins.within(state, 7)
    wins.limit(Limit())
    wins.forget()
    assert wins.within(state, 2) is None
    assert wins.within(state, 0) is None
    assert wins.within(state, 3, range(len(game.actions()))) is None


def test_only_where_two_sides_see_everything() -> None:
    with pytest.raises(CubariumError, match="two sides"):
        ForcedWins(catalog.load("cubeo"))
