"""`cubarium admin` about people, with and without a server; settings from elsewhere."""

import re
from collections.abc import Callable
from pathlib import Path

import click
import httpx
import pytest
from click.testing import CliRunner

from cubarium.cli.commands.serve import command as serve
from cubarium.cli.main import cli
from cubarium.database.bans import doubt
from cubarium.database.database import prepared
from cubarium.tables.identity import digest
from tests.cli.test_admin import admin, done, refused
from tests.server.clients import command, new_table
from tests.server.polling import asked
from tests.server.processes import Served

HOSTING = Path(__file__).parents[2] / "docs" / "hosting"
SECRET = "a secret of some length"
GUEST = digest(SECRET).hex()
WATCHER = "a secret of somebody who watches"


def _table(http: httpx.Client) -> str:
    """Ann has a table with a friend, who has said something."""
    table, _ = new_table(
        http, game="quixo", seats=["me", "friend"], name="Ann", spectator_chat=True
    )
    http.cookies.clear()
    assert command(http, table, SECRET, type="sit", name="Rude").status_code == 200
    assert command(http, table, SECRET, type="say", text="a rude word").status_code == 200
    said = {"room": "spectators", "name": "Cleo", "text": "another"}
    assert command(http, table, WATCHER, type="say", **said).status_code == 200
    return table


@pytest.mark.soak
def test_people(tmp_path: Path) -> None:
    """Some of it while a server runs, and all without one."""
    with Served(tmp_path, "--workers", "1") as served, httpx.Client(base_url=served.url) as http:
        table = _table(http)

        def tried() -> int:
            return command(http, table, SECRET, type="rematch").status_code

        done(tmp_path, "ban", GUEST[:12])
        assert tried() == 403
        done(tmp_path, "unban", GUEST[:12])
        assert tried() == 409
        assert "is not connected" in refused(tmp_path, "kick", "203.0.113.7")
        done(tmp_path, "revoke", table, GUEST[:12])
        assert tried() == 403
        assert f"1 Rude  ({GUEST[:12]})" in done(tmp_path, "find", GUEST[:12])
        _table(http)
        assert "deleted: 2" in done(tmp_path, "forget", GUEST[:12])
        assert done(tmp_path, "find", GUEST[:12]) == "Nothing was found.\n"
        assert done(tmp_path, "chat", "list", table).endswith("another\n"), "his word is gone"
        assert "Rude" not in str(asked(tmp_path, "SELECT seated FROM tables"))
        table = _table(http)
    _moderate(tmp_path, table)


def _moderate(data: Path, table: str) -> None:
    assert f"{table}  live     quixo    1 Rude  {GUEST[:12]}" in done(data, "find", "rude")
    assert done(data, "find", table).count("\n") == 2
    assert done(data, "find", "nobody at all") == "Nothing was found.\n"
    cleo = digest(WATCHER).hex()[:12]
    assert done(data, "chat", "list", table) == f"1  1  a rude word\n2  Cleo ({cleo})  another\n"
    assert "deleted" in done(data, "chat", "delete", table, "1")
    done(data, "ban", cleo)
    done(data, "unban", cleo)
    assert "0" in done(data, "forget", cleo)
    assert done(data, "chat", "list", table) == ""
    assert "no line 9" in refused(data, "chat", "delete", table, "9")
    assert "no table nowhere" in refused(data, "chat", "list", "nowhere")

    assert done(data, "ban", GUEST[:12], "--why", "rude", "--days", "3") == (
        f"{GUEST[:12]} is banned.\n"
    )
    assert "rude" in done(data, "bans")
    assert "until 2" in done(data, "bans")
    assert "let in again" in done(data, "unban", GUEST[:12])
    assert "is not banned" in refused(data, "unban", GUEST[:12])
    assert done(data, "ban", "2001:db8::7") == "2001:db8::/64 is banned.\n"
    assert done(data, "ban", "203.0.113.7") == "203.0.113.7/32 is banned.\n"
    assert "for good" in done(data, "bans")
    assert "let in again" in done(data, "unban", "203.0.113.7")
    assert "let in again" in done(data, "unban", "2001:db8::7")
    assert done(data, "bans") == ""
    for whom in ("Rude", "ffffffffff", "1.2.3"):
        assert "no address and no guest" in refused(data, "ban", whom)

    assert "is not connected" in refused(data, "kick", "203.0.113.7")
    assert "no key" in done(data, "revoke", table, GUEST[:12])
    assert "has no key" in refused(data, "revoke", table, GUEST[:12])
    assert "is no guest" in refused(data, "revoke", table, "x")
    (ann, *_) = done(data, "find", table).split("\n")
    whom = ann.split()[-1]
    assert "is an address" in refused(data, "forget", "203.0.113.7")
    assert done(data, "forget", whom) == "Tables where something was deleted: 1.\n"
    assert "Ann" not in str(asked(data, "SELECT data FROM events WHERE table_id = ?", table))


