"""Writes the golden files: one random game at every table, and the numbering of all actions.

Run it with `make playthroughs` when the rules or the notation change on purpose, and read the
difference before you commit it.
"""

from pathlib import Path

from cubarium.core import Ended, ToMove
from cubarium.core.game import AnyGame
from cubarium.core.turn import Turn
from tests.tables import REAL, label, tables, walk

TESTS = Path(__file__).parents[1] / "tests"
SEED = 2026


def playthrough(game: AnyGame) -> str:
    """A whole random game: positions, legal moves, acts, the end."""
    lines = [f"table: {game.name} players={game.players} {game.spec.options_text()}"]
    state = game.initial()
    for number, visit in enumerate(walk(game, SEED)):
        state = visit.after
        acts = [*game.moves(visit.before), *game.draws(visit.before)]
        lines += [
            "",
            f"{number}: {game.text(visit.before)}",
            f"turn: {_turn(game, game.turn(visit.before))}",
            f"legal {len(acts)}: {' '.join(map(game.write, acts))}",
            f"act: {game.write(visit.act)}",
        ]
    lines += ["", f"end: {game.text(state)}", f"turn: {_turn(game, game.turn(state))}"]
    return "\n".join(lines) + "\n"


def _turn(game: AnyGame, turn: Turn) -> str:
    if isinstance(turn, Ended):
        names = " ".join(game.seat_names[seat] for seat in sorted(turn.outcome.winners))
        return f"ended, {turn.outcome.reason}, won by {names or 'nobody'}, {turn.outcome.scores}"
    return game.seat_names[turn.seat] if isinstance(turn, ToMove) else f"chance, for {turn.to}"


def actions(game: AnyGame) -> str:
    """The frozen numbering of actions, one text a line, from 0."""
    return "\n".join(game.actions()) + "\n"


def files() -> dict[Path, str]:
    """Every golden file, and what it must say."""
    found: dict[Path, str] = {}
    for game in tables(REAL):
        found[TESTS / "playthroughs" / f"{label(game)}.txt"] = playthrough(game)
        found[TESTS / "actions" / f"{label(game)}.txt"] = actions(game)
    return found


def main() -> None:
    """Write them all."""
    for path, text in files().items():
        path.write_text(text, "utf-8")
        print(path.relative_to(TESTS.parent))


if __name__ == "__main__":
    main()
