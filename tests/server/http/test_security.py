"""What the doors let in, and what every answer carries."""

import asyncio
import hmac
import io
import json
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from httpx import Response

from cubarium import catalog
from cubarium.database.backups import FILE
from cubarium.server.http import health
from cubarium.server.http.security import HEADERS, LARGEST
from cubarium.server.people.guests import COOKIE
from cubarium.server.process import rate_limits
from cubarium.tables import identity
from cubarium.tables.identity import Identity, digest
from tests.server.app import FakeWorkers
from tests.server.inside import HOST, Guest, Inside, serving, settled

NEW = {"game": "quixo", "seats": ["me", "friend"]}


def _code(answer: Response) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


OURS = [
    {},
    {"origin": f"http://{HOST}"},
    {"origin": f"https://{HOST}"},
    {"origin": "https://friend.test"},
    {"sec-fetch-site": "same-origin"},
    {"sec-fetch-site": "none"},
]
FOREIGN = [
    {"origin": "http://evil.test"},
    {"origin": f"http://{HOST}.evil.test"},
    {"origin": f"http://{HOST}:81"},
    {"origin": f"http://evil.test/{HOST}"},
    {"origin": "null"},
    {"origin": ""},
    {"origin": "http://["},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
]


async def test_requests_that_change_something_come_from_our_own_pages(tmp_path: Path) -> None:
    async with serving(tmp_path, origins=("https://friend.test",)) as inside:
        for headers in (*OURS, *FOREIGN):
            guest, ours = inside.guest(), headers in OURS
            answer = await guest.post("/api/tables", NEW, headers=headers)
            assert answer.status_code == (201 if ours else 403), headers
            wire = await guest.wire(**headers)
            assert wire.code == (None if ours else 1008), headers
            assert (await guest.get("/api/tables", headers=headers)).status_code == 200


