"""Writes example scenes for the boards' tests: `python -m scripts.scenes`.

Each file holds a short piece of a game, and its last move: pieces of `scenes` with the `steps`
between them.
"""

import json
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from pydantic import TypeAdapter

from cubarium import catalog
from cubarium.core.game import AnyGame
from cubarium.core.scene import Motion, Scene
from cubarium.core.turn import Ended, ToDraw

FOLDER = Path(__file__).parent.parent / "ui" / "tests" / "fixtures"
Acts = list[tuple[Any, Any]]
PHASES = TypeAdapter(list[list[Motion]])


def played(
    name: str, players: int, seed: int, wanted: Callable[[str], bool]
) -> tuple[AnyGame, Acts, Any]:
    """A random game that takes wins when it sees them: its acts with the states before them."""
    game, rng = catalog.load(name, players), Random(seed)
    state: Any = game.initial()
    found: Acts = []
    while not isinstance(turn := game.turn(state), Ended) and len(found) < 400:
        if isinstance(turn, ToDraw):
            draws = game.draws(state)
            (act,) = rng.choices([*draws], weights=[*draws.values()])
        else:
            moves = list(game.moves(state))
            wins = [
                m
                for m in moves
                if isinstance(end := game.turn(game.play(state, m)), Ended)
                and turn.seat in end.outcome.winners
            ]
            like = [m for m in moves if wanted(game.write(m))]
            act = rng.choice(wins or (like if like and rng.random() < 0.5 else moves))
        found.append((state, act))
        state = game.play(state, act)
    return game, found, state


def piece(game: AnyGame, acts: Acts, end: Any) -> dict[str, Any]:
    """Scenes before each act and after the last, and the motions of the acts."""
    last = None
    scenes, steps = [], []
    for state, act in acts:
        scenes.append(game.scene(game.view(state, 0), last))
        steps.append(game.steps(game.view(state, 0), act))
        last = act
    scenes.append(game.scene(game.view(end, 0), last))
    return {
        "scenes": [json.loads(TypeAdapter(Scene).dump_json(scene)) for scene in scenes],
        "steps": [json.loads(PHASES.dump_json([list(phase) for phase in step])) for step in steps],
    }


def write(
    file: str,
    name: str,
    players: int,
    seed: int,
    start: int,
    count: int,
    wanted: Callable[[str], bool] = lambda _: False,
) -> None:
    """One file: acts from `start` on, and the last one."""
    game, acts, end = played(name, players, seed, wanted)
    print(file, len(acts), [game.write(act) for _, act in acts[start : start + count]])
    after = acts[start + count][0]
    whole = {
        "game": name,
        "pieces": [piece(game, acts[start : start + count], after), piece(game, acts[-1:], end)],
    }
    (FOLDER / f"{file}.json").write_text(json.dumps(whole, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    write("quixo", "quixo", 2, 3, 12, 2)
    write("quixo4", "quixo", 4, 5, 14, 1)
    write("cage", "cage", 2, 284, 23, 3, lambda text: len(text) < 3)
    write("cubulus", "cubulus", 2, 6, 20, 3, lambda text: text.startswith("@"))
    write("cubeo", "cubeo", 2, 2, 60, 3, lambda text: text == "draw" or text[0] == "T")
