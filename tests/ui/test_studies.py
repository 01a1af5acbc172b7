"""Puzzles, analyses and great games, by keyboard and notation; axe finds nothing there."""

import re
from urllib.parse import quote, urlsplit

import pytest
from playwright.sync_api import Route, expect

from cubarium import catalog
from tests.ui.conftest import Visit
from tests.ui.people import Person
from tests.ui.test_devices import PHONE

SOME = [(game, name) for game in catalog.with_win_puzzles() for name in ("001", "100")]
RECORD = """[Game "quixo"]
[Rules "1"]
[Players "2"]

1. a1e1 b5b1 2. a1e1 a2a1 3. b1a1 *
"""


def typed(person: Person, move: str) -> None:
    line = person.page.get_by_label("Type a move")
    line.fill(move)
    line.press("Enter")


def solve(person: Person, game: str, name: str) -> None:
    person.open(f"/puzzles/{game}/{name}")
    page = person.page
    line = catalog.win_puzzles(game)[name].line
    for number, move in enumerate(line[::2]):
        expect(page.locator(".study-board")).to_have_attribute("data-moves", str(2 * number))
        typed(person, move)
    expect(page.get_by_role("status").first).to_contain_text("Solved in")


def test_a_win_is_found_and_remembered(visit: Visit, axe: str) -> None:
    person = visit()
    page = person.page
    game, name = SOME[0]
    puzzle = catalog.win_puzzles(game)[name]
    rules = catalog.load(game, 2)
    start = rules.whole_position(puzzle.position)
    solve(person, game, name)
    assert person.axe(axe) == []
    person.open("/puzzles")
    expect(page.locator(".done-first")).to_have_count(1)
    expect(page.locator(".today")).to_contain_text("1 of")
    assert person.axe(axe) == []
    other = catalog.win_puzzles(game)["002"]
    start = rules.whole_position(other.position)
    wrong = next(w for m in rules.moves(start) if (w := rules.write(m)) != other.line[0])
    person.open(f"/puzzles/{game}/002")
    typed(person, wrong)
    says = page.get_by_role("status").first
    expect(says).to_contain_text(wrong)
    person.button("Try again").click()
    page.route("**/solution", lambda route: route.abort())
    person.button("Hint").click()
    expect(says).to_have_text("The server can't be reached.")
    page.unroute("**/solution")
    person.problems.clear()  # that one
    person.button("Hint").click()
    expect(says).to_have_text(f"Try {other.line[0]}.")
    for move in other.line[::2]:
        page.get_by_label("Type a move").wait_for()
        typed(person, move)
    expect(says).to_contain_text("That wins")


def test_a_puzzle_changes_the_rating_and_the_next_keeps_the_theme(visit: Visit) -> None:
    """The move is on the board while the server thinks about it."""
    person = visit().open("/puzzles?game=cage")
    page = person.page
    themes = page.get_by_label("Theme")
    themes.select_option("flip")
    page.get_by_label("Difficulty").select_option("3")
    expect(page).to_have_url(re.compile(r"game=cage&grade=3&theme=flip$"))
    expect(page.locator(".puzzles a")).to_have_count(2)
    page.locator(".puzzles a").first.click()
    expect(page.locator(".puzzle-rating")).to_be_empty()
    puzzle = catalog.win_puzzles("cage")[urlsplit(page.url).path.rsplit("/", 1)[1]]
    line = page.get_by_label("Type a move")
    line.wait_for()
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/answer", hold)
    typed(person, puzzle.line[0])
    says = page.get_by_role("status").first
    expect(says).to_have_text("Checking…")
    expect(page.locator(".study-board")).to_have_attribute("data-moves", "1")
    expect(line).to_be_focused()
    expect(line).to_have_attribute("aria-disabled", "true")
    expect(line).to_have_value(puzzle.line[0])
    held[0].continue_()
    page.unroute("**/answer")
    for number, move in enumerate(puzzle.line[2::2], 1):
        expect(page.locator(".study-board")).to_have_attribute("data-moves", str(2 * number))
        typed(person, move)
    expect(says).to_contain_text("Solved in")
    rating = page.locator(".puzzle-rating")
    expect(rating).to_be_empty()  # one puzzle says too little
    page.get_by_role("link", name="Next puzzle").click()
    expect(page).to_have_url(re.compile(r"\?grade=3&theme=flip$"))
    expect(page.get_by_role("heading", level=1)).not_to_contain_text(puzzle.name)
    page.locator("main").get_by_role("link", name="Puzzles", exact=True).click()
    expect(themes).to_have_value("flip")


