"""Every kind of database, for tests that hold on each."""

from pathlib import Path

import pytest

from cubarium.database.site_place import Place


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    """An empty place for tables."""
    if request.param == "sqlite":
        return tmp_path
    made: Place = request.getfixturevalue("cluster").site()
    return made
