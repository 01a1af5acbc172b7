"""All boards of a game at once, as a seat may know them."""

from pathlib import Path
from typing import Any, cast

import pytest

from cubarium.server.tables import history
from tests.server.inside import serving
from tests.server.knowledge import Truth

BOARD = ("items", "marks", "stocks", "holders", "sights", "cards")


@pytest.mark.parametrize("game", ["quixo", "cage", "cubulus", "cubeo"])
async def test_boards_are_those_that_were_seen(game: str, tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        table = await guest.table(game, "me", "device")
        seen = {}
        for _ in range(6):
            now = await guest.look(table, view=0, scenes=True)
            seen[len(now["actions"])] = {part: now["scene"][part] for part in BOARD}
            seat = now["turn"]["seat"]
            move = (await guest.look(table, view=seat))["legal"][-1]
            board = now["board_revision"]
            await guest.done(table, "move", board_revision=board, move=move, seat=seat)
        now = await guest.look(table, view=0)
        told = (await guest.get(f"/api/tables/{table}/history?view=0")).json()
        assert told["revision"] == now["revision"]
        assert len(told["boards"]) == len(now["actions"])
        assert {at: told["boards"][at] for at in seen} == seen


async def test_a_seat_gets_its_own_history_and_no_other(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        one, other = inside.guest(), inside.guest()
        table = await one.table("cubeo", "me", "friend")
        await other.done(table, "sit")
        path = f"/api/tables/{table}/history"
        truth = Truth(inside.runtime.storage.engine, table)
        for guest, seat in ((one, 0), (other, 1), (inside.guest(), None)):
            told = (await guest.get(path)).text
            assert truth.leaks(told, seat, truth.revision) == set()
            wrong = await guest.get(f"{path}?view={1 - (seat or 0)}")
            assert wrong.json()["error"]["code"] == "not_your_seat"
        assert (await one.get("/api/tables/nowhere/history")).status_code == 404


async def test_what_was_taken_back_is_no_part_of_it(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        table = await guest.table("quixo", "me", "device")
        await guest.done(table, "move", board_revision=0, move="a1a5", seat=0)
        await guest.done(table, "offer", what="takeback", seat=0)
        assert (await guest.get(f"/api/tables/{table}/history")).json()["boards"] == []


async def test_boards_come_in_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        table = await guest.table("cubeo", "me", "device")
        for _ in range(4):
            seat = (await guest.look(table))["turn"]["seat"]
            now = await guest.look(table, view=seat)
            wanted = {"board_revision": now["board_revision"], "move": now["legal"][-1]}
            await guest.done(table, "move", seat=seat, **wanted)
        path = f"/api/tables/{table}/history"
        whole = (await guest.get(path)).json()
        assert whole["next"] is None
        monkeypatch.setattr(history, "MOST_BOARDS", 3)
        found: list[Any] = []
        pages, following = 0, cast("int | None", 0)
        while following is not None:
            page = (await guest.get(path, params={"after": following})).json()
            assert len(page["boards"]) <= 3
            found, pages, following = [*found, *page["boards"]], pages + 1, page["next"]
        assert found == whole["boards"]
        assert pages == -(-len(found) // 3) > 1
        far = (await guest.get(path, params={"after": 10**9})).json()
        assert (far["boards"], far["next"]) == ([], None)
