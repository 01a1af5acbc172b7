"""Help in a game against people: a second window of the same guest or address gets none."""

from pathlib import Path
from random import Random
from typing import Any

import httpx

from cubarium.core import ToMove
from cubarium.core.game import AnyGame
from cubarium.match.match import Match
from cubarium.server.people import fair_play
from tests.server.app import FakeWorkers
from tests.server.inside import Guest, Inside, serving
from tests.tables import REAL, for_tables

MOVES = ["a1e1", "b5b1", "c1c5", "e5e1", "a5a1", "d5d1"]
NEXT = ["b5b1", "e5e1"]
ELSEWHERE = "203.0.113.9"


async def _live(inside: Inside) -> tuple[Guest, Guest, str]:
    """Two people after six moves."""
    ann, ben = inside.guest(), inside.guest()
    table = await ann.table("quixo", "me", "friend", order="chosen")
    await ben.done(table, "sit")
    for at, move in enumerate(MOVES):
        revision = (await ann.look(table))["state"]["board_revision"]
        who = (ann, ben)[at % 2]
        await who.done(table, "move", move=move, board_revision=revision)
    return ann, ben, table


def _employ(inside: Inside) -> None:
    workers: Any = FakeWorkers()
    inside.app.services.workers = workers


async def _asked(guest: Guest, moves: list[str], position: str | None = None) -> list[str]:
    """What is said to all questions about a position."""
    question = {"game": "quixo", "position": position, "moves": moves}
    acts = " ".join(moves)
    text = f'[Game "quixo"]\n[Rules "1"]\n[Players "2"]\n\n{acts} *\n'
    answers = [
        await guest.post("/api/analysis", question),
        await guest.post("/api/values", question),
        *([] if position else [await guest.post("/api/review", {"text": text})]),
    ]
    return [_said(answer) for answer in answers]


def _said(answer: httpx.Response) -> str:
    if answer.status_code == 200:
        return "help"
    code: str = answer.json()["error"]["code"]
    return code


async def test_a_private_window_gets_no_help(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        _employ(inside)
        ann, _, table = await _live(inside)
        window = inside.guest()
        board = (await ann.look(table))["state"]["position"]
        for moves in (MOVES, [*MOVES, NEXT[0]], [*MOVES, *NEXT], MOVES[:5]):
            assert set(await _asked(window, moves)) == {"live_game"}, moves
        assert set(await _asked(window, [], board)) == {"live_game"}
        assert set(await _asked(window, [NEXT[0]], board)) == {"live_game"}
        mirrored = [move.translate(str.maketrans("abde", "edba")) for move in MOVES]
        assert set(await _asked(window, mirrored)) == {"live_game"}
        for moves in (MOVES[:1], MOVES[:3], ["b1b5", "a1a5", "d1d5"]):
            assert set(await _asked(window, moves)) == {"help"}, "an opening, or another game"
        assert set(await _asked(ann, ["b1b5"])) == {"live_game"}, "the guest is known"
        await ann.done(table, "resign")
        assert set(await _asked(window, MOVES)) == {"help"}, "it is over"


async def test_nor_by_a_table_of_its_own(tmp_path: Path) -> None:
    async with serving(tmp_path) as inside:
        _employ(inside)
        ann, _, table = await _live(inside)
        board = (await ann.look(table))["state"]["position"]
        window = inside.guest()
        same = await window.table("quixo", "me", "random", order="chosen", position=board)
        assert _said(await window.post(f"/api/tables/{same}/hint")) == "live_game"
        fresh = await window.table("quixo", "me", "random", order="chosen")
        assert _said(await window.post(f"/api/tables/{fresh}/hint")) != "live_game"


async def test_another_address_is_helped(tmp_path: Path) -> None:
    """As far as a server can see."""
    async with serving(tmp_path) as inside:
        _employ(inside)
        _, _, table = await _live(inside)
        inside.known(table).presence.addresses = {ELSEWHERE}
        assert set(await _asked(inside.guest(), MOVES)) == {"help"}


@for_tables(*REAL)
def test_positions_of_every_game(game: AnyGame) -> None:
    start = Match.open(game)
    assert not fair_play.is_past_opening(start)
    live, seed = start, 1
    while live.plies < fair_play.OPENING_PLIES:
        live, seed = _played(live, 1, seed), seed + 1
    assert fair_play.is_past_opening(live)
    assert not fair_play.is_past_opening(Match.open(game, start=live.state))
    assert fair_play._comes_by(live, live)
    assert not fair_play._comes_by(start, live)
    if not game.has_secrets:
        assert fair_play._comes_by(_played(live, 3, 2), live)


def _played(match: Match, plies: int, seed: int) -> Match:
    """A match after this many more moves by chance."""
    rng = Random(seed)
    match = match.after(match.draw(rng))
    for _ in range(plies):
        assert isinstance(match.turn, ToMove)
        move = match.game.write(rng.choice(match.game.moves(match.state)))
        match = match.after(match.move(match.turn.seat, move, rng))
    return match
