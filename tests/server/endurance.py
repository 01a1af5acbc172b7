"""Many games for a long time, with rude clients and kills: nothing is lost, and people wait for
nothing.

python -m tests.server.endurance [--games 500] [--minutes 60] [--kills 12] [--thought 5]

Every game has an address, a clock, and people who move about every five seconds; whoever has ended
a game opens the next one. All traffic stays on this machine.
"""

import argparse
import json
import tempfile
import time
from collections import Counter
from dataclasses import asdict, dataclass, field
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Final

from tests.server.crowd import Crowd, Told
from tests.server.journal import kept
from tests.server.processes import Served, Target
from tests.server.rude_clients import disturb

THOUGHT: Final = 5.0
"""Seconds that somebody thinks about a move, on average."""
CROWDS: Final = 4
"""Processes that the games are shared between."""


@dataclass
class Endured:
    """What has happened; times in seconds."""

    games: int = 0
    moves: int = 0
    kills: int = 0
    again: int = 0
    """Moves that were under way when the server was killed."""
    timed_out: int = 0
    times: list[float] = field(default_factory=list)
    """From a move to its acknowledgement, while a server ran."""
    back: list[float] = field(default_factory=list)
    """From a kill until everybody was back."""

    def summary(self) -> dict[str, Any]:
        ordered = sorted(self.times)

        def part(share: float) -> float:
            return round(1000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))], 1)

        told = {name: value for name, value in asdict(self).items() if name != "times"}
        shares = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "p99.9": 0.999, "most": 1}
        told |= {f"{name} ms": part(share) for name, share in shares.items()}
        return {**told, "back": [round(one, 1) for one in self.back]}


class Site:
    """A server, its crowds, and those who disturb them."""

    def __init__(self, served: Served, games: int, thought: float, crowds: int) -> None:
        self.served = served
        self.endured = Endured()
        shares = [len(range(number, games, crowds)) for number in range(crowds)]
        self.target = Target(served.port)
        self._crowds = [
            Crowd(self.target, served.data, share, thought, number)
            for number, share in enumerate(shares)
        ]
        self._downs: list[tuple[float, float]] = []

    def run(self, seconds: float, kills: int) -> None:
        tables = [str(crowd.hear()) for crowd in self._crowds]
        begun = time.monotonic()
        rude = get_context("spawn").Process(target=disturb, args=(self.target, tables[0], seconds))
        rude.start()
        for number in range(kills):
            time.sleep(max(0.0, begun + (number + 1) * seconds / (kills + 1) - time.monotonic()))
            self._kill()
            print(
                f"kill {number + 1}: all were back after {self.endured.back[-1]:.1f} s", flush=True
            )
        rude.join()
        for crowd in self._crowds:
            crowd.ask("stop")
        for crowd in self._crowds:
            self._add(crowd.hear())

    def _kill(self) -> None:
        since = time.monotonic()
        self.served.kill()
        self.endured.again += sum(self._asked("pending"))
        self.served.start()
        until = max(self._asked("back"))
        self.endured.kills += 1
        self.endured.back.append(until - since)
        self._downs.append((since, until))

    def _asked(self, what: str) -> list[Any]:
        for crowd in self._crowds:
            crowd.ask(what)
        return [crowd.hear() for crowd in self._crowds]

    def _add(self, told: object) -> None:
        assert isinstance(told, Told)
        endured = self.endured
        endured.games += told.games
        endured.moves += told.moves
        endured.times += [
            end - since
            for since, end in told.times
            if not any(since < up and end > down for down, up in self._downs)
        ]


def endure(
    folder: Path,
    games: int,
    seconds: float,
    kills: int,
    thought: float = THOUGHT,
    crowds: int = CROWDS,
) -> Endured:
    """Let a server endure it. Raises AssertionError, and EOFError if a crowd has found a fault."""
    with Served(folder, "--rate", "30", "--proxy", "127.0.0.1", "--workers", "1") as served:
        site = Site(served, games, thought, crowds)
        site.run(seconds, kills)
        served.stop()
    kinds = Counter(row["kind"] for log in kept(folder).values() for row in log)
    site.endured.timed_out = kinds["timed_out"]
    assert not site.endured.timed_out, "nobody has run out of time"
    return site.endured


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="at a time")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--kills", type=int, default=12)
    parser.add_argument("--thought", type=float, default=THOUGHT, help="seconds for a move")
    parser.add_argument("--crowds", type=int, default=CROWDS, help="processes of people")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        endured = endure(
            Path(folder),
            asked.games,
            60 * asked.minutes,
            asked.kills,
            asked.thought,
            asked.crowds,
        )
    print(json.dumps(endured.summary(), indent=1))


if __name__ == "__main__":
    main()
