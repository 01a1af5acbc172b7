"""Rules pages and courses in the language that is asked for."""

import pytest

from tests.server.api.app import fault, get, post


@pytest.mark.parametrize("what", ["rules", "lessons", "course"])
def test_what_is_read_comes_translated(what: str) -> None:
    english, german = (get(f"/games/cage/{what}?lang={one}") for one in ("en", "de"))
    assert english.json() == get(f"/games/cage/{what}").json()
    assert "Würfel" in german.text
    assert "Würfel" not in english.text


def test_rulings_are_marked_in_every_language() -> None:
    marked = [
        [
            [part.get("is_ruling") for part in section["parts"]]
            for section in get(f"/games/cage/lessons?lang={language}").json()["sections"]
        ]
        for language in ("en", "fr")
    ]
    assert marked[0] == marked[1]


def test_tries_are_judged_in_the_language() -> None:
    told = post("/games/quixo/course/push?lang=fr", {"moves": ["c1c5"]}).json()
    assert told["verdict"] == "done"
    assert told["sentence"].startswith("Voilà un tour complet")


@pytest.mark.parametrize("what", ["rules", "lessons", "course"])
def test_other_languages_are_refused(what: str) -> None:
    refused = get(f"/games/quixo/{what}?lang=xx")
    assert fault(refused, 404) == ("no_such_language", "")
    assert "expected one of en, fr" in refused.json()["error"]["message"]


def test_a_refused_move_says_what_it_takes_to_say_it() -> None:
    asked = {"game": "quixo", "moves": ["c3a1"]}
    error = post("/position", asked).json()["error"]
    assert (error["code"], error["game"], error["place"]) == ("not_on_edge", "quixo", "c3")
    assert error["where"] == "0"
