"""All faults of all languages: those that are offered must be complete, but for games that they do
not have; others are drafts."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from cubarium.rulebook.translations import ENGLISH
from scripts.locales import faults
from scripts.locales.messages import shapes
from scripts.locales.reference import (
    GLOSSARY,
    LOCALES,
    Texts,
    english,
    offered_texts,
    translated,
)


def check(folder: Path = LOCALES) -> Iterator[str]:
    """Faults of every language in a folder, each with its language before it."""
    offered = _read(folder / "languages.json")
    allowed = _read(folder / "same.json")
    reference = english(folder)
    tags = [one.name for one in sorted(folder.iterdir()) if one.is_dir() and one.name != ENGLISH]
    texts = {tag: translated(tag, folder) for tag in tags}
    taken = {ENGLISH: _messages(reference), **{tag: _messages(texts[tag]) for tag in tags}}
    apart = shapes(taken)
    glossary = {
        word: faults.Term(one["pattern"], tuple(one.get("files", ())))
        for word, one in _read(folder / "glossary.json").items()
    }
    yield from (f"{ENGLISH}: {fault}" for fault in faults.plurals(apart[ENGLISH], apart[ENGLISH]))
    for tag in offered.keys() - {ENGLISH, *tags}:
        yield f"{tag}: is offered, and not there"
    for tag, own in texts.items():
        wanted = offered_texts(reference, tag, folder)
        right = (*allowed["everywhere"], *allowed.get(tag, ()))
        found = [
            *(faults.missing(wanted, own) if tag in offered else ()),
            *faults.unused(reference, own),
            *faults.same(reference, own, right),
            *faults.values(apart[ENGLISH], apart[tag]),
            *faults.plurals(apart[ENGLISH], apart[tag]),
            *faults.forms(reference, own),
            *faults.terms(reference, own, glossary, renderings(folder / tag)),
        ]
        yield from (f"{tag}: {fault}" for fault in sorted(found))


def renderings(folder: Path) -> dict[str, faults.Rendering]:
    """The glossary of a language."""
    file = folder / f"{GLOSSARY}.json"
    found = _read(file) if file.is_file() else {}
    return {
        word: faults.Rendering(tuple(one["words"]), frozenset(one.get("without", ())))
        for word, one in found.items()
    }


def _messages(texts: Texts) -> Texts:
    return {name: text for name, text in texts.items() if faults.is_message(name)}


def _read(file: Path) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(file.read_text("utf-8"))
    return found
