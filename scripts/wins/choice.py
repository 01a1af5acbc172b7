"""Chooses the puzzles that ship: `python -m scripts.wins.choice quixo FILE …`.

No two of them are symmetric, and of one game no two with the same distance are taken. The rare
distances are all taken, the others as evenly as can be. They are sorted by their nodes.
"""

import json
import sys
from importlib.resources import files
from pathlib import Path
from typing import Any

from cubarium import catalog
from cubarium.core.win_puzzles import themed
from scripts.suites.prover import Prover

WANTED = 240
DEAREST = 5_000_000
"""Nodes; a plain proof of what takes more would take many minutes."""
AT_LEAST = 150
DISTANCES = (11, 9, 7, 5, 3)


def _read(paths: list[str]) -> list[dict[str, Any]]:
    lines = [line for path in paths for line in Path(path).read_text("utf-8").splitlines()]
    return [json.loads(line) for line in lines]


def _different(name: str, found: list[dict[str, Any]]) -> list[dict[str, Any]]:
    prover = Prover(catalog.load(name, 2))
    seen: set[object] = set()
    kept = []
    for one in found:
        state = prover.game.whole_position(one["position"])
        marks = {prover.name(prover.kernel.pack(state)), (one["game"], one["plies"])}
        if not marks & seen:
            kept.append(one)
        seen |= marks
    return kept


def main() -> None:
    name, *paths = sys.argv[1:]
    found = _different(name, [one for one in _read(paths) if one["nodes"] <= DEAREST])
    chosen: list[dict[str, Any]] = []
    for at, plies in enumerate(DISTANCES):
        share = (WANTED - len(chosen)) // (len(DISTANCES) - at)
        chosen += [one for one in found if one["plies"] == plies][:share]
    assert len(chosen) >= AT_LEAST, f"there are no more than {len(chosen)}"
    game, themes = catalog.load(name, 2), catalog.themes(name)
    lines = []
    for number, one in enumerate(sorted(chosen, key=lambda one: one["nodes"]), 1):
        theme = themed(themes, game, one["position"], one["line"])
        members = {key: one[key] for key in ("position", "plies", "line", "nodes", "only")}
        lines.append(f'"{number:03}": ' + json.dumps({**members, "theme": theme}))
    file = Path(str(files(f"cubarium.games.{name}").joinpath("wins.json")))
    file.write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")


if __name__ == "__main__":
    main()