TRIED = """localStorage.setItem("cubarium.puzzles", JSON.stringify({
  done: Object.fromEntries([1, 2, 3, 4, 5].map(one => [`quixo/x${one}`, "first"])),
  ratings: { quixo: { rating: 1500, deviation: 350, volatility: 0.06 } },
}))"""
"""Five puzzles have been solved here."""


def test_a_hint_costs_little_and_a_failure_no_more_than_forty(visit: Visit) -> None:
    person = visit()
    person.context.add_init_script(TRIED)
    person.open("/puzzles/quixo/001")
    rating = person.page.locator(".puzzle-rating")
    person.button("Hint").click()
    expect(rating).to_have_text(re.compile(r"^Your rating 14[89]\d .20$"))
    person.open("/puzzles/quixo/002")
    person.button("Show a solution").click()
    expect(rating).to_have_text(re.compile(r"^Your rating 1460 .40$"))


def test_a_choice_without_puzzles_says_so(visit: Visit) -> None:
    person = visit().open("/puzzles?game=cubulus&grade=3&theme=force")
    page = person.page
    expect(page.locator(".puzzle-list")).to_contain_text("No puzzle has this grade and this theme.")
    grades = page.get_by_label("Difficulty").locator("option").all_inner_texts()
    assert grades == ["any grade", *(f"Grade {one}" for one in range(2, 7))]


def test_choices_of_an_analysis_stand_in_a_line(visit: Visit) -> None:
    person = visit().open("/analyse")
    labels = [
        person.page.locator(".analyse-what").get_by_text(name, exact=True).bounding_box()
        for name in ("Game", "How many play", "Size of the board")
    ]
    assert len({box["y"] for box in labels if box}) == 1
    assert all(labels)


@pytest.mark.soak
@pytest.mark.parametrize(("game", "name"), SOME[1:])
def test_wins_are_found(visit: Visit, game: str, name: str) -> None:
    solve(visit(**PHONE) if name == "100" else visit(), game, name)


def build(person: Person, name: str) -> None:
    """Place the cubes of a solution, as notation."""
    book = catalog.puzzles("cubeo")
    says = person.page.get_by_role("status").first
    steps = [
        f"{colour}{place}"
        for column, place in zip(book.named(name).solution, _columns(), strict=True)
        for colour in column
    ]
    for count, step in enumerate(steps, 1):
        typed(person, step)
        if count < len(steps):
            expect(says).to_contain_text(f"Cubes: {count}")
    expect(says).to_contain_text("that is par")


def test_cubes_are_placed_until_all_cards_are_shown(visit: Visit, axe: str) -> None:
    person = visit().open("/puzzles")
    page = person.page
    person.button("Cube O'").click()
    page.get_by_label("Difficulty").select_option("1")
    page.locator(".puzzles a").first.click()
    name = urlsplit(page.url).path.rsplit("/", 1)[1]
    says = page.get_by_role("status").first
    first = catalog.puzzles("cubeo").named(name).cards[0]
    card = page.locator(".puzzle-card").first
    expect(card).to_have_attribute(
        "aria-label", re.compile(rf"^Card {first}: a1 \w+, (\w\d (red|blue|yellow|green)(, )?)+$")
    )
    south = page.locator(".sights figcaption").nth(1)
    expect(south).to_have_text("the south: empty")
    page.locator("[data-target=R]").click()
    page.locator("[data-target=b1]").click()
    expect(says).to_contain_text("Cubes: 1")
    expect(south).to_have_text("the south: b1 red")
    typed(person, "-b1")
    expect(says).to_contain_text("Cubes: 0")
    typed(person, "-a1")
    expect(page.get_by_role("alert").first).to_contain_text("There is no cube on a1")
    build(person, name)
    assert person.axe(axe) == []
    person.problems = [one for one in person.problems if "409" not in one]
    page.get_by_role("link", name="Next puzzle").click()
    expect(page).to_have_url(re.compile(r"/puzzles/p\d+\?grade=1$"))
    expect(page).not_to_have_url(re.compile(name))
    expect(page.get_by_role("heading", level=1)).not_to_have_text(f"Puzzle {name}")


@pytest.mark.soak
def test_a_long_puzzle_with_cards_is_solved(visit: Visit) -> None:
    person = visit(**PHONE).open("/puzzles/p100")
    build(person, "p100")


def _columns() -> list[str]:
    scene = catalog.puzzles("cubeo").draw(["c01", "c02"], catalog.puzzles("cubeo").EMPTY_BOARD)
    return list(dict.fromkeys(touch.path[1] for touch in scene.touches))


