"""Games, positions, values, thoughts and reviews as plain data, for JSON: facts and guesses are
never mixed up. The server says the same in the same words."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Any, Final

from cubarium import catalog
from cubarium.analysis.annotation import Value, Verdict, shares
from cubarium.analysis.position import PositionView
from cubarium.analysis.review import AnnotatedMove, SeatSummary
from cubarium.core.engine import Estimate, Thought
from cubarium.core.game import AnyGame, Hidden
from cubarium.core.info import GameInfo, as_text
from cubarium.core.turn import Ended, Outcome, ToDraw, ToMove, Turn
from cubarium.match.outcome_text import say_outcome

PLURALS: Final = {
    Verdict.INACCURACY: "inaccuracies",
    Verdict.MISTAKE: "mistakes",
    Verdict.BLUNDER: "blunders",
}


def info_as_json(info: GameInfo) -> dict[str, Any]:
    """A game's entry in the catalog: what can be chosen, who sits where, what its codes say."""
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
                "choices": {
                    players: [as_text(value) for value in right]
                    for players, right in option.choices.items()
                },
            }
            for option in info.options
        ],
        "credit": info.credit,
        "secrets": catalog.load(info.name).has_secrets,
        "tables": [_seats_as_json(info.name, players) for players in info.players],
        "sentences": {str(code): sentence for code, sentence in info.sentences.items()},
        "remarks": {str(code): sentence for code, sentence in info.remarks.items()},
    }


def _seats_as_json(name: str, players: int) -> dict[str, Any]:
    """Who sits at the usual table of so many players."""
    game = catalog.load(name, players)
    named = enumerate(zip(game.seat_names, game.teams, strict=True))
    return {
        "players": players,
        "seats": [{"seat": seat, "name": name, "team": team} for seat, (name, team) in named],
    }


def outcome_as_json(outcome: Outcome) -> dict[str, Any]:
    """How a game ended. No winners: a draw."""
    return {
        "winners": sorted(outcome.winners),
        "reason": str(outcome.reason),
        "scores": outcome.scores,
    }


def turn_as_json(turn: Turn) -> dict[str, Any]:
    """Whose turn it is."""
    if isinstance(turn, ToMove):
        return {"kind": "move", "seat": turn.seat}
    if isinstance(turn, ToDraw):
        return {"kind": "draw", "to": turn.to}
    return {"kind": "end", "outcome": outcome_as_json(turn.outcome)}


def position_as_json(seen: PositionView) -> dict[str, Any]:
    """A position as a viewer knows it."""
    scene, turn = seen.scene, seen.turn
    result = None
    if isinstance(turn, Ended):
        sentence = say_outcome(seen.game, turn.outcome)
        result = {**outcome_as_json(turn.outcome), "sentence": sentence}
    return {
        "text": seen.text,
        "turn": turn_as_json(turn),
        "legal": [touch.move for touch in scene.touches],
        "draws": dict(seen.draws),
        "scene": {**asdict(scene), "turn": turn_as_json(scene.turn)},
        "steps": [[asdict(motion) for motion in phase] for phase in seen.steps],
        "result": result,
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


def judged_as_json(game: AnyGame, one: AnnotatedMove) -> dict[str, Any]:
    """A move of a review."""
    annotation = one.annotation
    return {
        "number": one.number,
        "seat": one.seat,
        "name": game.seat_names[one.seat],
        "move": game.write(one.move),
        "before": value_as_json(game, one.before),
        "after": value_as_json(game, one.after),
        "drop": annotation and annotation.loss,
        "verdict": annotation and annotation.verdict,
        "fact": annotation and annotation.fact,
        "best": one.best and thought_as_json(game, one.best),
    }


def tally_as_json(game: AnyGame, summary: SeatSummary) -> dict[str, Any]:
    """How well a seat has played."""
    return {
        "seat": summary.seat,
        "name": game.seat_names[summary.seat],
        "moves": summary.moves,
        **{PLURALS[verdict]: count for verdict, count in summary.verdicts.items()},
        "accuracy": summary.accuracy,
    }


def review_as_json(
    game: AnyGame,
    annotated: Sequence[AnnotatedMove],
    found: Sequence[SeatSummary],
    *,
    complete: bool,
) -> dict[str, Any]:
    """A whole review."""
    return {
        "game": game.name,
        "players": game.players,
        "options": game.spec.option_texts(),
        "complete": complete,
        "moves": [judged_as_json(game, one) for one in annotated],
        "seats": [tally_as_json(game, summary) for summary in found],
    }
