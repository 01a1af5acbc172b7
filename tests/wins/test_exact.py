"""Puzzles with one winning move alone are what a solved board says."""

import json
from pathlib import Path
from random import Random

import pytest

from cubarium import catalog
from cubarium.core.solver import WinDrawLoss
from cubarium.core.turn import Ended
from cubarium.solve.small_board import small_board
from scripts.wins import exact


@pytest.mark.compiled
def test_one_winning_move_alone(tmp_path: Path) -> None:
    game = catalog.load("quixo", 2, size=3)
    rng, texts = Random(1), set()
    for _ in range(60):
        state = game.initial()
        while not isinstance(game.turn(state), Ended):
            texts.add(game.text(state))
            state = game.play(state, rng.choice(game.moves(state)))
    games, won, found = (tmp_path / name for name in ("games.txt", "won.txt", "found.txt"))
    games.write_text(json.dumps(["1-1", sorted(texts)]) + "\n", "utf-8")
    exact.value(game, won, [games], "cpu")
    kept = {json.loads(line)[1] for line in won.read_text("utf-8").splitlines()}
    values = small_board(game)
    assert values is not None

    def winners(text: str) -> list[str]:
        state = game.whole_position(text)
        after = {game.write(move): game.play(state, move) for move in game.moves(state)}
        return [move for move, one in after.items() if values.value(one) is WinDrawLoss.LOSS]

    assert kept == {text for text in texts if len(winners(text)) == 1}
    exact.look(game, found, won, "1/2", 60)
    for line in found.read_text("utf-8").splitlines():
        puzzle = json.loads(line)
        assert puzzle["only"]
        assert winners(puzzle["position"]) == [puzzle["line"][0]]
        assert puzzle["plies"] == values.plies(game.whole_position(puzzle["position"]))
    assert found.stat().st_size > 0
