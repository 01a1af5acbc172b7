"""A scene in words: whose turn it is, and what the board does not show."""

from cubarium.core.game import AnyGame
from cubarium.core.scene import Scene
from cubarium.core.turn import Ended, ToMove
from cubarium.match.outcome_text import say_outcome


def turn_text(game: AnyGame, scene: Scene) -> str:
    """Whose turn it is, or how the game ended, in a sentence."""
    turn = scene.turn
    if isinstance(turn, Ended):
        return say_outcome(game, turn.outcome)
    if isinstance(turn, ToMove):
        return f"{game.seat_names[turn.seat]} to move: {len(scene.touches)} moves."
    return "It is chance's turn."


def notes_text(game: AnyGame, scene: Scene) -> list[str]:
    """What the board does not show: stocks, and which moves are forbidden now and why."""
    stocks = [
        f"{'' if name in stock else f'{name} '}"
        f"{' '.join(f'{symbol}:{left}' for symbol, left in stock.items())}"
        for name, stock in scene.stocks.items()
    ]
    notes = [f"Left: {', '.join(stocks)}."] if stocks else []
    sentences = {**game.spec.info.sentences, **game.spec.info.remarks}
    notes += [sentences[note.reason].format(where=note.where) for note in scene.notes]
    return notes
