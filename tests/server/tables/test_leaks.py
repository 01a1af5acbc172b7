"""The leak law: every byte that is sent to any kind of viewer over whole games of Cube O' tells of
no card that this viewer may not know at that moment."""

import asyncio
import io
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cubarium import catalog
from cubarium.core.game import AnyGame
from cubarium.core.turn import Seat
from cubarium.engines import registry
from cubarium.games.cubeo.rules import CubeO
from cubarium.games.cubeo.state import Deal
from cubarium.match.match import Match
from cubarium.tables import broadcast
from cubarium.tables.table import Table
from cubarium.tables.views import shared_update
from tests.server.inside import Guest, Inside, Message, Wire, serving, settled
from tests.server.knowledge import CARDS, Truth, cards_told
from tests.tables import state_of

ENOUGH = 500
"""Turns after which the rest of a game is settled by an agreement."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who plays for those who have left need not play well."""
    monkeypatch.setattr(registry, "LOWEST", "random")


@dataclass
class Watcher:
    """A socket, and through whose eyes it looks from which message on."""

    wire: Wire
    views: list[tuple[int, Seat | None]] = field(default_factory=list)

    async def join(self, table: str, seat: Seat | None, **more: Any) -> Message:
        answer = await self.wire.join(table, **more)
        if answer["type"] != "error":
            self.views.append((self.wire.joined, seat))
        return answer

    def told(self) -> Iterator[tuple[str, Seat | None]]:
        """Every message, and who it was for."""
        for number, raw in enumerate(self.wire.raw):
            seats = [seat for at, seat in self.views if at <= number]
            yield raw, (seats[-1] if seats else None)


@dataclass
class Company:
    """Everybody at one table of Cube O'."""

    inside: Inside
    table: str
    owner: Guest
    seats: list[Watcher]
    """By seat; the last seat is held by the owner's device too."""
    people: list[Guest]
    others: list[Watcher]
    stranger: Guest
    answers: list[tuple[str, Seat | None, int]] = field(default_factory=list)
    """What was read over HTTP: the bytes, for whom, and at which revision."""

    def leaks(self) -> list[str]:
        truth = Truth(self.inside.runtime.storage.engine, self.table)
        found = []
        for watcher in (*self.seats, *self.others):
            for raw, seat in watcher.told():
                if wrong := truth.leaks(raw, seat):
                    found.append(f"{seat} got {sorted(wrong)} in {raw[:80]}")
        for raw, seat, revision in self.answers:
            if wrong := truth.leaks(raw, seat, revision):
                found.append(f"{seat} read {sorted(wrong)} in {raw[:80]}")
        return found

    @property
    def revision(self) -> int:
        return self.inside.known(self.table).session.revision

    async def read_all(self, who: Guest, seat: Seat | None) -> None:
        """Everything that can be read over HTTP."""
        paths = ["", "/events", "/events?after=3", "/history", "/record", "/record?form=json"]
        paths.append("?scenes=true")
        paths += [f"/preview?move={move}" for move in ("draw", "a1", "Ta1b1", "pass")]
        got = [await who.get(f"/api/tables/{self.table}{path}") for path in paths]
        got.append(await who.get("/api/tables?status=live"))
        got.append(await who.get("/api/me/tables"))
        if seat is None:
            got.append(await who.get(f"/api/tables/{self.table}?view=0"))
            got.append(await who.post(f"/api/tables/{self.table}/hint"))
            got.append(await who.post(f"/api/tables/{self.table}/tokens"))
            got.append(await who.command(self.table, "move", board_revision=0, move="draw"))
        for answer in got:
            head = json.dumps(dict(answer.headers))
            self.answers += [(answer.text, seat, self.revision), (head, seat, self.revision)]


async def company(inside: Inside, players: int) -> Company:
    """A full table: each seat has its own device; the owner's holds the last seat as well."""
    owner = inside.guest()
    seats = ["me", *["friend"] * (players - 2), "device"]
    table = await owner.table("cubeo", *seats, players=players, public=True)
    people = [owner, *(inside.guest() for _ in range(players - 2))]
    for guest in people[1:]:
        await guest.done(table, "sit")
    answer = await owner.post(f"/api/tables/{table}/tokens?seat={players - 1}")
    last = inside.guest()
    shown = {"seat": players - 1, "token": answer.json()["token"]}
    assert (await last.post(f"/api/tables/{table}/resume", shown)).status_code == 200
    people.append(last)
    watchers = []
    for seat, guest in enumerate(people):
        watchers.append(Watcher(await guest.wire()))
        more = {"view": 0} if guest is owner else {}
        assert (await watchers[-1].join(table, seat, **more))["you"]["view"] == seat
    stranger = inside.guest()
    spectator, blind, both = [Watcher(await who.wire()) for who in (stranger, stranger, owner)]
    await spectator.join(table, None)
    await blind.join(table, None, scenes=False)
    assert (await both.join(table, None))["you"] == {
        "holds": [0, players - 1],
        "view": None,
        "hints": False,
        "muted": [],
    }
    return Company(inside, table, owner, watchers, people, [spectator, blind, both], stranger)


