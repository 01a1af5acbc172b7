"""How strong engines are: matches between them, at any table.

python -m bench.strength --help
"""

import sys
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from math import isfinite
from random import Random
from time import monotonic
from typing import Any

import click

from bench.opponents import GreedyCubeO, LookAhead, PlainUct, RandomMoves
from bench.report import report
from cubarium import catalog
from cubarium.core.engine import Engine, Limit
from cubarium.core.errors import CubariumError, InvalidOption
from cubarium.core.game import AnyGame
from cubarium.core.info import as_text
from cubarium.tournament.engine_match import Contender, EngineMatchResult, play_match

OFTEN = 5.0
"""Seconds between two words about progress."""
LEVELS = tuple(f"level{number}" for number in range(1, 9))


@dataclass(frozen=True)
class Ours:
    """An engine of Cubarium, by its name."""

    name: str

    def __call__(self, game: AnyGame, seed: int) -> Engine:
        try:
            engines = import_module("cubarium.engines.registry")
        except ModuleNotFoundError as missing:
            raise InvalidOption(f"{self.name} is not there yet: {missing}") from missing
        made: Engine = engines.engine(self.name, game, Random(seed))
        return made


MAKERS: dict[str, Callable[[AnyGame, int], Engine]] = {
    "random": RandomMoves(),
    "lookahead": LookAhead(),
    "uct": PlainUct(),
    "greedy": GreedyCubeO(),
    **{name: Ours(name) for name in (*LEVELS, "engine")},
}


def contender(text: str, usual: Limit) -> Contender:
    """`NAME`, `NAME@SECONDSs` or `NAME@NODESn`."""
    name, _, limit = text.partition("@")
    if name not in MAKERS:
        raise InvalidOption(f"there is no contender {name!r}; there are: {', '.join(MAKERS)}")
    try:
        if limit.endswith("s"):
            usual = Limit(seconds=float(limit[:-1]))
        elif limit:
            usual = Limit(nodes=int(limit.removesuffix("n")))
    except ValueError:
        raise InvalidOption(f"{text!r}: expected a limit like 0.5s or 1000n") from None
    return Contender(text, MAKERS[name], usual)


def tables(text: str) -> list[AnyGame]:
    """`NAME`, `NAME:PLAYERS` or `NAME:PLAYERS:OPTION=VALUE:…`; `open` and `all` are many."""
    if text in ("all", "open"):
        games = [catalog.game(table) for name in catalog.names() for table in catalog.specs(name)]
        return [game for game in games if text == "all" or not game.has_secrets]
    name, *rest = text.split(":")
    players = int(rest.pop(0)) if rest and rest[0].isdecimal() else None
    options = dict(part.split("=", 1) for part in rest if "=" in part)
    if len(options) < len(rest):
        raise InvalidOption(f"{text!r}: expected a table like cubulus:2:neutrals=random")
    return [catalog.load(name, players, **options)]


def label(game: AnyGame) -> str:
    options = game.spec.options
    unusual = [
        f", {one.name}={as_text(options[one.name])}"
        for one in game.spec.info.options
        if options[one.name] != one.default
    ]
    return f"{game.name}, {game.players} players{''.join(unusual)}"


