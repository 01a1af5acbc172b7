"""Reviews: how long until the first move is judged, and until all is known, over HTTP.

python -m bench.review [--plies 60] [--games quixo,cage]

A random game of so many plies of every kind is played at a table, ended by resignation, and
reviewed by the endpoint that the page uses. What engines need is compiled before: a small game of
each kind is reviewed first. `again`: a second visit, when the review is kept.
"""

import argparse
import json
import tempfile
import time
from pathlib import Path
from random import Random
from typing import Any

import httpx

from bench.report import report
from bench.server import served
from cubarium import catalog

KINDS = [(name, players) for name in catalog.names() for players in catalog.info(name).players]
TARGETS = {"first": 1.0, "all": 30.0}
"""Seconds."""


class Player:
    """Plays random games at tables, alone."""

    def __init__(self, port: int) -> None:
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{port}/api", timeout=600)
        self._commands = 0

    def command(self, table: str, **said: Any) -> None:
        self._commands += 1
        body = {"id": f"bench-{self._commands}", **said}
        self.http.post(f"/tables/{table}/commands", json=body).raise_for_status()

    def game(self, name: str, players: int, plies: int) -> str | None:
        """A table whose game has lasted so long and is over; None: it ended before."""
        rng = Random(f"{name} {players} {plies} {self._commands}")
        seats = ["me", *["device"] * (players - 1)]
        wanted = {"game": name, "players": players, "seats": seats}
        table = str(self.http.post("/tables", json=wanted).json()["update"]["table"])
        while plies:
            state = self.http.get(f"/tables/{table}").json()["state"]
            if state["turn"]["kind"] != "move":
                return None
            seat = state["turn"]["seat"]
            legal = self.http.get(f"/tables/{table}?view={seat}").json()["state"]["legal"]
            move = "draw" if "draw" in legal and rng.random() < 0.7 else rng.choice(legal)
            revision = state["board_revision"]
            self.command(table, type="move", move=move, board_revision=revision, seat=seat)
            plies -= move != "draw"  # that is half a turn
        status = self.http.get(f"/tables/{table}").json()["state"]["status"]
        for seat in range(players - 1):
            if status == "live":
                self.command(table, type="resign", seat=seat)
                status = self.http.get(f"/tables/{table}").json()["state"]["status"]
        return table if status == "over" else None

    def lasting(self, name: str, players: int, plies: int) -> str:
        """The same, as often as it takes."""
        while (table := self.game(name, players, plies)) is None:
            pass
        return table

    def review(self, table: str) -> tuple[float, float]:
        """Seconds until the first move is judged, and until all is known."""
        since, first = time.perf_counter(), 0.0
        with self.http.stream("GET", f"/tables/{table}/review") as lines:
            for line in lines.iter_lines():
                kind = json.loads(line)["kind"]
                if kind == "failed":
                    raise RuntimeError(line)
                if kind == "move" and not first:
                    first = time.perf_counter() - since
        return first, time.perf_counter() - since


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--plies", type=int, default=60)
    parser.add_argument("--games", default=",".join(catalog.names()), help="only these")
    arguments = parser.parse_args()
    plies, games = arguments.plies, arguments.games.split(",")
    rows = []
    with tempfile.TemporaryDirectory() as folder, served(Path(folder)) as [(port, _)]:
        player = Player(port)
        for name, players in (one for one in KINDS if one[0] in games):
            player.review(player.lasting(name, players, players))
            first, everything = player.review(table := player.lasting(name, players, plies))
            again = player.review(table)[1]
            rows.append(
                {
                    "what": f"{catalog.info(name).title}, {players} players",
                    "plies": plies,
                    "first move, s": first,
                    "all, s": everything,
                    "again, s": again,
                    "in time": first <= TARGETS["first"] and everything <= TARGETS["all"],
                }
            )
            print(rows[-1], flush=True)
    report("review", f"Reviews of games of {plies} plies", rows)


if __name__ == "__main__":
    main()