async def state(company: Company) -> Message:
    """How the table stands for a spectator."""
    await settled()
    return await company.stranger.look(company.table)


async def disturb(company: Company, round_: int, rng: Random) -> None:
    """What people do beside moving. Nothing of it may tell anybody more."""
    table, both = company.table, company.others[2]
    seat = rng.randrange(len(company.seats))
    watcher = company.seats[seat]
    said = {"seat": seat} if seat == 0 else {}
    await watcher.wire.command(table, "say", text=f"round {round_}", **said)
    refused = await watcher.wire.command(table, "move", board_revision=0, move="a1", **said)
    assert refused["error"]["code"] in ("stale", "left", "match_over")
    await watcher.wire.command(table, "offer", what="takeback", **said)
    await watcher.wire.command(table, "rematch", **said)
    await watcher.join(table, seat, view=seat, last=max(1, company.revision - rng.randrange(30)))
    view = rng.choice([None, 0, len(company.seats) - 1])
    await both.join(table, view, view=view)
    assert (await both.join(table, None, view=1 if len(company.seats) > 2 else 7))["type"] in (
        "error",
        "joined",
    )
    await company.others[0].join(table, None, last=rng.randrange(1, 9))
    await company.read_all(company.stranger, None)
    await company.read_all(company.people[1], 1)


async def play(company: Company, turns: int, rng: Random, leaving: Sequence[Seat] = ()) -> Message:
    """Play until the end, or for so many turns. Some leave on the way."""
    table = company.table
    left: set[Seat] = set()
    for turn in range(turns):
        if turn % 25 == 10:
            await disturb(company, turn, rng)
        now = await state(company)
        if now["status"] != "live":
            return now
        if leaving and turn == 20 * (len(left) + 1) and len(left) < len(leaving):
            seat = leaving[len(left)]
            assert (await company.seats[seat].wire.command(table, "resign", seat=seat))[
                "type"
            ] == "ack"
            left.add(seat)
            continue
        seat = now["turn"]["seat"]
        if seat in left:
            await asyncio.sleep(0.01)  # an engine plays there
            continue
        command = {
            "board_revision": now["board_revision"],
            "move": _choice(now["legal"], rng),
            "seat": seat,
        }
        answer = await company.seats[seat].wire.command(table, "move", **command)
        assert answer["type"] == "ack", answer
    return await state(company)


def _choice(legal: list[str], rng: Random) -> str:
    """Twins when they can be placed, else cubes from the bag more often than not."""
    twins = [move for move in legal if move.startswith("T")]
    if twins:
        return rng.choice(twins)
    return "draw" if "draw" in legal and rng.random() < 0.8 else rng.choice(legal)


async def end(company: Company) -> None:
    """If a game takes too long: the others give up, one after another."""
    for seat, watcher in enumerate(company.seats[:-1]):
        if (await state(company))["status"] == "live":
            await watcher.wire.command(company.table, "resign", seat=seat)


@pytest.mark.parametrize(
    ("players", "leaving", "seed"),
    [
        pytest.param(2, (), 3, marks=pytest.mark.soak),
        (3, (1,), 4),
        pytest.param(4, (2, 0), 5, marks=pytest.mark.soak),
    ],
)
async def test_nobody_is_told_a_card_that_is_not_for_them(
    players: int, leaving: tuple[Seat, ...], seed: int, tmp_path: Path, logged: io.StringIO
) -> None:
    async with serving(tmp_path, workers=1) as inside:
        rng = Random(seed)
        inside.replace(rng=rng)
        here = await company(inside, players)
        await play(here, ENOUGH, rng, leaving)
        assert here.leaks() == []
        await end(here)
        await here.read_all(here.stranger, None)
        over = await here.stranger.look(here.table)
        assert over["status"] == "over"
        assert len(cards_told(json.dumps(over))) >= 3 * players, "now all is open"
        first = here.seats[0]
        for seat, watcher in enumerate(here.seats):
            await watcher.wire.command(here.table, "rematch", seat=seat)
        await settled()
        assert here.leaks() == []
        again = first.wire.messages("update")[-1]["next_table"]
        assert again is not None
        await _new_game(here, again)
        truth = Truth(inside.runtime.storage.engine, here.table)
        told = [cards_told(raw) for watcher in here.seats for raw, _ in watcher.told()]
        assert any(told), "the check has seen cards at all"
        assert truth.allowed(0, 1) != CARDS
    assert cards_told_in_logs(logged.getvalue()) == set()


