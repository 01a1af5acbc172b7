"""Every game as a game of OpenSpiel. Importing this module registers them, so that
`pyspiel.load_game("cubarium_NAME")` finds them; players and options are parameters.

OpenSpiel's C++ search plays them by `bot.step_with_policy(state)`. Its `bot.step(state)` crashes
with every game that is written in Python, its own examples included: it seems to give the
interpreter's lock away before it calls the game.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final

from cubarium import catalog, extras
from cubarium.core.action_ids import action, action_id, legal_ids, returns
from cubarium.core.game import AnyGame
from cubarium.core.info import GameInfo, as_text
from cubarium.core.turn import Ended, ToDraw

try:
    import pyspiel
except ModuleNotFoundError:
    raise extras.missing("research") from None

import numpy as np

from cubarium.interop.seat_observer import SeatObserver, seen_text

if TYPE_CHECKING:
    from numpy.typing import NDArray

PREFIX: Final = "cubarium_"
LONGEST: Final = 1000
Parameters = Mapping[str, int | bool | str]


def _parameters(info: GameInfo) -> dict[str, int | bool | str]:
    """What may be given, with the usual values: numbers and yes or no as they are, else texts."""
    given: dict[str, int | bool | str] = {"players": info.players[0], "longest": LONGEST}
    for option in info.options:
        usual = option.default
        given[option.name] = usual if isinstance(usual, int) else as_text(usual)
    return given


def _type_of(table: AnyGame) -> "pyspiel.GameType":
    info = table.spec.info
    kinds = pyspiel.GameType
    return kinds(
        short_name=f"{PREFIX}{info.name}",
        long_name=info.title,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC
        if table.has_chance
        else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION
        if table.has_secrets
        else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=max(info.players),
        min_num_players=min(info.players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification=_parameters(info),
    )


class SpielGame(pyspiel.Game):  # type: ignore[misc, name-defined, unused-ignore]
    """A table; a subclass for each game has its `kind`: that of the usual table. With other options
    chance may have a part, so every table has a type of its own."""

    kind: "pyspiel.GameType"
    title: str

    def __init__(self, params: Parameters | None = None) -> None:
        given = {**self.kind.parameter_specification, **(params or {})}
        players, longest = int(given.pop("players")), int(given.pop("longest"))
        self.table: AnyGame = catalog.load(self.title, players, **given)
        self.longest = longest
        actions = len(self.table.actions())
        about = pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=actions if self.table.has_chance else 0,
            num_players=players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest,
        )
        super().__init__(_type_of(self.table), about, dict(params or {}))

    def new_initial_state(self, text: str | None = None) -> "SpielState":
        """The start, or the position that a text describes."""
        return SpielState(self, text)

    def make_py_observer(
        self, iig_obs_type: "pyspiel.IIGObservationType | None" = None, params: object = None
    ) -> "SpielObserver | SpielStory":
        """What a seat sees, or if perfect recall is wanted, all that it has seen."""
        del params
        if iig_obs_type is not None and iig_obs_type.perfect_recall:
            return SpielStory()
        return SpielObserver(self.table)


class SpielState(pyspiel.State):  # type: ignore[misc, name-defined, unused-ignore]
    """A position; it holds plain data alone, so that it can be copied."""

    def __init__(self, game: SpielGame, text: str | None = None) -> None:
        super().__init__(game)
        table = game.table
        self.position = table.initial() if text is None else table.whole_position(text)
        self.plies = 0
        self.stories = tuple(seen_text(table, self.position, seat) for seat in self._viewers())
        """For each seat its view at the start and the acts as it saw them; texts are not copied
        with the state. Where nothing is hidden, one for all."""

    def _viewers(self) -> range:
        return range(self.table.players if self.table.has_secrets else 1)

    def story(self, player: int) -> str:
        """All that a player has seen: whoever remembers everything can tell no more."""
        return self.stories[player if self.table.has_secrets else 0]

    @property
    def table(self) -> AnyGame:
        """The rules."""
        found: AnyGame = self.get_game().table
        return found

    def _is_too_long(self) -> bool:
        longest: int = self.get_game().longest
        return bool(self.plies >= longest)

    def current_player(self) -> int:
        turn = self.table.turn(self.position)
        if isinstance(turn, Ended) or self._is_too_long():
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if isinstance(turn, ToDraw) else turn.seat

    def is_terminal(self) -> bool:
        return self.current_player() == int(pyspiel.PlayerId.TERMINAL)

    def _legal_actions(self, player: int) -> list[int]:
        del player
        return legal_ids(self.table, self.position)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        draws = self.table.draws(self.position)
        total = sum(draws.values())
        return sorted((action_id(self.table, act), w / total) for act, w in draws.items())

    def _apply_action(self, number: int) -> None:
        turn = self.table.turn(self.position)
        move = action(self.table, self.position, number)
        self.stories = tuple(
            f"{story} {self.table.act_text(self.table.seen(self.position, move, seat))}"
            for seat, story in zip(self._viewers(), self.stories, strict=True)
        )
        self.position = self.table.play(self.position, move)
        self.plies += not isinstance(turn, ToDraw)

    def _action_to_string(self, player: int, number: int) -> str:
        del player
        return self.table.actions()[number]

    def returns(self) -> list[float]:
        return list(returns(self.table, self.position))

    def __str__(self) -> str:
        return self.table.text(self.position)


class SpielObserver:
    """What a seat sees: a tensor as for other environments, and the text of its view."""

    def __init__(self, table: AnyGame) -> None:
        self._observer = SeatObserver(table)
        size = int(np.prod(self._observer.space.shape))
        self.tensor: NDArray[np.float32] = np.zeros(size, np.float32)
        self.dict = {"observation": self.tensor.reshape(self._observer.space.shape)}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees into `tensor`."""
        seen = self._observer.observation(state.position, player)
        self.tensor[:] = seen.reshape(-1)

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player sees, as a text."""
        return seen_text(state.table, state.position, player)


class SpielStory:
    """All that a seat has seen, as a text. It has no tensor: a tensor of everything that may have
    happened in a long game would be almost empty, and millions of numbers long."""

    tensor = None

    def __init__(self) -> None:
        self.dict: dict[str, NDArray[np.float32]] = {}

    def set_from(self, state: SpielState, player: int) -> None:
        """There is nothing to write."""

    def string_from(self, state: SpielState, player: int) -> str:
        """What a player has seen, as a text."""
        return state.story(player)


def register(names: Iterable[str]) -> None:
    """Make games known to OpenSpiel."""
    for name in names:
        kind = _type_of(catalog.load(name))
        made = type(f"Spiel_{name}", (SpielGame,), {"kind": kind, "title": name})
        pyspiel.register_game(kind, made)


register(catalog.names())
