"""People who are kept out, sent away, silenced or forgotten, by the server that runs."""

from pathlib import Path
from typing import Any

import pytest

from cubarium.database import bans, guests
from cubarium.database.admin_commands import DONE, MISSING, AdminCommand, PendingCommand
from cubarium.database.bans import Ban
from cubarium.match.clocks import DAY
from cubarium.server.people.bans import Bans
from cubarium.server.people.moderation import Moderation
from cubarium.server.tables.sockets import KICKED
from cubarium.server.tables.upkeep import Upkeep
from cubarium.tables.identity import digest
from tests.server.inside import Guest, Inside, serving
from tests.server.polling import asked

ANN = {"Authorization": "Bearer the secret of Ann, quite long"}
BEA = {"Authorization": "Bearer the secret of Bea, quite long"}


def moderation(inside: Inside) -> Moderation:
    services = inside.app.services
    return services.moderation


def command(kind: AdminCommand, table: str = "", argument: str = "") -> PendingCommand:
    return PendingCommand(1, kind, table, argument)


async def pair(inside: Inside, **more: Any) -> tuple[Guest, Guest, str]:
    """Ann and Bea at a table."""
    ann, bea = inside.guest(**ANN), inside.guest(**BEA)
    table = await ann.table("quixo", "me", "friend", name="Ann", **more)
    await bea.done(table, "sit", name="Bea")
    return ann, bea, table


async def ban(inside: Inside, whom: str, until: int | None = None) -> None:
    one = Ban(whom, "", 0, until)
    await inside.runtime.storage.write(lambda connection: bans.add(connection, one))
    assert await moderation(inside).carry_out(command(AdminCommand.BAN, "", whom)) == DONE


def _hash(headers: dict[str, str]) -> str:
    return digest(headers["Authorization"].removeprefix("Bearer ")).hex()


def _cookie_hash(inside: Inside, guest: Guest) -> str:
    secret = inside.app.services.guests.read(dict(guest.http.cookies))
    assert secret is not None
    return digest(secret).hex()


async def test_a_guest_is_banned(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        ann, bea, table = await pair(inside)
        cookie = inside.guest()
        own = await cookie.table("quixo", "me", "device")
        wire, other = await cookie.wire(), await inside.guest().wire()
        await wire.join(own)
        await other.join(own)
        await ban(inside, _cookie_hash(inside, cookie))
        assert await wire.closed() == KICKED
        answer = await cookie.get(f"/api/tables/{own}")
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "banned")
        assert (await cookie.wire()).code == 1008
        assert (await cookie.get("/healthz")).status_code == 200
        assert other.code is None
        whom = _hash(BEA)
        await ban(inside, whom)
        assert await bea.refused(table, "resign") == (403, "banned")
        secret = BEA["Authorization"].removeprefix("Bearer ")
        assert (await other.join(table, token=secret))["error"]["code"] == "banned"
        await ann.done(table, "resign")
    async with serving(tmp_path) as inside:
        bea = inside.guest(**BEA)
        assert await bea.refused(table, "rematch") == (403, "banned"), "over a restart too"
        await inside.runtime.storage.write(lambda connection: bans.remove(connection, whom))
        assert await moderation(inside).carry_out(command(AdminCommand.UNBAN, "", whom)) == DONE
        await bea.done(table, "rematch")


