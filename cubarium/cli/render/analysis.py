"""The best moves of a position in words, ever better while people watch."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.text import Text

from cubarium.analysis.review import Thoughts
from cubarium.cli.render.value_text import line_text, value_text
from cubarium.core.game import AnyGame
from cubarium.core.turn import Seat
from cubarium.render.number_text import counted


def thoughts_text(game: AnyGame, seat: Seat, thoughts: Thoughts) -> list[str]:
    """The best moves, a line each."""
    if not thoughts:
        return ["Nothing is known yet."]
    moves = [game.write(thought.best) for thought in thoughts]
    values = [value_text(game, thought.value, seat) for thought in thoughts]
    move_width, value_width = max(map(len, moves)), max(map(len, values))
    lines = [
        f"{number}. {move:<{move_width}}  {value:<{value_width}}  depth {thought.depth}: "
        f"{line_text(game, thought.line)}"
        for number, (move, value, thought) in enumerate(
            zip(moves, values, thoughts, strict=True), 1
        )
    ]
    return [*lines, f"{counted(max(thought.nodes for thought in thoughts), 'node')} searched."]


@contextmanager
def changing_lines(out: Console, *, is_wanted: bool) -> Iterator[Callable[[list[str]], None]]:
    """A place for lines that change: on a terminal only, and gone afterwards."""
    if not is_wanted or not out.is_terminal or out.is_dumb_terminal:
        yield lambda _: None
        return
    from rich.live import Live

    with Live(console=out, transient=True) as place:
        yield lambda lines: place.update(
            Text("\n".join(lines), no_wrap=True, overflow="ellipsis"), refresh=True
        )
