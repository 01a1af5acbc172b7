"""Puzzles for one person: what an arrangement shows of them, and their solutions.

Those that come with the program have names of their own; others are called by their cards.
"""

from random import SystemRandom
from typing import Annotated, NamedTuple

from fastapi import APIRouter, Depends, Query, Request
from pydantic import Field
from starlette.requests import HTTPConnection

from cubarium import catalog
from cubarium.analysis.puzzle_jobs import PuzzleMakeJob, PuzzleSolveJob
from cubarium.core.errors import CubariumError, IllegalMove
from cubarium.core.puzzles import Puzzle, PuzzleBoard, PuzzleBook
from cubarium.core.scene import Scene
from cubarium.engines.pool import Urgency
from cubarium.schema.model import RequestModel, ResponseModel
from cubarium.server.http.errors import ERROR_RESPONSES
from cubarium.server.http.requests import Name, PositionText
from cubarium.server.http.services import IdentityDep, Services, ServicesDep, check_work
from cubarium.tables.errors import ApiError
from cubarium.tables.identity import Identity

router = APIRouter(tags=["puzzles"], responses=ERROR_RESPONSES)
MOST_FRESH = 1_000
"""Puzzles of people's own that are kept; the oldest are proved again when they are asked for."""


class PuzzleEntry(ResponseModel):
    """A puzzle: cards that one arrangement of cubes shows."""

    game: str
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


class StepRequest(BoardRequest):
    """An arrangement, and what is done to it."""

    step: Name
    """A cube and a column to place it on, or - and a column to take the top one away."""


class NewPuzzle(RequestModel):
    """A new puzzle."""

    cards: Annotated[int, Field(ge=2, le=6)] = 3
    """With this many cards."""


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


class FoundPuzzle(NamedTuple):
    """A puzzle, and the game that it is of."""

    game: str
    puzzle: Puzzle

    @property
    def book(self) -> PuzzleBook:
        """The puzzles of that game."""
        return catalog.puzzles(self.game)

    def entry(self) -> PuzzleEntry:
        """What is said of it before it is solved."""
        members = PuzzleEntry.model_fields.keys() - {"game"}
        return PuzzleEntry(game=self.game, **{one: getattr(self.puzzle, one) for one in members})

    def start(self) -> PuzzleStart:
        """With nothing on the board."""
        empty = self.book.EMPTY_BOARD
        return PuzzleStart(
            **self.entry().model_dump(),
            board=self.book.write_board(empty),
            scene=self.book.draw(self.puzzle.cards, empty),
        )

    def checked(self, board: PuzzleBoard) -> CheckedBoard:
        """What an arrangement shows."""
        book, puzzle = self.book, self.puzzle
        checked = book.check(puzzle.cards, board)
        return CheckedBoard(
            board=book.write_board(board),
            scene=book.draw(puzzle.cards, board),
            cards=[
                CheckedCard(
                    card=one.card,
                    shown=one.is_shown,
                    sight=one.view,
                    missing=[MissingSquare.model_validate(miss) for miss in one.missing],
                )
                for one in checked
            ],
            cubes=book.cubes(board),
            par=puzzle.par,
            solved=all(one.is_shown for one in checked),
        )


@router.get("/puzzles")
def puzzles(
    cards: Annotated[int | None, Query(ge=1, le=99, description="With this many cards.")] = None,
    grade: Annotated[int | None, Query(ge=1, le=6, description="Of this grade.")] = None,
) -> PuzzleList:
    """The puzzles there are, without their solutions."""
    found = [
        FoundPuzzle(game, puzzle)
        for game in catalog.with_puzzles()
        for puzzle in catalog.puzzles(game).shipped().values()
        if cards in (None, len(puzzle.cards)) and grade in (None, puzzle.grade)
    ]
    return PuzzleList(puzzles=[one.entry() for one in found])


@router.post("/puzzles", dependencies=[Depends(check_work)])
async def make_puzzle(
    services: ServicesDep, identity: IdentityDep, wanted: NewPuzzle
) -> PuzzleStart:
    """A new puzzle, proved."""
    (game, *_) = catalog.with_puzzles()
    job = PuzzleMakeJob(game, wanted.cards, SystemRandom().randrange(2**32))
    made = await services.workers.last(
        job, owner=identity.name, address=identity.address, urgency=Urgency.STUDY
    )
    return _proved(services, game, made).start()


@router.get("/puzzles/{name}")
async def puzzle(
    request: Request, services: ServicesDep, identity: IdentityDep, name: str
) -> PuzzleStart:
    """A puzzle, and its empty board."""
    return (await _named(request, services, identity, name)).start()


@router.post("/puzzles/{name}/check")
async def check_puzzle(
    request: Request, services: ServicesDep, identity: IdentityDep, name: str, wanted: BoardRequest
) -> CheckedBoard:
    """Card by card, what an arrangement shows and what is missing."""
    found = await _named(request, services, identity, name)
    return found.checked(found.book.read_board(wanted.board))


@router.post("/puzzles/{name}/step")
async def step_puzzle(
    request: Request, services: ServicesDep, identity: IdentityDep, name: str, wanted: StepRequest
) -> CheckedBoard:
    """The same after a cube is placed or taken away."""
    found = await _named(request, services, identity, name)
    board = found.book.read_board(wanted.board)
    try:
        return found.checked(found.book.read_step(board, wanted.step))
    except IllegalMove as error:
        message = found.book.SENTENCES[error.reason].format(where=error.where)
        raise ApiError(409, str(error.reason), message, where=error.where) from error


@router.post("/puzzles/{name}/solution")
async def puzzle_solution(
    request: Request, services: ServicesDep, identity: IdentityDep, name: str
) -> CheckedBoard:
    """An arrangement that solves a puzzle with par."""
    found = await _named(request, services, identity, name)
    return found.checked(found.puzzle.solution)


async def _named(
    request: HTTPConnection, services: Services, identity: Identity, name: str
) -> FoundPuzzle:
    """One that comes with the program, or that its cards name: an engine works for that. Raises
    ApiError."""
    for game in catalog.with_puzzles():
        book = catalog.puzzles(game)
        if name in book.shipped():
            return FoundPuzzle(game, book.shipped()[name])
        if name in services.fresh_puzzles:
            return FoundPuzzle(game, services.fresh_puzzles[name])
        try:
            cards = book.checked_cards(name.split("-"))
        except CubariumError:
            continue
        services.limits.check_work(request)
        job = PuzzleSolveJob(game, cards)
        solved = await services.workers.last(
            job, owner=identity.name, address=identity.address, urgency=Urgency.STUDY
        )
        return _proved(services, game, solved)
    raise ApiError(404, "no_such_puzzle", "There is no such puzzle.")


def _proved(services: Services, game: str, found: Puzzle | None) -> FoundPuzzle:
    """Keep a puzzle for the next question. Raises ApiError where there is none."""
    if found is None:
        raise ApiError(503, "too_hard", "That could not be proved in time: try other cards.")
    while len(services.fresh_puzzles) >= MOST_FRESH:
        services.fresh_puzzles.pop(next(iter(services.fresh_puzzles)))
    services.fresh_puzzles[found.name] = found
    return FoundPuzzle(game, found)
