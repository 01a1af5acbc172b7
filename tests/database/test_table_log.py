"""A log that is not whole is told from one that is, in words."""

import pytest

from cubarium.match.revision import Revision
from cubarium.tables.table_log import BrokenLog, check_log, reading_log
from tests.database.rows import begun, entries


@pytest.mark.parametrize(
    ("revisions", "row", "told"),
    [
        ([1, 2, 3, 4], 4, ""),
        ([], 0, ""),
        ([1, 2, 4], 4, "entries of its log are missing (3)."),
        ([2, 3, 4], 4, "entries of its log are missing (1)."),
        ([1, 2], 4, "entries of its log are missing (3, 4)."),
        ([1], 9, "entries of its log are missing (2, 3, 4, 5, 6, …)."),
        ([1, 2, 3, 4], 3, "its log goes on to entry 4, and its row says 3."),
        ([1, 2, 2, 3], 3, "an entry of its log is there twice."),
        ([1, 3, 2, 4], 4, "the entries of its log are out of order."),
    ],
)
def test_a_log_is_whole_or_not(revisions: list[int], row: int, told: str) -> None:
    log = dict(enumerate(entries(begun(2), 5), 1))
    found = [log[revision] for revision in revisions]
    if not told:
        check_log(found, Revision(row))
        return
    with pytest.raises(BrokenLog) as refused:
        check_log(found, Revision(row))
    assert str(refused.value) == told


def test_the_end_of_a_log() -> None:
    log = entries(begun(2), 5)
    check_log(log[2:], Revision(4), Revision(2))
    with pytest.raises(BrokenLog):
        check_log(log[3:], Revision(4), Revision(2))


def test_a_log_that_makes_no_sense() -> None:
    with (
        pytest.raises(BrokenLog, match=r"its log makes no sense \(KeyError: 'dance'\)"),
        reading_log(),
    ):
        raise KeyError("dance")
