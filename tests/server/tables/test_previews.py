"""What a move would do, asked for before it is played."""

from pathlib import Path
from typing import Any

import pytest

from tests.server.inside import Guest, serving


async def preview(guest: Guest, table: str, move: str, **query: Any) -> tuple[int, Any]:
    """The status, and the steps or the code of the refusal."""
    path = f"/api/tables/{table}/preview"
    answer = await guest.get(path, params={"move": move, **query})
    body = answer.json()
    return answer.status_code, body["error"]["code"] if "error" in body else body["steps"]


@pytest.mark.parametrize("game", ["quixo", "cage", "cubulus", "cubeo"])
async def test_a_preview_is_what_is_shown_when_the_move_is_played(
    game: str, tmp_path: Path
) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        table = await guest.table(game, "me", "device")
        wire = await guest.wire()
        await wire.join(table, view=0)
        for _ in range(6):
            now = await guest.look(table)
            seat, move = now["turn"]["seat"], now["legal"][-1]
            before = inside.known(table).session
            status, steps = await preview(guest, table, move, seat=seat)
            assert status == 200
            assert inside.known(table).session is before, "nothing was changed"
            await guest.done(
                table, "move", board_revision=now["board_revision"], move=move, seat=seat
            )
            told = await wire.kind("update")
            assert told["events"][0]["steps"] == steps


async def test_previews_are_for_whoever_moves(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        one, other, stranger = inside.guest(), inside.guest(), inside.guest()
        table = await one.table("quixo", "me", "friend")
        assert await preview(one, table, "a1e1") == (409, "not_your_turn"), "nobody plays yet"
        await other.done(table, "sit")
        assert (await preview(one, table, "a1e1"))[0] == 200
        assert await preview(other, table, "a1e1") == (409, "not_your_turn")
        assert await preview(stranger, table, "a1e1") == (403, "not_seated")
        assert await preview(one, table, "a1e1", seat=1) == (403, "not_your_seat")
        assert await preview(one, "nowhere", "a1e1") == (404, "no_such_table")
        await one.done(table, "resign")
        assert (await preview(one, table, "a1e1"))[0] == 409


async def test_what_is_no_move_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        table = await guest.table("quixo", "me", "device")
        assert (await preview(guest, table, "b2e2"))[0] == 409
        assert await preview(guest, table, "nonsense") == (422, "invalid_move")
        assert (await preview(guest, table, ""))[0] == 422
        assert (await preview(guest, table, "a" * 41))[0] == 422
        wrong = await guest.get(f"/api/tables/{table}/preview", params={"move": "b2e2"})
        assert wrong.json()["error"]["message"].endswith(".")
