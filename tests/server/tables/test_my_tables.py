"""Your tables in lists: those that go on, and those that have ended, page by page."""

from pathlib import Path
from typing import Any

from tests.server.inside import Guest, serving


async def listed(guest: Guest, **query: Any) -> list[dict[str, Any]]:
    answer = await guest.get("/api/me/tables", params=query)
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


async def test_results_from_both_sides(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        ann, ben = inside.guest(), inside.guest()
        table = await ann.table("quixo", "me", "friend", name="Ann")
        await ben.done(table, "sit", name="Ben")
        now = await ann.look(table)
        await ann.done(table, "move", board_revision=0, move=now["legal"][0])
        (card,) = await listed(ann)
        assert (card["ended"], card["outcome"], card["result"]) == (None, None, None)
        assert await listed(ann, status="ended") == []
        await ben.done(table, "resign")
        (won,), (lost,) = await listed(ann, status="ended"), await listed(ben, status="ended")
        assert (won["result"], won["your_seats"]) == ("won", [0])
        assert (lost["result"], lost["your_seats"]) == ("lost", [1])
        assert won["outcome"] == {"winners": [0], "reason": "resignation", "scores": None}
        assert [seat["name"] for seat in won["seats"]] == ["Ann", "Ben"]
        assert won["plies"] == 1
        ended = won["ended"]
        assert ended == won["changed"]
        await ann.done(table, "rematch")
        (later,) = await listed(ann, status="ended")
        assert later["ended"] == ended, "asking for a rematch is no part of the game"
        assert await listed(ann, status="going_on") == []
        assert await listed(inside.guest(), status="ended") == []


async def test_draws_and_games_called_off(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        ann = inside.guest()
        drawn = await ann.table("quixo", "me", "device")
        await ann.done(drawn, "offer", what="draw", seat=0)
        off = await ann.table("cubeo", "me", "device")
        await ann.done(off, "abort", seat=0)
        both = await ann.table("quixo", "me", "device")
        await ann.done(both, "resign", seat=1)
        found = {card["table"]: card for card in await listed(ann, status="ended")}
        assert found[drawn]["result"] == "drawn"
        assert (found[off]["result"], found[off]["outcome"]) == ("called_off", None)
        assert found[both]["result"] is None, "they won, and lost"
        assert found[both]["outcome"]["winners"] == [0]


async def test_page_by_page(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        ann = inside.guest()
        tables = []
        for _ in range(7):
            tables.append(await ann.table("quixo", "me", "device"))
            await ann.done(tables[-1], "resign", seat=0)
        going = await ann.table("quixo", "me", "device")
        whole = [card["table"] for card in await listed(ann, status="ended")]
        assert sorted(whole) == sorted(tables)
        pages: list[str] = []
        query: dict[str, Any] = {}
        while page := await listed(ann, status="ended", limit=3, **query):
            assert len(page) <= 3
            pages += [card["table"] for card in page]
            query = {"before": pages[-1]}
        assert pages == whole, "in the same order, also where they ended at the same time"
        assert [card["table"] for card in await listed(ann, status="going_on")] == [going]

        async def refused(**query: Any) -> tuple[int, str]:
            answer = await ann.get("/api/me/tables", params=query)
            return answer.status_code, answer.json()["error"]["code"]

        assert await refused(before=tables[0]) == (422, "invalid_input")
        assert await refused(status="ended", before=going) == (404, "no_such_table")
        assert await refused(status="ended", before="no such") == (422, "invalid_input")
        assert await refused(status="won") == (422, "invalid_input")
        other = await inside.guest().get(f"/api/me/tables?status=ended&before={tables[0]}")
        assert other.status_code == 404, "not even that it exists"


async def test_secret_cards_are_not_told(tmp_path: Path) -> None:
    """A start with cards in it is for nobody's list, whatever came of the game."""
    async with serving(tmp_path) as inside:
        ann = inside.guest()
        table = await ann.table("cubeo", "me", "device")
        await ann.done(table, "resign", seat=0)
        (card,) = await listed(ann, status="ended")
        assert card["configuration"]["position"] is None
        assert "c1" not in str({**card, "table": ""})
