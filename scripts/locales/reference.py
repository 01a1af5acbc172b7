"""All texts that are translated, in English and in any language, by one kind of name.

`interface/app.name`, `quixo/page.aim.quixo`, `quixo/said.line`, `quixo/themes.force`,
`quixo/course.push.title` and `quixo/rules.3.1` (the third section, its first paragraph; 0 is its
heading). English texts of the page are in `locales/en`; those of the server are in the rooms of the
games and on the rules pages."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from cubarium import catalog
from cubarium.core.course import Course
from cubarium.rulebook import lessons
from cubarium.rulebook.pages import rules_page
from cubarium.rulebook.translations import ENGLISH, EXAMPLE

LOCALES: Final = Path(__file__).parents[2] / "locales"
INTERFACE: Final = "interface"
GLOSSARY: Final = "glossary"

EXERCISE: Final = ("title", "text", "hint", "wrong", "done")
"""What is said of every exercise."""

Texts = dict[str, str]


def english(folder: Path = LOCALES) -> Texts:
    """Everything that a language translates."""
    found = dict(_flat(INTERFACE, _json(folder / ENGLISH / f"{INTERFACE}.json")))
    for game in games(folder):
        found.update(_flat(game, _json(folder / ENGLISH / f"{game}.json")))
        found.update(_flat(game, server_texts(game)))
        found.update(page_texts(game, rules_page(game)))
    return found


def games(folder: Path = LOCALES) -> list[str]:
    """The games whose texts are translated: those that have English ones here."""
    files = {file.stem for file in (folder / ENGLISH).glob("*.json")}
    return [name for name in catalog.names() if name in files]


def offered_texts(reference: Texts, language: str, folder: Path = LOCALES) -> Texts:
    """The English texts that a language has to have: those of the page, and those of the games that
    it has a file of. Of other games the page speaks English."""
    own = {file.stem for kind in ("json", "md") for file in (folder / language).glob(f"*.{kind}")}
    return {
        name: text for name, text in reference.items() if name.split("/")[0] in own | {INTERFACE}
    }


def server_texts(game: str) -> dict[str, Any]:
    """What the room of a game says: its codes, the themes of its puzzles, its course."""
    info = catalog.info(game)
    themes = catalog.themes(game).THEMES if game in catalog.with_win_puzzles() else {}
    return {
        "said": {str(code): text for code, text in info.sentences.items()},
        "themes": dict(themes),
        "course": course_texts(catalog.course(game)),
    }


def course_texts(course: Course) -> dict[str, Any]:
    return {
        one.name: {
            **{member: getattr(one, member) for member in EXERCISE},
            **({"mistakes": [sign.text for sign in one.mistakes]} if one.mistakes else {}),
        }
        for one in course
    }


def page_texts(game: str, page: str) -> Texts:
    """The headings and paragraphs of a rules page; where an example is, the sign for one."""
    return {
        f"{game}/rules.{at}.{number}": text
        for at, section in enumerate(lessons.sections(page), 1)
        for number, text in enumerate((section.heading, *map(_prose, section.parts)))
    }


def translated(language: str, folder: Path = LOCALES) -> Texts:
    """All texts of a language, as far as they are there."""
    found: Texts = {}
    for file in sorted((folder / language).glob("*.json")):
        if file.stem != GLOSSARY:
            found.update(_flat(file.stem, _json(file)))
    for file in sorted((folder / language).glob("*.md")):
        found.update(page_texts(file.stem, file.read_text("utf-8")))
    return found


def _prose(part: str | lessons.Example) -> str:
    return EXAMPLE if lessons.is_block(part) else str(part)


def _json(file: Path) -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(file.read_text("utf-8"))
    return found


def _flat(file: str, texts: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    def walk(name: str, value: Any) -> Iterator[tuple[str, str]]:
        if isinstance(value, str):
            yield name, value
        else:
            parts = value.items() if isinstance(value, Mapping) else enumerate(value)
            for part, inner in parts:
                yield from walk(f"{name}.{part}", inner)

    for name, value in texts.items():
        yield from walk(f"{file}/{name}", value)
