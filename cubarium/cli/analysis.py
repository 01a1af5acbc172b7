"""`cubarium analyse` for a position: the best moves with their values."""

from collections.abc import Callable
from dataclasses import dataclass

from cubarium.analysis.position import view_position
from cubarium.analysis.review import Thoughts
from cubarium.cli.output import console, game_json, print_json
from cubarium.cli.render.analysis import changing_lines, thoughts_text
from cubarium.cli.signals import INTERRUPTED
from cubarium.core.engine import Analyst, Limit
from cubarium.core.game import AnyGame


@dataclass(frozen=True)
class AnalysisSettings:
    """Who analyses, for how long, and how the answer is printed."""

    analyst: Callable[[AnyGame], Analyst]
    limit: Limit
    as_json: bool
    plain: bool


def analyse_position(
    game: AnyGame, position: str | None, lines: int, settings: AnalysisSettings
) -> int:
    """Print the best moves; the exit code."""
    viewed = view_position(game, position)
    story = viewed.story()
    text = game.text(story.view) if game.has_secrets else viewed.text
    out = console(plain=settings.plain)
    analyst = settings.analyst(game)
    if not settings.as_json:
        out.print(text, style="dim", markup=False)
        out.print(f"{game.seat_names[story.seat]} to move.", markup=False)
    thoughts: Thoughts = ()
    is_complete = False
    try:
        with changing_lines(out, is_wanted=not settings.as_json and not settings.plain) as show:
            for thoughts in analyst.analyse(game, story, settings.limit, lines):
                show(thoughts_text(game, story.seat, thoughts))
        is_complete = True
    except KeyboardInterrupt:
        pass
    if settings.as_json:
        print_json(
            game_json(game)
            | {
                "position": text,
                "seat": story.seat,
                "name": game.seat_names[story.seat],
                "complete": is_complete,
                "lines": [thought.written(game) for thought in thoughts],
            }
        )
    else:
        for line in thoughts_text(game, story.seat, thoughts):
            out.print(line, markup=False)
        if not is_complete:
            out.print("Stopped.")
    return 0 if is_complete else INTERRUPTED
