"""People with a browser each."""

import json
import re
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

from tests.server.flat import flat

UNREACHABLE = re.compile(
    r"WebSocket connection to|ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE"
)
HARMLESS = re.compile(
    "The Cross-Origin-Opener-Policy header has been ignored"  # without https
    "|GPU stall due to ReadPixels"  # where software draws
)

AXE = """async options => {
  await new Promise(requestAnimationFrame);
  const changing = document.getAnimations().filter(one => one.transitionProperty);
  changing.forEach(one => one.finish());
  // boards in the rules are all alike: three are enough
  document.querySelectorAll('.example').forEach((one, at) => at < 3 || one.remove());
  return axe.run(document, options).then(found => found.violations);
}"""


@dataclass
class Person:
    """Somebody at a page. Whatever the browser complains about is kept."""

    url: str
    context: BrowserContext
    page: Page
    problems: list[str] = field(default_factory=list)
    outage: bool = False
    """Does the server go away on purpose?"""

    @classmethod
    def of(cls, url: str, context: BrowserContext) -> "Person":
        person = cls(url, context, context.new_page())
        person.page.on("console", person._heard)
        person.page.on("pageerror", lambda error: person.problems.append(f"thrown: {error}"))
        return person

    def _heard(self, message: ConsoleMessage) -> None:
        # a preview that was asked for just before the move was played
        late = "409" in message.text and "/preview?" in message.location["url"]
        if message.type in ("error", "warning") and not late and not HARMLESS.search(message.text):
            self.problems.append(f"{message.type}: {message.text}")

    def complaints(self) -> list[str]:
        """What the browser complained about; of an outage that was meant it may speak."""
        return [one for one in self.problems if not (self.outage and UNREACHABLE.search(one))]

    def open(self, path: str) -> "Person":
        self.page.goto(self.url + path)
        return self

    def table(self, **configuration: Any) -> str:
        """Make a table over the API, with this browser's cookie; its name."""
        answer = self.context.request.post(f"{self.url}/api/tables", data=configuration)
        assert answer.ok, answer.text()
        return str(answer.json()["update"]["table"])

    def sit_at(self, **configuration: Any) -> str:
        """Make a table and go there; its name."""
        table = self.table(**configuration)
        self.open(f"/t/{table}")
        self.page.locator(".flat, .handover").first.wait_for()
        return table

    def seen(self, table: str, view: int | None = None) -> dict[str, Any]:
        """What the server would show this browser of a table, through the eyes of a seat."""
        looking = "" if view is None else f"&view={view}"
        answer = self.context.request.get(f"{self.url}/api/tables/{table}?scenes=true{looking}")
        assert answer.ok, answer.text()
        return flat(answer.json())

    def play_any(self, table: str) -> None:
        """Make some legal move over the API, and wait until the page shows it."""
        seen = self.seen(table)
        revision, touch = seen["board_revision"], seen["scene"]["touches"][0]
        move = {"type": "move", "id": "any", "board_revision": revision, "move": touch["move"]}
        answer = self.context.request.post(f"{self.url}/api/tables/{table}/commands", data=move)
        assert answer.ok, answer.text()
        self.later(revision)

    @property
    def phone(self) -> bool:
        """Does a finger touch the screen, and moves want a second touch?"""
        return bool(self.page.evaluate("matchMedia('(pointer: coarse)').matches"))

    @property
    def board(self) -> Locator:
        return self.page.locator(".flat").first

    @property
    def status(self) -> Locator:
        """What the coach says."""
        return self.page.locator(".coach")

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def target(self, target: str) -> Locator:
        """What can be touched now under this name."""
        return self.page.locator(f'.legal[data-target="{target}"]:visible').first

    def place(self, place: str) -> Locator:
        return self.page.locator(f'[data-place="{place}"]')

    def touch(self, *path: str) -> None:
        for target in path:
            self.target(target).click()

    def moves(self, count: int) -> None:
        """So many acts are listed."""
        expect(self.page.locator(".stepper input")).to_have_attribute("max", str(count))

    def later(self, position: int) -> None:
        """The board shows a position after this one."""
        script = "before => Number(document.querySelector('main').dataset.board) > before"
        self.page.wait_for_function(script, arg=position)

    def menu(self, name: str) -> None:
        self.button("Menu").click()
        self.page.locator("dialog .menu").get_by_text(name, exact=True).click()

    def resign(self) -> None:
        self.menu("Resign")
        self.page.get_by_role("dialog", name="Resign this game?").get_by_role(
            "button", name="Resign", exact=True
        ).click()

    def tab(self, name: str) -> None:
        self.page.get_by_role("tab", name=name).click()

    def axe(self, source: str) -> list[str]:
        """What axe-core finds on the page as it is: everything in light, contrasts in dark."""
        self.page.evaluate(source)
        found = self.page.evaluate(AXE, {"resultTypes": ["violations"]})
        self.page.emulate_media(color_scheme="dark")
        found += self.page.evaluate(AXE, {"runOnly": ["color-contrast"]})
        self.page.emulate_media(color_scheme="light")
        return [
            f"{one['id']}: {one['help']}: " + "; ".join(node["html"][:160] for node in one["nodes"])
            for one in found
        ]

    def frames(self) -> list[dict[str, Any]]:
        """Everything that this page sends through its socket from now on."""
        sent: list[dict[str, Any]] = []
        self.page.on(
            "websocket",
            lambda socket: socket.on("framesent", lambda text: sent.append(json.loads(text))),
        )
        return sent
