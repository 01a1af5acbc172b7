"""A short while of what `python -m tests.server.endurance` does for an hour."""

from pathlib import Path

import pytest

from tests.server.endurance import endure


@pytest.mark.soak
def test_games_rude_clients_and_kills(tmp_path: Path) -> None:
    endured = endure(tmp_path, games=60, seconds=90, kills=2)
    assert endured.kills == 2
    assert endured.moves > 500
