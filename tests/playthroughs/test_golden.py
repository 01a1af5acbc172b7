"""The golden games and the frozen numbering of actions are as they were."""

from pathlib import Path

import pytest

from scripts.playthroughs import TESTS, files

GOLDEN = files()


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_golden_file(path: Path) -> None:
    assert path.read_text("utf-8") == GOLDEN[path], (
        "run `make playthroughs` and read the difference"
    )


def test_no_golden_file_is_left_over() -> None:
    kept = {*(TESTS / "playthroughs").glob("*.txt"), *(TESTS / "actions").glob("*.txt")}
    assert kept == set(GOLDEN)
