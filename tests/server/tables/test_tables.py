"""Tables over the app: who sits where, what is granted, what is refused and why."""

import asyncio
import json
import threading
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest

from cubarium import catalog, records
from cubarium.analysis.jobs import AnalysisJob
from cubarium.core.engine import Estimate, Thought
from cubarium.core.game import AnyGame
from cubarium.match import chat
from cubarium.match.match import Match
from cubarium.server.tables import endpoints, table_actor
from cubarium.tables import table as table_module
from cubarium.tables import views
from tests.server.flat import flat
from tests.server.inside import Guest, Inside, Message, serving, settled

HOUR = 60 * 60 * 1000


@pytest.fixture(autouse=True)
def talkative(monkeypatch: pytest.MonkeyPatch) -> None:
    """People may talk as fast as they like."""
    monkeypatch.setattr(chat, "PAUSE", 0)


async def two(inside: Inside, **more: Any) -> tuple[str, Guest, Guest]:
    """A game of Quixo between two people."""
    one, other = inside.guest(), inside.guest()
    table = await one.table("quixo", "me", "friend", **more)
    await other.done(table, "sit", name="Other")
    return table, one, other


async def move(guest: Guest, table: str, choice: int = 0, **more: Any) -> Message:
    """Some legal move."""
    now = await guest.look(table)
    command = {"board_revision": now["board_revision"], "move": now["legal"][choice], **more}
    return await guest.done(table, "move", **command)


async def until(guest: Guest, table: str, right: Any) -> Message:
    """How a table stands once it is as it should be."""
    for _ in range(1000):
        now = await guest.look(table)
        if right(now):
            return now
        await asyncio.sleep(0.02)
    raise AssertionError(now)


