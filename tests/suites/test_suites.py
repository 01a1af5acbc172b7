"""The suites are well formed, and what can be proved again quickly is."""

from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from cubarium import catalog, jit
from cubarium.core import Ended, ToMove
from cubarium.core.game import AnyGame
from scripts.suites.entries import PLIES, Entry, read, written
from scripts.suites.prover import Prover
from tests.tables import every

FOLDER = Path(__file__).parent
TABLES = (("quixo", 2), ("quixo", 4), ("cage", 2), ("cubulus", 2))
LEAST = 200
QUICK = 5 if jit.ENABLED else 1
BUDGET = 10_000_000
BY_HAND = 10
PLAIN = {("quixo", 4): pytest.mark.plain}
"""What the others show already."""

for_suites = pytest.mark.parametrize(("name", "players"), TABLES)


def suite(name: str, players: int) -> tuple[AnyGame, str, list[Entry]]:
    """A table, its file, and the entries in it."""
    text = (FOLDER / f"{name}-{players}.txt").read_text("utf-8")
    return catalog.load(name, players), text, list(read(text))


@for_suites
def test_the_files_are_well_formed(name: str, players: int) -> None:
    game, text, entries = suite(name, players)
    assert written(game, entries) == text
    for entry in entries:
        state = game.position(entry.text)
        assert game.text(state) == entry.text
        assert game.is_turn_boundary(state)
        assert 1 <= entry.plies <= PLIES
        assert bool(entry.moves) == entry.won
        if entry.won:
            legal = [game.write(move) for move in game.moves(state)]
            assert [*entry.moves] == [move for move in legal if move in entry.moves]
            assert len(entry.moves) <= len(legal) / 3
            assert min(entry.moves.values()) == entry.plies
            assert max(entry.moves.values()) <= PLIES


@for_suites
def test_there_are_enough_of_every_kind(name: str, players: int) -> None:
    _, _, entries = suite(name, players)
    kinds = Counter((entry.won, entry.plies) for entry in entries)
    assert len(entries) >= LEAST
    for kind in ((True, 3), (True, 5), (True, 7), (False, 4), (False, 6)):
        assert kinds[kind] >= 30


def test_the_last_ply_may_be_the_losers() -> None:
    _, _, entries = suite("quixo", 4)
    kinds = {(entry.won, entry.plies) for entry in entries}
    assert kinds >= {(False, 1), (True, 2), (False, 3)}


@for_suites
def test_no_two_positions_are_symmetric(name: str, players: int) -> None:
    game, _, entries = suite(name, players)
    prover = Prover(game)
    names = {prover.name(prover.kernel.pack(game.position(entry.text))) for entry in entries}
    assert len(names) == len(entries)


@pytest.mark.parametrize(
    ("name", "players"),
    [pytest.param(*table, marks=PLAIN.get(table, ())) for table in TABLES],
)
def test_the_prover_proves_the_quick_ones_again(name: str, players: int) -> None:
    game, _, entries = suite(name, players)
    prover = Prover(game)
    actions = game.actions()
    for entry in every(4, entries):
        state = prover.kernel.pack(game.position(entry.text))
        prover.left = BUDGET
        if entry.plies > QUICK:
            assert prover.verdict(state, QUICK) == 0
            continue
        assert prover.verdict(state, QUICK) == (entry.plies if entry.won else -entry.plies)
        if entry.won:
            wins = {actions[action]: plies for action, plies in prover.wins(state, QUICK).items()}
            assert wins == {move: at for move, at in entry.moves.items() if at <= QUICK}


@pytest.mark.compiled  # nothing is: where no coverage is measured, it takes half the time
@for_suites
def test_the_readable_rules_agree(name: str, players: int) -> None:
    """Some of the quick ones, of every kind."""
    game, _, entries = suite(name, players)
    deep = 3 if jit.ENABLED else 2
    quick = [entry for entry in entries if entry.plies <= deep]
    for entry in quick[:: len(quick) // BY_HAND]:
        state = game.position(entry.text)
        turn = game.turn(state)
        assert isinstance(turn, ToMove)
        own = game.teams[turn.seat]
        winner = own if entry.won else 1 - own
        assert forced(game, state, winner, entry.plies)
        assert not forced(game, state, winner, entry.plies - 1)


@cache
def forced(game: AnyGame, state: Any, team: int, plies: int) -> bool:
    """Can the team force a win within so many plies? By the readable rules."""
    turn = game.turn(state)
    if isinstance(turn, Ended):
        winners = turn.outcome.winners
        return bool(winners) and all(game.teams[seat] == team for seat in winners)
    if plies == 0:
        return False
    assert isinstance(turn, ToMove)
    enough = any if game.teams[turn.seat] == team else all
    after = (game.play(state, move) for move in game.moves(state))
    return enough(forced(game, state, team, plies - 1) for state in after)
