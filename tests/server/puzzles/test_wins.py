"""Find-the-win puzzles through the endpoints."""

from typing import Any

import pytest

from cubarium import catalog
from cubarium.analysis.win_answer import table
from cubarium.core.turn import Ended
from cubarium.core.win_puzzles import WinPuzzle
from tests.server.app import FakeWorkers, fault, get, make, post

GAMES = catalog.with_win_puzzles()
EACH = {game: [*catalog.win_puzzles(game)] for game in GAMES}
FEW = [(game, name) for game in GAMES for name in EACH[game][:2]]
ALL = [(game, name) for game in GAMES for name in EACH[game]]


def answer(game: str, name: str, moves: list[str], app: Any = None) -> dict[str, Any]:
    said = post(f"/wins/{game}/{name}/answer", {"moves": moves}, *([app] if app else []))
    assert said.status_code == 200, said.text
    told: dict[str, Any] = said.json()
    return told


def solve(game: str, name: str) -> None:
    """Play the first move and what follows against what the server replies."""
    line = post(f"/wins/{game}/{name}/solution").json()["line"]
    moves: list[str] = []
    for move in line[::2]:
        told = answer(game, name, [*moves, move])
        if told["verdict"] == "solved":
            break
        assert told["verdict"] == "right"
        assert told["reply"] == line[len(moves) + 1]
        moves += [move, told["reply"]]
    assert told["verdict"] == "solved"
    assert len(moves) + 1 == catalog.win_puzzles(game)[name].plies


def wrong_move(game: str, puzzle: WinPuzzle) -> str:
    """One that is not the solution, and does not end the game."""
    rules = table(game)
    start = rules.whole_position(puzzle.position)
    return next(
        text
        for move in rules.moves(start)
        if (text := rules.write(move)) != puzzle.line[0]
        and not isinstance(rules.turn(rules.play(start, move)), Ended)
    )


def test_puzzles_are_listed_without_solutions() -> None:
    told = get("/wins").json()
    assert {one["game"] for one in told["puzzles"]} == set(GAMES)
    assert set(told["puzzles"][0]) == {
        "game", "name", "moves", "grade", "rating", "theme", "only"
    }  # fmt: skip
    assert {(one["game"], one["theme"]) for one in told["puzzles"]} <= {
        (one["game"], one["theme"]) for one in told["themes"]
    }
    for game in GAMES:
        found = get(f"/wins?game={game}").json()["puzzles"]
        assert [one["name"] for one in found] == EACH[game]
        assert len(found) >= 150
        assert {one["moves"] for one in found} == {2, 3, 4, 5, 6}
        some = get(f"/wins?game={game}&grade=2&theme={found[0]['theme']}").json()["puzzles"]
        assert all(one["grade"] == 2 and one["theme"] == found[0]["theme"] for one in some)


@pytest.mark.parametrize(("game", "name"), FEW)
def test_a_puzzle_is_solved_through_the_endpoint(game: str, name: str) -> None:
    told = get(f"/wins/{game}/{name}").json()
    assert told["position"]["turn"]["kind"] == "move"
    assert "line" not in told
    solve(game, name)


@pytest.mark.soak
@pytest.mark.parametrize(("game", "name"), ALL)
def test_every_puzzle_is_solved_through_the_endpoint(game: str, name: str) -> None:
    solve(game, name)


@pytest.mark.parametrize("game", GAMES)
def test_a_wrong_move_is_refuted(game: str) -> None:
    puzzle = catalog.win_puzzles(game)[EACH[game][0]]
    rules = table(game)
    start = rules.whole_position(puzzle.position)
    wrong = wrong_move(game, puzzle)
    told = answer(game, puzzle.name, [wrong])
    assert told["verdict"] == "wrong"
    assert wrong in told["reason"]
    assert told["reply"] in [
        rules.write(move) for move in rules.moves(rules.play(start, rules.read(start, wrong)))
    ]


def test_another_win_in_time_is_right_and_the_defence_is_searched() -> None:
    """After the first move, a reply other than the written one is answered too."""
    game, puzzle = next(
        (game, one)
        for game in GAMES
        for one in catalog.win_puzzles(game).values()
        if one.plies == 5
    )
    rules = table(game)
    after = rules.whole_position(puzzle.position)
    after = rules.play(after, rules.read(after, puzzle.line[0]))
    other = next(
        text for move in rules.moves(after) if (text := rules.write(move)) != puzzle.line[1]
    )
    before = rules.play(after, rules.read(after, other))
    verdicts = set()
    for move in rules.moves(before)[:40]:
        told = post(
            f"/wins/{game}/{puzzle.name}/answer",
            {"moves": [puzzle.line[0], other, rules.write(move)]},
        )
        verdicts.add(told.json()["verdict"] if told.status_code == 200 else told.status_code)
        if verdicts & {"right", "solved"}:
            break
    assert verdicts & {"right", "solved"}


def test_wrong_questions_are_refused() -> None:
    game, name = FEW[0]
    line = catalog.win_puzzles(game)[name].line
    path = f"/wins/{game}/{name}/answer"
    assert fault(get("/wins?game=chess"), 404)[0] == "no_such_puzzle"
    assert fault(get("/wins?grade=7"), 422)[0] == "invalid_input"
    assert fault(get(f"/wins/{game}/999"), 404)[0] == "no_such_puzzle"
    assert fault(get(f"/wins/{'x' * 50}/001"), 422)[0] == "invalid_input"
    for missing in ("/wins/chess/001/answer", f"/wins/{game}/x/answer"):
        assert fault(post(missing, {"moves": ["a1e1"]}), 404)[0] == "no_such_puzzle"
    assert fault(post(path, {"moves": []}), 422)[0] == "invalid_input"
    assert fault(post(path, {"moves": [line[0], line[1]]}), 422)[0] == "invalid_input"
    assert fault(post(path, {"moves": ["nonsense"]}), 422)[0] == "invalid_move"
    late = [*line, line[0]]
    assert post(path, {"moves": [*late, line[0]]}).status_code in (409, 422)


def test_a_defence_that_is_not_found_in_time_is_said_so() -> None:
    class Slow(FakeWorkers):
        async def last(self, job: Any, **said: Any) -> Any:
            del job, said

    game, name = FEW[0]
    puzzle = catalog.win_puzzles(game)[name]
    wrong = wrong_move(game, puzzle)
    said = post(f"/wins/{game}/{name}/answer", {"moves": [wrong]}, make(Slow()))
    assert fault(said, 503)[0] == "too_hard"
