"""A command that comes again happens once: whatever it is, and whatever has happened to the server
in between."""

import asyncio
from pathlib import Path

import pytest

from cubarium.match.clocks import DAY
from cubarium.server.people.caps import Caps
from cubarium.server.tables import upkeep
from tests.server.inside import Inside, serving
from tests.server.polling import asked


async def _again(inside: Inside, table: str, token: str) -> None:
    """What was said and done is sent once more."""
    guest = inside.guest(Authorization=f"Bearer {token}")
    said = await guest.done(table, "say", id="word", text="Good luck")
    assert said["revision"] == 2
    assert [line["text"] for line in (await guest.look(table))["chat"]] == ["Good luck"]


async def test_chat_over_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        made = await guest.post("/api/tables", {"game": "quixo", "seats": ["me", "device"]})
        table, token = made.json()["update"]["table"], made.json()["tokens"]["0"]
        player = inside.guest(Authorization=f"Bearer {token}")
        await player.done(table, "say", id="word", text="Good luck")
        await player.done(table, "resign", id="end")
        await _again(inside, table, token)
    async with serving(tmp_path) as inside:
        await _again(inside, table, token)
        player = inside.guest(Authorization=f"Bearer {token}")
        await player.done(table, "say", id="another", text="Bye")
        assert len((await player.look(table))["chat"]) == 2


async def test_standing_up_over_a_restart(tmp_path: Path) -> None:
    secret = "a secret of some length"
    async with serving(tmp_path) as inside:
        table = await inside.guest().table("quixo", "me", "friend")
        friend = inside.guest(Authorization=f"Bearer {secret}")
        await friend.done(table, "sit", id="sit", seat=1)
        table_of_friend = table
        assert (await friend.refused(table, "stand", id="up"))[0] == 409, "the game has begun"
        table = await inside.guest().table("cage", "me", "friend", "friend", players=3)
        await friend.done(table, "sit", id="sit", seat=1)
        first = await friend.done(table, "stand", id="up")
        assert await friend.done(table, "stand", id="up") == first
        assert await friend.refused(table, "stand", id="other") == (403, "not_seated")
        stranger = inside.guest(Authorization="Bearer somebody else entirely")
        assert await stranger.refused(table, "stand", id="up") == (403, "not_seated")
        await stranger.done(table, "sit", id="sit", seat=1)
    async with serving(tmp_path) as inside:
        friend = inside.guest(Authorization=f"Bearer {secret}")
        assert await friend.done(table, "stand", id="up") == first
        stranger = inside.guest(Authorization="Bearer somebody else entirely")
        assert (await stranger.look(table))["you"]["holds"] == [1], "another's seat is untouched"
        assert (await friend.look(table_of_friend))["you"]["holds"] == [1]


async def test_the_same_key_makes_the_same_table(tmp_path: Path) -> None:
    new = {"game": "quixo", "seats": ["device", "me"], "order": "drawn"}
    key = {"Idempotency-Key": "as-random-as-anybody-likes"}

    async def make(inside: Inside, headers: dict[str, str]) -> tuple[str, dict[str, str]]:
        guest = inside.guest()
        answer = await guest.post("/api/tables", new, headers=headers)
        assert answer.status_code == 201, answer.text
        table = answer.json()["update"]["table"]
        assert (await guest.look(table))["you"]["holds"] == [0, 1]
        return table, answer.json()["tokens"]

    async with serving(tmp_path) as inside:
        first = await make(inside, key)
        assert await make(inside, key) == first
        other = await make(inside, {"Idempotency-Key": "another-one,-as-random"})
        assert other[0] != first[0]
        assert not {*other[1].values()} & {*first[1].values()}
        assert (await make(inside, {}))[0] not in (first[0], other[0])
        short = await inside.guest().post("/api/tables", new, headers={"Idempotency-Key": "short"})
        assert short.status_code == 422
    async with serving(tmp_path) as inside:
        assert await make(inside, key) == first, "over a restart too"
        player = inside.guest(Authorization=f"Bearer {first[1]['0']}")
        assert (await player.look(first[0]))["you"]["holds"] == [0]
    assert len(asked(tmp_path, "SELECT id FROM tables")) == 3


async def test_short_tokens_open_nothing(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        table = await guest.table("quixo", "me", "friend")
        wire = await inside.guest().wire()
        for token in ("a", "a" * 19, "a" * 65):
            refused = await wire.join(table, token=token)
            assert refused["error"]["code"] == "invalid_message"
            assert "token" in refused["error"]["where"]
        await wire.join(table, token="a" * 20)
        assert (await wire.command(table, "sit"))["type"] == "ack"


async def test_the_lobby_comes_in_pages(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        made = []
        for _ in range(7):
            made.append(await guest.table("quixo", "me", "friend", public=True))
            await asyncio.sleep(0.002)
        found: list[str] = []
        last = ""
        while True:
            query = {"limit": "3", **({"before": last} if last else {})}
            page = [one["table"] for one in (await guest.get("/api/tables", params=query)).json()]
            if not page:
                break
            found += page
            last = page[-1]
        assert found == made[::-1]
        answer = await guest.get("/api/tables", params={"before": "nowhere"})
        assert answer.status_code == 404


async def test_tables_do_not_wait_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        old, watched = [await guest.table("quixo", "me", "friend", public=True) for _ in range(2)]
        live = await guest.table("quixo", "me", "device", public=True)
        wire = await guest.wire()
        await wire.join(watched)
        services = inside.app.services
        moderation = services.moderation
        poll = upkeep.Upkeep(inside.runtime, inside.tables, moderation, 0)
        await poll.close_expired()
        assert (await guest.look(old))["status"] == "open"
        monkeypatch.setattr(upkeep, "EXPIRY_MS", -DAY)
        await poll.close_expired()
        assert (await guest.look(old))["status"] == "aborted"
        assert (await guest.look(watched))["status"] == "open"
        assert (await guest.look(live))["status"] == "live"


async def test_one_guest_and_one_address_have_so_many_open_tables(tmp_path: Path) -> None:
    new = {"game": "quixo", "seats": ["me", "friend"]}
    caps = Caps(open_tables=2, open_tables_of_address=3)
    async with serving(tmp_path, rate=1000.0, caps=caps) as inside:
        guest, other = inside.guest(), inside.guest()
        answers = [await guest.post("/api/tables", new) for _ in range(3)]
        assert [answer.status_code for answer in answers] == [201, 201, 429]
        assert answers[-1].json()["error"]["code"] == "too_many_open"
        answers = [await other.post("/api/tables", new) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [201, 429], "the address has three"
        assert (await other.post("/api/tables", {"game": "quixo"})).status_code == 201
        creators = asked(tmp_path, "SELECT DISTINCT creator FROM tables")
        assert len(creators) == 1
        assert b"127.0.0.1" not in creators[0][0]


async def test_cookies_are_renewed(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        assert "set-cookie" not in (await guest.get("/api/me/tables")).headers
        await guest.table("quixo", "me", "device")
        before = dict(guest.http.cookies)
        answer = await guest.get("/api/me/tables")
        assert "Max-Age=34560000" in answer.headers["set-cookie"]
        assert dict(guest.http.cookies) == before
        forged = {"cubarium": before["cubarium"][:-1]}
        stranger = inside.guest()
        stranger.http.cookies.update(forged)
        answer = await stranger.get("/api/me/tables")
        assert "set-cookie" not in answer.headers
