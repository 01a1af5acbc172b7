"""Who knows the values of a game's positions: tablebases in files, and those that are at hand."""

import logging
import os
from pathlib import Path
from random import Random

from platformdirs import user_data_path

from cubarium import catalog
from cubarium.core.errors import CubariumError
from cubarium.core.game import AnyGame
from cubarium.core.solver import ValueSource

LOG = logging.getLogger(__name__)
FOLDER = "CUBARIUM_TABLES"
"""The environment variable that names the folder of tablebases."""


def tables_folder() -> Path:
    """Where tablebases lie that people have made: engines find them there."""
    given = os.environ.get(FOLDER)
    return Path(given) if given else user_data_path("cubarium") / "tables"


def value_source(game: AnyGame, path: Path) -> ValueSource:
    """A tablebase in a file. Raises CubariumError."""
    catalog.require_solver(game.name)
    if catalog.has_rotations(game.name):
        from cubarium.solve.rotations.prober import RotationProber

        return RotationProber(game, catalog.rotation_index(game.name), path)
    from cubarium.solve.prober import Prober

    return Prober(game, catalog.solver_index(game.name), path)


def known_file(game: AnyGame) -> Path | None:
    """The tablebase at hand: the one that comes with the program, or GAME.table in the folder."""
    if catalog.has_rotations(game.name):
        path = tables_folder() / f"{game.name}.table"
        return path if game.players == 2 and path.is_file() else None
    return catalog.solver_index(game.name).openings_of(game)


def known_source(game: AnyGame) -> ValueSource | None:
    """What is at hand. A file in the folder that is of no use is logged, and passed over: nobody
    asked for it by name."""
    path = known_file(game)
    if path is None:
        return None
    try:
        return value_source(game, path)
    except (CubariumError, OSError) as error:
        LOG.warning("no tablebase: %s", error)
        return None


def audited(source: ValueSource, count: int, rng: Random) -> list[str]:
    """The positions of a tablebase, of this many random ones, that do not follow from their moves
    by the readable rules."""
    from cubarium.solve import audit
    from cubarium.solve.prober import Prober
    from cubarium.solve.rotations import audit as rotation_audit
    from cubarium.solve.rotations.prober import RotationProber

    if isinstance(source, RotationProber):
        return rotation_audit.audited(source, count, rng)
    assert isinstance(source, Prober)
    return audit.audited(source, count, rng)
