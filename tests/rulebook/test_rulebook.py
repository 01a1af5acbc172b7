"""The rulebook of every game, and the examples on its rules page, are played through."""

from pathlib import Path

import pytest

from cubarium import catalog
from cubarium.core import IllegalMove
from tests.rulebook.examples import Example, Player, examples
from tests.tables import REAL

HERE = Path(__file__).parent
PAGES = HERE.parents[1] / "docs" / "rules"
ALL = [
    example
    for name in REAL
    for page in (HERE / f"{name}.md", PAGES / f"{name}.md")
    for example in examples(page)
]


@pytest.mark.parametrize("example", ALL, ids=lambda one: f"{one.page}:{one.line} {one.heading}")
def test_example(example: Example) -> None:
    Player(example.game).run(example)


@pytest.mark.parametrize("name", REAL)
def test_every_refusal_and_every_end_has_an_example(name: str) -> None:
    told = set(catalog.info(name).sentences)
    shown = {
        word.rstrip(":")
        for example in ALL
        if example.game.name == name
        for paragraph in example.paragraphs
        for word in paragraph[0].split()
    }
    assert told <= shown


@pytest.mark.parametrize(
    ("statement", "wrong"),
    [
        (("play a1e1", ".....", ".....", ".....", ".....", "....X", "X to move"), AssertionError),
        (("play b2b5",), IllegalMove),
        (("wins X: line",), AssertionError),
        (("refused a1e1: same_place e1",), pytest.fail.Exception),
        (("moves 43",), AssertionError),
        (("moves: a1e1",), AssertionError),
        (("can a1b1",), AssertionError),
        (("hope for the best",), AssertionError),
    ],
)
def test_a_wrong_example_fails(statement: tuple[str, ...], wrong: type[BaseException]) -> None:
    game = catalog.load("quixo")
    example = Example("page", 1, "heading", game, (("start",), statement))
    with pytest.raises(wrong):
        Player(game).run(example)


def test_the_examples_reach_ends_and_refusals() -> None:
    words = {paragraph[0].split()[0] for example in ALL for paragraph in example.paragraphs}
    assert {"play", "wins", "refused", "moves", "can", "back"} <= words
