"""Cards that are hidden at a shared terminal."""

import re

import pytest

from cubarium import catalog
from cubarium.cli.terminal import shared_screen
from tests.cli.test_commands import bad, good

CORNERS = "R..B|....|....|..../....|....|....|..../....|....|....|..../Y..G|....|....|...."
ALMOST = "R..B|....|....|..../....|....|....|..../....|....|....|..../YRBG|....|....|...."
PLAY = ["play", "cubeo", "--plain", "--seed", "3"]
ALONE = [*PLAY, "--seats", "person,random"]
TWO = [*PLAY, "--seats", "person:Ann,person:Bea"]


def screens(text: str) -> list[str]:
    """What was on the screen between two hand-overs."""
    return re.split(r"press Enter to hide your cards\.|press Enter when only you", text)


def test_alone_you_see_your_own_cards_with_how_near_they_are() -> None:
    text = good(*ALONE, typed="draw\nb2\n")
    assert "R holds c27 c18 c30, has fulfilled 0." in text
    assert "B holds 3 cards, has fulfilled 0." in text
    assert "of 4, above" in text
    assert "above     south     north     east      west" in text
    assert "R (Player R) plays draw =G." in text
    assert "R has drawn G." in text


def test_people_hand_the_screen_over() -> None:
    text = good(*TWO, typed="\ndraw\nb2\n\n\ndraw\na2\n\n\n")
    assert "R (Ann), press Enter when only you can see the screen." in text
    assert "R (Ann), press Enter to hide your cards." in text
    assert "B (Bea), press Enter when only you can see the screen." in text
    before, anns, between, beas, *_ = screens(text)
    assert "holds c" not in before
    assert "R holds c27 c18 c30" in anns
    assert "B holds 3 cards" in anns
    assert "holds" not in between
    assert "-" * 40 in between
    assert "R holds 3 cards" in beas
    assert re.search(r"B holds c\d\d c\d\d c\d\d", beas)


def test_the_screen_is_erased_on_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    from rich.console import Console

    shared_screen.SharedScreen(Console(force_terminal=True), ascii_only=True).erase()
    assert shared_screen.ERASE in capsys.readouterr().out


def test_a_fulfilled_card_is_told_to_all_and_its_replacement_to_nobody_else() -> None:
    almost = CORNERS.replace("Y..G", "YR.G")
    position = f"{almost} R drawn=B hands=c03,c01/c05,c06"
    text = good(*TWO, "--position", position, typed="\nc1\n\n\n")
    _, anns, _, beas, *_ = screens(text)
    assert re.search(r"R \(Ann\) plays c1 =c\d\d\.", anns)
    assert "R has fulfilled c03." in anns
    assert "R holds 2 cards, has fulfilled 1: c03." in beas


def test_a_move_that_showed_a_card_can_not_be_taken_back() -> None:
    almost = CORNERS.replace("Y..G", "YR.G")
    text = good(*ALONE, "--position", f"{almost} R drawn=B hands=c03/-", typed="c1\nundo\n")
    assert "Something was drawn or shown" in text


@pytest.mark.compiled
def test_random_players_end_a_game_and_all_is_laid_open() -> None:
    text = good(*PLAY, "--players", "3", "--seats", "random,random,random", "--ply-limit", "none")
    last = text[text.rindex("R holds") :]
    assert len(re.findall(r"[RBY] holds c\d\d", last)) == 3
    assert re.search(r"wins?: ", last)


def test_show_looks_with_the_eyes_of_a_seat() -> None:
    position = f"{CORNERS} B hands=c01,c02/c04,c05 shown=c06/-"
    assert "B holds c04 c05" in good("show", "cubeo", position)
    show = ["show", "cubeo", position, "--seat"]
    assert "R holds c01 c02, has fulfilled 1: c06." in good(*show, "R")
    assert "B holds 2 cards, has fulfilled 0." in good(*show, "none")
    assert "--seat may be R, B, none; not Q" in bad(2, *show, "Q")


