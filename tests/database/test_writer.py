"""The writer: durable when it says so, in order, and nobody suffers for others."""

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from sqlalchemy import (
    Connection,
    Engine,
    Integer,
    String,
    bindparam,
    column,
    table,
    text,
    update,
)
from sqlalchemy.exc import IntegrityError

from cubarium.database.database import prepared
from cubarium.database.pipeline import Overtaken
from cubarium.database.prepared_statement import PreparedStatement
from cubarium.database.site_place import Place
from cubarium.database.writer import Change, Writer


@pytest.fixture
def engine(place: Place) -> Iterator[Engine]:
    engine = prepared(place)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE notes (number INTEGER PRIMARY KEY, said TEXT)"))
    yield engine
    engine.dispose()


def note(number: int, said: str = "") -> Change:
    def change(connection: Connection) -> int:
        row = {"number": number, "said": said}
        connection.execute(text("INSERT INTO notes VALUES (:number, :said)"), row)
        return number

    return change


def noted(engine: Engine) -> list[tuple[int, str]]:
    with engine.connect() as connection:
        found = connection.execute(text("SELECT number, said FROM notes ORDER BY number"))
        return [(row.number, row.said) for row in found]


def written(
    engine: Engine, changes: list[Change], commits: list[tuple[int, float]] | None = None
) -> tuple[Writer, list[Any]]:
    """Asked for all at once, before the writer looks; what each of them got."""
    found = [] if commits is None else commits
    writer = Writer(engine, lambda changes, seconds: found.append((changes, seconds)))

    async def ask() -> list[Any]:
        asked = [asyncio.ensure_future(writer.write(change)) for change in changes]
        await asyncio.sleep(0)
        writer.start()
        return await asyncio.gather(*asked, return_exceptions=True)

    answers = asyncio.run(ask())
    writer.close()
    return writer, answers


def test_one_commit_for_many(engine: Engine) -> None:
    commits: list[tuple[int, float]] = []
    _, answers = written(engine, [note(number) for number in range(50)], commits)
    assert answers == [*range(50)]
    assert [number for number, _ in noted(engine)] == [*range(50)]
    ((changes, seconds),) = commits
    assert changes == 50
    assert seconds > 0


def test_nobody_suffers_for_others(engine: Engine) -> None:
    def half(connection: Connection) -> None:
        note(7)(connection)
        raise KeyError

    _, answers = written(engine, [note(1), note(2, "first"), half, note(2, "second"), note(3)])
    assert answers[:2] == [1, 2]
    assert isinstance(answers[2], KeyError)
    assert isinstance(answers[3], IntegrityError)
    assert answers[4] == 3
    assert noted(engine) == [(1, ""), (2, "first"), (3, "")]


def test_nobody_suffers_for_who_was_overtaken(engine: Engine) -> None:
    """That a statement has changed no row is told at the end of the group, and by then to its own
    request alone."""
    notes = table("notes", column("number", Integer), column("said", String))
    query = update(notes).where(notes.c.number == bindparam("which")).values(said=bindparam("said"))
    change = PreparedStatement(query, changes_one=True)

    def changed(number: int) -> Change:
        return lambda connection: change.execute(connection, {"which": number, "said": "changed"})

    _, answers = written(engine, [note(1), changed(1), changed(7), note(2)])
    assert [type(answer) for answer in answers] == [int, type(None), Overtaken, int]
    assert noted(engine) == [(1, "changed"), (2, "")]


def test_changes_are_made_in_order(engine: Engine) -> None:
    def say(said: str) -> Change:
        query = text("UPDATE notes SET said = said || :said")
        return lambda connection: connection.execute(query, {"said": said}).rowcount

    failing: Callable[[Connection], Any] = note(1)
    written(engine, [note(1), say("a"), say("b"), failing, say("c")])
    assert noted(engine) == [(1, "abc")]


def test_closing_writes_what_was_asked_for(engine: Engine) -> None:
    writer = Writer(engine)

    async def ask() -> None:
        waiting = asyncio.ensure_future(writer.write(note(1)))
        await asyncio.sleep(0)
        writer.start()
        await asyncio.to_thread(writer.close)
        assert await waiting == 1
        with pytest.raises(RuntimeError, match="closed"):
            await writer.write(note(2))

    asyncio.run(ask())
    assert noted(engine) == [(1, "")]


def test_who_has_gone_is_not_missed(engine: Engine) -> None:
    writer = Writer(engine)

    async def ask() -> None:
        gone = asyncio.ensure_future(writer.write(note(1)))
        await asyncio.sleep(0)
        gone.cancel()
        writer.start()
        assert await writer.write(note(2)) == 2

    asyncio.run(ask())
    writer.close()
    assert [number for number, _ in noted(engine)] == [1, 2]
