"""What is compiled ahead of time is what a game needs."""

from typing import Any

from cubarium.core.game import AnyGame
from cubarium.search.clock import Clock
from cubarium.search.planning import in_a_row
from cubarium.search.situation import Situation
from cubarium.search.steps import acts_of
from cubarium.search.thinker import Thinker
from cubarium.search.warming import warmed
from tests.tables import REAL, for_tables


class Listening(Thinker):
    """Remembers whether it had to lay something out or to search."""

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game, memory=1)
        self.rows: list[bool] = []

    def best(self, here: Situation, clock: Clock) -> Any:
        self.rows.append(in_a_row(here.kernel, here.root))
        assert len(acts_of(here.kernel, here.root))
        return super().best(here, clock)


@for_tables(*REAL, every=True)
def test_every_way_to_think_is_made_ready(game: AnyGame) -> None:
    thinker = Listening(game)
    warmed(game, thinker)
    layout = game.name == "cubulus" and game.players == 2
    placed = layout and game.table.options["neutrals"] == "placed"
    assert thinker.rows == ([True, False] if placed else [False])
