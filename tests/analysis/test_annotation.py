"""What a move was worth."""

import pytest

from cubarium import catalog
from cubarium.analysis.annotation import (
    Annotation,
    Fact,
    Verdict,
    annotate,
    one_ply_on,
    raised,
    shares,
    side_share,
)
from cubarium.core.engine import Value
from tests.analysis.scripted import about, plain, proven

TWO = catalog.load("quixo")
TEAMS = catalog.load("quixo", 4)
THREE = catalog.load("cage", 3)
FOUR = catalog.load("cage", 4)


def test_shares_of_facts() -> None:
    assert shares(TWO, proven(1)) == (0, 1)
    assert shares(TWO, proven()) == (0.5, 0.5)
    assert shares(THREE, proven(0, 2)) == (0.5, 0, 0.5)
    assert shares(TEAMS, proven(0, 2)) == (0.5, 0, 0.5, 0)


def test_a_team_shares_the_win() -> None:
    assert side_share(TEAMS, proven(0, 2), 2) == 1
    assert side_share(TEAMS, about(0.1, 0.3, 0.2, 0.4), 3) == pytest.approx(0.7)


@pytest.mark.parametrize(
    ("before", "after", "verdict"),
    [
        (0.62, 0.70, None),
        (0.62, 0.53, None),
        (0.62, 0.52, Verdict.INACCURACY),
        (0.62, 0.43, Verdict.INACCURACY),
        (0.62, 0.42, Verdict.MISTAKE),
        (0.62, 0.33, Verdict.MISTAKE),
        (0.62, 0.32, Verdict.BLUNDER),
        (0.62, 0.00, Verdict.BLUNDER),
    ],
)
def test_a_guess_is_judged_by_its_loss(
    before: float, after: float, verdict: Verdict | None
) -> None:
    loss = round(max(0, before - after), 6)
    assert plain(annotate(TWO, 0, about(before), about(after))) == (loss, verdict, None)
    assert plain(annotate(TWO, 1, about(1 - before), about(1 - after))) == (loss, verdict, None)


@pytest.mark.parametrize(
    ("before", "after", "annotation"),
    [
        (proven(0, plies=5), proven(1, plies=2), (1, Verdict.BLUNDER, Fact.LOSES_WIN)),
        (proven(0), proven(), (0.5, Verdict.BLUNDER, Fact.LOSES_WIN)),
        (proven(), proven(1, plies=4), (0.5, Verdict.BLUNDER, Fact.LOSES_DRAW)),
        (proven(0, plies=5), proven(0, plies=4), (0, None, None)),
        (proven(0, plies=5), proven(0, plies=6), (0, None, Fact.DELAYS_WIN)),
        (proven(0), proven(0, plies=6), (0, None, None)),
        (proven(1, plies=6), proven(1, plies=5), (0, None, None)),
        (proven(1, plies=6), proven(1, plies=3), (0, None, Fact.HASTENS_LOSS)),
        (proven(), proven(), (0, None, None)),
        (proven(0), about(0.75), (0.25, Verdict.MISTAKE, None)),
        (about(0.25), proven(1, plies=3), (0.25, Verdict.MISTAKE, None)),
    ],
)
def test_facts(before: Value, after: Value, annotation: object) -> None:
    assert plain(annotate(TWO, 0, before, after)) == annotation


def test_facts_at_a_table_of_three() -> None:
    assert annotate(THREE, 0, proven(0, 1), proven(1)).fact is Fact.LOSES_SHARE
    assert annotate(THREE, 0, proven(0, 1), proven()).fact is Fact.LOSES_SHARE
    assert annotate(THREE, 0, proven(0), proven(0, 1)) == Annotation(
        0.5, Verdict.BLUNDER, Fact.LOSES_WIN
    )
    assert annotate(THREE, 2, proven(), proven(1)).fact is Fact.LOSES_DRAW
    assert annotate(TEAMS, 2, proven(0, 2), proven(1, 3)).fact is Fact.LOSES_WIN


def test_an_even_share_thrown_away_is_a_blunder_at_any_table() -> None:
    even = about(0.25, 0.25, 0.25, 0.25)
    assert annotate(FOUR, 0, even, proven(1, plies=1)) == Annotation(0.25, Verdict.BLUNDER)
    assert annotate(FOUR, 0, even, proven(0)) == Annotation(0)
    assert annotate(FOUR, 0, even, about(0.0, 0.5, 0.25, 0.25)).verdict is Verdict.MISTAKE


def test_a_move_that_wins_shows_that_the_win_was_there() -> None:
    assert raised(TWO, about(0.6), proven(0, plies=4), 0) == proven(0, plies=5)
    assert raised(TWO, about(0.6), proven(0), 0) == proven(0)
    assert raised(TWO, None, proven(0, plies=0), 0) == proven(0, plies=1)
    assert raised(TWO, proven(0), proven(0, plies=4), 0) == proven(0, plies=5)
    assert raised(TWO, proven(0, plies=9), proven(0, plies=4), 0) == proven(0, plies=5)
    assert raised(TWO, proven(0, plies=3), proven(0, plies=4), 0) == proven(0, plies=3)
    assert raised(TWO, about(0.6), proven(1, plies=4), 0) == about(0.6)
    assert raised(TWO, about(0.6), proven(), 0) == about(0.6)
    assert raised(TWO, about(0.6), None, 0) == about(0.6)


def test_one_ply_on() -> None:
    assert one_ply_on(proven(0, plies=5)) == proven(0, plies=4)
    assert one_ply_on(proven(0)) == proven(0)
    assert one_ply_on(about(0.3)) == about(0.3)