async def test_bodies_are_json_and_not_too_large(tmp_path: Path) -> None:
    async def pieces(size: int) -> AsyncIterator[bytes]:
        for _ in range(size // 50_000 + 1):
            yield b" " * 50_000

    async with serving(tmp_path) as inside:
        post = inside.guest().http.post
        text = json.dumps(NEW)
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            answer = await post("/api/tables", content=text, headers={"content-type": kind})
            assert _code(answer) == (415, "not_json")
        answer = await post("/api/tables", content=text, headers={"content-type": ""})
        assert _code(answer) == (415, "not_json")
        right = {"content-type": "application/json; charset=utf-8"}
        answer = await post("/api/tables", content=text, headers=right)
        assert answer.status_code == 201
        answer = await post("/api/tables", content=b" " * (LARGEST + 1), headers=right)
        assert _code(answer) == (413, "too_large")
        answer = await post("/api/tables", content=pieces(LARGEST), headers=right)
        assert _code(answer) == (413, "too_large")
        for length in ("abc", "-1", "1e3"):
            wrong = {**right, "content-length": length}
            answer = await post("/api/tables", content=text, headers=wrong)
            assert _code(answer) == (400, "invalid_request")
        wrong = {**right, "content-length": "9" * 5000}
        assert _code(await post("/api/tables", content=text, headers=wrong))[0] == 413


@pytest.mark.usefixtures("logged")
@pytest.mark.parametrize("https", [False, True])
async def test_every_answer_carries_the_headers(
    https: bool,  # noqa: FBT001
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def broken(*_: Any) -> Any:
        raise ZeroDivisionError("secret-detail")

    async with serving(tmp_path, https=https) as inside:
        guest = inside.guest()
        answers = [
            await guest.get("/healthz"),
            await guest.get("/metrics"),
            await guest.get("/api/openapi.json"),
            await guest.get("/api/games"),
            await guest.get("/nowhere"),
            await guest.get("/api/tables/none"),
            await guest.get("/api/tables/!"),
            await guest.post("/healthz"),
            await guest.post("/api/tables", NEW),
            await guest.post("/api/tables", {"game": "chess"}),
            await guest.post("/api/tables", NEW, headers={"origin": "http://evil.test"}),
            await guest.http.post("/api/tables", content="x"),
        ]
        monkeypatch.setattr(type(inside.runtime.storage), "read", broken)
        answers.append(await guest.get("/api/tables"))
        monkeypatch.undo()
        statuses = [200] * 4 + [404, 404, 422, 405, 201, 422, 403, 415, 500]
        assert [answer.status_code for answer in answers] == statuses
        for answer in answers:
            for name, value in HEADERS.items():
                assert answer.headers[name] == value
            assert ("strict-transport-security" in answer.headers) == https
            assert "server" not in answer.headers
            if answer.request.url.path.startswith("/api"):
                assert answer.headers["cache-control"] == "no-store"
            if answer.status_code >= 400:
                assert answer.headers["content-type"] == "application/json"
                assert answer.json()["error"]["message"]


async def test_a_fault_of_ours_is_told_to_the_log_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, logged: io.StringIO
) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        table = await guest.table("quixo", "me", "device")
        wire = await guest.wire()
        await wire.join(table)

        def broken(*_: Any, **__: Any) -> Any:
            hidden = "hidden-value"
            raise ZeroDivisionError(f"about {len(hidden)}")

        for module in (
            "cubarium.match.session.Session.apply",
            "cubarium.database.repository.lobby",
        ):
            monkeypatch.setattr(module, broken)
        answer = await guest.get("/api/tables")
        assert _code(answer) == (500, "internal")
        refused = await wire.command(table, "resign", seat=0)
        assert refused["error"]["code"] == "internal"
        for text in (answer.text, json.dumps(refused)):
            for word in ("ZeroDivision", "about", "Traceback", ".py", "hidden"):
                assert word not in text
        monkeypatch.undo()
        assert (await wire.command(table, "resign", seat=0))["type"] == "ack", "it goes on"
    told = logged.getvalue()
    assert "ZeroDivisionError" in told
    assert "hidden-value" not in told, "values of variables are not logged"


@pytest.mark.parametrize("https", [False, True])
async def test_cookies_are_for_the_server_alone(https: bool, tmp_path: Path) -> None:  # noqa: FBT001
    async with serving(tmp_path, https=https) as inside:
        guest = inside.guest()
        answer = await guest.post("/api/tables", NEW)
        (cookie,) = answer.headers.get_list("set-cookie")
        parts = [part.strip().lower() for part in cookie.split(";")]
        assert {"httponly", "samesite=lax", "path=/"} <= {*parts}
        assert ("secure" in parts) == https
        assert not any(part.startswith("domain") for part in parts)
        again = await guest.post("/api/tables", NEW, headers={"cookie": cookie.split(";")[0]})
        assert "set-cookie" not in again.headers, "one cookie is enough"
        for path in ("/api/tables", "/api/me/tables", "/healthz"):
            fresh = await inside.guest().get(path)
            assert "set-cookie" not in fresh.headers, "who only looks gets none"


async def test_a_cookie_that_was_changed_is_nobodys(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        table = await guest.table("cubeo", "me", "device")
        cookie = guest.http.cookies[COOKIE]
        secret, _, signature = cookie.rpartition(".")
        other = ("A" if secret[0] != "A" else "B") + secret[1:]
        wrong = [
            f"{other}.{signature}",
            f"{secret}.{signature[:-2]}xx",
            secret,
            f"{secret}.",
            "",
            ".",
            "\x7f",
            "a" * 4000,
        ]
        for value in wrong:
            headers = {"cookie": f"{COOKIE}={value}"}
            answer = await inside.guest().get(f"/api/tables/{table}", headers=headers)
            assert answer.json()["you"]["holds"] == []
            wire = await inside.guest().wire(**headers)
            assert (await wire.join(table))["you"]["holds"] == []
        headers = {"cookie": f"{COOKIE}={cookie}"}
        answer = await inside.guest().get(f"/api/tables/{table}", headers=headers)
        assert answer.json()["you"]["holds"] == [0, 1]


async def test_secrets_are_kept_hashed_and_are_not_logged(
    tmp_path: Path, logged: io.StringIO
) -> None:
    async with serving(tmp_path) as inside:
        guest, friend = inside.guest(), inside.guest()
        made = (await guest.post("/api/tables", NEW)).json()
        table = made["update"]["table"]
        await friend.done(table, "sit")
        token = (await guest.post(f"/api/tables/{table}/tokens")).json()["token"]
        shown = {"seat": 0, "token": token}
        third = inside.guest()
        await third.post(f"/api/tables/{table}/resume", shown)
        wire = await inside.guest().wire()
        await wire.join(table, token=token)
        wire.put(f'{{"type": "join", "table": "{table}", "token": "{token}", "x": 1}}')
        await wire.kind("error")
        await inside.guest().post(f"/api/tables/{table}/resume", {**shown, "seat": 1})
        secrets = [token, *made["tokens"].values()]
        for one in (guest, friend, third):
            cookie = one.http.cookies[COOKIE]
            secrets += [cookie, cookie.rpartition(".")[0]]
        await inside.runtime.storage.write(
            lambda connection: connection.exec_driver_sql("SELECT 1")
        )
        kept = b"".join(file.read_bytes() for file in tmp_path.glob(f"{FILE}*"))
        assert table.encode() in kept
        said = "".join(wire.raw)
        for secret in secrets:
            assert len(secret) >= 27
            assert secret.encode() not in kept
            assert secret not in said
            assert secret not in logged.getvalue()
        files = list(tmp_path.glob(f"{FILE}*"))
        assert not [file for file in files if file.stat().st_mode & 0o077]


def test_keys_are_compared_in_constant_time(monkeypatch: pytest.MonkeyPatch) -> None:
    compared = []

    def counted(one: bytes, other: bytes) -> bool:
        compared.append((one, other))
        return hmac.compare_digest(one, other)

    class Counting:
        compare_digest = staticmethod(counted)

    monkeypatch.setattr(identity, "hmac", Counting)
    mine, others = digest("mine"), [digest(f"{n}") for n in range(3)]
    assert Identity((mine,)).holds([mine, *others])
    assert len(compared) == 4, "it does not stop at the first that is right"
    assert not Identity((mine,)).holds(others)
    assert not Identity().holds([mine])


@pytest.fixture
def in_an_instant(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, no bucket refills."""

    class Still:
        monotonic = staticmethod(lambda: 0.0)

    monkeypatch.setattr(rate_limits, "time", Still)


@pytest.mark.usefixtures("in_an_instant")
async def test_too_often_is_refused_for_a_while(tmp_path: Path) -> None:
    async with serving(tmp_path, rate=3.0) as inside:
        guest = inside.guest()
        answers = [await guest.get("/api/tables") for _ in range(14)]
        assert {answer.status_code for answer in answers[:12]} == {200}
        late = answers[-1]
        assert _code(late) == (429, "too_often")
        assert int(late.headers["retry-after"]) >= 1
        assert late.headers["x-frame-options"] == "DENY"
        codes = [(await guest.wire()).code for _ in range(61)]
        assert codes == [None] * 60 + [1008], "sockets have a bucket of their own"


@pytest.mark.usefixtures("in_an_instant")
async def test_new_tables_are_counted_apart(tmp_path: Path) -> None:
    async with serving(tmp_path, rate=5.0) as inside:
        guest = inside.guest()
        made = [await guest.post("/api/tables", NEW) for _ in range(6)]
        assert [answer.status_code for answer in made] == [201] * 5 + [429]
        assert int(made[-1].headers["retry-after"]) >= 1
        assert (await guest.get("/api/tables")).status_code == 200


@pytest.mark.usefixtures("in_an_instant")
async def test_puzzles_that_have_to_be_solved_are_work(tmp_path: Path) -> None:
    class Solver(FakeWorkers):
        async def last(self, job: Any, **_: Any) -> Any:
            return replace(next(iter(catalog.puzzles("cubeo").shipped().values())), cards=job.cards)

    async with serving(tmp_path, rate=5.0) as inside:
        solver: Any = Solver()
        inside.app.services.workers = solver
        guest = inside.guest()
        asked = [await guest.get(f"/api/puzzles/c01-c02-c{n:02}") for n in range(10, 17)]
        assert [answer.status_code for answer in asked] == [200] * 5 + [429] * 2
        for _ in range(2):
            assert (await guest.get("/api/puzzles/p001")).status_code == 200, "that is known"
        body = {"board": "/".join(["....|....|....|...."] * 4)}
        for kind in ("check", "solution"):
            answer = await guest.post(f"/api/puzzles/c01-c02-c20/{kind}", body)
            assert _code(answer) == (429, "too_often")


async def _private_link(inside: Inside, guest: Guest, table: str, seat: int) -> Guest:
    answer = await guest.post(f"/api/tables/{table}/tokens?seat={seat}")
    assert answer.status_code == 201
    other = inside.guest()
    shown = {"seat": answer.json()["seat"], "token": answer.json()["token"]}
    opened = await other.post(f"/api/tables/{table}/resume", shown)
    assert opened.status_code == 200
    assert opened.json()["you"] == {"holds": [seat], "view": seat, "hints": False, "muted": []}
    return other


async def test_a_private_link_opens_its_seat_alone(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        table = await guest.table("cubeo", "me", "device", "friend", players=3)
        elsewhere = await guest.table("cubeo", "me", "device")
        other = await _private_link(inside, guest, table, 1)
        assert (await other.look(table))["you"]["holds"] == [1]
        assert (await other.look(elsewhere))["you"]["holds"] == []
        answer = await other.get(f"/api/tables/{table}?view=0")
        assert _code(answer) == (403, "not_your_seat")
        for seat in (0, 2):
            assert await other.refused(table, "resign", seat=seat) == (403, "not_your_seat")
            answer = await other.post(f"/api/tables/{table}/tokens?seat={seat}")
            assert _code(answer) == (403, "not_your_seat")
        token = (await guest.post(f"/api/tables/{table}/tokens?seat=1")).json()["token"]
        stranger = inside.guest()
        for seat, text in ((0, token), (2, token), (1, token[:-1]), (1, "x"), (7, token)):
            shown = {"seat": seat, "token": text}
            answer = await stranger.post(f"/api/tables/{table}/resume", shown)
            assert _code(answer) == (403, "wrong_token")
        answer = await stranger.post(f"/api/tables/{elsewhere}/resume", {"seat": 1, "token": token})
        assert _code(answer) == (403, "wrong_token")
        bearer = inside.guest(authorization=f"Bearer {token}")
        assert (await bearer.look(table))["you"]["holds"] == [1]
        assert _code(await inside.guest().post(f"/api/tables/{table}/tokens"))[0] == 403


async def test_a_seat_has_only_so_many_keys(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        table = await guest.table("quixo", "me", "friend")
        token = (await guest.post(f"/api/tables/{table}/tokens")).json()["token"]
        shown = {"seat": 0, "token": token}
        answers = [
            await inside.guest().post(f"/api/tables/{table}/resume", shown) for _ in range(20)
        ]
        assert answers[0].status_code == 200
        assert _code(answers[-1]) == (409, "too_many_tokens")
        answer = await guest.post(f"/api/tables/{table}/tokens")
        assert _code(answer) == (409, "too_many_tokens")


async def test_whoever_stands_up_leaves_no_key_behind(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        guest, friend, next_one = (inside.guest() for _ in range(3))
        table = await guest.table("cubeo", "me", "friend", "friend", players=3)
        await friend.done(table, "sit", seat=1)
        token = (await friend.post(f"/api/tables/{table}/tokens")).json()["token"]
        late = [
            asyncio.create_task(friend.command(table, "stand")),
            asyncio.create_task(friend.post(f"/api/tables/{table}/tokens")),
        ]
        _, answer = await asyncio.gather(*late)
        await next_one.done(table, "sit", seat=1)
        tokens = [token, *([answer.json()["token"]] if answer.status_code == 201 else [])]
        for text in tokens:
            bearer = inside.guest(authorization=f"Bearer {text}")
            assert (await bearer.look(table))["you"]["holds"] == []
        assert (await friend.look(table))["you"]["holds"] == []


async def test_tokens_of_many_tables_serve_one_socket(tmp_path: Path) -> None:
    """However many tokens are shown, the cookie and the earlier tokens still count."""
    async with serving(tmp_path) as inside:
        guest, program = inside.guest(), inside.guest()
        own = await program.table("quixo", "me", "friend")
        wire = await program.wire()
        made = []
        for _ in range(6):
            answer = await guest.post("/api/tables", {"game": "quixo", "seats": ["me", "device"]})
            table = answer.json()["update"]["table"]
            made.append(table)
            for seat, token in answer.json()["tokens"].items():
                joined = await wire.join(table, token=token, view=int(seat))
                assert joined["you"]["view"] == int(seat)
            assert joined["you"]["holds"] == [0, 1]
        assert (await wire.join(own))["you"]["holds"] == [0]
        for table in made:
            assert (await wire.command(table, "resign", seat=1))["type"] == "ack"
        await settled()
        refused = await wire.join(made[0], token="")
        assert refused["error"]["code"] == "invalid_message"


async def test_health_says_nothing_about_anybody(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        table = await guest.table("quixo", "me", "friend", name="Somebody")
        for path in ("/healthz", "/metrics"):
            text = (await guest.get(path)).text
            assert table not in text
            assert "Somebody" not in text
        assert health.Health.model_validate((await guest.get("/healthz")).json()).ok
