"""Searches find what they found before, to the byte."""

import pytest

from tests.search.fixed_searches import FixedSearch, all_searches, golden, libm_digest

pytestmark = pytest.mark.compiled
SEARCHES = list(all_searches())


def found_as_before(search: FixedSearch) -> None:
    known = golden()
    if search.needs_libm and libm_digest() != known["libm"]:
        pytest.skip("exponentials of this machine differ from those of the file")
    assert search.find() == known[search.name]


@pytest.mark.parametrize(
    "search", [one for one in SEARCHES if not one.is_long], ids=lambda one: one.name
)
def test_short_searches(search: FixedSearch) -> None:
    found_as_before(search)


@pytest.mark.soak
@pytest.mark.parametrize(
    "search", [one for one in SEARCHES if one.is_long], ids=lambda one: one.name
)
def test_long_searches(search: FixedSearch) -> None:
    found_as_before(search)


def test_the_file_has_no_others() -> None:
    assert set(golden()) == {"libm", *(one.name for one in SEARCHES)}
