"""What a game may be: its numbers of players and its options, checked."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from cubarium.core.errors import IllegalMove, ImpossiblePosition, InvalidOption
from cubarium.core.turn import Reason

Choices = tuple[object, ...]


def as_text(value: object) -> str:
    """An option's value as the command line and the records write it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, set | frozenset):
        value = sorted(value)
    if isinstance(value, list | tuple):
        return ",".join(as_text(part) for part in value)
    return str(value)


def either(values: Iterable[object]) -> str:
    """`2, 3 or 4`."""
    *others, last = map(as_text, values)
    return f"{', '.join(others)} or {last}" if others else last


class _ReadOnly:
    """Facts that can be pickled and copied although their mappings are read-only."""

    def __getstate__(self) -> dict[str, object]:
        return {
            name: dict(value) if isinstance(value, MappingProxyType) else value
            for name, value in vars(self).items()
        }

    def __setstate__(self, state: Mapping[str, object]) -> None:
        for name, value in state.items():
            kept = MappingProxyType(value) if isinstance(value, dict) else value
            object.__setattr__(self, name, kept)


@dataclass(frozen=True)
class Option(_ReadOnly):
    """One option of a game: a choice among listed values, or a text with a reader of its own.

    `choices` lists the right values by number of players. A free option has `form`, which says
    what is expected, and `read(players, text)`, which raises ValueError with a sentence.
    """

    name: str
    help: str
    default: object
    choices: Mapping[int, Choices] = field(default_factory=dict)
    form: str = ""
    read: Callable[[int, str], object] | None = None
    examples: Mapping[int, Choices] = field(default_factory=dict)
    """Values of a free option that stand for all, by number of players: laws and benches use
    them."""

    def check(self, players: int, value: object) -> object:
        """The value as the game wants it, from a value or its text."""
        text = as_text(value)
        if self.read is not None:
            try:
                return self.read(players, text)
            except ValueError as wrong:
                raise InvalidOption(
                    f"option {self.name}={text} is wrong: {wrong}; expected {self.form}"
                ) from wrong
        right = self.choices.get(players, ())
        for choice in right:
            if as_text(choice) == text:
                return choice
        listed = ", ".join(map(as_text, right)) or "nothing"
        text = text or "''"
        raise InvalidOption(
            f"with {players} players, option {self.name} may be {listed}; not {text}"
        )

    def describe(self) -> str:
        """What may be written, for help texts."""
        if self.form:
            return self.form
        players: dict[Choices, list[int]] = {}
        for count, right in self.choices.items():
            players.setdefault(right, []).append(count)
        return ", ".join(
            f"{'|'.join(map(as_text, right))} with {either(counts)} players"
            for right, counts in players.items()
        )


@dataclass(frozen=True)
class GameInfo(_ReadOnly):
    """A game's entry in the catalog. Cheap to import: no rules in it."""

    name: str
    title: str
    summary: str
    players: tuple[int, ...]
    options: tuple[Option, ...]
    rules_version: int
    credit: str
    sentences: Mapping[str, str]
    """Reason code -> an English sentence; `{where}` stands for the place that it blames."""
    remarks: Mapping[str, str] = field(default_factory=dict)
    """The same for notes that blame nothing."""

    def say(self, refusal: IllegalMove) -> str:
        """The sentence for a refused move."""
        sentence = self.sentences.get(refusal.reason, "That is no move of this game.")
        return sentence.format(where=refusal.where)

    def impossible(self, reason: Reason, where: str = "") -> ImpossiblePosition:
        """What is wrong with a position."""
        sentence = self.sentences[reason].format(where=where)
        return ImpossiblePosition(self.name, reason, where, sentence)

    def spec(
        self, players: int | None = None, options: Mapping[str, object] | None = None
    ) -> "GameSpec":
        """A checked specification; what is left out has its default."""
        seats = self.players[0] if players is None else players
        if seats not in self.players:
            raise InvalidOption(
                f"{self.title} is played by {either(self.players)} players; not {seats}"
            )
        known = {option.name: option for option in self.options}
        wanted = dict(options or {})
        for name in wanted:
            if name not in known:
                right = ", ".join(known) or "none"
                raise InvalidOption(f"{self.title} has no option {name!r}; its options: {right}")
        values = {
            name: option.check(seats, wanted.get(name, option.default))
            for name, option in known.items()
        }
        return GameSpec(self, seats, MappingProxyType(values))


@dataclass(frozen=True)
class GameSpec(_ReadOnly):
    """One game with its number of players and its options, all of them checked. It travels between
    processes, and is equal to another one that says the same."""

    info: GameInfo
    players: int
    options: Mapping[str, Any]

    def __hash__(self) -> int:
        return hash((self.info.name, self.players, self.options_text()))

    def option_texts(self) -> dict[str, str]:
        """Every option as a text: how JSON says it, whoever writes it."""
        return {name: as_text(value) for name, value in self.options.items()}

    def options_text(self) -> str:
        """`size=5 …`: every option, as records write it."""
        return " ".join(f"{name}={text}" for name, text in self.option_texts().items())
