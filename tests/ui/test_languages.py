"""The page in other languages: nothing in it is English, and longer texts fit."""

import re
from collections.abc import Iterable, Iterator

import pytest
from playwright.sync_api import Route, expect

from cubarium.rulebook.translations import ENGLISH, languages
from scripts.locales.reference import english, translated
from tests.ui.conftest import Visit
from tests.ui.endings import SEATS, TABLES
from tests.ui.people import Person
from tests.ui.test_stay import CUT

OTHERS = [one for one in languages() if one != ENGLISH]
QUICK = ("de",)
SOME = [one if one in QUICK else pytest.param(one, marks=pytest.mark.soak) for one in OTHERS]
PAGES = ("/", "/learn/cage", "/rules/cubulus", "/puzzles", "/analyse")
MORE = (
    "/new/cubeo",
    "/watch",
    "/learn",
    "/learn/cubeo/twin",
    "/rules/cubeo",
    "/puzzles/quixo/001",
)

SHOWN = """() => {
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode())
    if (!walk.currentNode.parentElement.closest("option[lang], script, style"))
      found.push(walk.currentNode.textContent);
  for (const one of document.querySelectorAll("[aria-label], [title], [placeholder]"))
    for (const name of ["aria-label", "title", "placeholder"])
      if (one.hasAttribute(name)) found.push(one.getAttribute(name));
  return [document.title, ...found].map(one => one.trim()).filter(Boolean);
}"""
"""All texts of the page, those that are only read aloud included."""

LITERAL = re.compile(r"\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}")
WORDS = re.compile(r"\w{2,} \w{2,}")
LONG = 12
"""Characters: shorter texts must be met alone, longer ones may be parts of others."""


def pieces(text: str) -> Iterator[str]:
    """What a text says whatever its values are."""
    return (one.strip(" .:,·") for one in LITERAL.split(text.replace("`", "").replace("**", "")))


def still_english(shown: list[str], language: str) -> list[str]:
    """What the page says in English, by the catalogue."""
    own = translated(language)
    spoken = "\n".join(own.values())
    foreign = {one for name, text in english().items() if own[name] != text for one in pieces(text)}
    whole = {one for one in foreign if one and any(map(str.isalpha, one))} - {*own.values()}
    parts = [one for one in whole if len(one) >= LONG and WORDS.search(one) and one not in spoken]
    return [
        one
        for one in shown
        if (one.strip(" .:,·") in whole and one not in spoken) or any(part in one for part in parts)
    ]


def check(person: Person, language: str) -> None:
    person.page.locator("main:not([aria-busy=true])").first.wait_for()
    assert person.page.evaluate("document.documentElement.lang") == language
    assert still_english(person.page.evaluate(SHOWN), language) == []


def play(person: Person, language: str, game: str) -> None:
    """Some moves against the computer, until something is told, and the dialogs of the table."""
    seats = ["me", *["random"] * (SEATS[game][0] - 1)]
    table = person.table(game=game, seats=seats, order="chosen")  # as a guest without a name
    person.open(f"/t/{table}?lang={language}")
    person.page.locator(".flat").first.wait_for()
    check(person, language)
    for _ in range(2):
        seen = person.seen(table)
        if seen["status"] != "live":
            break
        person.page.locator(".legal:visible").first.wait_for()
        person.touch(*seen["scene"]["touches"][0]["path"])
        person.later(seen["board_revision"])
        check(person, language)
    person.page.keyboard.press("?")
    person.page.locator("dialog h2").first.wait_for()
    check(person, language)
    person.page.keyboard.press("Escape")


def finish(person: Person, language: str) -> None:
    """A game that ends: who won, and how."""
    table = person.table(
        game="quixo",
        seats=["me", "random"],
        order="chosen",
        position="XXXX./...../...../...../OO.O. X",
    )
    person.open(f"/t/{table}?lang={language}")
    person.page.locator(".legal:visible").first.wait_for()
    person.touch("e5", "a5")
    person.page.locator(".end").wait_for()
    check(person, language)


@pytest.mark.parametrize("language", SOME)
def test_a_game_in_a_language_has_no_english(visit: Visit, language: str) -> None:
    person = visit()
    play(person, language, "quixo")
    finish(person, language)
    for path in PAGES:
        person.open(f"{path}?lang={language}")
        check(person, language)


@pytest.mark.soak
@pytest.mark.parametrize("language", OTHERS)
def test_every_game_and_page_in_every_language(visit: Visit, language: str) -> None:
    person = visit()
    for game in SEATS:
        play(person, language, game)
    for path in MORE:
        person.open(f"{path}?lang={language}")
        check(person, language)


