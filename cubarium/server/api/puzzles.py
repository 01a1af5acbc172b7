"""Puzzles for one person: what an arrangement shows of them, and their solutions."""

from typing import Annotated

from fastapi import APIRouter, Query

from cubarium import catalog
from cubarium.core.errors import CubariumError
from cubarium.core.puzzles import Puzzle, PuzzleBoard, PuzzleBook
from cubarium.core.scene import Scene
from cubarium.schema.model import RequestModel, ResponseModel
from cubarium.server.api.requests import PositionText
from cubarium.server.errors import ERROR_RESPONSES, ApiError

router = APIRouter(tags=["puzzles"], responses=ERROR_RESPONSES)


class PuzzleEntry(ResponseModel):
    """A puzzle: cards that one arrangement of cubes shows."""

    name: str
    cards: list[str]
    par: int
    """The least number of cubes that solves it, proved."""
    grade: int
    """From 1, easy, to 6."""
    reason: str
    """Why it has this grade."""


class PuzzleList(ResponseModel):
    """Puzzles, the easy ones first."""

    puzzles: list[PuzzleEntry]


class PuzzleStart(PuzzleEntry):
    """A puzzle, with nothing on the board."""

    board: str
    scene: Scene


class BoardRequest(RequestModel):
    """An arrangement, as positions write it."""

    board: PositionText


class MissingSquare(ResponseModel):
    """A square of a card that is not shown: where in the view, what is wanted, what is seen."""

    cell: tuple[int, int]
    line: list[str]
    """The places on that line of sight, the nearest first."""
    wanted: str
    seen: str
    """Empty: nothing."""


class CheckedCard(ResponseModel):
    """A card: the view that shows most of it, and what is missing there."""

    card: str
    shown: bool
    sight: str
    missing: list[MissingSquare]


class CheckedBoard(ResponseModel):
    """What an arrangement shows."""

    board: str
    scene: Scene
    cards: list[CheckedCard]
    cubes: int
    par: int
    solved: bool
    """Are all cards shown, with however many cubes?"""


@router.get("/puzzles")
def puzzles(
    cards: Annotated[int | None, Query(ge=1, le=99, description="With this many cards.")] = None,
    grade: Annotated[int | None, Query(ge=1, le=6, description="Of this grade.")] = None,
) -> PuzzleList:
    """The puzzles there are, without their solutions."""
    found = [
        puzzle
        for puzzle in _book().shipped().values()
        if cards in (None, len(puzzle.cards)) and grade in (None, puzzle.grade)
    ]
    return PuzzleList(puzzles=[PuzzleEntry.model_validate(puzzle) for puzzle in found])


@router.get("/puzzles/{name}")
def puzzle(name: str) -> PuzzleStart:
    """A puzzle, and its empty board."""
    room, found = _book(), _named(name)
    empty = room.EMPTY_BOARD
    return PuzzleStart(
        **PuzzleEntry.model_validate(found).model_dump(),
        board=room.write_board(empty),
        scene=room.draw(found.cards, empty),
    )


@router.post("/puzzles/{name}/check")
def check_puzzle(name: str, wanted: BoardRequest) -> CheckedBoard:
    """Card by card, what an arrangement shows and what is missing."""
    found = _named(name)
    return _checked(found, _book().read_board(wanted.board))


@router.post("/puzzles/{name}/solution")
def puzzle_solution(name: str) -> CheckedBoard:
    """An arrangement that solves a puzzle with par."""
    found = _named(name)
    return _checked(found, found.solution)


def _book() -> PuzzleBook:
    return catalog.puzzles(catalog.with_puzzles()[0])


def _named(name: str) -> Puzzle:
    try:
        return _book().named(name)
    except CubariumError as error:
        raise ApiError(404, "no_such_puzzle", "There is no such puzzle.") from error


def _checked(puzzle: Puzzle, board: PuzzleBoard) -> CheckedBoard:
    room = _book()
    checked = room.check(puzzle.cards, board)
    return CheckedBoard(
        board=room.write_board(board),
        scene=room.draw(puzzle.cards, board),
        cards=[
            CheckedCard(
                card=one.card,
                shown=one.is_shown,
                sight=one.view,
                missing=[MissingSquare.model_validate(miss) for miss in one.missing],
            )
            for one in checked
        ],
        cubes=room.cubes(board),
        par=puzzle.par,
        solved=all(one.is_shown for one in checked),
    )
