"""A game is learnt on the real board: goals, hints, wrong tries, progress that stays."""

import json
import re

import pytest
from playwright.sync_api import expect

from cubarium import catalog
from cubarium.core.turn import ToMove
from cubarium.rulebook.course import check, game_of, start_of
from tests.tables import REAL
from tests.ui.conftest import Visit
from tests.ui.people import Person
from tests.ui.test_devices import PHONE


def path_of(game: str, number: int, done: int) -> tuple[str, ...]:
    """What is touched for a move of a solution."""
    exercise = catalog.course(game)[number]
    rules = game_of(game, exercise)
    state = start_of(rules, exercise)
    for act in check(game, exercise, exercise.solution[:done]).acts:
        state = rules.play(state, rules.read(state, act))
    turn = rules.turn(state)
    assert isinstance(turn, ToMove)
    touches = rules.scene(rules.view(state, turn.seat)).touches
    return next(one.path for one in touches if one.move == exercise.solution[done])


def solve(person: Person, game: str, number: int) -> None:
    exercise = catalog.course(game)[number]
    for done in range(len(exercise.solution)):
        path = path_of(game, number, done)
        person.touch(*path)
        if person.page.locator(".confirm").is_visible():  # a path may be the beginning of another
            person.page.locator(".confirm .main").click()
    expect(person.page.locator(".exercise")).to_have_attribute("data-verdict", "done")
    expect(person.page.locator(".is-done")).to_contain_text(exercise.done)


@pytest.mark.parametrize(
    ("game", "number"),
    [
        pytest.param(
            game, number, marks=[] if (game, number) == ("cubeo", 0) else [pytest.mark.soak]
        )
        for game in REAL
        for number in (0, 6)
    ],
)
def test_an_exercise_is_solved_by_touch(visit: Visit, game: str, number: int) -> None:
    person = visit().open(f"/learn/{game}/{catalog.course(game)[number].name}")
    solve(person, game, number)
    person.page.get_by_role("button", name="Next").click()
    expect(person.page.locator(".exercise h2")).to_have_text(catalog.course(game)[number + 1].title)


def test_wrong_tries_are_explained_and_progress_stays(visit: Visit, axe: str) -> None:
    """By keyboard and notation alone, from the offer on the first page to the second exercise."""
    person = visit().open("/")
    page, keys = person.page, person.page.keyboard
    page.locator(".game-quixo .learn-offer a").click()
    expect(page).to_have_title("Learn Quixo · Cubarium")
    push, shift, *_ = catalog.course("quixo")
    expect(page.locator(".study-says")).to_have_text("X to move.")
    assert person.axe(axe) == []
    page.locator("body").press("m")
    keys.type("b2b1")
    keys.press("Enter")
    expect(page.locator(".command-box .refusal")).to_contain_text("b2 is inside the board")
    person.problems = [one for one in person.problems if "409" not in one]  # it was refused
    keys.type("a1e1")
    keys.press("Enter")
    expect(page.locator(".is-wrong")).to_contain_text(push.wrong)
    expect(page.locator(".study-says")).to_contain_text("X took a1 and pushed it in at e1.")
    expect(page.locator(".study-board .legal")).to_have_count(0)
    page.get_by_role("button", name="Try again").click()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator(".is-hint")).to_have_text(push.hint)
    page.get_by_role("button", name="Show the move").click()
    expect(page.locator(".hint-arrow")).to_be_visible()
    person.place("c1").focus()
    keys.press("Enter")
    for _ in range(4):
        keys.press("ArrowUp")
    keys.press("Enter")
    expect(page.locator(".is-done")).to_contain_text(push.done)
    assert person.axe(axe) == []
    page.get_by_role("button", name="Next").click()
    expect(page.locator(".exercise h2")).to_have_text(shift.title)
    page.reload()
    page.goto(f"{person.url}/learn/quixo")  # goes on where it was left
    expect(page.locator(".exercise h2")).to_have_text(shift.title)
    expect(page.get_by_role("link", name=f"1. {push.title}, done")).to_be_visible()
    kept = page.evaluate("localStorage.getItem('cubarium')")
    assert json.loads(kept)["learnt"] == {"quixo": [push.name]}
    page.goto(person.url)
    expect(page.locator(".game-cage .learn-offer")).to_be_visible()
    expect(page.locator(".game-quixo .learn-offer")).to_have_count(0)
    page.locator(".game-cage .learn-offer button").click()
    expect(page.locator(".game-cage .learn-offer")).to_have_count(0)