@pytest.mark.parametrize(
    ("whom", "word"),
    [
        ("0.0.0.0/0", "every address"),
        ("64.0.0.0/7", "1 in 128"),
        ("::/0", "every address"),
        ("2000::/3", "1 in 8"),
        ("127.0.0.1", "this machine"),
        ("126.0.0.0/8", None),
        ("::1", "this machine"),
        ("203.0.0.0/8", "where you come from"),
        ("198.51.100.0/24", None),
        ("2001:db8::/32", None),
    ],
)
def test_bans_that_may_be_mistakes(whom: str, word: str | None) -> None:
    found = doubt(whom, "203.0.113.7")
    assert found is None if word is None else word in (found or "")


def test_who_bans_very_many_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSH_CONNECTION", "203.0.113.7 55555 192.0.2.1 22")
    prepared(tmp_path).dispose()
    for whom in ("0.0.0.0/0", "203.0.113.7"):
        assert "--yes" in refused(tmp_path, "ban", whom)
        assert done(tmp_path, "bans") == ""
        assert "is banned" in done(tmp_path, "ban", whom, "--yes")
        done(tmp_path, "unban", whom)


def test_who_bans_very_many_at_a_terminal_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared(tmp_path).dispose()
    monkeypatch.setattr("cubarium.cli.moderation.is_asked", lambda: True)
    words = ["admin", "ban", "0.0.0.0/0", "--data", str(tmp_path)]
    for answer, whom in (("n\n", ""), ("y\n", "0.0.0.0/0")):
        told = CliRunner().invoke(cli, words, input=answer)
        assert "0.0.0.0/0 is every address of IPv4. Is all of it meant?" in told.output
        assert done(tmp_path, "bans").partition(" ")[0] == whom


def test_two_guests_that_begin_alike(tmp_path: Path) -> None:
    from tests.database.rows import begun, put

    engine = prepared(tmp_path)
    put(engine, "table", begun(2), 1)
    engine.dispose()
    for last in (1, 2):
        asked(
            tmp_path, "INSERT INTO keys VALUES ('table', ?, ?)", last, b"\xaa" * 31 + bytes([last])
        )
    assert "the beginning of 2 guests" in refused(tmp_path, "ban", "aaaaaaaa")
    assert admin(tmp_path, "ban", "aa" * 31 + "01").exit_code == 0


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch) -> Callable[..., dict[str, object]]:
    """What `cubarium serve` would serve with."""
    found: dict[str, object] = {}

    def remember(**options: object) -> None:
        found.update(options)

    monkeypatch.setattr(serve, "callback", remember)

    def called(*words: str, **environment: str) -> dict[str, object]:
        result = CliRunner().invoke(cli, ["serve", *words], env=environment)
        assert result.exit_code == 0, result.output
        return found

    return called


def test_settings_come_from_three_places(
    tmp_path: Path, settings: Callable[..., dict[str, object]]
) -> None:
    file = tmp_path / "cubarium.toml"
    file.write_text(
        'port = 1111\nrate = 5\nhttps = true\nlog_level = "error"\n'
        'allow-host = ["a.test", "b.test"]\n'
    )
    found = settings(
        "--config", str(file), "--port", "3333", CUBARIUM_RATE="7", CUBARIUM_PORT="2222"
    )
    assert (found["port"], found["rate"], found["https"]) == (3333, 7.0, True)
    assert found["hosts"] == ("a.test", "b.test")
    assert found["log_level"] == "error"
    found = settings(CUBARIUM_CONFIG=str(file), CUBARIUM_HOSTS="c.test d.test")
    assert (found["port"], found["hosts"]) == (1111, ("c.test", "d.test"))


def test_the_files_of_the_hosting_page(settings: Callable[..., dict[str, object]]) -> None:
    """What a host copies is understood, and passes on what the server needs."""
    found = settings("--config", str(HOSTING / "cubarium.toml"))
    assert found["data"] == Path("/var/lib/cubarium")
    assert found["hosts"] == ("games.example.org",)
    assert (found["https"], found["retain"], found["proxy"]) == (True, 365, "127.0.0.1")
    nginx = (HOSTING / "nginx.conf").read_text("utf-8")
    for line in (
        "proxy_set_header Host $host;",
        "proxy_set_header X-Forwarded-For $remote_addr;",
        "proxy_set_header Upgrade $http_upgrade;",
        "proxy_pass http://127.0.0.1:8787;",
    ):
        assert line in nginx
    service = (HOSTING / "cubarium.service").read_text("utf-8")
    assert "serve --config /etc/cubarium.toml" in service
    page = (HOSTING.parent / "hosting.md").read_text("utf-8")
    shown = page.partition("```toml\n")[2].partition("```")[0]
    assert shown in (HOSTING / "cubarium.toml").read_text("utf-8")
    admin_help = CliRunner().invoke(cli, ["admin", "--help"]).stdout
    for name in re.findall(r"^cubarium admin (\w+)", page, re.MULTILINE):
        assert f"  {name} " in admin_help, name


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("prot = 1", "no setting prot"),
        ("config = 'x'", "no setting config"),
        ("[port]", "can't be a table"),
        ("port =", "is no TOML"),
        ("port = 'high'", "'high' is not a valid integer"),
    ],
)
def test_settings_that_are_wrong(text: str, word: str, tmp_path: Path) -> None:
    file = tmp_path / "cubarium.toml"
    file.write_text(text)
    result = CliRunner().invoke(cli, ["serve", "--config", str(file)])
    assert result.exit_code == 2
    assert word in result.stderr
    assert isinstance(serve, click.Command)