def _refusal(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["error"]["code"]


# who sits where


async def test_seats(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        body: Message = {"game": "cubulus", "players": 3, "name": "  Ann\u200b "}
        answer = await guest.post("/api/tables", {**body, "seats": ["device", "me", "random"]})
        made = flat(answer.json())
        names = [(seat["name"], seat["engine"]) for seat in made["update"]["seats"]]
        assert names[1:] == [("Ann", ""), ("Random", "random")]
        assert names[0][0].startswith("Player ")
        assert made["update"]["you"] == {
            "holds": [0, 1],
            "view": None,
            "hints": False,
            "muted": [],
        }
        assert made["tokens"].keys() == {"0", "1"}
        assert made["update"]["status"] == "live"
        usual = (await guest.post("/api/tables", {"game": "quixo"})).json()["update"]
        assert usual["configuration"]["seats"] == ["me", "level2"]
        assert usual["you"]["hints"]
        for seats, code in (
            (["me"], "invalid_option"),
            (["me", "me"], "invalid_option"),
            (["me", "deep blue"], "invalid_option"),
            (["me", "friend", "friend"], "invalid_option"),
        ):
            answer = await guest.post("/api/tables", {"game": "quixo", "seats": seats})
            assert _refusal(answer) == (422, code)
        for wrong in (
            {"game": "chess"},
            {"game": "quixo", "players": 3},
            {"game": "quixo", "options": {"players": "2"}},
            {"game": "quixo", "options": {"name": "x"}},
            {"game": "quixo", "options": {"size": "6"}},
            {"game": "quixo", "position": "nonsense"},
            {"game": "quixo", "name": "\u200b"},
            {"game": "quixo", "colour": "red"},
        ):
            answer = await guest.post("/api/tables", wrong)
            assert answer.status_code == 422, wrong
            assert answer.json()["error"]["message"]


async def test_seats_are_drawn_by_lot_if_wanted(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        held: set[int] = set()
        for _ in range(24):
            table = await guest.table("quixo", "me", "random", order="drawn")
            held |= {*(await guest.look(table))["you"]["holds"]}
            if held == {0, 1}:
                break
        assert held == {0, 1}
        for _ in range(3):
            table = await guest.table("quixo", "random", "me", order="chosen")
            assert (await guest.look(table))["you"]["holds"] == [1]


async def test_starts(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        guest = inside.guest()
        game: AnyGame = catalog.load("quixo", 2)
        match = Match.open(game)
        for _ in range(4):
            text = game.write(game.moves(match.state)[0])
            match = match.after(match.move(match.turn.seat, text, inside.runtime.rng))  # type: ignore[union-attr]
        text = game.text(match.state)
        table = await guest.table("quixo", "me", "device", position=text)
        now = await guest.look(table)
        assert (now["position"], now["board_revision"]) == (text, 0)
        assert now["legal"] == [game.write(one) for one in game.moves(match.state)]
        places = "a1,b2,c3,a2,a3,b1,b3,c1,c2"
        info = catalog.info("cubulus")
        (example, *_) = next(iter(info.options[0].examples.values()))
        for layout in ("placed", "random", str(example)):
            table = await guest.table(
                "cubulus", "me", "device", players=2, options={"neutrals": layout}
            )
            assert (await guest.look(table))["configuration"]["options"] == {"neutrals": layout}
        wrong = {"game": "cubulus", "players": 2, "options": {"neutrals": places}}
        assert (await guest.post("/api/tables", wrong)).status_code in (201, 422)


async def test_the_lobby_and_your_own_tables(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        one, other = inside.guest(), inside.guest()
        hidden = await one.table("quixo", "me", "friend")
        shown = await one.table("quixo", "me", "friend", public=True, name="Ann")
        lobby = (await other.get("/api/tables")).json()
        assert [card["table"] for card in lobby] == [shown]
        assert lobby[0]["seats"] == [{"name": "Ann", "engine": ""}, None]
        assert not lobby[0]["your_turn"]
        await other.done(shown, "sit")
        assert (await other.get("/api/tables")).json() == []
        live = (await inside.guest().get("/api/tables?status=live")).json()
        assert [card["table"] for card in live] == [shown]
        mine = (await one.get("/api/me/tables")).json()
        assert [(card["table"], card["your_turn"]) for card in mine] == [
            (shown, True),
            (hidden, False),
        ]
        await move(one, shown)
        mine = (await one.get("/api/me/tables")).json()
        assert not any(card["your_turn"] for card in mine)
        theirs = (await other.get("/api/me/tables?limit=1")).json()
        assert [(card["table"], card["your_turn"]) for card in theirs] == [(shown, True)]
        assert (await inside.guest().get("/api/me/tables")).json() == []
        for query in ("?limit=0", "?limit=101", "?status=over"):
            assert (await one.get(f"/api/tables{query}")).status_code == 422


async def test_many_rush_to_one_seat(tmp_path: Path) -> None:
    """One gets it; the others get a reason, and nothing that opens the seat."""
    async with serving(tmp_path) as inside:
        one, rushing = inside.guest(), [inside.guest() for _ in range(20)]
        table = await one.table("cubeo", "me", "friend")
        command = {"type": "sit", "id": "rush", "name": "Bob"}
        answers = await asyncio.gather(
            *(guest.post(f"/api/tables/{table}/commands", command) for guest in rushing)
        )
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 19
        for guest, answer in zip(rushing, answers, strict=True):
            holds = (await guest.look(table))["you"]["holds"]
            assert holds == ([1] if answer.status_code == 200 else [])


async def test_sitting_standing_and_filling(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        one, other, third = (inside.guest() for _ in range(3))
        table = await one.table("quixo", "me", *["friend"] * 3, players=4)
        nobody = await other.wire()
        assert (await nobody.join(table))["you"]["view"] is None
        refused = await nobody.command(table, "sit")
        assert refused["error"]["code"] == "no_cookie"
        assert await other.refused(table, "resign") == (403, "not_seated")
        assert await other.refused(table, "fill", seat=3, engine="random") == (
            403,
            "not_seated",
        )
        assert await other.refused(table, "sit", seat=0) == (409, "seat_taken")
        assert await other.refused(table, "sit", seat=5) == (422, "no_such_seat")
        assert await other.refused(table, "sit", name="  ") == (422, "invalid_input")
        first = await other.done(table, "sit", id="same", seat=2, name="Bob")
        again = await other.done(table, "sit", id="same", seat=2, name="Bob")
        assert first == again, "it happens once"
        assert await other.refused(table, "sit") == (409, "seated_already")
        watching = await other.wire()
        await watching.join(table)
        for name in ("Bea", "Beatrice"):
            await other.done(table, "sit", seat=2, name=name)
            told = await watching.kind("update")
            assert (told["seats"][2]["name"], told["you"]["holds"]) == (name, [2])
        assert await third.refused(table, "sit", seat=2) == (409, "seat_taken")
        assert (await other.look(table))["you"]["view"] == 2
        await other.done(table, "stand", id="2")
        assert (await other.look(table))["you"]["holds"] == []
        await third.done(table, "sit", id="same", seat=2, name="Cleo")
        await third.done(table, "say", id="2", text="hello")
        assert (await third.look(table))["seats"][2]["name"] == "Cleo"
        assert (await third.look(table))["seats"][2]["left"] is False
        assert await one.refused(table, "fill", seat=1, engine="me") == (422, "no_such_engine")
        assert await one.refused(table, "fill", seat=2, engine="random") == (409, "seat_taken")
        assert await one.refused(table, "move", board_revision=0, move="a1a5") == (409, "not_begun")
        filled = await one.done(table, "fill", id="f", seat=1, engine="random")
        assert await one.done(table, "fill", id="f", seat=1, engine="random") == filled
        assert (await one.look(table))["status"] == "open"
        await other.done(table, "sit", id="same")
        now = await other.look(table)
        assert (now["status"], now["you"]["holds"]) == ("live", [3])
        assert await other.refused(table, "stand") == (409, "not_over")
        assert await inside.guest().refused(table, "sit") == (409, "not_over")
        inside.tables.forget(inside.tables.loaded[table])
        assert (await other.look(table))["you"]["holds"] == [3], "and from the disk too"


async def test_a_socket_that_watches_takes_its_seat(tmp_path: Path) -> None:
    """From the moment it sits it looks through the eyes of its seat; state ends that."""
    async with serving(tmp_path) as inside:
        one, other = inside.guest(), inside.guest()
        await other.table("quixo", "me", "friend")
        table = await one.table("cubeo", "me", "friend", "friend", players=3)
        wire = await other.wire()
        await wire.join(table)
        assert (await wire.command(table, "sit", seat=1))["type"] == "ack"
        assert (await wire.command(table, "stand"))["type"] == "ack"
        assert (await wire.command(table, "sit", seat=2))["type"] == "ack"
        await inside.guest().done(table, "sit")
        await settled()
        last = wire.messages("update")[-1]
        assert last["scene"]["viewer"] == 2
        assert last["seats"][2]["here"]
        stranger = await inside.guest().wire()
        assert (await stranger.join(table))["scene"]["viewer"] is None
        refused = await stranger.command(table, "sit")
        assert refused["error"]["code"] == "not_over"


# ends


async def test_calling_off(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        table, one, other = await two(inside)
        await move(one, table)
        await other.done(table, "abort")
        now = await one.look(table)
        assert (now["status"], now["outcome"], now["turn"]) == ("aborted", None, None)
        assert await one.refused(table, "move", board_revision=1, move="a1a5") == (
            409,
            "match_over",
        )
        assert await one.refused(table, "abort") == (409, "match_over")
        table, one, other = await two(inside)
        await move(one, table)
        await move(other, table)
        assert await one.refused(table, "abort") == (409, "too_late")
        empty = await one.table("quixo", "me", "friend")
        await one.done(empty, "abort")
        assert (await one.look(empty))["status"] == "aborted"
        assert await one.refused(empty, "rematch") == (409, "not_begun")


async def test_resigning(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cubarium.engines.registry.LOWEST", "random")
    async with serving(tmp_path, workers=1) as inside:
        table, one, other = await two(inside)
        await one.done(table, "resign", id="r")
        assert (await one.done(table, "resign", id="r"))["revision"] == 3
        now = await other.look(table)
        assert now["outcome"] == {"winners": [1], "reason": "resignation", "scores": None}
        assert await other.refused(table, "resign") == (409, "match_over")
        third = inside.guest()
        table = await one.table("cubeo", "me", "friend", "friend", players=3)
        await other.done(table, "sit")
        await third.done(table, "sit")
        await one.done(table, "resign")
        now = await one.look(table)
        assert now["status"] == "live"
        assert [seat["left"] for seat in now["seats"]] == [True, False, False]
        for kind, more in (
            ("move", {"board_revision": now["board_revision"], "move": "draw"}),
            ("resign", {}),
            ("abort", {}),
            ("claim", {"what": "win"}),
            ("offer", {"what": "draw"}),
        ):
            assert (await one.refused(table, kind, **more))[1] == "left", kind
        await until(other, table, lambda now: now["turn"].get("seat") == 1)
        await move(other, table)
        await other.done(table, "resign")
        now = await third.look(table)
        assert (now["status"], now["outcome"]["winners"]) == ("over", [2])


async def test_offers_of_a_draw(tmp_path: Path) -> None:
    async with serving(tmp_path, workers=1) as inside:
        table, one, other = await two(inside)
        assert await other.refused(table, "answer", what="draw", agreed=True) == (
            409,
            "no_offer",
        )
        await one.done(table, "offer", what="draw", board_revision=0)
        assert await one.refused(table, "offer", what="draw") == (409, "offer_open")
        assert (await other.look(table))["offers"] == [{"what": "draw", "by": [0]}]
        await other.done(table, "answer", what="draw", agreed=False)
        assert (await other.look(table))["offers"] == []
        assert await one.refused(table, "offer", what="draw", board_revision=9) == (409, "stale")
        assert await one.refused(table, "offer", what="draw") == (409, "offered_already")
        await other.done(table, "offer", what="draw")
        await one.done(table, "answer", what="draw", agreed=True)
        outcome = (await other.look(table))["outcome"]
        assert outcome == {"winners": [], "reason": "agreement", "scores": None}
        alone = await one.table("quixo", "me", "random")
        await one.done(alone, "offer", what="draw")
        now = await until(one, alone, lambda now: not now["offers"])
        assert now["status"] == "live", "who plays at random plays on"
        shared = await one.table("quixo", "me", "device")
        await one.done(shared, "offer", what="draw", seat=1)
        assert (await one.look(shared))["outcome"]["reason"] == "agreement"


async def test_events_come_in_pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(tmp_path) as inside:
        table, one, other = await two(inside)
        for number in range(5):
            await move((one, other)[number % 2], table)
        path = f"/api/tables/{table}/events"
        whole = (await one.get(path)).json()
        assert [event["revision"] for event in whole["events"]] == [*range(1, 8)]
        assert whole["next"] is None
        threads: set[int] = set()
        write = views.events

        def watched(*what: Any, **more: Any) -> Any:
            threads.add(threading.get_ident())
            return write(*what, **more)

        monkeypatch.setattr(endpoints, "events", watched)
        found: list[Message] = []
        pages, following = 0, cast("int | None", 0)
        while following is not None:
            page = (await one.get(path, params={"after": following, "limit": 3})).json()
            found, pages, following = [*found, *page["events"]], pages + 1, page["next"]
        assert (found, pages) == (whole["events"], 3)
        assert threads
        assert threading.get_ident() not in threads, "the event loop has other things to do"
        exact = (await one.get(path, params={"after": 4, "limit": 3})).json()
        assert (len(exact["events"]), exact["next"]) == (3, None)
        assert (await one.get(path, params={"after": 99})).json() == {"events": [], "next": None}
        for limit in (0, endpoints.MOST_EVENTS + 1):
            assert (await one.get(path, params={"limit": limit})).status_code == 422


async def test_takebacks(tmp_path: Path) -> None:
    async with serving(tmp_path, workers=1) as inside:
        table, one, other = await two(inside)
        assert (await one.refused(table, "offer", what="takeback"))[1] == "nothing_to_take_back"
        await move(one, table)
        before = (await one.look(table))["position"]
        await move(other, table)
        await other.done(table, "offer", what="takeback")
        await one.done(table, "answer", what="takeback", agreed=True)
        now = await one.look(table)
        assert (now["position"], now["board_revision"], len(now["actions"])) == (before, 3, 1)
        assert await other.refused(table, "move", board_revision=1, move=now["legal"][0]) == (
            409,
            "stale",
        )
        page = (await one.get(f"/api/tables/{table}/events")).json()
        kinds = [one["kind"] for one in page["events"]]
        assert kinds[-3:] == ["offered", "answered", "taken_back"]
        alone = await one.table("quixo", "me", "random")
        await move(one, alone)
        await until(one, alone, lambda now: now["board_revision"] == 2)
        await one.done(alone, "offer", what="takeback")
        assert (await one.look(alone))["actions"] == [], "engines need not be asked"
        strict, one, other = await two(inside, takebacks=False)
        await move(one, strict)
        assert await one.refused(strict, "offer", what="takeback") == (409, "no_takebacks")
        cards = await one.table("cubeo", "me", "device")
        board_revision = (await one.look(cards))["board_revision"]
        await one.done(cards, "move", board_revision=board_revision, move="draw")
        assert await one.refused(cards, "offer", what="takeback", seat=0) == (
            409,
            "drawn_since",
        )


@pytest.mark.parametrize(("order", "seat"), [("rotated", 1), ("chosen", 0), ("drawn", None)])
async def test_rematches(order: str, seat: int | None, tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        table, one, other = await two(inside, order=order, name="Ann")
        held = (await one.look(table))["you"]["holds"][0]
        assert await one.refused(table, "rematch") == (409, "not_over")
        await one.done(table, "resign")
        await one.done(table, "rematch", id="again")
        await one.done(table, "rematch", id="again")
        assert await one.refused(table, "rematch") == (409, "asked_already")
        assert (await other.look(table))["rematch"] == [held]
        await other.done(table, "rematch")
        now = await one.look(table)
        again = now["next_table"]
        fresh = await one.look(again)
        assert fresh["status"] == "live"
        assert fresh["chat"] == []
        if seat is not None:
            assert fresh["you"]["holds"] == [(held + seat) % 2]
        mine = fresh["you"]["holds"][0]
        assert fresh["seats"][mine]["name"] == "Ann"
        assert (await other.look(again))["you"]["holds"] == [1 - mine]
        assert await one.refused(table, "rematch") == (409, "rematched")
        await move(one if mine == 0 else other, again)


async def test_engines_agree_to_a_rematch_and_play_on(tmp_path: Path) -> None:
    async with serving(tmp_path, workers=1) as inside:
        one = inside.guest()
        table = await one.table("quixo", "me", "random")
        await one.done(table, "resign")
        await one.done(table, "rematch")
        again = (await one.look(table))["next_table"]
        now = await until(one, again, lambda now: now["board_revision"] == 1)
        assert now["you"]["holds"] == [1]
        assert now["seats"][0]["engine"] == "random"


async def test_claims(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        tables = inside.tables.loaded
        table, one, other = await two(inside)
        await move(one, table, id="1")
        await move(other, table, id="7")
        answer = await one.command(table, "claim", what="win")
        assert _refusal(answer) == (409, "still_here")
        assert int(answer.headers["retry-after"]) > 3500
        tables[table].table.presence.away[1] -= HOUR
        ack = await one.done(table, "claim", id="7", what="win")
        assert await one.done(table, "claim", id="7", what="win") == ack
        assert (await one.look(table))["outcome"]["reason"] == "time_out"
        table, one, other = await two(inside)
        wire = await other.wire()
        await wire.join(table)
        await one.done(table, "offer", what="draw")
        assert await one.refused(table, "claim", what="draw") == (409, "still_here")
        wire.leave()
        await wire.closed()
        tables[table].table.presence.away[1] -= HOUR
        await one.done(table, "claim", what="draw")
        assert (await one.look(table))["outcome"]["winners"] == []
        live, one, other = await two(inside, clock={"kind": "live", "base": 600})
        tables[live].table.presence.away[1] -= 119_000
        assert await one.refused(live, "claim", what="win") == (409, "still_here")
        tables[live].table.presence.away[1] -= 1_500
        await one.done(live, "claim", what="win")
        days, one, other = await two(inside, clock={"kind": "days", "days": 1})
        tables[days].table.presence.away[1] -= 100 * HOUR
        assert await one.refused(days, "claim", what="win") == (409, "clock_decides")
        alone = await one.table("quixo", "me", "random")
        assert await one.refused(alone, "claim", what="draw") == (409, "still_here")


# talk


async def test_chat(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        table, one, other = await two(inside)
        wires = [await who.wire() for who in (one, other, inside.guest())]
        for wire in wires:
            await wire.join(table)
        await wires[0].command(table, "say", id="s", text="  good\nluck\u202e! ")
        assert (await wires[0].command(table, "say", id="s", text="good luck"))["type"] == "ack"
        await settled()
        for wire in wires:
            (said,) = wire.messages("chat")
            assert said["line"]["text"] == "good luck !"
        kinds = [json.loads(raw)["type"] for raw in wires[0].raw]
        assert kinds.index("ack") < kinds.index("chat")
        assert await inside.guest().refused(table, "say", text="hi") == (403, "not_seated")
        for text in ("", "   ", "\u200b", "x" * 301):
            assert await one.refused(table, "say", text=text) == (422, "invalid_input")
        assert await one.refused(table, "say", text="hi", room="team") == (409, "no_team")
        await other.done(table, "mute", whom=0)
        await one.done(table, "say", text="unheard")
        await settled()
        assert [len(wire.messages("chat")) for wire in wires] == [2, 1, 2]
        assert (await other.look(table))["chat"] == []
        await other.done(table, "mute", whom=0, muted=False)
        assert len((await other.look(table))["chat"]) == 2
        assert await one.refused(table, "mute", whom=0) == (422, "no_such_seat")
        assert await one.refused(table, "mute", whom=3) == (422, "no_such_seat")
        held = inside.known(table)
        full = replace(held.session.chat, lines=chat.MOST_LINES)
        held.session = replace(held.session, chat=full)
        assert await one.refused(table, "say", text="hi") == (409, "chat_full")
        quiet, one, other = await two(inside, chat=False)
        assert await one.refused(quiet, "say", text="hi") == (409, "no_chat")


async def test_talking_too_fast(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chat, "BURST", 2)
    monkeypatch.setattr(chat, "PAUSE", 2000)
    async with serving(tmp_path) as inside:
        table, one, _ = await two(inside)
        await one.done(table, "say", text="a")
        await one.done(table, "say", text="b")
        answer = await one.command(table, "say", text="c")
        assert _refusal(answer) == (429, "too_often")
        assert int(answer.headers["retry-after"]) >= 1


async def test_spectators_write_to_each_other(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        table, one, other = await two(inside, spectator_chat=True)
        watchers = [inside.guest(Authorization=f"Bearer {'a watcher ' * 3}{n}") for n in range(2)]
        wires = [await who.wire() for who in (one, *watchers)]
        for wire in wires:
            await wire.join(table)
        say = {"room": "spectators", "name": "Cleo", "text": "take b1"}
        for _ in range(2):  # it happens once
            await watchers[0].done(table, "say", id="s", **say)
        await settled()
        assert [len(wire.messages("chat")) for wire in wires] == [0, 1, 1]
        (line,) = (message["line"] for message in wires[2].messages("chat"))
        assert (line["seat"], line["name"], line["room"]) == (None, "Cleo", "spectators")
        await watchers[1].done(table, "say", **{**say, "name": "Dan"})
        marks = {one["speaker"] for one in (await watchers[0].look(table))["chat"]}
        assert len(marks) == 2
        assert "take b1" not in (await one.get(f"/api/tables/{table}")).text, "no advice"
        assert await one.refused(table, "say", **say) == (409, "seated_already")
        unknown = await inside.guest().wire()
        await unknown.join(table)
        assert (await unknown.command(table, "say", **say))["error"]["code"] == "no_cookie"
        assert await watchers[0].refused(table, "say", text="hi") == (403, "not_seated")
        await other.done(table, "resign")
        await settled()
        assert len(wires[0].messages("chat")) == 2, "after the game everybody reads it"
        await one.done(table, "rematch")
        await settled()
        assert len(wires[0].messages("chat")) == 2, "and once"
        closed, *_ = await two(inside)
        assert await watchers[0].refused(closed, "say", **say) == (409, "no_chat")
    async with serving(tmp_path) as inside:
        watcher = inside.guest(Authorization=f"Bearer {'a watcher ' * 3}0")
        await watcher.done(table, "say", id="s", **say)
        assert [line["number"] for line in (await watcher.look(table))["chat"]] == [1, 2]


async def test_many_spectators_are_no_flood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chat, "ROOM_BURST", 3)
    monkeypatch.setattr(chat, "ROOM_PAUSE", 60_000)
    monkeypatch.setattr(table_module, "KEPT_LINES", 2)
    async with serving(tmp_path) as inside:
        table, one, _ = await two(inside, spectator_chat=True)
        await one.done(table, "say", text="hello")
        for number in range(4):
            guest = inside.guest(Authorization=f"Bearer {'a watcher ' * 3}{number}")
            answer = await guest.command(table, "say", room="spectators", text=str(number))
            assert answer.status_code == (200 if number < 3 else 429)
        shown = [line["text"] for line in (await guest.look(table))["chat"]]
        assert shown == ["hello", "1", "2"]
        held = inside.known(table)
        full = replace(held.session.chat, lines=1000, spectator_lines=1000, busy_until={})
        held.session = replace(held.session, chat=full)
        assert await guest.refused(table, "say", room="spectators", text="hi") == (409, "chat_full")
        await one.done(table, "say", text="players are not silenced by those who watch")


async def test_what_a_team_says_stays_in_the_team(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        people = [inside.guest() for _ in range(4)]
        table = await people[0].table("quixo", "me", *["friend"] * 3, players=4)
        for guest in people[1:]:
            await guest.done(table, "sit")
        teams = inside.known(table).game.teams
        wires = [await who.wire() for who in (*people, inside.guest())]
        for wire in wires:
            await wire.join(table)
        await people[0].done(table, "say", room="team", text="sesame")
        await settled()
        for seat, wire in enumerate(wires[:4]):
            friend = teams[seat] == teams[0]
            assert len(wire.messages("chat")) == friend
            answer = (await people[seat].get(f"/api/tables/{table}")).text
            assert ("sesame" in answer) == friend
            await wire.join(table)
            assert ("sesame" in "".join(wire.raw)) == friend
        await wires[4].command(table, "say", text="x")
        assert "sesame" not in "".join(wires[4].raw)
        assert "sesame" not in (await inside.guest().get(f"/api/tables/{table}")).text
        await people[0].done(table, "resign")
        assert "sesame" not in (await inside.guest().get(f"/api/tables/{table}")).text
        strict = await people[0].table(
            "quixo", "me", "device", "device", "device", players=4, conferring=False
        )
        command = {"seat": 0, "room": "team", "text": "hi"}
        assert await people[0].refused(strict, "say", **command) == (409, "no_conferring")


# what is refused


async def test_conflicts(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        table, one, other = await two(inside)
        assert await other.refused(table, "move", board_revision=0, move="a1a5") == (
            409,
            "not_your_turn",
        )
        assert await one.refused(table, "move", board_revision=1, move="a1a5") == (409, "stale")
        answer = await one.command(table, "move", board_revision=0, move="z9")
        assert _refusal(answer) == (422, "invalid_move")
        answer = await one.command(table, "move", board_revision=0, move="c3c5")
        fault, now = answer.json()["error"], flat(answer.json())["update"]
        assert answer.status_code == 409
        assert fault["message"] in {*catalog.info("quixo").sentences.values()} or fault["where"]
        assert fault["message"] != fault["code"]
        assert now["board_revision"] == 0
        assert now["you"]["view"] == 0
        ack = await one.done(table, "move", id="m", board_revision=0, move="a1a5")
        assert await one.done(table, "move", id="m", board_revision=0, move="a1a5") == ack
        assert (await one.look(table))["board_revision"] == 1
        assert await inside.guest().refused(table, "resign") == (403, "not_seated")
        assert await one.refused(table, "resign", seat=1) == (403, "not_your_seat")
        shared = await one.table("quixo", "me", "device")
        assert await one.refused(shared, "resign") == (422, "which_seat")
        await one.done(shared, "move", board_revision=0, move="a1a5")
        await one.done(shared, "move", board_revision=1, move="a1e1")
        for path in ("none", "0" * 16):
            assert await one.refused(path, "resign") == (404, "no_such_table")
        await one.done(table, "resign")
        assert await other.refused(table, "move", board_revision=1, move="a1e1") == (
            409,
            "match_over",
        )
        many = [
            one.command(shared, "move", id=f"p{n}", board_revision=2, move="a2a5") for n in range(9)
        ]
        answers = await asyncio.gather(*many)
        assert sorted(answer.status_code for answer in answers) == [200] + [409] * 8


async def test_hints_are_for_one_person_among_engines(tmp_path: Path) -> None:
    """And they are thought of with what that person knows, and no more."""
    async with serving(tmp_path) as inside:
        asked: list[Any] = []
        value = {"shares": [0.5, 0.5], "kind": "estimate"}
        written = {"best": "draw", "value": value, "line": ["draw"], "nodes": 1, "depth": 1}
        thought = Thought("draw", Estimate((0.5, 0.5)), ("draw",), nodes=1, depth=1)

        async def last(job: Any, **_: Any) -> Any:
            asked.append(job)
            return (thought,)

        one, other = inside.guest(), inside.guest()
        table = await one.table("cubeo", "me", "random")
        workers: Any = inside.app.services.workers
        workers.last = last
        answer = await one.post(f"/api/tables/{table}/hint")
        assert (answer.status_code, answer.json()) == (200, written)
        (job,) = [job for job in asked if isinstance(job, AnalysisJob)]
        match = inside.known(table).session.match
        assert job.story.view == match.game.view(match.state, 0)
        assert _refusal(await other.post(f"/api/tables/{table}/hint")) == (403, "not_seated")
        answer = await one.post(f"/api/tables/{table}/hint?seat=1")
        assert _refusal(answer) == (403, "not_your_seat")
        for seats in (["me", "friend"], ["me", "device"]):
            people = await one.table("quixo", *seats)
            answer = await one.post(f"/api/tables/{people}/hint?seat=0")
            assert _refusal(answer) == (403, "between_people")
        await one.done(table, "resign")
        answer = await one.post(f"/api/tables/{table}/hint")
        assert _refusal(answer)[0] in (403, 409)


# coming back


async def test_whoever_comes_back_hears_what_was_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as inside:
        one = inside.guest()
        table = await one.table("cubeo", "me", "device")
        watching = {view: await one.wire() for view in (None, 0, 1)}
        for view, wire in watching.items():
            await wire.join(table, view=view)
        start = (await one.look(table))["revision"]
        for _ in range(10):
            await move(one, table)
        await settled()
        for view, wire in watching.items():
            live = [event for told in wire.messages("update") for event in told["events"]]
            late = await one.wire()
            missed = await late.join(table, view=view, revision=start)
            assert missed["type"] == "update"
            assert missed["events"] == live
            assert missed["position"] == wire.messages("update")[-1]["position"]
            assert missed["scene"] == wire.messages("update")[-1]["scene"]
            last = missed["revision"]
            assert (await late.join(table, view=view, revision=last))["events"] == []
            for far in (0, last + 1, 10**30):
                assert (await late.join(table, view=view, revision=far))["type"] == "joined"
            whole = await late.join(table, view=view, revision=1)
            query = {} if view is None else {"view": view}
            read = await one.get(f"/api/tables/{table}/events", params={**query, "after": 1})
            plain = [{**event, "steps": None} for event in whole["events"]]
            assert read.json() == {"events": plain, "next": None}
        monkeypatch.setattr(table_actor, "MAX_MISSED_EVENTS", 5)
        assert (await late.join(table, view=1, revision=last - 6))["type"] == "joined"
        assert (await late.join(table, view=1, revision=last - 5))["type"] == "update"


async def test_the_record(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        table, one, other = await two(inside, name='A "b" ]\\')
        await move(one, table)
        stranger = inside.guest()
        text = await stranger.get(f"/api/tables/{table}/record")
        assert text.headers["content-type"].startswith("text/plain")
        assert f"quixo-{table}.txt" in text.headers["content-disposition"]
        (record,) = records.read(text.text)
        assert record.tags["Seat0"] == 'A "b" ]\\'
        answer = await stranger.get(f"/api/tables/{table}/record?form=json")
        assert answer.headers["content-type"] == "application/json"
        assert records.read(answer.text) == [record]
        cards = await one.table("cubeo", "me", "device")
        answer = await one.get(f"/api/tables/{cards}/record")
        assert _refusal(answer) == (409, "not_over")
        await one.done(cards, "abort", seat=0)
        answer = await one.get(f"/api/tables/{cards}/record")
        assert _refusal(answer) == (409, "not_over"), "nor of a game that was called off"
        await other.done(table, "resign")
        assert (await stranger.get(f"/api/tables/{table}/record")).status_code == 200