def test_a_hint_is_an_arrow_and_words_on_a_flat_board(visit: Visit, axe: str) -> None:
    """By keyboard: the focus goes to the board when there are no more hints."""
    person = visit().open("/learn/cage/line")
    page = person.page
    page.locator(".study-board .flat").wait_for()
    page.keyboard.press("h")
    expect(page.locator(".is-hint")).to_have_text(catalog.course("cage")[1].hint)
    person.button("Show the move").click()
    expect(page.locator(".hint-arrow")).to_be_visible()
    expect(page.locator(".exercise-result")).to_contain_text("A red cube → a1")
    expect(page.locator("[data-hint=a1]")).to_have_attribute("data-place", "a13")
    expect(page.locator("[data-hint=a1]")).to_have_attribute("aria-label", re.compile(", hint$"))
    expect(page.locator(".tool[data-hint=R]")).to_have_attribute(
        "aria-label", "A red cube, 2 left, hint"
    )
    expect(page.locator(".flat [tabindex='0']")).to_be_focused()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_contain_text("type a move")
    assert person.axe(axe) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_a_line_that_was_not_stopped_is_shown(visit: Visit) -> None:
    """After that, and with all done, the course can be repeated."""
    person = visit()
    page = person.page
    names = [one.name for one in catalog.course("cage")]
    known = json.dumps({"learnt": {"cage": names}})
    page.add_init_script(
        "localStorage.setItem('cubarium', JSON.stringify("
        f"{{...JSON.parse(localStorage.getItem('cubarium')), ...{known}}}))"
    )
    person.open("/learn/cage/stop")
    line = page.get_by_label("Type a move")
    line.fill("Rc3")
    line.press("Enter")
    expect(page.locator(".is-wrong")).to_contain_text("Green can still be completed")
    expect(page.locator(".study-says")).to_contain_text("GOW dropped a green cube at a1. GOW won")
    expect(line).to_be_focused()
    person.button("Try again").click()
    expect(page.locator(".flat [tabindex='0']")).to_be_focused()
    expect(page.locator(".study-says")).to_have_text("RBY to move.")
    person.open("/learn")
    page.get_by_role("link", name="Repeat the exercises").click()
    expect(page.locator(".exercise h2")).to_have_text(catalog.course("cage")[0].title)


@pytest.mark.soak
@pytest.mark.parametrize(
    ("game", "exercise", "ends"),
    [("cubulus", "put", 1), ("cubeo", "move", 2), ("quixo", "push", 2)],
)
def test_hints_are_arrows_on_every_flat_board(
    visit: Visit, game: str, exercise: str, ends: int
) -> None:
    person = visit(**PHONE).open(f"/learn/{game}/{exercise}")
    person.button("Hint").click()
    person.button("Show the move").click()
    expect(person.page.locator(".hint-arrow")).to_be_visible()
    expect(person.page.locator("[data-hint]")).to_have_count(ends)


@pytest.mark.soak
@pytest.mark.parametrize("game", REAL)
def test_courses_on_a_phone(visit: Visit, axe: str, game: str) -> None:
    person = visit(**PHONE)
    page = person.page
    for exercise in catalog.course(game):
        person.open(f"/learn/{game}/{exercise.name}")
        page.locator(".study-board .flat").wait_for()
        assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        board = page.locator(".board-area").bounding_box()
        assert board
        assert board["height"] >= 0.44 * 640
    assert person.axe(axe) == []


def test_an_unknown_exercise_shows_the_first(visit: Visit) -> None:
    person = visit().open("/learn/cage/juggle")
    expect(person.page.locator(".exercise h2")).to_have_text(catalog.course("cage")[0].title)
