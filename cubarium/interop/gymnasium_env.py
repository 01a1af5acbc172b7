"""One seat as a Gymnasium environment, against engines; and many games at once as a vector
environment. Importing this module registers `cubarium/NAME-vN` for every game."""

import copy
from random import Random
from typing import Final, SupportsFloat

from cubarium import catalog, extras
from cubarium.core.action_ids import action_id
from cubarium.core.engine import Limit, Story
from cubarium.core.errors import CubariumError, InvalidOption
from cubarium.core.game import AnyGame
from cubarium.core.turn import Seat
from cubarium.engines import registry

extras.require("research")

import gymnasium as gym  # noqa: E402
import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402
from gymnasium.vector.utils import batch_space  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

from cubarium.interop.batch import batch  # noqa: E402
from cubarium.interop.table import LONGEST, RENDER_MODES, EnvironmentTable, Seen  # noqa: E402

REFUSE, LOSE = "refuse", "lose"
Info = dict[str, object]


class SeatEnv(gym.Env[Seen, np.int64]):
    """One seat of a table; engines sit in all others. The reward is that of the seat at the end: 1
    for a win, 0 for a draw, below 0 for a loss. `illegal`: an illegal action is refused with an
    error and nothing has changed, or it loses the game."""

    metadata = {"render_modes": [*RENDER_MODES], "render_fps": 2}  # noqa: RUF012  # as its parent has it

    def __init__(
        self,
        game: AnyGame | str,
        *,
        players: int | None = None,
        seat: Seat = 0,
        opponent: str = registry.USUAL,
        illegal: str = REFUSE,
        longest: int = LONGEST,
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        if isinstance(game, str):
            game = catalog.load(game, players, **options)
        if seat not in range(game.players):
            raise InvalidOption(f"seats are numbered from 0 to {game.players - 1}; not {seat}")
        if illegal not in (REFUSE, LOSE):
            raise InvalidOption(f"what is illegal is to {REFUSE} or to {LOSE}; not {illegal}")
        registry.check_name(opponent)
        self.table = EnvironmentTable(game, render_mode, longest)
        self.render_mode = render_mode
        self.seat = seat
        self.opponent = opponent
        self.illegal = illegal
        self.observation_space = self.table.observation_space()  # type: ignore[assignment]
        self.action_space = self.table.action_space()

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Seen, Info]:
        super().reset(seed=seed)
        del options
        self.table.reset(seed)
        self._engine = registry.engine(
            self.opponent, self.table.game, Random(self.table.rng.getrandbits(32))
        )
        self._play_others()
        return self._seen()

    def step(self, action: np.int64) -> tuple[Seen, SupportsFloat, bool, bool, Info]:
        try:
            self.table.push(int(action))
        except CubariumError:
            if self.illegal == REFUSE:
                raise
            return (*self._seen()[:1], -1.0, True, False, {"illegal": True})
        self._play_others()
        table = self.table
        seen, info = self._seen()
        reward = table.returns()[self.seat]
        return seen, reward, table.is_terminated, table.is_truncated, info

    def _play_others(self) -> None:
        """The engines move until it is this seat's turn; they know what their seats may know."""
        table, game = self.table, self.table.game
        while table.seat not in (None, self.seat) and not table.is_truncated:
            assert table.seat is not None
            view = game.view(table.state, table.seat)
            story = Story(table.seat, view, start=view)
            *_, thought = self._engine.think(game, story, Limit())
            table.push(action_id(game, thought.best))

    def _seen(self) -> tuple[Seen, Info]:
        return self.table.seen(self.seat), {"plies": self.table.plies}

    def render(self) -> str | NDArray[np.uint8] | None:
        return self.table.render()


class SelfPlayVectorEnv(VectorEnv[Seen, NDArray[np.int64], NDArray[np.float64]]):
    """Many games, stepped by compiled code; the agent moves for every seat. A reward is that
    of the seat that has just moved; `info["rewards"]` has those of all seats, `info["seats"]` who
    is to move. A game that is over begins again with the next step, in which its action does not
    count (AutoresetMode.NEXT_STEP)."""

    metadata = {  # noqa: RUF012  # as its parent has it
        "autoreset_mode": AutoresetMode.NEXT_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        game: AnyGame | str,
        num_envs: int,
        *,
        players: int | None = None,
        longest: int = LONGEST,
        threads: int | None = None,
        **options: object,
    ) -> None:
        if isinstance(game, str):
            game = catalog.load(game, players, **options)
        self.game = game
        self.num_envs = num_envs
        self.batch = batch(game, num_envs, longest=longest, threads=threads)
        self.batch.begin_again_next()
        space = self.batch.space
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(space.lowest, space.highest, space.shape, np.int8),
                "action_mask": spaces.Box(0, 1, self.batch.masks.shape[1:], np.int8),
            }
        )
        self.single_action_space = spaces.Discrete(self.batch.masks.shape[1])
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    def __copy__(self) -> "SelfPlayVectorEnv":
        """An environment of its own: two that shared their games would show each other's."""
        return copy.deepcopy(self)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: Info | None = None
    ) -> tuple[Seen, Info]:
        del options
        if isinstance(seed, list):
            raise InvalidOption("one seed is for all games: expected a number, not a list")
        self.batch.reset(seed)
        return self._seen()

    def step(  # type: ignore[override]  # ends are yes or no, as Gymnasium's own are
        self, actions: NDArray[np.int64]
    ) -> tuple[Seen, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], Info]:
        games = self.batch
        movers = games.seats.copy()
        games.step(actions)
        seen, info = self._seen()
        rewards = games.rewards[np.arange(games.n), np.maximum(movers, 0)].astype(np.float64)
        return seen, rewards, games.terminated, games.truncated, info

    def _seen(self) -> tuple[Seen, Info]:
        games = self.batch
        seen = {
            "observation": games.observations.copy(),
            "action_mask": games.masks.astype(np.int8),
        }
        return seen, {"rewards": games.rewards.copy(), "seats": games.seats.copy()}


ENTRY: Final = "cubarium.interop.gymnasium_env:SeatEnv"


def register_all() -> None:
    """Make every game of the catalog known to `gymnasium.make`."""
    for name in catalog.names():
        gym.register(
            id=f"cubarium/{name}-v{catalog.info(name).rules_version}",
            entry_point=ENTRY,
            kwargs={"game": name},
        )


register_all()
