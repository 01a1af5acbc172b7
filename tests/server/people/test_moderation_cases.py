"""Admin commands do the same to a database whether a server runs on it or not."""

from pathlib import Path
from shutil import copytree
from typing import Any

from cubarium.database import admin
from cubarium.database.admin_commands import DONE, MISSING, OVER, AdminCommand, PendingCommand
from cubarium.tables.identity import digest
from tests.server.inside import Inside, serving
from tests.server.polling import asked

SECRETS = {name: f"the secret of {name}, quite long" for name in ("Ann", "Bea", "Cleo")}
ANN, BEA, CLEO = (digest(secret).hex() for secret in SECRETS.values())
WRITTEN = (
    "SELECT id, status, seated, outcome FROM tables ORDER BY id",
    "SELECT table_id, revision, kind, data FROM events ORDER BY table_id, revision",
    "SELECT table_id, number, seat, name, text FROM chat ORDER BY table_id, number",
    "SELECT table_id, seat, hash FROM keys ORDER BY table_id, seat",
    "SELECT table_id, seat, hash FROM revoked_keys ORDER BY table_id, seat",
)


async def people(inside: Inside) -> list[str]:
    """Three tables of Ann and Bea, and what they and Cleo, who watches, have said."""
    ann, bea, cleo = (inside.guest(Authorization=f"Bearer {secret}") for secret in SECRETS.values())
    tables = []
    for _ in range(3):
        table = await ann.table("quixo", "me", "friend", name="Ann", spectator_chat=True)
        await bea.done(table, "sit", name="Bea")
        for who in (ann, bea):
            await who.done(table, "say", text="hello")
        await cleo.done(table, "say", text="hello", room="spectators", name="Cleo")
        tables.append(table)
    return tables


def commands(one: str, other: str, last: str) -> list[tuple[AdminCommand, str, str, str]]:
    """Commands of every kind, and what they answer."""
    return [
        (AdminCommand.HUSH, one, "1", DONE),
        (AdminCommand.HUSH, one, "9", MISSING),
        (AdminCommand.REVOKE, one, ANN[:12], DONE),
        (AdminCommand.REVOKE, one, ANN[:12], MISSING),
        (AdminCommand.CLOSE, one, "", DONE),
        (AdminCommand.CLOSE, one, "", OVER),
        (AdminCommand.CLOSE, "nowhere", "", MISSING),
        (AdminCommand.DELETE, other, "", DONE),
        (AdminCommand.DELETE, other, "", MISSING),
        (AdminCommand.FORGET, "", BEA, "2"),
        (AdminCommand.FORGET, "", CLEO, "0"),
        (AdminCommand.BAN, "", ANN, DONE),
        (AdminCommand.UNBAN, "", ANN, DONE),
        (AdminCommand.KICK, "", ANN, MISSING),
        (AdminCommand.CLOSE, last, "", OVER),
    ]


async def test_with_and_without_a_server(tmp_path: Path) -> None:
    online, offline = tmp_path / "online", tmp_path / "offline"
    online.mkdir()
    async with serving(online) as inside:
        tables = await people(inside)
    copytree(online, offline)
    wanted = commands(*tables)
    async with serving(online) as inside:
        moderation = inside.app.services.moderation
        for kind, table, argument, answer in wanted:
            command = PendingCommand(1, kind, table, argument)
            assert await moderation.carry_out(command) == answer, command
    for kind, table, argument, answer in wanted:
        told = admin.give(offline, kind, [table], argument)
        assert told == [answer], (kind, table)
    assert _written(online) == _written(offline)


def _written(place: Path) -> list[Any]:
    return [asked(place, query) for query in WRITTEN]
