"""Many games at once: steps a CPU-second with masks and observations written, one random move each,
beside Pgx's games stepped the same way; and single games stepped from Python. `python -m
bench.batch`; Pgx is in a dependency group of its own: `.venv/bin/uv sync --inexact --group pgx`."""

import random
import time
from collections.abc import Callable
from typing import Any

import click

from bench.report import report
from cubarium import Ended, Stepper, batch, catalog, load
from cubarium.core.game import AnyGame
from cubarium.search.threads import cores

GAMES = 8192
ROUNDS = 5
PGX = ("connect_four", "hex", "othello")
RATE = "M steps / CPU-s"
WALL = "M steps / s"


def measured(step: Callable[[], int], seconds: float) -> tuple[float, float]:
    """Millions of steps a second of CPU time and of the clock on the wall, the best of rounds."""
    step()
    best = wall = 0.0
    for _ in range(ROUNDS):
        cpu, begun, made = time.process_time(), time.perf_counter(), 0
        while time.perf_counter() - begun < seconds:
            made += step()
        best = max(best, made / (time.process_time() - cpu) / 1e6)
        wall = max(wall, made / (time.perf_counter() - begun) / 1e6)
    return best, wall


def batch_row(game: AnyGame, threads: int, seconds: float) -> dict[str, Any]:
    games = batch(game, GAMES, seed=1, threads=threads)

    def step() -> int:
        games.step(games.sample())
        return games.n

    rate, wall = measured(step, seconds)
    what = f"{game.name}, {game.players} players, {threads} threads"
    return {"what": what, "games": GAMES, RATE: rate, WALL: wall}


def pgx_row(name: str, seconds: float) -> dict[str, Any] | None:
    """Pgx on the CPU: vmapped, jitted, with masks, observations, sampling and automatic resets."""
    try:
        import jax
        import pgx
        from pgx.experimental import auto_reset
    except ImportError:
        return None
    env = pgx.make(name)
    stepped = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit  # type: ignore[untyped-decorator, unused-ignore]
    def step(state: Any, key: Any) -> tuple[Any, Any]:
        key, sub, act = jax.random.split(key, 3)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        actions = jax.random.categorical(act, logits, axis=-1)
        return stepped(state, actions, jax.random.split(sub, GAMES)), key

    key = jax.random.PRNGKey(1)
    kept = [jax.jit(jax.vmap(env.init))(jax.random.split(key, GAMES)), key]

    def run() -> int:
        kept[:] = step(*kept)
        jax.block_until_ready(kept[0].observation)
        return GAMES

    rate, wall = measured(run, seconds)
    return {"what": f"Pgx: {name}", "games": GAMES, RATE: rate, WALL: wall}


def single_rows(game: AnyGame, seconds: float) -> list[dict[str, Any]]:
    """One game, move by move from Python: by the readable rules, and by the compiled stepper."""
    choose = random.Random(1).random
    stepper = Stepper(game)

    def compiled() -> int:
        stepper.reset()
        while not stepper.is_over:
            ids = stepper.legal_ids
            stepper.push(ids[int(choose() * len(ids))])
        return stepper.plies

    def readable() -> int:
        state, made = game.initial(), 0
        while not isinstance(game.turn(state), Ended):
            acts = game.moves(state) or [*game.draws(state)]
            state = game.play(state, acts[int(choose() * len(acts))])
            made += 1
        return made

    rows = []
    for how, step in (("readable rules", readable), ("compiled stepper", compiled)):
        rate, wall = measured(step, seconds)
        what = f"{game.name}, {game.players} players, {how}"
        rows.append({"what": what, "games": 1, RATE: rate, WALL: wall})
    return rows


@click.command(help=__doc__)
@click.option("--seconds", default=1.0, help="For each of five rounds.")
def main(seconds: float) -> None:
    tables = [
        load(name, players) for name in catalog.names() for players in catalog.info(name).players
    ]
    rows = [batch_row(game, threads, seconds) for game in tables for threads in {1, cores()}]
    others = [pgx_row(name, seconds) for name in PGX]
    if None in others:
        print("Pgx is not installed: its games are missing from the table.")
    rows += [row for row in others if row is not None]
    for name in catalog.names():
        rows += single_rows(load(name), seconds)
    report("batch", f"Steps with masks and observations ({GAMES} games, best of {ROUNDS})", rows)


if __name__ == "__main__":
    main()