async def _new_game(here: Company, again: str) -> None:
    """The keys have moved on with the seats, and what is seen has too."""
    truth = Truth(here.inside.runtime.storage.engine, again)
    players = len(here.seats)
    for old, guest in enumerate(here.people):
        if old in (0, players - 1) and guest is here.owner:
            continue
        new = (old - 1) % players
        raw = (await guest.get(f"/api/tables/{again}")).text
        assert json.loads(raw)["you"]["view"] == new
        assert truth.leaks(raw, new) == set()
        assert truth.allowed(new, truth.revision) & cards_told(raw)
    raw = (await here.owner.get(f"/api/tables/{again}")).text
    assert truth.leaks(raw, None) == set()


def cards_told_in_logs(text: str) -> set[str]:
    """Places are never logged, so that any name counts."""
    return {name for name in re.findall(r"\bc\d\d\b", text) if name in CARDS}


def _seat_0s_message_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(table: Any, subscriber: Any, entries: Any, now: Any, downtimes: Any) -> Any:
        return shared_update(table, replace(subscriber, view=0), entries, now, downtimes)

    monkeypatch.setattr(broadcast, "shared_update", wrong)


def _draws_for_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CubeO, "seen", lambda _game, _state, act, _seat: act)


def _open_text(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "is_open_book", True)


def _open_scene(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CubeO, "view", CubeO.opened)


