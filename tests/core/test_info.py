"""Tables and options are checked, and a wrong one is answered with the right ones."""

import pytest

from cubarium import catalog
from cubarium.core import InvalidOption
from cubarium.core.info import as_text


def test_what_is_not_said_is_usual() -> None:
    game = catalog.load("quixo")
    assert (game.players, dict(game.spec.options)) == (2, {"size": 5})
    assert game.spec.options_text() == "size=5"


@pytest.mark.parametrize("size", [4, "4"])
def test_options_are_values_or_texts(size: object) -> None:
    assert catalog.load("quixo", size=size).spec.options["size"] == 4


@pytest.mark.parametrize(
    ("name", "players", "options", "message"),
    [
        ("chess", None, {}, "there is no game 'chess'; the games: quixo"),
        ("quixo", 3, {}, "Quixo is played by 2 or 4 players; not 3"),
        ("quixo", 2, {"size": 6}, "with 2 players, option size may be 3, 4, 5; not 6"),
        ("quixo", 4, {"size": 4}, "with 4 players, option size may be 5; not 4"),
        ("quixo", 2, {"size": None}, "may be 3, 4, 5; not None"),
        ("quixo", 2, {"colour": 1}, "Quixo has no option 'colour'; its options: size"),
        ("stones", 3, {"stones": 2}, "stones=2 is wrong: there must be enough .*; expected a num"),
        ("stones", 3, {"quick": True}, "with 3 players, option quick may be false; not true"),
    ],
)
def test_wrong_tables_are_refused(
    name: str, players: int | None, options: dict[str, object], message: str
) -> None:
    with pytest.raises(InvalidOption, match=message):
        catalog.load(name, players, **options)


def test_free_options_are_read() -> None:
    assert catalog.load("stones", stones="12").spec.options["stones"] == 12


def test_values_as_texts() -> None:
    assert as_text(("a11", "b22")) == "a11,b22"
    assert as_text([True, False, 3]) == "true,false,3"


def test_options_describe_themselves() -> None:
    assert catalog.info("quixo").options[0].describe() == "3|4|5 with 2 players, 5 with 4 players"
    assert catalog.info("stones").options[0].describe() == "a number up to 20"
