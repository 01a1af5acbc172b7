"""Plays the games of strong engines that people can watch: `python -m scripts.great_games quixo`.

Each game begins with a few moves at random, so that no two are the same. The records are written
into the game's room.
"""

import sys
from importlib.resources import files
from pathlib import Path
from random import Random

from cubarium import catalog
from cubarium.core.engine import Limit
from cubarium.core.game import AnyGame
from cubarium.core.turn import ToMove
from cubarium.engines import registry
from cubarium.match.match import Match
from cubarium.records.replay import record_of
from cubarium.records.text_format import write

GAMES = 4
RANDOM_MOVES = 3
ENGINES = ("level8", "level7")
"""In turn; equal ones would go round in circles in some games."""
LIMIT = Limit(seconds=0.7)
LENGTHS = range(14, 90)
"""How many acts a game that is worth watching has."""


def played(game: AnyGame, seed: int) -> Match:
    """One game from a random beginning, by the two strongest levels."""
    rng = Random(seed)
    engines = [
        registry.engine(ENGINES[(seat + seed) % 2], game, Random(seed))
        for seat in range(game.players)
    ]
    match = Match.open(game)
    match = match.after(match.draw(rng))
    turns = 0
    while match.outcome is None and len(match.steps) < LENGTHS.stop:
        turn = match.turn
        assert isinstance(turn, ToMove)
        if turns < RANDOM_MOVES or not game.is_turn_boundary(match.state):
            move = rng.choice(game.moves(match.state))
        else:
            *_, thought = engines[turn.seat].think(game, match.story(turn.seat), LIMIT)
            move = thought.best
        turns += game.is_turn_boundary(match.state)
        match = match.after(match.move(turn.seat, game.write(move), rng))
    return match


def main() -> None:
    (name,) = sys.argv[1:]
    game = catalog.load(name, catalog.info(name).players[0])
    texts: list[str] = []
    seed = 0
    while len(texts) < GAMES:
        seed += 1
        match = played(game, seed)
        if len(match.steps) in LENGTHS and match.outcome is not None and match.outcome.winners:
            seats = {
                f"Seat{seat}": registry.title(ENGINES[(seat + seed) % 2])
                for seat in range(game.players)
            }
            texts.append(
                write(record_of(match, {"Event": f"Great game {len(texts) + 1}", **seats}))
            )
            print(f"{name} {seed}: {len(match.steps)} acts", file=sys.stderr)
    file = Path(str(files(f"cubarium.games.{name}").joinpath("great_games.txt")))
    file.write_text("\n".join(texts), "utf-8")


if __name__ == "__main__":
    main()
