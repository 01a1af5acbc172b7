"""A position, analysed: the best moves with their values, ever better while people watch."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.text import Text

from cubarium.analysis.position import view_position
from cubarium.analysis.review import Thoughts
from cubarium.analysis.schemas import thought_as_json
from cubarium.cli.output import console, counted, print_json
from cubarium.cli.render.values import say_line, say_value
from cubarium.core.engine import Analyst, Limit
from cubarium.core.game import AnyGame
from cubarium.core.turn import Seat

INTERRUPTED = 130


def analyse_position(
    game: AnyGame,
    position: str | None,
    analyst: Callable[[AnyGame], Analyst],
    limit: Limit,
    lines: int,
    *,
    as_json: bool,
    plain: bool,
) -> int:
    """Print the best moves; the exit code."""
    looked = view_position(game, position)
    story = looked.story()
    text = game.text(story.view) if game.has_secrets else looked.text
    out = console(plain=plain)
    asked = analyst(game)
    if not as_json:
        out.print(text, style="dim", markup=False)
        out.print(f"{game.seat_names[story.seat]} to move.", markup=False)
    thoughts: Thoughts = ()
    complete = False
    try:
        with _watched(out, live=not as_json and not plain) as show:
            for thoughts in asked.analyse(game, story, limit, lines):
                show(say_thoughts(game, story.seat, thoughts))
        complete = True
    except KeyboardInterrupt:
        pass
    if as_json:
        print_json(
            {
                "game": game.name,
                "players": game.players,
                "options": game.spec.option_texts(),
                "position": text,
                "seat": story.seat,
                "name": game.seat_names[story.seat],
                "complete": complete,
                "lines": [thought_as_json(game, thought) for thought in thoughts],
            }
        )
    else:
        for line in say_thoughts(game, story.seat, thoughts):
            out.print(line, markup=False)
        if not complete:
            out.print("Stopped.")
    return 0 if complete else INTERRUPTED


def say_thoughts(game: AnyGame, seat: Seat, thoughts: Thoughts) -> list[str]:
    """The best moves, a line each."""
    if not thoughts:
        return ["Nothing is known yet."]
    moves = [game.write(thought.best) for thought in thoughts]
    values = [say_value(game, thought.value, seat) for thought in thoughts]
    wide, wider = max(map(len, moves)), max(map(len, values))
    said = [
        f"{number}. {move:<{wide}}  {value:<{wider}}  depth {thought.depth}: "
        f"{say_line(game, thought.line)}"
        for number, (move, value, thought) in enumerate(
            zip(moves, values, thoughts, strict=True), 1
        )
    ]
    return [*said, f"{counted(max(thought.nodes for thought in thoughts), 'node')} searched."]


@contextmanager
def _watched(out: Console, *, live: bool) -> Iterator[Callable[[list[str]], None]]:
    """A place for lines that change: on a terminal alone, and gone afterwards."""
    if not live or not out.is_terminal or out.is_dumb_terminal:
        yield lambda _: None
        return
    from rich.live import Live

    with Live(console=out, transient=True) as place:
        yield lambda lines: place.update(
            Text("\n".join(lines), no_wrap=True, overflow="ellipsis"), refresh=True
        )