class Progress:
    """Scores so far, on stderr, not too often. It never stops a match."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.last = monotonic()

    def __call__(self, result: EngineMatchResult) -> bool:
        if monotonic() - self.last > OFTEN:
            self.last = monotonic()
            low, high = result.interval
            said = f"pair {len(result.pairs)}: {result.score:.1%} ({low:.1%} to {high:.1%})"
            print(f"{self.what}: {said}", file=sys.stderr)
        return False


def finite(number: float) -> float | None:
    return number if isfinite(number) else None


def facts(
    game: AnyGame, sides: tuple[Contender, Contender], result: EngineMatchResult
) -> dict[str, Any]:
    """All that is measured, for programs; an infinite Elo is null."""
    wins, draws, losses = result.wins_draws_losses
    return {
        "table": {"game": game.name, "players": game.players, **_options(game)},
        "contenders": [
            {
                "name": one.name,
                "limit": {"seconds": one.limit.seconds, "nodes": one.limit.nodes},
                "share alone": share,
                "moves": usage.moves,
                "seconds a move": usage.mean,
                "longest move": usage.longest,
            }
            for one, share, usage in zip(sides, result.share_alone, result.time_usage, strict=True)
        ],
        "pairs": len(result.pairs),
        "games": len(result.games),
        "score": result.score,
        "interval": result.interval,
        "elo": finite(result.elo),
        "elo interval": [finite(end) for end in result.elo_interval],
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "fair share alone": result.fair_share,
        "plies": result.plies,
        "endings": result.endings,
    }


def _options(game: AnyGame) -> dict[str, str]:
    return {name: as_text(value) for name, value in game.spec.options.items()}


def elo_text(result: EngineMatchResult) -> str:
    """Where all was won or lost there is only a bound."""
    low, high = result.elo_interval
    if not isfinite(result.elo):
        return f"over {low:+.0f}" if result.elo > 0 else f"under {high:+.0f}"
    return f"{result.elo:+.0f} ({low:+.0f} to {high:+.0f})"


def row(game: AnyGame, result: EngineMatchResult) -> dict[str, Any]:
    """The same for people."""
    low, high = result.interval
    time_usage = [f"{usage.mean:.3f} ({usage.longest:.3f})" for usage in result.time_usage]
    return {
        "what": f"{label(game)}: {' against '.join(result.names)}",
        "games": len(result.games),
        "score (95%)": f"{result.score:.1%} ({low:.1%} to {high:.1%})",
        "Elo (95%)": elo_text(result),
        "won, drawn, lost": ", ".join(map(str, result.wins_draws_losses)),
        "alone": " / ".join(f"{share:.0%}" for share in result.share_alone),
        "plies": round(result.plies, 1),
        "s a move (longest)": "\n".join(time_usage),
        "endings": ", ".join(f"{reason} {count}" for reason, count in result.endings.items()),
    }


def sides_of(text: str, usual: Limit) -> tuple[Contender, Contender]:
    """`A,B`; against itself the second one gets another name."""
    names = text.split(",")
    if len(names) != 2:
        raise InvalidOption(f"{text!r}: expected two contenders, like uct,random")
    first, second = (contender(name, usual) for name in names)
    return first, replace(second, name=f"{second.name}'") if first.name == second.name else second


@click.command()
@click.option(
    "--table",
    "at",
    multiple=True,
    default=["open"],
    help="NAME[:PLAYERS[:OPTION=VALUE…]]; open: all tables without secrets; all. Repeatable.",
)
@click.option(
    "--match",
    "matches",
    multiple=True,
    required=True,
    help="Two contenders, A,B. Each is NAME, NAME@0.5s or NAME@1000n. Repeatable.",
)
@click.option("--seconds", type=float, help="Seconds a move, where a contender does not say.")
@click.option("--nodes", type=int, help="Nodes a move (of uct: simulations), likewise.")
@click.option("--pairs", default=20, show_default=True, help="Openings; each is played all ways.")
@click.option("--plies", type=int, help="Random plies of an opening.  [default: 2; 0 with secrets]")
@click.option(
    "--set-up/--no-set-up",
    default=True,
    help="Is the set-up (Cubulus: neutral balls) random too, or left to the contenders?",
)
@click.option("--workers", default=1, show_default=True, help="Processes.")
@click.option("--seed", default=0, show_default=True, help="The same seed, the same openings.")
@click.option("--name", default="strength", show_default=True, help="bench/results/NAME.json")
def main(
    *,
    at: tuple[str, ...],
    matches: tuple[str, ...],
    seconds: float | None,
    nodes: int | None,
    pairs: int,
    plies: int | None,
    set_up: bool,
    workers: int,
    seed: int,
    name: str,
) -> None:
    """Matches between engines, with scores, error bars and Elo; a pair is one opening with sides
    exchanged (with 3 or 4 single seats: each contender alone among the other, in every seat).

    Contenders: random; lookahead (wins at once, does not lose at once, 30% at random); uct
    (textbook, only where nothing is secret); greedy (Cube O' alone); level1 to level8 and engine
    (Cubarium's own).

    Example: python -m bench.strength --table quixo --table cage:3 --match uct@0.1s,random
    """
    rows, data = [], []
    try:
        usual = Limit(seconds, nodes)
        for game in (game for text in at for game in tables(text)):
            for first, second in (sides_of(text, usual) for text in matches):
                what = f"{label(game)}: {first.name} against {second.name}"
                try:
                    for one in (first, second):
                        one.make(game, 1)
                except InvalidOption as unfit:
                    print(f"{what}: left out, {unfit}", file=sys.stderr)
                    continue
                result = play_match(
                    game,
                    first,
                    second,
                    pairs,
                    seed=seed,
                    workers=workers,
                    plies=plies,
                    set_up=set_up,
                    stop=Progress(what),
                )
                rows.append(row(game, result))
                data.append(facts(game, (first, second), result))
    except CubariumError as wrong:
        raise click.ClickException(str(wrong)) from wrong
    if not rows:
        raise click.ClickException("no match was played")
    report(name, f"Strength ({pairs} pairs, seed {seed})", rows, data)


if __name__ == "__main__":
    main()
