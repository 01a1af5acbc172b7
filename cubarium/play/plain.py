"""Games, values, thoughts and reviews as plain data, for JSON: facts and guesses are never mixed
up."""

from collections.abc import Iterable, Sequence
from typing import Any, Final

from cubarium.core.engine import Estimate, Thought
from cubarium.core.game import AnyGame, Hidden
from cubarium.core.info import GameInfo, as_text
from cubarium.play.judgement import Value, Verdict, shares
from cubarium.play.review import Judged, Tally

PLURALS: Final = {
    Verdict.INACCURACY: "inaccuracies",
    Verdict.MISTAKE: "mistakes",
    Verdict.BLUNDER: "blunders",
}


def info_as_json(info: GameInfo) -> dict[str, Any]:
    """A game's entry in the catalog."""
    return {
        "name": info.name,
        "title": info.title,
        "summary": info.summary,
        "players": info.players,
        "rules": info.rules_version,
        "options": [
            {
                "name": option.name,
                "help": option.help,
                "default": as_text(option.default),
                "expected": option.describe(),
            }
            for option in info.options
        ],
        "credit": info.credit,
    }


def line_as_json(game: AnyGame, line: Iterable[Any]) -> list[str]:
    """Moves one after another, as texts."""
    return [str(act) if isinstance(act, Hidden) else game.write(act) for act in line]


def value_as_json(game: AnyGame, value: Value | None) -> dict[str, Any] | None:
    """A value; the shares of a fact are facts too."""
    if value is None:
        return None
    if isinstance(value, Estimate):
        return {"proved": False, "shares": value.shares}
    return {
        "proved": True,
        "winners": sorted(value.outcome.winners),
        "reason": str(value.outcome.reason),
        "plies": value.plies,
        "shares": shares(game, value),
    }


def thought_as_json(game: AnyGame, thought: Thought) -> dict[str, Any]:
    """A thought."""
    return {
        "move": game.write(thought.best),
        "value": value_as_json(game, thought.value),
        "line": line_as_json(game, thought.line),
        "depth": thought.depth,
        "nodes": thought.nodes,
    }


def judged_as_json(game: AnyGame, one: Judged) -> dict[str, Any]:
    """A move of a review."""
    judgement = one.judgement
    return {
        "number": one.number,
        "seat": one.seat,
        "name": game.seat_names[one.seat],
        "move": game.write(one.move),
        "before": value_as_json(game, one.before),
        "after": value_as_json(game, one.after),
        "drop": judgement and judgement.drop,
        "verdict": judgement and judgement.verdict,
        "fact": judgement and judgement.fact,
        "best": one.best and thought_as_json(game, one.best),
    }


def tally_as_json(game: AnyGame, tally: Tally) -> dict[str, Any]:
    """How well a seat has played."""
    return {
        "seat": tally.seat,
        "name": game.seat_names[tally.seat],
        "moves": tally.moves,
        **{PLURALS[verdict]: count for verdict, count in tally.verdicts.items()},
        "accuracy": tally.accuracy,
    }


def review_as_json(
    game: AnyGame, judged: Sequence[Judged], found: Sequence[Tally], *, complete: bool
) -> dict[str, Any]:
    """A whole review."""
    return {
        "game": game.name,
        "players": game.players,
        "options": dict(game.table.options),
        "complete": complete,
        "moves": [judged_as_json(game, one) for one in judged],
        "seats": [tally_as_json(game, tally) for tally in found],
    }
