"""Games of an engine against itself as tables: every position with what the engine thought of it
and how the game ended."""

from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final, Literal
from uuid import uuid4

from cubarium import catalog, extras
from cubarium.core.action_ids import action_id, reward_of, rewards, shares
from cubarium.core.engine import Limit, Proven, Value
from cubarium.core.game import AnyGame
from cubarium.core.info import GameSpec
from cubarium.core.turn import Seat, ToDraw, ToMove
from cubarium.engines import registry
from cubarium.match.events import Moved
from cubarium.match.match import Match

extras.require("engines")

import numpy as np  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from cubarium.interop.seat_observer import SeatObserver  # noqa: E402
from cubarium.records import record_of, write  # noqa: E402

Form = Literal["npz", "parquet"]
FORMS: Final[tuple[Form, ...]] = ("npz", "parquet")


@dataclass(frozen=True)
class SelfPlayPart:
    """Some games of a run: plain data, so that any process can play them."""

    spec: GameSpec
    first: int
    """The number of its first game."""
    games: int
    engine: str
    limit: Limit
    random_plies: int
    """Moves at random before the engine takes over: else all games would be alike."""
    seed: int


@dataclass(frozen=True, eq=False)
class PlayedPart:
    """Positions in which a seat was to move, one a row, and the records of the games."""

    columns: dict[str, NDArray[np.generic]]
    records: str


def play_part(part: SelfPlayPart) -> PlayedPart:
    """Play the games of a part. The same part gives the same games if its limit counts nodes."""
    game = catalog.game(part.spec)
    observer = SeatObserver(game)
    rows: dict[str, list[object]] = {
        name: [] for name in ("observation", "game", "ply", "seat", "action", "value", "result")
    }
    records = []
    for number in range(part.first, part.first + part.games):
        match, values = _played(game, part, number)
        ends = rewards(game, match.turn)
        moved = [step for step in match.steps if isinstance(step.event, Moved)]
        for ply, (step, value) in enumerate(zip(moved, values, strict=True)):
            assert isinstance(step.event, Moved)
            seat = step.event.seat
            rows["observation"].append(observer.observation(step.before, seat))
            rows["game"].append(number)
            rows["ply"].append(ply)
            rows["seat"].append(seat)
            rows["action"].append(action_id(game, step.act))
            rows["value"].append(value)
            rows["result"].append(ends[seat])
        records.append(record_of(match, {"Round": str(number), "Engine": part.engine}))
    kinds = {"observation": np.int8, "seat": np.int8, "value": np.float32, "result": np.float32}
    columns = {name: np.array(values, kinds.get(name, np.int32)) for name, values in rows.items()}
    return PlayedPart(columns, write(records))


def _played(game: AnyGame, part: SelfPlayPart, number: int) -> tuple[Match, list[float]]:
    """One game, and the values that its mover expected in every position (0 where it moved at
    random)."""
    rng = Random(f"{part.seed}/{number}")
    player = registry.engine(part.engine, game, Random(rng.getrandbits(63)))
    match = Match.open(game)
    values: list[float] = []
    while True:
        match = match.after(match.draw(rng)) if isinstance(match.turn, ToDraw) else match
        if not isinstance(match.turn, ToMove):
            return match, values
        seat = match.turn.seat
        if len(values) < part.random_plies:
            move, value = rng.choice(game.moves(match.state)), 0.0
        else:
            *_, thought = player.think(game, match.story(seat), part.limit)
            move, value = thought.best, _expected(game, seat, thought.value)
        values.append(value)
        match = match.after([Moved(seat, game.write(move))])


def _expected(game: AnyGame, seat: Seat, value: Value) -> float:
    """A value as a reward, from -1 to 1."""
    found = shares(game, value.outcome) if isinstance(value, Proven) else value.shares
    return reward_of(game, found[seat])


def write_part(path: Path, played: PlayedPart, form: Form) -> None:
    """Write the table, and the records beside it; whole or not at all. Raises MissingExtra."""
    text = path.with_suffix(".txt")
    _replace(text, played.records.encode())
    draft = path.with_name(f".{path.name}.{uuid4().hex[:8]}")
    try:
        if form == "npz":
            with draft.open("wb") as file:
                np.savez_compressed(file, **played.columns)  # type: ignore[arg-type]
        else:
            _write_parquet(draft, played)
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)


def _replace(path: Path, body: bytes) -> None:
    draft = path.with_name(f".{path.name}.{uuid4().hex[:8]}")
    draft.write_bytes(body)
    draft.replace(path)


def _write_parquet(path: Path, played: PlayedPart) -> None:
    extras.require("parquet")
    import pyarrow as pa
    from pyarrow import parquet

    columns = {
        name: pa.array(list(values.reshape(len(values), -1)) if values.ndim > 1 else values)
        for name, values in played.columns.items()
    }
    shape = "x".join(map(str, played.columns["observation"].shape[1:]))
    table = pa.table(columns).replace_schema_metadata({"observation_shape": shape})
    parquet.write_table(table, path)
