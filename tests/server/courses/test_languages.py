"""Rules pages and courses in the language that is asked for."""

from typing import Any

import pytest

from cubarium.rulebook.translations import ENGLISH, languages
from scripts.locales.reference import translated
from tests.server.app import fault, get, post


@pytest.mark.parametrize("what", ["rules", "lessons", "course"])
def test_what_is_read_comes_translated(what: str) -> None:
    english, german = (get(f"/games/cage/{what}?lang={one}") for one in ("en", "de"))
    assert english.json() == get(f"/games/cage/{what}").json()
    assert "Würfel" in german.text
    assert "Würfel" not in english.text


@pytest.mark.parametrize("language", [one for one in languages() if one != ENGLISH])
def test_every_language_that_is_offered_can_be_read(language: str) -> None:
    words = translated(language)
    rules, lessons, course = (
        get(f"/games/cage/{what}?lang={language}").json() for what in ("rules", "lessons", "course")
    )
    assert words["cage/rules.2.0"] in rules["markdown"]
    assert lessons["sections"][1]["heading"] == words["cage/rules.2.0"]
    assert course["exercises"][0]["text"] == words["cage/course.drop.text"]
    assert rulings(lessons) == rulings(get("/games/cage/lessons").json())


def rulings(lessons: Any) -> list[list[bool | None]]:
    return [[part.get("is_ruling") for part in section["parts"]] for section in lessons["sections"]]


def test_tries_are_judged_in_the_language() -> None:
    told = post("/games/quixo/course/push?lang=fr", {"moves": ["c1c5"]}).json()
    assert told["verdict"] == "done"
    assert told["sentence"].startswith("Voilà un tour complet")


@pytest.mark.parametrize("what", ["rules", "lessons", "course"])
@pytest.mark.parametrize("language", ["xx", "sr-Latn"])
def test_other_languages_are_refused(what: str, language: str) -> None:
    refused = get(f"/games/quixo/{what}?lang={language}")
    assert fault(refused, 404) == ("no_such_language", "")
    assert "expected one of en, fr" in refused.json()["error"]["message"]


def test_a_refused_move_says_what_it_takes_to_say_it() -> None:
    asked = {"game": "quixo", "moves": ["c3a1"]}
    error = post("/position", asked).json()["error"]
    assert (error["code"], error["game"], error["place"]) == ("not_on_edge", "quixo", "c3")
    assert error["where"] == "0"
