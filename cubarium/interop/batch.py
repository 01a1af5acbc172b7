"""Many games in one call: for programs that learn, in the manner of vectorised environments."""

import copy
from typing import Final, TypeVar

from cubarium import catalog, extras
from cubarium.core.errors import CubariumError, InvalidOption
from cubarium.core.game import AnyGame

extras.require("engines")

import numpy as np  # noqa: E402
from numpy.typing import ArrayLike, NDArray  # noqa: E402

from cubarium.interop.batch_arrays import BatchArrays, GamesInStep  # noqa: E402
from cubarium.interop.compiled_games import CompiledGames  # noqa: E402
from cubarium.interop.rules_games import RulesGames  # noqa: E402
from cubarium.interop.simulation import game_seeds  # noqa: E402
from cubarium.search.batch_kernel import NEVER, NEXT_STEP, SAME_STEP, first_illegal  # noqa: E402

LONGEST: Final = 1000
N = TypeVar("N", bound=np.generic)


class Batch:
    """n games of one table, stepped together by compiled code on several cores; by the readable
    rules, and slowly, where a game has no kernel. Chance acts by itself. The arrays below are
    written anew by every `reset` and `step`: copy what you keep. A copy of a batch
    (`copy.copy` and `copy.deepcopy` are the same here) has its own games and random numbers."""

    observations: NDArray[np.int8]
    """By game, channel and cell: what the seat to move sees. `catalog.observation(game)` has the
    names of the channels."""
    masks: NDArray[np.bool_]
    """By game and action id: may it be done now?"""
    seats: NDArray[np.int8]
    """The seat to move; -1: the game is over."""
    rewards: NDArray[np.float32]
    """By game and seat, for the last step: 0 but at the end of a game."""
    terminated: NDArray[np.bool_]
    """Has the last step ended the game by the rules?"""
    truncated: NDArray[np.bool_]
    """Has it stopped the game because it was too long?"""
    plies: NDArray[np.int32]
    """The moves of seats in the game so far."""

    def __init__(
        self,
        game: AnyGame,
        n: int,
        seed: int = 0,
        *,
        start: object = None,
        autoreset: bool = True,
        longest: int = LONGEST,
        threads: int | None = None,
    ) -> None:
        if longest < 1:
            raise InvalidOption(f"a game has one move at least; not {longest}")
        self.game = game
        self.n = n
        self._again = SAME_STEP if autoreset else NEVER
        self.longest = longest
        self.space = catalog.observation(game)
        seeds = game_seeds(n, seed)
        kept = BatchArrays(
            seen=np.zeros((n, int(np.prod(self.space.shape))), np.int8),
            masks=np.zeros((n, len(game.actions())), np.bool_),
            seats=np.zeros(n, np.int8),
            plies=np.zeros(n, np.int32),
            rewards=np.zeros((n, game.players), np.float32),
            finished=np.zeros(n, np.int8),
        )
        self._hold(kept)
        root = game.initial() if start is None else start
        self._games: GamesInStep = (
            CompiledGames(game, root, kept, threads)
            if catalog.has_observation(game.name)
            else RulesGames(game, root, kept)
        )
        self._games.seed(seeds)
        self.reset()

    def _hold(self, kept: BatchArrays) -> None:
        """Show these arrays from now on."""
        self._kept = kept
        self.observations = kept.seen.reshape(self.n, *self.space.shape)
        self.masks = _shown(kept.masks)
        self.seats = _shown(kept.seats)
        self.plies = _shown(kept.plies)
        self.rewards = kept.rewards
        self._tell()

    def __copy__(self) -> "Batch":
        other = object.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other._hold(self._kept.copy())
        other._games = self._games.copy(other._kept)
        return other

    def __deepcopy__(self, memo: object) -> "Batch":
        return copy.copy(self)

    def reset(self, seed: int | None = None) -> NDArray[np.int8]:
        """Begin all games anew, with other random numbers than before, or with those of a seed; the
        observations."""
        if seed is not None:
            self._games.seed(game_seeds(self.n, seed))
        self._games.start()
        self._kept.rewards[:] = 0
        self._kept.finished[:] = 0
        self._tell()
        return self.observations

    def step(self, actions: ArrayLike) -> NDArray[np.int8]:
        """Make one move in every game, given by action ids; those of games that are over do not
        count. With `autoreset` a game that ends begins anew at once: `observations`, `masks` and
        `seats` are those of the new game, `rewards`, `terminated` and `truncated` of the old one.
        Raises CubariumError for what is not legal, and nothing has changed."""
        self._games.step(self._checked(actions), self.longest, self._again)
        self._tell()
        return self.observations

    def begin_again_next(self) -> None:
        """From now on a game that is over begins again with the step after its end, in which its
        action does not count: as Gymnasium's vector environments have it."""
        self._again = NEXT_STEP

    def sample(self, out: NDArray[np.int64] | None = None) -> NDArray[np.int64]:
        """A random legal action id for every game, each as likely as the others: in a new array, or
        in `out`. Raises CubariumError for an `out` that can't hold them."""
        chosen = np.empty(self.n, np.int64) if out is None else self._able_to_hold_actions(out)
        self._games.sample(chosen)
        return chosen

    def states(self) -> list[object]:
        """The games' states, for the readable rules: slow."""
        return self._games.states()

    def _tell(self) -> None:
        self.terminated = self._kept.finished == 1
        self.truncated = self._kept.finished == 2

    def _able_to_hold_actions(self, out: object) -> NDArray[np.int64]:
        if not isinstance(out, np.ndarray):
            found = f"a {type(out).__name__}"
        elif out.shape != (self.n,):
            found = f"an array of shape {out.shape}"
        elif out.dtype != np.int64:
            found = f"an array of {out.dtype}"
        elif not out.flags.writeable:
            found = "an array that is read-only"
        elif not out.flags.carray:
            found = "an array with gaps"
        else:
            return out
        raise CubariumError(
            f"out is an array of {self.n} int64, without gaps and writable; not {found}"
        )

    def _checked(self, actions: ArrayLike) -> NDArray[np.int64]:
        given = np.asarray(actions)
        if given.shape != (self.n,):
            raise CubariumError(
                f"expected {self.n} action ids, one a game; not an array of shape {given.shape}"
            )
        if given.dtype.kind not in "iu":
            raise CubariumError(f"action ids are whole numbers; not {given.dtype}")
        chosen = given.astype(np.int64, copy=False)
        at = first_illegal(chosen, self._kept.masks, self._kept.seats)
        if at < 0:
            return chosen
        highest = self.masks.shape[1] - 1
        if not 0 <= chosen[at] <= highest:
            raise CubariumError(f"action ids are 0 to {highest} here; game {at} has {chosen[at]}")
        text = self.game.actions()[chosen[at]]
        raise CubariumError(f"action {chosen[at]} ({text}) is not legal in game {at}")


def _shown(array: NDArray[N]) -> NDArray[N]:
    """The same, to be read alone: whoever changed it could make moves that are not legal."""
    view = array.view()
    view.setflags(write=False)
    return view


def batch(
    game: AnyGame,
    n: int,
    seed: int = 0,
    *,
    start: object = None,
    autoreset: bool = True,
    longest: int = LONGEST,
    threads: int | None = None,
) -> Batch:
    """n games of one table: see Batch. Raises InvalidOption, and MissingExtra."""
    return Batch(game, n, seed, start=start, autoreset=autoreset, longest=longest, threads=threads)
