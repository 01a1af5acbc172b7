"""A new language: a folder with every text that is still missing, in English."""

import json
import re
from pathlib import Path
from typing import Any

from cubarium.rulebook import lessons
from cubarium.rulebook.pages import rules_page
from cubarium.rulebook.translations import ENGLISH, EXAMPLE
from scripts.locales.reference import INTERFACE, LOCALES, games, server_texts

TAG = re.compile(r"[a-z]{2,3}(-[A-Z][a-z]{3})?(-[A-Z]{2})?")


def draft(tag: str, folder: Path = LOCALES) -> list[Path]:
    """Write what a language lacks, and leave alone what it has. Raises ValueError."""
    if not TAG.fullmatch(tag) or tag == ENGLISH:
        raise ValueError(f"{tag!r} is no name of another language: expected one such as pt-PT")
    own = folder / tag
    own.mkdir(exist_ok=True)
    files = {own / f"{INTERFACE}.json": _read(folder / ENGLISH / f"{INTERFACE}.json")}
    for game in games(folder):
        texts = _read(folder / ENGLISH / f"{game}.json")
        files[own / f"{game}.json"] = {**texts, **server_texts(game)}
    for file, wanted in files.items():
        completed = _completed(_read(file) if file.is_file() else {}, wanted)
        file.write_text(json.dumps(completed, ensure_ascii=False, indent=2) + "\n", "utf-8")
    pages = [own / f"{game}.md" for game in games(folder)]
    for page in pages:
        if not page.is_file():
            text = lessons.BLOCK.sub(EXAMPLE, rules_page(page.stem))
            page.write_text(text, "utf-8")
    return [*files, *pages]


def _completed(own: Any, wanted: Any) -> Any:
    """What is there, in the order of English, with English where nothing is."""
    if not isinstance(wanted, dict):
        return own or wanted
    return {name: _completed(own.get(name, {}), text) for name, text in wanted.items()}


def _read(file: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(file.read_text("utf-8"))
    return found
