"""Puzzles: without their solutions, until somebody asks."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubarium import catalog
from cubarium.analysis.puzzle_jobs import PuzzleMakeJob, PuzzleSolveJob
from cubarium.core.puzzles import Puzzle
from cubarium.engines.engine_cache import EngineCache
from tests.server.app import FakeWorkers, fault, get, make, post

EMPTY = "/".join(["....|....|....|...."] * 4)


def test_puzzles_are_listed_without_solutions() -> None:
    told = get("/puzzles").json()["puzzles"]
    assert [one["name"] for one in told] == [*catalog.puzzles("cubeo").shipped()]
    assert set(told[0]) == {"game", "name", "cards", "par", "grade", "reason"}
    some = get("/puzzles?cards=2&grade=1").json()["puzzles"]
    assert some
    assert all(len(one["cards"]) == 2 and one["grade"] == 1 for one in some)
    assert get("/puzzles?cards=50").json() == {"puzzles": []}


@pytest.mark.parametrize(
    "query", ["cards=0", "cards=x", "grade=7", "grade=" + "9" * 5000, "grade="]
)
def test_other_puzzles_are_not_asked_for(query: str) -> None:
    assert fault(get(f"/puzzles?{query}"), 422)[0] == "invalid_input"


def test_a_puzzle_begins_empty() -> None:
    told = get("/puzzles/p001").json()
    assert told["board"] == EMPTY
    assert [item["kind"] for item in told["scene"]["items"]] == ["card"] * len(told["cards"])
    assert "solution" not in told


def test_an_arrangement_is_checked() -> None:
    told = post("/puzzles/p001/check", {"board": EMPTY}).json()
    assert (told["cubes"], told["solved"]) == (0, False)
    for card in told["cards"]:
        assert len(card["missing"]) == 4
        assert not card["shown"]
        assert all(miss["seen"] == "" and len(miss["line"]) == 4 for miss in card["missing"])


@pytest.mark.parametrize("name", catalog.puzzles("cubeo").shipped())
def test_a_solution_solves(name: str) -> None:
    solution = post(f"/puzzles/{name}/solution").json()
    told = post(f"/puzzles/{name}/check", {"board": solution["board"]}).json()
    assert told == solution
    assert told["solved"]
    assert told["cubes"] == told["par"]
    assert all(card["shown"] and not card["missing"] for card in told["cards"])


def test_a_puzzle_is_built_step_by_step() -> None:
    told = post("/puzzles/p001/step", {"board": EMPTY, "step": "Ra1"}).json()
    assert told["cubes"] == 1
    assert post("/puzzles/p001/step", {"board": told["board"], "step": "-a1"}).json() == (
        post("/puzzles/p001/check", {"board": EMPTY}).json()
    )
    empty = post("/puzzles/p001/step", {"board": EMPTY, "step": "-a1"})
    assert fault(empty, 409) == ("column_empty", "a1")
    other = post("/puzzles/p001/step", {"board": EMPTY, "step": "nonsense"})
    assert fault(other, 422)[0] == "invalid_move"


def test_a_fresh_puzzle_is_made_and_known_by_its_cards() -> None:
    made = Puzzle("c01-c02", ("c01", "c02"), 4, 1, "easy", catalog.puzzles("cubeo").EMPTY_BOARD)

    class Makers(FakeWorkers):
        async def last(self, job: Any, **said: Any) -> Any:
            del said
            self.worked.append(type(job).__name__)
            return None if getattr(job, "cards", ()) == ("c03", "c04") else made

    workers = Makers()
    app = make(workers)
    told = post("/puzzles", {"cards": 2}, app).json()
    assert (told["name"], told["cards"], told["game"]) == ("c01-c02", ["c01", "c02"], "cubeo")
    assert get("/puzzles/c01-c02", app).json() == told
    assert workers.worked == ["PuzzleMakeJob"]
    again = make(Makers())
    assert get("/puzzles/c02-c01", again).json() == told
    assert fault(get("/puzzles/c03-c04", again), 503)[0] == "too_hard"
    assert fault(post("/puzzles", {"cards": 9}, app), 422)[0] == "invalid_input"


@pytest.mark.compiled
def test_fresh_puzzles_are_proved() -> None:
    (made,) = PuzzleMakeJob("cubeo", 2, 1).run(EngineCache(1.0))
    assert made is not None
    (solved,) = PuzzleSolveJob("cubeo", made.cards).run(EngineCache(1.0))
    assert solved is not None
    assert (solved.name, solved.par, solved.grade) == (made.name, made.par, made.grade)


@pytest.mark.parametrize("name", ["p000", "P001", "%00", "x" * 3000])
def test_other_puzzles_are_not_there(name: str) -> None:
    for told in (
        get(f"/puzzles/{name}"),
        post(f"/puzzles/{name}/check", {"board": EMPTY}),
        post(f"/puzzles/{name}/solution"),
    ):
        assert fault(told, 404)[0] == "no_such_puzzle"


@pytest.mark.parametrize(
    "board",
    ["", "nonsense", EMPTY.replace(".", "R"), "/".join(["....|R...|....|...."] * 4), EMPTY + "/"],
)
def test_wrong_boards_are_refused(board: str) -> None:
    assert fault(post("/puzzles/p001/check", {"board": board}), 422)[0] == "invalid_position"


@pytest.mark.parametrize(
    "body", [None, {}, {"board": 1}, {"board": "." * 2001}, {"board": "", "a": 1}]
)
def test_wrong_questions_are_refused(body: object) -> None:
    assert fault(post("/puzzles/p001/check", body), 422)[0] == "invalid_input"


@given(
    st.lists(st.sampled_from("RBYG"), max_size=16).map("".join), st.text("RBYG.|/x", max_size=90)
)
def test_no_board_breaks_it(cubes: str, junk: str) -> None:
    row = cubes.ljust(16, ".")
    flat = "/".join(f"{row[at : at + 4]}|....|....|...." for at in range(0, 16, 4))
    told = post("/puzzles/p001/check", {"board": flat}).json()
    assert (told["board"], told["cubes"]) == (flat, len(cubes)) or "error" in told
    assert post("/puzzles/p001/check", {"board": junk}).status_code in (200, 422)
