"""Rules pages and courses in other languages: `locales/TAG/GAME.md` and `GAME.json`.

A translated page has the headings and paragraphs of the English one, and a line `{{example}}` where
that has an example: those are never translated. A course is keyed by the names of its exercises.
"""

import json
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from typing import Final, NotRequired, TypedDict

from cubarium.core.course import Exercise
from cubarium.core.errors import InvalidOption
from cubarium.rulebook import lessons
from cubarium.rulebook.pages import packaged, rules_page

ENGLISH: Final = "en"
EXAMPLE: Final = "{{example}}"


class ExerciseTexts(TypedDict):
    """What a language says of an exercise."""

    title: str
    text: str
    hint: str
    wrong: str
    done: str
    mistakes: NotRequired[list[str]]


class UnknownLanguage(InvalidOption):
    """A language that is not offered."""


@cache
def languages() -> Mapping[str, str]:
    """The languages that are offered, by tag, with the names that they give themselves."""
    found: dict[str, str] = json.loads(_file("languages.json"))
    return found


def check_language(language: str) -> str:
    """A language that is offered. Raises UnknownLanguage."""
    if language not in languages():
        right = ", ".join(languages())
        raise UnknownLanguage(f"there is no language {language!r} here; expected one of {right}")
    return language


def sections(name: str, language: str) -> tuple[tuple[lessons.Section, lessons.Section], ...]:
    """The sections of a rules page: as they are translated, and in English. A game that nobody has
    translated is English twice. Raises CubariumError."""
    english = tuple(lessons.sections(rules_page(name)))
    page = packaged("locales", "locales") / language / f"{name}.md"
    if language == ENGLISH or not page.is_file():
        return tuple(zip(english, english, strict=True))
    return tuple(aligned(page.read_text("utf-8"), english))


def aligned(
    page: str, english: tuple[lessons.Section, ...]
) -> Iterator[tuple[lessons.Section, lessons.Section]]:
    """A translated page beside the English one, with its examples. Raises ValueError where they
    differ in form."""
    for own, section in zip(lessons.sections(page), english, strict=True):
        if own.level != section.level or len(own.parts) != len(section.parts):
            raise ValueError(f"{own.heading!r} has not the form of {section.heading!r}")
        parts = tuple(_part(*both) for both in zip(own.parts, section.parts, strict=True))
        yield replace(own, parts=parts), section


def _part(own: str | lessons.Example, english: str | lessons.Example) -> str | lessons.Example:
    if (own == EXAMPLE) != lessons.is_block(english):
        raise ValueError(f"an example is at another place than in English: {own!r}")
    return english if own == EXAMPLE else own


def translated_page(name: str, language: str) -> str:
    """A rules page as Markdown. Raises CubariumError."""
    page = packaged("locales", "locales") / language / f"{name}.md"
    if language == ENGLISH or not page.is_file():
        return rules_page(name)
    blocks = iter(found[0] for found in lessons.BLOCK.finditer(rules_page(name)))
    parts = page.read_text("utf-8").split(EXAMPLE)
    return "".join(part if at == 0 else next(blocks) + part for at, part in enumerate(parts))


def translated_exercise(name: str, exercise: Exercise, language: str) -> Exercise:
    """An exercise with its texts in a language; English where there are none."""
    texts = _course(name, language).get(exercise.name)
    if texts is None:
        return exercise
    mistakes = zip(exercise.mistakes, texts.get("mistakes", ()), strict=True)
    return replace(
        exercise,
        title=texts["title"],
        text=texts["text"],
        hint=texts["hint"],
        wrong=texts["wrong"],
        done=texts["done"],
        mistakes=tuple(replace(one, text=text) for one, text in mistakes),
    )


@cache
def _course(name: str, language: str) -> Mapping[str, ExerciseTexts]:
    file = packaged("locales", "locales") / language / f"{name}.json"
    if language == ENGLISH or not file.is_file():
        return {}
    course: dict[str, ExerciseTexts] = json.loads(file.read_text("utf-8"))["course"]
    return course


def _file(name: str) -> str:
    return (packaged("locales", "locales") / name).read_text("utf-8")
