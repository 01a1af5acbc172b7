"""Courses over HTTP: every exercise is solved, wrong input is named."""

import pytest

from cubarium import catalog
from tests.server.app import fault, get, post
from tests.tables import REAL


@pytest.mark.parametrize("name", REAL)
def test_all_exercises_are_solved(name: str) -> None:
    told = get(f"/games/{name}/course").json()
    assert told["game"] == name
    for entry, exercise in zip(told["exercises"], catalog.course(name), strict=True):
        assert entry["title"] == exercise.title
        assert entry["moves"] == len(exercise.solution)
        assert "solution" not in entry
        done = post(f"/games/{name}/course/{entry['name']}", {"moves": [*exercise.solution]}).json()
        assert (done["verdict"], done["sentence"]) == ("done", exercise.done)
        # what was done can be shown, from the learner's seat
        shown = post(
            "/position",
            {
                "game": name,
                "players": entry["players"],
                "options": entry["options"],
                "position": entry["position"],
                "moves": done["acts"],
                "seat": entry["seat"],
            },
        )
        assert shown.status_code == 200, shown.text


def test_wrong_input_is_named() -> None:
    assert fault(get("/games/chess/course"), 404)[0] == "no_such_game"
    assert fault(post("/games/chess/course/push", {}), 404)[0] == "no_such_game"
    assert fault(post("/games/quixo/course/juggle", {}), 404)[0] == "no_such_exercise"
    told = post("/games/quixo/course/push", {"moves": ["b2b1"]})
    assert told.status_code == 409
    assert told.json()["error"] == {
        "code": "not_on_edge",
        "message": "b2 is inside the board: only cubes on the edge may be taken.",
        "where": "0",
        "game": "quixo",
        "place": "b2",
    }
    assert fault(post("/games/quixo/course/push", {"moves": ["zz"]}), 422)[0] == "invalid_move"
    many = {"moves": ["a1a5"] * 21}
    assert fault(post("/games/quixo/course/push", many), 422)[0] == "invalid_input"
