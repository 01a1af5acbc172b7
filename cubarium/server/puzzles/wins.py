"""Find-the-win puzzles: listed, shown, and answered against the best defence."""

from typing import Annotated

from fastapi import APIRouter, Depends, Path, Query
from fastapi.concurrency import run_in_threadpool
from pydantic import Field, RootModel

from cubarium import catalog
from cubarium.analysis import schemas
from cubarium.analysis.position import view_position
from cubarium.analysis.win_answer import WinAnswer, WinAnswerJob, known_answer, table
from cubarium.core.errors import IllegalMove
from cubarium.core.win_puzzles import WinPuzzle
from cubarium.engines.pool import Urgency
from cubarium.schema.model import COMPLETE, RequestModel, ResponseModel
from cubarium.server.http.errors import ERROR_RESPONSES
from cubarium.server.http.requests import Name
from cubarium.server.http.services import IdentityDep, ServicesDep, check_work
from cubarium.tables.errors import ApiError, illegal_move

router = APIRouter(tags=["puzzles"], responses=ERROR_RESPONSES)

GameName = Annotated[str, Path(max_length=40)]
PuzzleName = Annotated[str, Path(max_length=40)]


class WinEntry(ResponseModel):
    """A puzzle, without its solution."""

    game: str
    name: str
    moves: int
    """How many moves of your own the win takes."""
    grade: int
    """From 1, easy, to 6."""
    rating: int
    """What it counts as when you play against it."""
    theme: str
    only: bool
    """Is it known that no other move wins, however late?"""


class WinTheme(ResponseModel):
    """What some of the wins are about."""

    game: str
    theme: str
    title: str


class WinList(ResponseModel):
    """Puzzles, the easy ones of each game first."""

    puzzles: list[WinEntry]
    themes: list[WinTheme]


class WinStart(WinEntry):
    """A puzzle, and its position."""

    title: str
    """Of its theme."""
    position: schemas.Position


class WinMoves(RequestModel):
    """All moves from the position of a puzzle: yours, and the replies in between."""

    moves: Annotated[list[Name], Field(min_length=1, max_length=20)]


class WinVerdictAnswer(RootModel[WinAnswer]):
    """What became of the last move."""

    model_config = COMPLETE


class WinSolution(ResponseModel):
    """The win against the best defence."""

    line: list[str]


@router.get("/wins")
def wins(
    game: Annotated[str | None, Query(max_length=40, description="Of this game.")] = None,
    grade: Annotated[int | None, Query(ge=1, le=6, description="Of this grade.")] = None,
    theme: Annotated[str | None, Query(max_length=40, description="On this theme.")] = None,
) -> WinList:
    """The find-the-win puzzles there are."""
    names = catalog.with_win_puzzles() if game is None else (_game(game),)
    return WinList(
        puzzles=[
            _entry(name, one)
            for name in names
            for one in catalog.win_puzzles(name).values()
            if grade in (None, one.grade) and theme in (None, one.theme)
        ],
        themes=[
            WinTheme(game=name, theme=code, title=title)
            for name in names
            for code, title in catalog.themes(name).THEMES.items()
        ],
    )


@router.get("/wins/{game}/{name}")
def win(game: GameName, name: PuzzleName) -> WinStart:
    """A puzzle, and its position."""
    found = _named(game, name)
    return WinStart(
        **_entry(game, found).model_dump(),
        title=catalog.themes(game).THEMES[found.theme],
        position=schemas.position(view_position(table(game), found.position)),
    )


@router.post("/wins/{game}/{name}/answer", dependencies=[Depends(check_work)])
async def answer_win(
    services: ServicesDep,
    identity: IdentityDep,
    game: GameName,
    name: PuzzleName,
    request: WinMoves,
) -> WinVerdictAnswer:
    """Whether your last move is right, and what the best defence plays: the first move is the only
    one, later any that still wins in time."""
    puzzle, moves = _named(game, name), tuple(request.moves)
    found = await run_in_threadpool(_known, game, puzzle, moves)
    if found is None:
        found = await services.workers.last(
            WinAnswerJob(game, puzzle, moves),
            owner=identity.name,
            address=identity.address,
            urgency=Urgency.STUDY,
        )
    if found is None:
        raise ApiError(503, "too_hard", "The defence was not found in time: try again.")
    return WinVerdictAnswer(found)


@router.post("/wins/{game}/{name}/solution")
def win_solution(game: GameName, name: PuzzleName) -> WinSolution:
    """The win against the best defence."""
    return WinSolution(line=list(_named(game, name).line))


def _known(game: str, puzzle: WinPuzzle, moves: tuple[str, ...]) -> WinAnswer | None:
    rules = table(game)
    try:
        return known_answer(rules, puzzle, moves)
    except IllegalMove as error:
        raise illegal_move(rules, error) from error


def _entry(game: str, puzzle: WinPuzzle) -> WinEntry:
    members = {name: getattr(puzzle, name) for name in WinEntry.model_fields if name != "game"}
    return WinEntry(game=game, **members)


def _game(name: str) -> str:
    if name not in catalog.with_win_puzzles():
        raise ApiError(404, "no_such_puzzle", "There are no wins to find in that game.")
    return name


def _named(game: str, name: str) -> WinPuzzle:
    found = catalog.win_puzzles(_game(game)).get(name)
    if found is None:
        raise ApiError(404, "no_such_puzzle", "There is no such puzzle.")
    return found
