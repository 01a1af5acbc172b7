"""A server is killed in the middle of a long game, and started again: all is as it was, and the
game goes on."""

from pathlib import Path
from typing import Any

import httpx
import pytest

from cubarium.match.checkpoint import CHECKPOINT_ENTRIES
from tests.server.clients import Message, command, new_table, shown
from tests.server.long_games import quixo_moves
from tests.server.polling import asked
from tests.server.processes import PATIENCE, Served

MOVES = CHECKPOINT_ENTRIES + 5


def play(http: httpx.Client, table: str, tokens: dict[int, str], first: int, last: int) -> None:
    for number, move in list(enumerate(quixo_moves(last)))[first:]:
        wanted: dict[str, Any] = {"type": "move", "board_revision": number, "move": move}
        answer = command(http, table, tokens[number % 2], id=f"move {number}", **wanted)
        assert answer.status_code == 200, answer.text


def everything(http: httpx.Client, table: str, token: str) -> list[Message]:
    paths = ("history", "events")
    pages = [http.get(f"/api/tables/{table}/{path}").json() for path in paths]
    return [shown(http, table, token), *pages]


@pytest.mark.soak
def test_a_long_game_is_as_it_was(tmp_path: Path) -> None:
    with (
        Served(tmp_path) as served,
        httpx.Client(base_url=served.url, timeout=PATIENCE) as http,
    ):
        table, tokens = new_table(http, game="quixo", seats=["me", "device"])
        play(http, table, tokens, 0, MOVES)
        before = everything(http, table, tokens[0])
        served.kill()
        assert asked(tmp_path, "SELECT revision FROM checkpoints") == [(CHECKPOINT_ENTRIES,)]
        served.start()
        assert everything(http, table, tokens[0]) == before
        play(http, table, tokens, MOVES - 1, MOVES + 3)
        assert shown(http, table)["revision"] == MOVES + 5
