"""Rules pages and courses in other languages."""

import pytest

from cubarium import catalog
from cubarium.rulebook import lessons
from cubarium.rulebook.course import find
from cubarium.rulebook.pages import rules_page
from cubarium.rulebook.translations import (
    ENGLISH,
    UnknownLanguage,
    aligned,
    check_language,
    languages,
    sections,
    translated_exercise,
    translated_page,
)
from scripts.locales.reference import LOCALES

OTHERS = [one for one in languages() if one != ENGLISH]
TRANSLATED = [(tag, page.stem) for tag in OTHERS for page in sorted((LOCALES / tag).glob("*.md"))]
"""A new game has English texts alone."""


@pytest.mark.parametrize(("language", "name"), TRANSLATED)
def test_pages_have_the_examples_of_english(name: str, language: str) -> None:
    own = [one for both in sections(name, language) for one in both[0].parts]
    english = [one for both in sections(name, ENGLISH) for one in both[0].parts]
    assert len(own) == len(english)
    for mine, theirs in zip(own, english, strict=True):
        assert (mine == theirs) == lessons.is_block(theirs)
    page = translated_page(name, language)
    assert lessons.BLOCK.findall(page) == lessons.BLOCK.findall(rules_page(name))
    assert "{{" not in page


@pytest.mark.parametrize("language", OTHERS)
def test_exercises_keep_their_positions(language: str) -> None:
    for name in (name for tag, name in TRANSLATED if tag == language):
        for exercise in catalog.course(name):
            own = translated_exercise(name, exercise, language)
            assert own.text != exercise.text
            assert (own.goal, own.position, own.solution) == (
                exercise.goal,
                exercise.position,
                exercise.solution,
            )
            assert len(own.mistakes) == len(exercise.mistakes)


def test_what_nobody_has_translated_is_english() -> None:
    exercise = find("quixo", "push")
    assert translated_exercise("quixo", exercise, ENGLISH) is exercise
    assert translated_page("quixo", "xx") == rules_page("quixo")
    assert sections("quixo", "xx") == sections("quixo", ENGLISH)


@pytest.mark.parametrize(
    ("page", "fault"),
    [
        ("# A\n\n## B\n\ntext\n\n{{example}}", "has not the form"),
        ("# A\n\n## B\n\ntext", "has not the form"),
        ("# A\n\ntext\n\n## B\n\n{{example}}", "an example is at another place"),
    ],
)
def test_pages_of_another_form_are_refused(page: str, fault: str) -> None:
    english = tuple(lessons.sections("# A\n\ntext\n\n## B\n\ntext"))
    with pytest.raises(ValueError, match=fault):
        list(aligned(page, english))


def test_other_languages_are_refused() -> None:
    assert check_language(ENGLISH) == ENGLISH
    with pytest.raises(UnknownLanguage, match="there is no language 'xx' here; expected one of en"):
        check_language("xx")
