"""What the database holds of many games, against what their players were told."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

from cubarium.database.site_place import Place
from tests.server.clients import Client, Player
from tests.server.polling import asked

Logs: TypeAlias = Mapping[str, Sequence[Any]]

KINDS: list[dict[str, Any]] = [
    {"game": "quixo", "players": 2},
    {"game": "cage", "players": 2},
    {"game": "cubulus", "players": 2},
    {"game": "cubeo", "players": 2},
    {"game": "quixo", "players": 4},
    {"game": "cage", "players": 3},
    {"game": "cubulus", "players": 3},
    {"game": "cubeo", "players": 3},
]
"""Tables of every kind."""


def kept(place: Place) -> Logs:
    """The log of every table, as the database holds it."""
    names = ("table_id", "revision", "kind", "seat", "data", "command")
    query = (
        "SELECT table_id, revision, kind, seat, CAST(data AS TEXT), command FROM events "
        "ORDER BY table_id, revision"
    )
    found: dict[str, list[Any]] = {}
    for values in asked(place, query):
        row = dict(zip(names, values, strict=True))
        found.setdefault(row["table_id"], []).append(row)
    return found


def check_logs(logs: Logs, players: Sequence[Player]) -> None:
    """Every acknowledged move is there once, where it was said to be, and nothing else is."""
    commands = Counter(row["command"] for log in logs.values() for row in log if row["command"])
    assert set(commands.values()) == {1}
    assert set(commands) <= {name for player in players for name in player.sent}
    for log in logs.values():
        assert [row["revision"] for row in log] == [*range(1, len(log) + 1)]
        named = {row["command"] for row in log if row["kind"] == "moved"}
        assert None not in named, "every move was somebody's command"
    for player in players:
        assert player.pending is None
        assert set(player.acknowledged) == player.sent
        for name, revision in player.acknowledged.items():
            assert logs[player.table][revision - 1]["command"] == name


def check_view(viewer: Client, log: Sequence[Any]) -> None:
    """What somebody has seen is what happened, but for what is hidden."""
    assert viewer.revision == len(log)
    for revision, act in viewer.acts.items():
        row = log[revision - 1]
        assert row["kind"] in ("moved", "drawn")
        assert act == "=?" or f'"{act}"' in row["data"]
