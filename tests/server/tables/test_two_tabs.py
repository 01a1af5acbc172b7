"""Several connections for one seat that command at the same time; commands that come again."""

import asyncio
from collections.abc import Iterator

import httpx
import pytest

from tests.server.clients import Client, command, move_on, new_table, shown
from tests.server.polling import kinds
from tests.server.processes import Served

PAIR = ["me", "device"]


async def tabs(served: Served, table: str, token: str, count: int) -> list[Client]:
    found = [Client(served, table, token) for _ in range(count)]
    for one in found:
        await one.come()
    return found


async def move_at_once(served: Served, table: str, token: str, *, same: bool) -> list[str]:
    """Tabs move at once, by one name or by several; how they are answered."""
    several = await tabs(served, table, token, 4)
    spectator = Client(served, table)
    await spectator.come()
    revision, board_revision = several[0].revision, several[0].state["board_revision"]
    legal = several[0].state["legal"]
    names = [f"{revision}-same" if same else f"{revision}-{number}" for number in range(4)]
    moves = [legal[0 if same else number % len(legal)] for number in range(4)]
    await asyncio.gather(
        *(
            tab.do(type="move", id=name, board_revision=board_revision, move=move)
            for tab, name, move in zip(several, names, moves, strict=True)
        )
    )
    answers = [await tab.answer(name) for tab, name in zip(several, names, strict=True)]
    granted = {one["revision"] for one in answers if one["type"] == "ack"}
    assert granted == {revision + 1}
    for viewer in (*several, spectator):
        await viewer.until(lambda viewer=viewer: viewer.revision > revision)  # type: ignore[misc]
    for one in answers:
        if one["type"] == "error":
            assert one["error"]["code"] == "stale"
            assert one["update"]["revision"] == several[0].revision
    for viewer in (*several, spectator):
        assert viewer.acts == several[0].acts
        assert viewer.revision == several[0].revision
        await viewer.go()
    return sorted(one["type"] for one in answers)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("tabs")) as one:
        yield one


@pytest.fixture
def http(served: Served) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=served.url, timeout=20) as one:
        yield one


@pytest.mark.parametrize("game", ["quixo", "cage", "cubulus", "cubeo"])
def test_one_of_several_moves(served: Served, http: httpx.Client, game: str) -> None:
    table, tokens = new_table(http, game=game, seats=PAIR)

    def mover() -> str:
        return tokens[shown(http, table)["turn"]["seat"]]

    before = kinds(served.data, table).count("moved")
    different = asyncio.run(move_at_once(served, table, mover(), same=False))
    assert different == ["ack", "error", "error", "error"]
    assert asyncio.run(move_at_once(served, table, mover(), same=True)) == ["ack"] * 4
    assert kinds(served.data, table).count("moved") == before + 2


def test_a_move_for_several_seats_comes_again(served: Served, http: httpx.Client) -> None:
    """Whoever holds both seats need not say which; it is not known any more from the turn."""
    table, tokens = new_table(http, game="quixo", seats=PAIR)
    seen = shown(http, table)
    move = {
        "type": "move",
        "id": "m",
        "board_revision": seen["board_revision"],
        "move": seen["legal"][0],
    }
    path = f"/api/tables/{table}/commands"
    first, second = http.post(path, json=move), http.post(path, json=move)
    assert first.status_code == second.status_code == 200
    assert first.json() == second.json()
    assert command(http, table, tokens[0], type="resign", id="r", seat=0).status_code == 200
    assert http.post(path, json=move).json() == first.json()
    assert kinds(served.data, table) == ["seated", "seated", "moved", "resigned"]


def test_who_sits_down_next_has_names_of_its_own(served: Served) -> None:
    with (
        httpx.Client(base_url=served.url) as host,
        httpx.Client(base_url=served.url) as alice,
        httpx.Client(base_url=served.url) as bob,
    ):
        table, _ = new_table(host, game="cage", players=3, seats=["me", "friend", "friend"])
        path = f"/api/tables/{table}/commands"
        assert alice.post(path, json={"type": "sit", "id": "1"}).status_code == 200
        assert alice.post(path, json={"type": "stand", "id": "2"}).status_code == 200
        sat = bob.post(path, json={"type": "sit", "id": "1", "name": "Bob"})
        assert sat.status_code == 200, sat.text
        assert bob.post(path, json={"type": "sit", "id": "1"}).json() == sat.json()
        assert shown(bob, table)["seats"][1]["name"] == "Bob"
        assert alice.post(path, json={"type": "sit", "id": "3"}).status_code == 200
        move = {
            "type": "move",
            "id": "2",
            "board_revision": 0,
            "move": shown(host, table)["legal"][0],
        }
        assert host.post(path, json=move).status_code == 200
        move |= {"board_revision": 1, "move": shown(bob, table)["legal"][0]}
        assert bob.post(path, json=move).status_code == 200
    assert kinds(served.data, table)[-5:] == ["stood", "seated", "seated", "moved", "moved"]


def test_viewers_see_the_same_after_many_moves(served: Served, http: httpx.Client) -> None:
    table, tokens = new_table(http, game="quixo", seats=PAIR)
    for _ in range(4):
        assert move_on(http, table, tokens).status_code == 200

    async def compare() -> None:
        fresh, late = Client(served, table), Client(served, table, revision=3)
        await fresh.come()
        await late.come()
        assert fresh.revision == late.revision
        assert fresh.state["position"] == late.state["position"]
        assert [*late.acts.values()] == fresh.state["actions"][1:]
        await fresh.go()
        await late.go()

    asyncio.run(compare())
