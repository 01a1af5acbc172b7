"""Puzzles whose first move is the only one that wins at all, where a game can be solved whole.

    python -m scripts.wins.exact play quixo games-1.txt --seed 1 --seconds 100
    python -m scripts.wins.exact value quixo won.txt games-*.txt --device gpu
    python -m scripts.wins.exact look quixo found-1.txt won.txt --share 1/16 --seconds 200

The first step plays games between engines, the second one solves the whole game on the way and
keeps the positions with one winning move alone, the last one looks how many plies the win takes:
a line of JSON each, for `scripts.wins.choice`.
"""

import json
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from cubarium import catalog
from cubarium.core.game import AnyGame
from cubarium.core.operations import PackedState, apply, from_row, legal, to_row
from cubarium.jit import compiled
from cubarium.search.forced_win import ForcedWins, TooDear
from scripts.fit.solved import valued
from scripts.wins.candidate import LONG_LOOK, candidate, distance
from scripts.wins.games import played_game

MEGABYTES = 96
MOST = 64
"""More moves than any position has."""
NOBODY = np.uint64(0xFFFFFFFFFFFFFFFF)
"""No position: fills the rows of those with fewer moves."""


def play(game: AnyGame, file: Path, seed: int, seconds: float) -> None:
    """Games, a line each: its name and its positions."""
    rng, since, number = Random(seed), time.monotonic(), 0
    with file.open("w", encoding="utf-8") as lines:
        while time.monotonic() - since < seconds:
            number += 1
            path = [game.text(state) for state in played_game(game, rng)]
            lines.write(json.dumps([f"{seed}-{number}", path]) + "\n")
    print(f"{number} games", flush=True)


def value(game: AnyGame, file: Path, games: list[Path], device: str) -> None:
    """The positions with just one winning move."""
    kernel = catalog.kernel(game)
    size = catalog.solver_index(game.name).size_of(game)
    named: dict[str, str] = {}
    for path in games:
        for line in path.read_text("utf-8").splitlines():
            number, texts = json.loads(line)
            named |= dict.fromkeys(texts, number)
    like = kernel.pack(game.initial())
    words = [int(kernel.pack(game.whole_position(text)).word) for text in named]
    after = np.full((len(words), MOST), NOBODY, np.uint64)
    rows = np.zeros(len(like), np.uint64)
    _successors(like, np.array(words, np.uint64), np.zeros(MOST, np.int64), rows, after)
    asked, where = np.unique(after, return_inverse=True)
    lost = (valued(size, asked, device) == 0)[where].reshape(after.shape) & (after != NOBODY)
    kept = np.flatnonzero(lost.sum(axis=1) == 1)
    texts = list(named)
    print(f"{len(texts)} positions, {len(kept)} with one winning move", flush=True)
    lines = [json.dumps([named[texts[at]], texts[at]]) for at in kept]
    file.write_text("\n".join(lines) + "\n", "utf-8")


@compiled
def _successors(like: PackedState, words: Any, actions: Any, rows: Any, after: Any) -> None:
    """The words of the positions after each move of each position."""
    for number in range(len(words)):
        rows[:] = 0
        rows[0] = words[number]
        state = from_row(like, rows)
        for at in range(legal(state, actions)):
            to_row(apply(state, actions[at]), rows)
            after[number, at] = rows[0]


def look(game: AnyGame, file: Path, positions: Path, share: str, seconds: float) -> None:
    """Which of these wins are short enough, and their lines."""
    first, of = (int(part) for part in share.split("/"))
    wins = ForcedWins(game, memory=MEGABYTES)
    until = time.monotonic() + seconds
    with file.open("w", encoding="utf-8") as lines:
        for number, text in _shared(positions, first - 1, of):
            if time.monotonic() > until:
                break
            found = _looked(wins, text)
            if found is not None:
                lines.write(json.dumps({"game": number, **found}) + "\n")
                lines.flush()


def _shared(positions: Path, first: int, of: int) -> Iterator[list[str]]:
    lines = positions.read_text("utf-8").splitlines()
    Random(1).shuffle(lines)
    yield from (json.loads(line) for line in lines[first::of])


def _looked(wins: ForcedWins, text: str) -> dict[str, Any] | None:
    state = wins.game.whole_position(text)
    try:
        plies = distance(wins, wins.kernel.pack(state), LONG_LOOK)
        found = None if plies is None else candidate(wins, state, plies, only=True)
    except TooDear:
        return None
    return None if found is None else asdict(found)


def read_arguments() -> Namespace:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("step", choices=["play", "value", "look"])
    parser.add_argument("game")
    parser.add_argument("file", type=Path, help="what is written")
    parser.add_argument("read", type=Path, nargs="*", help="what the step before has written")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=3600)
    parser.add_argument("--share", default="1/1", help="which of how many equal parts to look at")
    parser.add_argument("--device", choices=["cpu", "gpu"], default="cpu")
    return parser.parse_args()


def main() -> None:
    given = read_arguments()
    game = catalog.load(given.game, 2)
    if given.step == "play":
        play(game, given.file, given.seed, given.seconds)
    elif given.step == "value":
        value(game, given.file, given.read, given.device)
    else:
        look(game, given.file, given.read[0], given.share, given.seconds)


if __name__ == "__main__":
    main()
