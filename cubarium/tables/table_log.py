"""The log of a table as it is stored: whole, or not to be trusted."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final

from cubarium.core.errors import CubariumError
from cubarium.match.revision import START, Revision
from cubarium.match.session import Entry

MOST_TOLD: Final = 5
"""Revisions that one sentence lists."""


class BrokenLog(CubariumError):
    """A log that tells no game: what is wrong with it."""


def check_log(entries: Sequence[Entry], revision: Revision, after: Revision = START) -> None:
    """Raises BrokenLog unless these are all entries after one revision and up to another, that of
    their table, in order."""
    found = [entry.revision for entry in entries]
    expected = range(after + 1, revision + 1)
    if found == [*expected]:
        return
    if len(set(found)) < len(found):
        raise BrokenLog("an entry of its log is there twice.")
    if found != sorted(found):
        raise BrokenLog("the entries of its log are out of order.")
    if missing := sorted(set(expected).difference(found)):
        told = ", ".join(map(str, missing[:MOST_TOLD]))
        more = ", …" if len(missing) > MOST_TOLD else ""
        raise BrokenLog(f"entries of its log are missing ({told}{more}).")
    raise BrokenLog(f"its log goes on to entry {found[-1]}, and its row says {revision}.")


@contextmanager
def reading_log() -> Iterator[None]:
    """Raises BrokenLog for any way in which a log can make no sense."""
    try:
        yield
    except BrokenLog:
        raise
    except Exception as error:
        first = (str(error) or "no reason given").splitlines()[0]
        reason = f"its log makes no sense ({type(error).__name__}: {first})."
        raise BrokenLog(reason) from error
