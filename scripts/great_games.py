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
LIMIT = Limit(seconds=1.0)
SHORTEST = 12
"""A game that is over sooner is not worth watching."""


def played(game: AnyGame, seed: int) -> Match:
    """One game from a random beginning, by engines at full strength."""
    rng = Random(seed)
    engines = [registry.engine("engine", game, Random(seed)) for _ in range(game.players)]
    match = Match.open(game)
    match = match.after(match.draw(rng))
    turns = 0
    while match.outcome is None:
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
        if len(match.steps) >= SHORTEST and match.outcome is not None and match.outcome.winners:
            seats = {f"Seat{seat}": "Computer" for seat in range(game.players)}
            texts.append(
                write(record_of(match, {"Event": f"Great game {len(texts) + 1}", **seats}))
            )
            print(f"{name} {seed}: {len(match.steps)} acts", file=sys.stderr)
    file = Path(str(files(f"cubarium.games.{name}").joinpath("great_games.txt")))
    file.write_text("\n".join(texts), "utf-8")


if __name__ == "__main__":
    main()
