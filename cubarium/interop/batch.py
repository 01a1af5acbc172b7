"""Many games in one call: for programs that learn, in the manner of vectorised environments."""

from typing import Final, TypeVar

from cubarium import catalog, extras
from cubarium.core.errors import CubariumError, InvalidOption
from cubarium.core.game import AnyGame

extras.require("engines")

import numpy as np  # noqa: E402
from numpy.typing import ArrayLike, NDArray  # noqa: E402

from cubarium.interop.simulation import game_seeds  # noqa: E402
from cubarium.search import batch_kernel  # noqa: E402
from cubarium.search.threads import SliceRunner, cores  # noqa: E402

LONGEST: Final = 1000
N = TypeVar("N", bound=np.generic)


class Batch:
    """n games of one table, stepped together by compiled code on several cores. Chance acts by
    itself. The arrays below are written anew by every `reset` and `step`: copy what you keep."""

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
        self._again = batch_kernel.SAME_STEP if autoreset else batch_kernel.NEVER
        self.longest = longest
        self.space = catalog.observation(game)
        kernel = catalog.kernel(game)
        self._kernel = kernel
        self._root = kernel.pack(game.initial() if start is None else start)
        seeds = game_seeds(n, seed)
        self._runner = SliceRunner(n, threads or cores())
        self._rows = np.zeros((n, len(self._root)), np.uint64)
        self._rngs = seeds
        self._choices = np.zeros(n, np.int64)
        self._finished = np.zeros(n, np.int8)
        self._seen = np.zeros((n, int(np.prod(self.space.shape))), np.int8)
        self.observations = self._seen.reshape(n, *self.space.shape)
        self._masks = np.zeros((n, len(game.actions())), np.bool_)
        self._seats = np.zeros(n, np.int8)
        self._plies = np.zeros(n, np.int32)
        self.masks = _shown(self._masks)
        self.seats = _shown(self._seats)
        self.plies = _shown(self._plies)
        self.rewards = np.zeros((n, game.players), np.float32)
        self.reset()

    def reset(self, seed: int | None = None) -> NDArray[np.int8]:
        """Begin all games anew, with other random numbers than before, or with those of a seed; the
        observations."""
        if seed is not None:
            self._rngs[:] = game_seeds(self.n, seed)
        self._runner.run(
            lambda *part: batch_kernel.start_games(
                self._root,
                self._rows,
                self._rngs,
                self._plies,
                self._seats,
                self._masks,
                self._seen,
                *part,
            )
        )
        self.rewards[:] = 0
        self._finished[:] = 0
        self._tell()
        return self.observations

    def step(self, actions: ArrayLike) -> NDArray[np.int8]:
        """Make one move in every game, given by action ids; those of games that are over do not
        count. With `autoreset` a game that ends begins anew at once: `observations`, `masks` and
        `seats` are those of the new game, `rewards`, `terminated` and `truncated` of the old one.
        Raises CubariumError for what is not legal, and nothing has changed."""
        chosen = self._checked(actions)
        self._runner.run(
            lambda *part: batch_kernel.step_games(
                self._root,
                chosen,
                self._rows,
                self._rngs,
                self._plies,
                self._seats,
                self._masks,
                self._seen,
                self.rewards,
                self._finished,
                self.game.sides,
                self.longest,
                self._again,
                *part,
            )
        )
        self._tell()
        return self.observations

    def begin_again_next(self) -> None:
        """From now on a game that is over begins again with the step after its end, in which its
        action does not count: as Gymnasium's vector environments have it."""
        self._again = batch_kernel.NEXT_STEP

    def sample(self) -> NDArray[np.int64]:
        """A random legal action id for every game, each as likely as the others."""
        self._runner.run(
            lambda *part: batch_kernel.sample_actions(
                self._root, self._rows, self._seats, self._rngs, self._choices, *part
            )
        )
        return self._choices

    def states(self) -> list[object]:
        """The games' states, for the readable rules: slow."""
        like = type(self._root)
        return [self._kernel.unpack(like(*row)) for row in self._rows]

    def _tell(self) -> None:
        self.terminated = self._finished == 1
        self.truncated = self._finished == 2

    def _checked(self, actions: ArrayLike) -> NDArray[np.int64]:
        given = np.asarray(actions)
        if given.shape != (self.n,):
            raise CubariumError(
                f"expected {self.n} action ids, one a game; not an array of shape {given.shape}"
            )
        if given.dtype.kind not in "iu":
            raise CubariumError(f"action ids are whole numbers; not {given.dtype}")
        chosen = given.astype(np.int64, copy=False)
        highest = self.masks.shape[1] - 1
        wrong = (chosen < 0) | (chosen > highest)
        if wrong.any():
            at = int(wrong.argmax())
            raise CubariumError(f"action ids are 0 to {highest} here; game {at} has {chosen[at]}")
        illegal = ~self.masks[np.arange(self.n), chosen] & (self.seats >= 0)
        if illegal.any():
            at = int(illegal.argmax())
            text = self.game.actions()[chosen[at]]
            raise CubariumError(f"action {chosen[at]} ({text}) is not legal in game {at}")
        return chosen


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