def test_english_is_found_where_it_is_left() -> None:
    shown = ["Take back", "Pip took c1 and pushed it in at c5.", "Zug", "Cubarium"]
    assert still_english(shown, "de") == shown[:2]


def test_a_language_is_chosen_and_stays(visit: Visit) -> None:
    person = visit(locale="fr-CA").open("/")
    expect(person.page.get_by_role("link", name="Apprendre", exact=True)).to_be_visible()
    person.page.get_by_role("button", name="Réglages").click()
    person.page.get_by_label("Langue").select_option("de")
    expect(person.page.get_by_role("link", name="Lernen", exact=True)).to_be_visible()
    person.open("/learn?lang=nl")
    expect(person.page.get_by_role("heading", name="De spellen leren")).to_be_visible()
    person.open("/learn")
    expect(person.page.get_by_role("heading", name="Die Spiele lernen")).to_be_visible()
    loaded = person.page.evaluate("performance.getEntriesByType('resource').map(one => one.name)")
    tags = {found[1] for one in loaded if (found := re.search(r"/assets/(\w\w)-", one))}
    assert tags == {"de"}, "one language is loaded"


WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
EXPORT = re.compile(r"export\s*\{\s*(\w+) as default\s*\}")
STRETCH = """
const longer = text => text + " õñgërwõrd".repeat(99).slice(0, Math.ceil(text.length * 0.4));
const stretched = Object.fromEntries(Object.entries(%s).map(([key, text]) =>
  [key, typeof text === "function" ? values => longer(text(values)) : longer(text)]));
export { stretched as default };"""


def stretch(route: Route) -> None:
    """English, with every text made longer by 40%."""
    answer = route.fetch()
    body, count = EXPORT.subn(lambda found: STRETCH % found[1], answer.text())
    assert count == 1
    route.fulfill(response=answer, body=body)


SHORTENED = """() => {
  const shown = selector =>
    [...document.querySelectorAll(selector)].filter(one => one.checkVisibility());
  const words = shown(".actions span, .tool-name");
  const cut = words.filter(one => one.scrollWidth > one.clientWidth + 1);
  const wrapped = shown(".game > .main").filter(one => one.clientHeight > 50);
  return [...cut, ...wrapped].map(one => one.textContent);
}"""
"""Words of buttons that are cut, or take two lines where one is meant."""


def fits(person: Person, query: str, games: Iterable[tuple[str, int]]) -> None:
    def look(where: str) -> None:
        assert person.page.evaluate(WIDE) <= 0, where
        if query:
            assert person.page.evaluate(SHORTENED) + person.page.evaluate(CUT) == [], where

    for path in PAGES:
        person.open(path + query)
        person.page.locator("main:not([aria-busy=true])").first.wait_for()
        look(path)
    for game, players in games:
        seats = ["me", *["random"] * (players - 1)]
        table = person.table(game=game, players=players, seats=seats, order="chosen", name="Zoe")
        person.open(f"/t/{table}{query}")
        person.page.locator(".legal:visible").first.wait_for()
        look(f"{game} of {players}, at first")
        person.play_any(table)
        person.page.locator(".legal:visible").first.wait_for()
        look(f"{game} of {players}, later")


def test_longer_texts_fit_a_phone(visit: Visit) -> None:
    person = visit(**PHONE)
    person.context.route(re.compile(r"/assets/en-[^/]*\.js$"), stretch)
    fits(person, "", [("cage", 2)])


@pytest.mark.soak
@pytest.mark.parametrize("language", OTHERS)
def test_every_language_fits_a_phone(visit: Visit, language: str) -> None:
    fits(visit(**PHONE), f"?lang={language}", TABLES)


CROWDED = """() => [...document.querySelectorAll(".confirm, .confirm > *")].flatMap(one => {
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const cut = one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).display !== "inline";
  const out = left < 0 || right > innerWidth || top < 0 || bottom > innerHeight;
  return out || cut ? [one.textContent] : [];
})"""
"""What of the bar that asks for a second touch is cut, or off the screen."""


@pytest.mark.parametrize(
    "language",
    [one if one == "sr-Cyrl" else pytest.param(one, marks=pytest.mark.soak) for one in OTHERS],
)
def test_the_bar_for_a_second_touch_has_room(visit: Visit, language: str) -> None:
    person = visit(**PHONE)
    table = person.table(game="cage", seats=["me", "device"], order="chosen")
    person.open(f"/t/{table}?lang={language}")
    for target in ("1+", "2-"):
        person.target(target).tap()
        bar = person.page.locator(".confirm")
        expect(bar).to_be_visible()
        assert person.page.evaluate(CROWDED) == []
        bar.locator(".quiet").tap()