def test_a_position_is_set_up_analysed_and_shared(visit: Visit, axe: str) -> None:
    person = visit().open("/analyse")
    page = person.page
    text = page.get_by_label("This position as a text")
    expect(text).to_have_value("...../...../...../...../..... X")
    expect(page.locator(".known")).to_have_text("Solved: a draw, proved.")
    expect(page.locator(".cell.tint-draw")).not_to_have_count(0)
    typed(person, "a1e1")
    expect(text).to_have_value("...../...../...../...../....X O")
    expect(page).to_have_url(re.compile("moves=a1e1"))
    person.button("Start the engine").click()
    expect(page.locator(".thoughts li")).to_have_count(3)
    person.button("Stop the engine").click()
    page.reload()
    expect(text).to_have_value("...../...../...../...../....X O")
    assert person.axe(axe) == []
    person.button("Set up a position").click()
    page.get_by_role("button", name="cross", exact=True).click()
    for file in "abcd":
        page.locator(f"[data-place={file}1]").click()
    assert person.axe(axe) == []
    person.button("Analyse it").click()
    expect(text).to_have_value("...../...../...../...../XXXXX O")
    page.get_by_text("Read a position or a record").click()
    said = page.get_by_label("A position, or a record")
    said.fill(RECORD)
    person.button("Show it").click()
    expect(page.locator(".steps output")).to_have_text("5 of 5 b1 → a1")
    page.keyboard.press("Escape")
    person.button("One move back").click()
    expect(page.locator(".steps output")).to_have_text("4 of 5 a2 → a1")
    said.fill("nonsense")
    person.button("Show it").click()
    expect(page.locator("#analyse-says")).not_to_be_empty()
    person.problems = [one for one in person.problems if "422" not in one]


def read(person: Person, record: str) -> None:
    page = person.page
    page.get_by_text("Read a position or a record").click()
    page.get_by_label("A position, or a record").fill(record)
    person.button("Show it").click()


def test_another_move_is_tried_in_a_record_and_the_game_stays(visit: Visit, axe: str) -> None:
    person = visit().open("/analyse")
    page = person.page
    read(person, RECORD)
    place, moves = page.locator(".steps output"), page.locator(".analyse-moves .move")
    expect(place).to_have_text("5 of 5 b1 → a1")
    expect(moves).to_have_text(["a1 → e1", "b5 → b1", "a1 → e1", "a2 → a1", "b1 → a1"])
    expect(moves.nth(4)).to_have_attribute("aria-current", "step")
    moves.nth(2).click()
    expect(place).to_have_text("3 of 5 a1 → e1")
    typed(person, "e5a5")
    other = page.locator(".variation button")
    expect(other).to_have_text(["e5 → a5"])
    typed(person, "c1c5")
    expect(other).to_have_text(["e5 → a5", "c1 → c5"])
    expect(place).to_have_text("5 of 5 c1 → c5")
    expect(page).to_have_url(re.compile(r"moves=a1e1\+b5b1\+a1e1\+e5a5\+c1c5$"))
    expect(moves).to_have_count(5)
    expect(page.locator(".analyse-moves .move[aria-current]")).to_have_count(0)
    assert person.axe(axe) == []
    other.first.click()
    expect(place).to_have_text("4 of 5 e5 → a5")
    person.button("Back to the game").click()
    expect(place).to_have_text("3 of 5 a1 → e1")
    expect(moves.nth(2)).to_have_attribute("aria-current", "step")
    person.button("Back to the game").wait_for(state="detached")
    person.button("One move on").click()
    expect(place).to_have_text("4 of 5 a2 → a1")


def test_what_moves_are_worth_is_said_in_words(visit: Visit, axe: str) -> None:
    person = visit().open(f"/analyse?game=quixo&players=2&{quote('option.size')}=3&moves=a1a3")
    page = person.page
    expect(page.locator(".known")).to_contain_text("the side to move loses in 3 moves, proved.")
    groups = page.locator(".known-moves summary")
    expect(groups.first).to_contain_text("loses in 3 moves, proved")
    expect(page.locator(".legend")).to_have_text("a proved loss")
    cells = page.locator(".cell.legal")
    expect(cells.first).to_have_attribute("aria-label", re.compile("can be chosen, a proved loss$"))
    assert person.axe(axe) == []
    page.locator(".known-moves li button").first.click()
    expect(page.locator(".known")).to_contain_text("wins in")