@pytest.mark.parametrize(
    "broken", [_seat_0s_message_for_all, _draws_for_all, _open_text, _open_scene]
)
async def test_the_law_can_fail(
    broken: Callable[[pytest.MonkeyPatch], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with serving(tmp_path) as inside:
        rng = Random(1)
        inside.replace(rng=rng)
        broken(monkeypatch)
        here = await company(inside, 2)
        await play(here, 4, rng)
        monkeypatch.undo()
        assert here.leaks() != []


def test_a_place_is_no_card_and_a_picture_is_one() -> None:
    assert cards_told('{"place": "c11", "marks": [{"places": ["c12", "new c13"]}]}') == set()
    assert cards_told('{"place": "c05", "symbol": "c11", "act": "=c12"}') == {"c05", "c11", "c12"}
    assert cards_told('"hands=c01,c02/? shown=c03/- seen=R"') == {"c01", "c02", "c03"}
    game: AnyGame = catalog.load("cubeo", 2)
    match = Match.open(game)
    match = match.after(match.draw(Random(1)))
    pictured = [
        {"squares": [{"x": one.x, "y": one.y, "symbol": one.symbol} for one in card.squares]}
        for card in game.scene(match.view(0)).cards
    ]
    assert cards_told(json.dumps(pictured)) == {*state_of(match).hands[0]}


async def test_where_a_game_started_is_told_as_a_seat_may_know_it(tmp_path: Path) -> None:
    match = Match.open(catalog.load("cubeo", 2))
    match = match.after(match.draw(Random(1)))
    text = match.game.text(match.state)
    async with serving(tmp_path) as inside:
        owner, stranger = inside.guest(), inside.guest()
        refused = await owner.post(
            "/api/tables", {"game": "cubeo", "seats": ["me", "friend"], "position": text}
        )
        assert refused.json()["error"]["code"] == "position_tells_secrets"
        table = await owner.table("cubeo", "me", "device", position=text, public=True)
        truth = Truth(inside.runtime.storage.engine, table)
        for path in (f"/{table}", f"/{table}/events", "?status=live", f"/{table}/record"):
            raw = (await stranger.get(f"/api/tables{path}")).text
            assert truth.leaks(raw, None) == set(), path
        for seat in (0, 1):
            raw = (await owner.get(f"/api/tables/{table}?view={seat}")).text
            assert truth.leaks(raw, seat) == set()
            assert cards_told(raw) == {*state_of(match).hands[seat]}
        raw = (await owner.get("/api/me/tables")).text
        assert truth.leaks(raw, None) == set()


class Dealer(Random):
    """Chance that deals by a seed; `swap` exchanges cards, and nothing else changes by it."""

    def __init__(self, seed: int, swap: dict[str, str]) -> None:
        super().__init__(seed)
        self._swap = swap
        self._back = {new: old for old, new in swap.items()}

    def choices(self, population: Any, weights: Any = None, **more: Any) -> list[Any]:
        if not isinstance(population[0], Deal):
            return super().choices(population, weights, **more)
        old = sorted(self._back.get(deal.card, deal.card) for deal in population)
        (card,) = super().choices(old)
        return [Deal(self._swap.get(card, card))]


def _twin_games(turns: int) -> tuple[int, dict[str, str], list[tuple[Seat, str]]]:
    """A seed, an exchange of all cards that seat 0 does not know, and moves with which nobody shows
    a card in either game."""
    game: AnyGame = catalog.load("cubeo", 3)
    for seed in range(100):
        plain = Match.open(game)
        plain = plain.after(plain.draw(Dealer(seed, {})))
        own = {*state_of(plain).hands[0]}
        rest = sorted(CARDS - own)
        swap = dict(zip(rest, rest[7:] + rest[:7], strict=True))
        moves: list[tuple[Seat, str]] = []
        chance = [Dealer(seed, {}), Dealer(seed, swap)]
        twins = [Match.open(game) for _ in chance]
        twins = [one.after(one.draw(rng)) for one, rng in zip(twins, chance, strict=True)]
        rng = Random(seed)
        while len(moves) < turns and not any(map(any, (state_of(one).fulfilled for one in twins))):
            seat = twins[0].turn.seat  # type: ignore[union-attr]
            move = rng.choice([game.write(move) for move in game.moves(twins[0].state)])
            moves.append((seat, move))
            twins = [
                one.after(one.move(seat, move, dealer))
                for one, dealer in zip(twins, chance, strict=True)
            ]
        if not any(any(state_of(one).fulfilled) for one in twins):
            return seed, swap, moves
    raise AssertionError("no such games")


CHANCE = re.compile(r'\{"type":"(presence|ping)"')
"""When these come is chance; what they say is no secret."""


async def _seen_of(folder: Path, rng: Random, moves: list[tuple[Seat, str]]) -> list[list[str]]:
    """All that seat 0 and a spectator get to see of a game; names and times are left out."""
    async with serving(folder) as inside:
        inside.replace(rng=rng)
        people = [inside.guest() for _ in range(3)]
        table = await people[0].table("cubeo", "me", "friend", "friend", players=3, public=True)
        seat, spectator = await people[0].wire(), await inside.guest().wire()
        await seat.join(table)
        await spectator.join(table)
        for guest in people[1:]:
            await guest.done(table, "sit", name="B")
        wires = [await guest.wire() for guest in people]
        for wire in wires:
            await wire.join(table)
        read = []
        for position, (mover, move) in enumerate(moves):
            for text in (move, "=c01", "Ta1", "pass"):
                asked = await people[0].get(f"/api/tables/{table}/preview", params={"move": text})
                read.append(asked.text)
            at = inside.known(table).session.board_revision
            answer = await wires[mover].command(table, "move", board_revision=at, move=move)
            assert answer["type"] == "ack"
            if position % 5 == 0:
                for text in ("=c01", "=c33", "T", "z9", "pass"):
                    await seat.command(table, "move", board_revision=at, move=text)
                await seat.command(table, "offer", what="takeback")
                await seat.join(table, revision=2)
                await wires[1].command(table, "answer", what="takeback", agreed=False)
        await settled()
        read += [
            (await who.get(f"/api/tables{path}")).text
            for who in (people[0], inside.guest())
            for path in (f"/{table}", f"/{table}/events", f"/{table}/record", "?status=live")
        ]
        await wires[1].command(table, "resign")
        await settled()
        seen = [[text for text in wire.raw if not CHANCE.match(text)] for wire in (seat, spectator)]
        raw = [_without_times(text, table) for text in (*seen[0], *seen[1], *read)]
        return [raw, [str(len(texts)) for texts in seen]]


def _without_times(text: str, table: str) -> str:
    text = text.replace(table, "TABLE")
    return re.sub(r'"(at|created|changed|now|number)":\d+', r'"\1":0', text)


def test_games_that_differ_in_hidden_cards_alone_look_the_same(tmp_path: Path) -> None:
    seed, swap, moves = _twin_games(24)
    one = asyncio.run(_seen_of(tmp_path / "one", Dealer(seed, {}), moves))
    two = asyncio.run(_seen_of(tmp_path / "two", Dealer(seed, swap), moves))
    assert one[1] == two[1]
    assert len(one[0]) > 60
    for first, second in zip(one[0], two[0], strict=True):
        assert first == second