async def test_an_address_is_banned(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        await ban(inside, "203.0.113.0/24")
        assert (await guest.get("/api/games")).status_code == 200
        wire = await guest.wire()
        await ban(inside, "127.0.0.1/32")
        assert await wire.closed() == KICKED
        assert (await guest.get("/api/games")).status_code == 403
        assert (await guest.wire()).code == 1008
        text = inside.app.services.metrics.text().decode()
        assert 'cubarium_limits_total{limit="banned"} 2.0' in text


def test_bans_end() -> None:
    held = Bans()
    held.load([Ban("10.0.0.0/8", "", 0, 1), Ban("ab" * 32, "", 0, None), Ban("::/0", "", 0, 1)])
    assert not held.has_address("10.1.2.3")
    assert not held.has_address("2001:db8::1")
    assert not held.has_address("nowhere")
    assert held.has_one_of([bytes(32), bytes.fromhex("ab" * 32)])
    held.load([Ban("2001:db8::/48", "", 0, None)])
    assert held.has_address("2001:db8:0:7::1")
    assert not held.has_address("2001:db9::")


async def test_kicking(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        await guest.table("quixo", "me", "device")
        wire = await guest.wire()
        kick = command(AdminCommand.KICK, "", _cookie_hash(inside, guest))
        assert await moderation(inside).carry_out(kick) == DONE
        assert await wire.closed() == KICKED
        assert await moderation(inside).carry_out(kick) == MISSING
        assert (await guest.wire()).code is None, "they may come back"


async def test_a_line_is_taken_away(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        ann, bea, table = await pair(inside)
        await ann.done(table, "say", text="rude")
        await bea.done(table, "say", text="kind")
        wire = await bea.wire()
        await wire.join(table)
        hush = moderation(inside).carry_out
        assert await hush(command(AdminCommand.HUSH, table, "1")) == DONE
        gone = (await wire.kind("chat"))["line"]
        assert (gone["number"], gone["text"]) == (1, ""), "those who are there are told"
        assert await hush(command(AdminCommand.HUSH, table, "7")) == MISSING
        assert [line["text"] for line in (await bea.look(table))["chat"]] == ["kind"]
    async with serving(tmp_path) as inside:
        bea = inside.guest(**BEA)
        assert [line["text"] for line in (await bea.look(table))["chat"]] == ["kind"]
        await bea.done(table, "say", id="new", text="still")
        assert [line["number"] for line in (await bea.look(table))["chat"]] == [2, 3]


async def test_a_key_is_revoked(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        ann, _, table = await pair(inside)
        token = (await ann.post(f"/api/tables/{table}/tokens")).json()["token"]
        thief = inside.guest(Authorization=f"Bearer {token}")
        wire = await inside.guest().wire()
        await wire.join(table, token=token)
        assert (await thief.look(table))["you"]["holds"] == [0]
        revoke = moderation(inside).carry_out
        key = digest(token).hex()
        assert await revoke(command(AdminCommand.REVOKE, table, key[:12])) == DONE
        assert await revoke(command(AdminCommand.REVOKE, table, key[:12])) == MISSING
        assert (await thief.look(table))["you"]["holds"] == []
        assert (await wire.command(table, "resign"))["error"]["code"] == "not_seated"
        assert 0 in (await ann.look(table))["you"]["holds"]


async def test_all_of_a_guest_is_forgotten(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        ann, bea, table = await pair(inside)
        alone = await ann.table("quixo", "me", "device", name="Ann")
        await ann.done(table, "say", text="I am Ann")
        await bea.done(table, "say", text="I am Bea")
        wire = await bea.wire()
        await wire.join(table)
        answer = await ann.http.delete("/api/me")
        assert answer.json() == {"tables": 2}
        await wire.kind("removed")
        assert (await ann.get(f"/api/tables/{alone}")).status_code == 404
        seen = await bea.look(table)
        assert seen["status"] == "aborted"
        assert [seat["name"] for seat in seen["seats"]] == ["Guest", "Bea"]
        assert [line["text"] for line in seen["chat"]] == ["I am Bea"]
        assert (await ann.look(table))["you"]["holds"] == []
        assert (await ann.http.delete("/api/me")).json() == {"tables": 0}
    assert "Ann" not in str(asked(tmp_path, "SELECT data FROM events"))
    assert "Ann" not in str(asked(tmp_path, "SELECT seated FROM tables"))


async def test_what_a_spectator_said_is_forgotten(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        ann = inside.guest()
        table = await ann.table("quixo", "me", "device", spectator_chat=True)
        cleo = inside.guest(Authorization=f"Bearer {'cleo ' * 6}")
        await cleo.done(table, "say", room="spectators", name="Cleo", text="I am Cleo")
        wire = await inside.guest().wire()
        await wire.join(table)
        assert (await cleo.http.delete("/api/me")).json() == {"tables": 0}
        assert (await wire.kind("chat"))["line"]["text"] == ""
        assert (await ann.look(table))["status"] == "live", "it is not theirs"
    assert "Cleo" not in str(asked(tmp_path, "SELECT text, name FROM chat"))


async def test_players_delete_their_own_tables(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        ann, bea, table = await pair(inside)
        alone = await ann.table("quixo", "me", "level1")
        delete = ann.http.delete
        assert (await bea.http.delete(f"/api/tables/{alone}")).status_code == 403
        assert (await delete(f"/api/tables/{table}")).json()["error"]["code"] == "between_people"
        assert (await delete(f"/api/tables/{alone}")).status_code == 204
        assert (await delete(f"/api/tables/{alone}")).status_code == 404
        assert (await ann.look(table))["status"] == "live"


async def test_old_tables_are_deleted_by_themselves(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        old, new = [await guest.table("quixo", "me", "device") for _ in range(2)]
        asked(tmp_path, f"UPDATE tables SET changed = changed - {31 * DAY} WHERE id = ?", old)
        await Upkeep(inside.runtime, inside.tables, moderation(inside), 0).delete_old()
        assert len(asked(tmp_path, "SELECT id FROM tables")) == 2
        await Upkeep(inside.runtime, inside.tables, moderation(inside), 30).delete_old()
        assert asked(tmp_path, "SELECT id FROM tables") == [(new,)]
        assert (await guest.get(f"/api/tables/{old}")).status_code == 404


async def test_who_may_see_the_metrics(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        text = (await inside.guest().get("/metrics")).text
        for name in (
            "process_resident_memory_bytes",
            "process_open_fds",
            "cubarium_loop_lag_seconds_count",
            "cubarium_commit_seconds_count",
            "cubarium_commits_total",
            "cubarium_worker_deaths_total",
            "cubarium_database_bytes",
        ):
            assert f"\n{name} " in text
    async with serving(tmp_path, observers="192.0.2.1") as inside:
        answer = await inside.guest().get("/metrics")
        assert (answer.status_code, answer.json()["error"]["code"]) == (404, "not_found")


@pytest.mark.parametrize("text", ["ann", "table", "hash"])
async def test_finding_people(text: str, tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        _, _, table = await pair(inside)
        key = _hash(ANN)
        wanted = {"ann": "ann", "table": table, "hash": key[:10]}[text]
        found = await inside.runtime.storage.read(
            lambda connection: guests.find(connection, wanted)
        )
        names = ["Ann", "Bea"] if text == "table" else ["Ann"]
        assert [(one.table, one.name) for one in found] == [(table, name) for name in names]
        assert key in found[0].guests
