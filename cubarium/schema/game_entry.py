"""A game's entry in the catalog: what can be chosen, who sits where, what its codes say."""

from cubarium import catalog
from cubarium.core.info import GameInfo, Option, as_text
from cubarium.core.turn import Seat
from cubarium.schema.model import ResponseModel


class OptionEntry(ResponseModel):
    """An option of a game."""

    name: str
    help: str
    default: str
    expected: str
    """What may be written, in words."""
    choices: dict[int, list[str]]
    """By number of players, what may be chosen; empty: it is a text of the form `expected`."""


class SeatEntry(ResponseModel):
    """A seat at the usual table. Options may change its name."""

    seat: Seat
    name: str
    team: int


class TableEntry(ResponseModel):
    """Who sits at a table for this many players."""

    players: int
    seats: list[SeatEntry]


class GameEntry(ResponseModel):
    """A game: what can be chosen, and what its codes say in English."""

    name: str
    title: str
    summary: str
    players: list[int]
    rules: int
    options: list[OptionEntry]
    credit: str
    secrets: bool
    """Does a seat know things that others may not?"""
    exercises: int
    """How many its course has; 0: it has none."""
    tables: list[TableEntry]
    sentences: dict[str, str]
    """Reason code -> sentence; `{where}` stands for the place that is blamed."""
    remarks: dict[str, str]
    """The same for notes that blame nothing."""


def game_entry(info: GameInfo) -> GameEntry:
    """The entry of a game."""
    return GameEntry(
        name=info.name,
        title=info.title,
        summary=info.summary,
        players=list(info.players),
        rules=info.rules_version,
        options=[_option(option) for option in info.options],
        credit=info.credit,
        secrets=catalog.load(info.name).has_secrets,
        exercises=len(catalog.course(info.name)),
        tables=[_table(info.name, players) for players in info.players],
        sentences={str(code): sentence for code, sentence in info.sentences.items()},
        remarks={str(code): sentence for code, sentence in info.remarks.items()},
    )


def _option(option: Option) -> OptionEntry:
    return OptionEntry(
        name=option.name,
        help=option.help,
        default=as_text(option.default),
        expected=option.describe(),
        choices={
            players: [as_text(value) for value in values]
            for players, values in option.choices.items()
        },
    )


def _table(name: str, players: int) -> TableEntry:
    game = catalog.load(name, players)
    seats = [
        SeatEntry(seat=seat, name=name, team=team)
        for seat, (name, team) in enumerate(zip(game.seat_names, game.teams, strict=True))
    ]
    return TableEntry(players=players, seats=seats)