def test_cube_o_is_dealt_at_random_or_by_hand(visit: Visit, axe: str) -> None:
    person = visit().open("/analyse?game=cubeo&players=2")
    page = person.page
    board = page.locator(".study-board")
    page.get_by_text("Choose by hand").click()
    page.get_by_role("button", name="a4 green, d4 red, a1 blue, d1 yellow").click()
    page.get_by_role("button", name=re.compile("^Card c01: a1 red, b1 blue")).click()
    expect(board).to_have_attribute("data-moves", "2")
    assert person.axe(axe) == []
    person.button("Deal at random").click()
    expect(board).to_have_attribute("data-moves", "7")
    expect(page.locator(".study-views .card")).to_have_count(3)
    expect(page).to_have_url(re.compile("moves=%3DBYGR[+]%3Dc01([+]%3Dc[0-9]{2}){5}$"))
    expect(person.button("Start the engine")).to_be_enabled()
    page.reload()
    expect(board).to_have_attribute("data-moves", "7")
    typed(person, "draw")
    person.button("Draw at random").click()
    expect(page.locator(".held")).to_be_visible()


@pytest.mark.soak
def test_the_engine_says_when_all_is_known(visit: Visit, axe: str) -> None:
    """Of a small board all is soon proved; moves of the engine are words, like all others."""
    person = visit(**PHONE).open(f"/analyse?game=quixo&players=2&{quote('option.size')}=3")
    page = person.page
    person.button("Start the engine").click()
    expect(page.locator(".engine-state [role=status]")).to_have_text("It is done: all is known.")
    expect(page.locator(".thoughts li").first).to_contain_text("wins in 4 moves, proved")
    expect(page.locator(".thoughts button").first).to_have_text(
        re.compile("^[abc][123] → [abc][123]$")
    )
    assert person.axe(axe) == []


@pytest.mark.soak
def test_an_impossible_position_is_explained_and_another_played_on(visit: Visit) -> None:
    position = "...|...|.../.#.|.#.|.#./R..|...|... GOW"
    person = visit().open(f"/analyse?game=cage&position={quote(position)}")
    page = person.page
    person.button("Set up a position").click()
    page.locator("[data-place=c13]").click()
    expect(page.get_by_role("status").first).to_contain_text("nothing below it")
    expect(person.button("Analyse it")).to_be_disabled()
    person.button("Cancel").click()
    person.button("Play on against the computer").click()
    expect(page).to_have_url(re.compile("/t/"))
    person.open(f"/analyse?game=quixo&players=2&{quote('option.size')}=3")
    expect(page.locator(".known")).to_have_text("Solved: the side to move wins in 4 moves, proved.")
    person.problems = [one for one in person.problems if "422" not in one]


def test_a_great_game_is_replayed(visit: Visit, axe: str) -> None:
    person = visit().open("/watch")
    page = person.page
    page.locator(".great-games a").first.click()
    page.locator(".study-board").wait_for()
    assert person.axe(axe) == []
    page.get_by_label("Pace").select_option("700")
    person.button("Play the moves").click()
    expect(page.locator(".study-board")).to_have_attribute("data-moves", "2")
    person.button("Pause").click()
    person.button("To the end").click()
    expect(page.get_by_role("status").first).to_contain_text(re.compile("won|A draw"))
    person.button("Play the moves").click()
    expect(page.locator(".study-board")).to_have_attribute("data-moves", "1")
    person.button("Pause").click()


def test_a_game_with_chance_is_replayed_by_its_moves(visit: Visit, axe: str) -> None:
    """What is drawn and dealt is no move of its own."""
    person = visit().open("/watch")
    page = person.page
    game = page.locator(".great-games a", has_text="Cube O'").first
    expect(game).to_contain_text(re.compile("Iris · 7 . Max · 8"))
    expect(game).to_contain_text("Game 1 · 50 moves · Max won")
    game.click()
    board, at = page.locator(".study-board"), page.locator(".steps output")
    expect(at).to_have_text("The start")
    for acts, told in (9, "Iris drew a red cube."), (10, "Iris placed the red cube on a1."):
        person.button("One move on").click()
        expect(board).to_have_attribute("data-moves", str(acts))
        expect(page.get_by_role("status").first).to_contain_text(told)
    expect(at).to_have_text("2 of 50 a1")
    moves = page.get_by_role("region", name="Moves")
    expect(moves.locator("[aria-current]")).to_contain_text("draw")
    moves.get_by_role("button", name="a1 → d2").first.click()
    expect(at).to_have_text("3 of 50 a1 → d2")
    assert person.axe(axe) == []
    person.button("One move back").click()
    expect(at).to_have_text("2 of 50 a1")
