"""A database that the version before has written opens, and nothing in it is lost."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from cubarium.database.database import prepared
from cubarium.match.events import Offer, RematchAsked, Rematched, TakenBack
from cubarium.match.status import Status
from cubarium.server.inspection import faults
from cubarium.tables.table import Table
from tests.server.inside import serving
from tests.server.polling import asked

FILES = Path(__file__).parent / "files"
LIVE, OVER, ABORTED, OPEN = "YS8v2u8fwvy4", "vB45pRCxgehU", "NfNEzNDNVhws", "JrukGd8MTGyY"
TOKEN = "hTpNiFufuVbf5bYjGp5veijG9QA"
"""Of the first seat at the live table."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    with closing(sqlite3.connect(tmp_path / "cubarium.db")) as database:
        database.executescript((FILES / "version-0002.sql").read_text("utf-8"))
    return tmp_path


def test_nothing_is_wrong_with_it(folder: Path) -> None:
    prepared(folder).dispose()
    assert [*faults(folder, lambda _: None)] == []


async def test_finished_games_have_their_results(folder: Path) -> None:
    prepared(folder).dispose()
    rows = asked(folder, "SELECT id, status, outcome, ended, plies, changed FROM tables")
    told = {
        name: (status, outcome and json.loads(outcome), plies)
        for name, status, outcome, _, plies, _ in rows
    }
    ended = {name: at for name, _, _, at, _, _ in rows if at is not None}
    assert told[OVER] == ("over", {"winners": [1], "reason": "resignation", "scores": None}, 5)
    assert told[ABORTED] == ("aborted", None, 0)
    assert told[LIVE][1] is None
    assert set(ended) == {OVER, ABORTED}
    (rematched,) = (changed for name, *_, changed in rows if name == OVER)
    assert ended[OVER] < rematched, "a rematch is no part of the game"


async def test_every_table_goes_on(folder: Path) -> None:
    async with serving(folder) as inside:

        async def find(name: str) -> Table:
            return (await inside.tables.find(name)).table

        over = (await find(OVER)).session
        assert over.status is Status.OVER
        assert [type(entry.event) for entry in (await find(OVER)).log][-3:] == [
            RematchAsked,
            RematchAsked,
            Rematched,
        ]
        assert (await find(over.next_table)).session.status is Status.LIVE
        assert (await find(ABORTED)).session.status is Status.ABORTED
        assert (await find(OPEN)).session.free_seats() == [1]
        live = await find(LIVE)
        assert [line.text for line in live.chat] == ["Hello"]
        assert live.session.chat.mutes == {(1, 0)}
        assert any(isinstance(entry.event, TakenBack) for entry in live.log)
        assert live.session.match.offers == {Offer.DRAW: frozenset({1})}
        assert live.session.clocks.control.base == 600_000

        ann = inside.guest(Authorization=f"Bearer {TOKEN}")
        seen = await ann.look(LIVE)
        assert seen["you"]["holds"] == [0]
        known = next(name for seat, name in live.commands if seat == 0)
        again = await ann.done(LIVE, "resign", id=known)
        assert again["revision"] == live.commands[0, known], "it was done before, and is not again"
        await ann.done(LIVE, "answer", id="new", what="draw", agreed=True)
        assert live.session.status is Status.OVER
