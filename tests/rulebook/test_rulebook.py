"""The rulebook of every game, and the examples on its rules page, are played through."""

import pytest

from cubarium import catalog
from cubarium.core import CubariumError, IllegalMove
from cubarium.rulebook.lessons import Example, Refuse, Win, sections, statement
from tests.rulebook.examples import Player, examples_of
from tests.tables import REAL

ALL = [
    pytest.param(example, id=f"{name} {page}:{example.line} {example.heading}")
    for name in REAL
    for page, example in examples_of(name)
]


def every() -> list[Example]:
    return [example for one in ALL for example in one.values if isinstance(example, Example)]


@pytest.mark.parametrize("example", ALL)
def test_example(example: Example) -> None:
    Player(example.game).run(example)


@pytest.mark.parametrize("name", REAL)
def test_every_refusal_and_every_end_has_an_example(name: str) -> None:
    told = {code for code in catalog.info(name).sentences if type(code).__name__ != "Flaw"}
    shown = {
        said.reason
        for example in every()
        if example.game.name == name
        for said in example.statements
        if isinstance(said, Refuse | Win)
    }
    assert told <= shown


@pytest.mark.parametrize(
    ("paragraph", "wrong"),
    [
        (("play a1e1", ".....", ".....", ".....", ".....", "....X", "X to move"), AssertionError),
        (("play b2b5",), IllegalMove),
        (("wins X: line",), AssertionError),
        (("refused a1e1: same_place e1",), pytest.fail.Exception),
        (("moves 43",), AssertionError),
        (("moves: a1e1",), AssertionError),
        (("can a1b1",), AssertionError),
        (("hope for the best",), CubariumError),
        (("refused b2b5",), CubariumError),
        (("wins X",), CubariumError),
        (("moves many",), CubariumError),
        (("back", "....."), CubariumError),
        (("play a1e1", "....."), CubariumError),
    ],
)
def test_a_wrong_example_fails(paragraph: tuple[str, ...], wrong: type[BaseException]) -> None:
    game = catalog.load("quixo")
    with pytest.raises(wrong):
        Player(game).run(Example(1, "heading", game, None, (statement(paragraph),)))


def test_the_examples_say_everything() -> None:
    kinds = {type(said).__name__ for example in every() for said in example.statements}
    assert kinds == {"Play", "Back", "Refuse", "Win", "Can", "Count", "Who"}


def test_a_page_is_read_to_its_end() -> None:
    page = "# One\n\nText\nof two lines.\n\n```sh\n# no heading\n\nmake\n```\n\n## Two\n\nEnd.\n"
    first, second = sections(page)
    assert (first.heading, first.level, second.level) == ("One", 1, 2)
    assert first.parts == ("Text\nof two lines.", "```sh\n# no heading\n\nmake\n```")
    assert (second.heading, second.parts) == ("Two", ("End.",))
