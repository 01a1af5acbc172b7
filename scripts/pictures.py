"""Draw the terminal's picture for the docs, from a game: `python -m scripts.pictures`."""

import io
import re
from pathlib import Path

from rich.console import Console

from cubarium import catalog
from cubarium.core import Ended, ToMove
from cubarium.match.outcome_text import say_outcome
from cubarium.render.board_text import draw

IMAGES = Path(__file__).parents[1] / "docs" / "images"
QUIXO = ["a1e1", "e5a5", "a1e1", "a5e5", "a3e3", "b5b1", "a2e2", "c5c1", "a4e4", "b1a1", "a5e5"]


def quixo() -> None:
    """A short game of Quixo, as the terminal shows it."""
    game = catalog.load("quixo")
    state = game.initial()
    last = None
    out = Console(record=True, width=44, file=io.StringIO(), force_terminal=True)
    for number, text in enumerate(QUIXO, 1):
        turn = game.turn(state)
        assert isinstance(turn, ToMove)
        if number > len(QUIXO) - 3:
            out.print(f" {game.seat_names[turn.seat]}> {text}")
        last = game.read(state, text)
        state = game.play(state, last)
    out.print(draw(game.scene(game.view(state, None), last)), end="")
    end = game.turn(state)
    assert isinstance(end, Ended)
    out.print(say_outcome(game, end.outcome), style="bold")
    picture = out.export_svg(title="cubarium play quixo")
    no_downloads = re.sub(r"\s*@font-face \{.*?\}", "", picture, flags=re.DOTALL)
    (IMAGES / "quixo.svg").write_text(no_downloads, "utf-8")


if __name__ == "__main__":
    quixo()
