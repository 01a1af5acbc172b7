"""Every table as a PettingZoo environment: `pettingzoo_env.env("NAME", players=2)`."""

from cubarium import catalog, extras
from cubarium.core.game import AnyGame

extras.require("research")

import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402
from numpy.typing import NDArray  # noqa: E402
from pettingzoo import AECEnv  # noqa: E402

from cubarium.interop.table import LONGEST, RENDER_MODES, EnvironmentTable, Seen  # noqa: E402


def env(
    game: AnyGame | str,
    *,
    players: int | None = None,
    render_mode: str | None = None,
    longest: int = LONGEST,
    **options: object,
) -> "TableEnv":
    """The environment of a game, given by name or as one of `load`. Raises CubariumError."""
    if isinstance(game, str):
        game = catalog.load(game, players, **options)
    return TableEnv(game, render_mode=render_mode, longest=longest)


class TableEnv(AECEnv):  # type: ignore[misc]  # it has no types
    """Seats take turns; each observation has a mask of legal actions. Chance acts by itself. An
    action that is not legal is refused with an error, and nothing has changed."""

    metadata = {  # noqa: RUF012  # as its parent has it
        "name": "cubarium",
        "render_modes": [*RENDER_MODES],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self, game: AnyGame, *, render_mode: str | None = None, longest: int = LONGEST
    ) -> None:
        super().__init__()
        self.table = EnvironmentTable(game, render_mode, longest)
        self.render_mode = render_mode
        self.metadata = {
            **type(self).metadata,
            "name": f"cubarium_{game.name}_v{game.spec.info.rules_version}",
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(game.players)]
        self.agents: list[str] = []
        self._numbers = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.observation_spaces = {
            agent: self.table.observation_space() for agent in self.possible_agents
        }
        self.action_spaces = {agent: self.table.action_space() for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> "spaces.Discrete[np.int64]":
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        del options
        self.table.reset(seed)
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, object]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        seat = self.table.seat
        self.agent_selection = self.agents[0] if seat is None else self.possible_agents[seat]

    def observe(self, agent: str) -> Seen:
        return self.table.seen(self._numbers[agent])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self.table.push(action)  # type: ignore[arg-type]  # nothing is refused below
        self._cumulative_rewards[agent] = 0.0
        if self.table.is_terminated or self.table.is_truncated:
            rewards = self.table.returns()
            for seat, one in enumerate(self.possible_agents):
                self.rewards[one] = rewards[seat]
                self.terminations[one] = self.table.is_terminated
                self.truncations[one] = self.table.is_truncated
        self._accumulate_rewards()
        self._select()

    def render(self) -> str | NDArray[np.uint8] | None:
        return self.table.render()

    def close(self) -> None:
        """There is nothing to close."""
