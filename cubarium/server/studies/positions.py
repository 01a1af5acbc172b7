"""Positions: what there is to see, and to do."""

from fastapi import APIRouter

from cubarium.analysis import schemas
from cubarium.server.http.errors import ERROR_RESPONSES
from cubarium.server.http.requests import PositionRequest

router = APIRouter(tags=["positions"], responses=ERROR_RESPONSES)


@router.post("/position")
def position(request: PositionRequest) -> schemas.Position:
    """A position after some moves. A wrong move is refused with its number, from 0, in `where`."""
    return schemas.position(request.view())