def test_show_reads_what_one_viewer_sees() -> None:
    game = catalog.load("cubeo")
    state = game.whole_position(f"{CORNERS} B hands=c01,c02/c04,c05 shown=c06/-")
    seen = game.text(game.view(state, 0))
    text = good("show", "cubeo", seen)
    assert "R holds c01 c02" in text
    assert "B holds 2 cards" in text
    assert text.splitlines()[-1] == seen
    assert "expected a whole position" in bad(2, *PLAY, "--position", seen)


def test_taboo_is_said() -> None:
    text = good("show", "cubeo", f"{ALMOST} R taboo=b1")
    assert "The cube on b1 was moved in the turn just before: it stays this time." in text


def test_a_tie_break_is_shown() -> None:
    text = good("show", "cubeo", f"{CORNERS} R aside=c07 tie=c01/c02 turns=40")
    assert "R's tie-break card: c01." in text
    assert "B's tie-break card: hidden." in text
    assert "Laid aside: c07." in text
    assert "A tie-break with 40 turns left" in text


def test_the_news_reach_whoever_comes_to_the_screen() -> None:
    text = good(
        *PLAY, "--players=3", "--seats=person:Ann,random,person:Bea", typed="\ndraw\nb2\n\n\n"
    )
    _, anns, _, beas, *_ = screens(text)
    assert "R (Ann) plays b2." in anns
    assert "R (Ann) plays draw =" in beas
    assert "B (Random) plays" in beas


def test_whoever_stays_sees_no_cards_of_the_one_who_left() -> None:
    start = [*PLAY, "--players=3", "--seats=person:Ann,person:Bea,random"]
    text = good(*start, typed="\nresign\ny\n\n\nboard\n")
    _, anns, _, beas, *_ = screens(text)
    assert re.search(r"R holds c\d\d", anns)
    assert "R holds 3 cards" in beas
    assert re.search(r"B holds c\d\d", beas)
    assert "R has left: its cards do not count." in beas


def test_an_offer_is_answered_on_ones_own_screen() -> None:
    text = good(*TWO, typed="\noffer\n\n\nn\n\n\n")
    _, _, _, beas, *_ = screens(text)
    assert "B, do you agree to a draw?" in beas
    assert "R holds 3 cards" in beas


def test_cards_do_not_stay_on_a_screen_that_is_left() -> None:
    assert "-" * 40 in good(*TWO, typed="\nquit\n")


def test_after_resigning_all_cards_are_laid_open() -> None:
    text = good(*ALONE, typed="resign\ny\n")
    assert re.search(r"B holds c\d\d c\d\d c\d\d", text)


def test_nobody_sits_down_for_a_seat_that_has_left() -> None:
    position = f"{CORNERS} B gone=R"
    words = [*PLAY, "--players=3", "--position", position]
    assert "R has left: only an engine can sit there" in bad(2, *words)
    assert "R has left" in good(*words, "--seats=random,person,person", typed="\n")


def test_words_say_more() -> None:
    text = good(*ALONE, typed="help\nTb1a1\nmoves zz\nundo\n")
    assert "such as Ta1, Ta1a2, a1, a1-a2, draw, pass" in text
    assert "A move is two different columns, the lower name first (Ta1b1)." in text
    assert "No move begins with zz." in text
    assert "This seat has not moved." in text


def test_show_writes_what_its_viewer_may_know() -> None:
    position = f"{CORNERS} B hands=c01,c02/c04,c05"
    assert "c04" not in good("show", "cubeo", position, "--seat", "R", "--json")
    assert "c04" in good("show", "cubeo", position, "--json")
    seen = catalog.load("cubeo").text(
        catalog.load("cubeo").view(catalog.load("cubeo").whole_position(position), 0)
    )
    assert "whole positions" in bad(2, "show", "cubeo", seen, "--seat", "B")
