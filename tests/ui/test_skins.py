"""What belongs to one game is in its skin: nothing else in the page names a game."""

import re
from pathlib import Path

from cubarium import catalog

SOURCES = Path(__file__).parents[2] / "ui" / "src"
ALLOWED = {"games/index.ts", "i18n/keys.ts", "net/schema.d.ts"}
"""The registry lists the skins, texts name games, and the server's description has examples."""


def sources() -> dict[str, str]:
    files = [path for path in SOURCES.rglob("*") if path.suffix in (".ts", ".tsx", ".css")]
    return {path.relative_to(SOURCES).as_posix(): path.read_text("utf-8") for path in files}


def test_a_game_is_named_in_its_own_folder_alone() -> None:
    found = sources()
    assert len(found) > 90
    wrong = [
        f"{path}: {line.strip()}"
        for path, text in found.items()
        for name in catalog.names()
        if path not in ALLOWED and not path.startswith(f"games/{name}/")
        for line in text.splitlines()
        if name in line.lower()
    ]
    assert wrong == []


def test_skins_are_found_by_the_registry_alone() -> None:
    folders = [path.name for path in (SOURCES / "games").iterdir() if path.is_dir()]
    assert {"default", "quixo"} <= set(folders)
    skin = re.compile(rf"games/({'|'.join(folders)})\b")
    wrong = [
        path
        for path, text in sources().items()
        if not path.startswith("games/") and skin.search(text)
    ]
    assert wrong == []
