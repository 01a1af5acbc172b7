"""What a move would do is shown in space before it is played: by the server's word, and at once."""

from playwright.sync_api import Request, Route

from tests.ui.conftest import Visit
from tests.ui.people import Person
from tests.ui.test_space import BOARD, WINDOW, settled, sit_in_space, tap


def where(person: Person, target: str) -> tuple[float, float]:
    settled(person)
    x, y = person.page.evaluate(f"target => {BOARD}.where(target)", target)
    return x, y


def choose(person: Person, target: str) -> None:
    tap(person, *where(person, target))
    person.page.locator(f'.chosen[data-target="{target}"]').wait_for(state="attached")


def pointed_at(person: Person, target: str) -> bytes:
    """What is drawn while the mouse is there."""
    person.page.mouse.move(*where(person, target))
    person.page.wait_for_load_state("networkidle")
    settled(person)
    return person.page.locator(".space").screenshot()


def asked(person: Person) -> list[str]:
    """The previews that are asked for from now on."""
    found: list[str] = []

    def note(request: Request) -> None:
        if "/preview?" in request.url:
            found.append(request.url)

    person.page.on("request", note)
    return found


def test_previews_are_asked_for_ahead_and_once(visit: Visit) -> None:
    person, _ = sit_in_space(visit, WINDOW, game="quixo", seats=["me", "device"])
    urls = asked(person)
    choose(person, "c1")
    pointed_at(person, "c5")
    assert sorted(url.partition("move=")[2][:4] for url in urls) == ["c1a1", "c1c5", "c1e1"]
    pointed_at(person, "a1")
    assert len(urls) == 3


def test_a_preview_shows_what_would_come(visit: Visit) -> None:
    drawn = []
    for silent in (False, True):
        person, _ = sit_in_space(visit, WINDOW, game="cage", seats=["me", "device"])
        if silent:
            person.page.route("**/preview?*", lambda route: route.fulfill(json={"steps": []}))
        person.page.locator('.tools .legal[data-target="R"]').click()
        drawn.append(pointed_at(person, "a1"))
    assert drawn[0] != drawn[1]


def test_no_move_waits_for_a_preview(visit: Visit) -> None:
    person, _ = sit_in_space(visit, WINDOW, game="quixo", seats=["me", "device"])
    waiting: list[Route] = []

    def never_answer(route: Route) -> None:
        waiting.append(route)

    person.page.route("**/preview?*", never_answer)
    choose(person, "c1")
    tap(person, *where(person, "c5"))
    person.later(0)
    assert waiting


def test_the_flat_board_asks_for_none(visit: Visit) -> None:
    person = visit()
    person.sit_at(game="quixo", seats=["me", "device"])
    urls = asked(person)
    person.touch("c1", "c5")
    person.later(0)
    assert urls == []
