"""What is around the tables: unknown addresses, invitations, the installed page."""

import re
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

from cubarium.server.process.addresses import local_hosts
from tests.server.processes import Served
from tests.ui.conftest import Visit
from tests.ui.people import Person

NOT_FOUND = re.compile("status of 404")


def test_an_unknown_address_has_a_page(visit: Visit) -> None:
    ada = visit()
    answer = ada.page.goto(f"{ada.url}/no/such/page")
    assert answer is not None
    assert answer.status == 404
    expect(ada.page.get_by_role("heading", name="There is no such page")).to_be_visible()
    ada.page.get_by_role("link", name="Home").click()
    expect(ada.page.locator(".games")).to_be_visible()
    assert [one for one in ada.problems if not NOT_FOUND.search(one)] == []
    ada.problems.clear()


def invited(person: Person) -> Person:
    """Somebody who has just opened a table for friends."""
    person.open("/")
    person.page.locator(".game-quixo").get_by_role("button", name="Play a friend").click()
    expect(person.page.get_by_role("dialog")).to_be_visible()
    return person


def test_an_invitation_that_only_this_computer_can_open(visit: Visit, axe: str) -> None:
    ada = invited(visit())
    dialog = ada.page.get_by_role("dialog")
    expect(dialog.get_by_role("note")).to_have_text(
        "Only this computer can open it. To play with people nearby, stop the server, start it "
        "with cubarium serve --lan, and come back: the table is kept."
    )
    expect(dialog.locator(".qr")).to_have_count(0)
    expect(dialog.get_by_label("Link to the table")).to_have_value(re.compile("^http://127"))
    expect(ada.button("Copy the link")).to_be_visible()
    assert ada.axe(axe) == []


@pytest.mark.parametrize("width", [1280, 360])
def test_a_long_command_stays_in_the_invitation(visit: Visit, width: int) -> None:
    """Where the program is on no path, its whole place is told."""
    ada = visit(viewport={"width": width, "height": 640})
    command = f"/{'a-long-folder-name/' * 8}cubarium serve --lan"
    ada.page.route(
        "**/api/addresses", lambda route: route.fulfill(json={"addresses": [], "command": command})
    )
    table = ada.table(game="quixo", seats=["me", "friend"])
    ada.open(f"/t/{table}")
    ada.button("Invite").click()
    dialog = ada.page.get_by_role("dialog")
    expect(dialog.locator("code")).to_have_text(command)
    assert dialog.evaluate("one => one.scrollWidth - one.clientWidth") <= 0
    assert dialog.locator(".dialog-body").evaluate("one => one.scrollWidth - one.clientWidth") <= 0


def test_a_site_below_a_path(visit: Visit, tmp_path: Path) -> None:
    with Served(tmp_path, "--path", "/club/games") as served:
        site = f"{served.url}/club/games"
        ada = visit(site)
        ada.open("/")
        ada.page.locator(".game-cage").get_by_role("link", name="Rules").click()
        expect(ada.page).to_have_url(f"{site}/rules/cage")
        ada.page.reload()
        expect(ada.page.get_by_role("heading", name="Rubik's Cage", exact=True)).to_be_visible()
        invited(ada)
        link = ada.page.get_by_role("dialog").get_by_label("Link to the table").input_value()
        assert link.startswith(f"{site}/t/")
        bob = visit(site)
        bob.page.goto(link)
        bob.button("Take this seat").click()
        ada.touch("a1", "e1")
        expect(bob.status).to_contain_text("Your turn")
        ada.button("3D").click()
        expect(ada.page.locator("canvas")).to_be_visible()
        assert (
            ada.page.evaluate("navigator.serviceWorker.ready.then(one => one.scope)") == f"{site}/"
        )
        assert ada.complaints() == []


def test_an_invitation_for_people_nearby(visit: Visit, tmp_path: Path, axe: str) -> None:
    """The page that was opened on the server's machine names an address that phones can open."""
    with Served(tmp_path, "--lan") as served:
        ada = invited(visit(served.url))
        hosts = local_hosts()
        if not hosts:
            pytest.skip("this machine is in no network")
        dialog = ada.page.get_by_role("dialog")
        link = dialog.get_by_label("Link to the table")
        expect(link).to_have_value(re.compile(f"^http://{hosts[0]}:{served.port}/t/"))
        expect(dialog.locator("svg.qr")).to_be_visible()
        expect(dialog).not_to_contain_text("Only this computer")
        assert ada.axe(axe) == []

        # the host is asked for a name, and the friend reads it
        dialog.get_by_label("Your name").fill("Ada")
        dialog.get_by_label("Your name").press("Enter")
        expect(ada.page.locator('.seat[data-seat="0"]')).to_contain_text("Ada")
        bob = visit(served.url)
        bob.page.goto(link.input_value())
        expect(bob.page.locator('.seat[data-seat="0"]')).to_contain_text("Ada")
        bob.page.get_by_label("Your name").fill("Bob")
        bob.button("Take this seat").click()
        expect(ada.page.locator('.seat[data-seat="1"]')).to_contain_text("Bob")

        # without https browsers lend pages neither clipboard nor share: there is the text
        cleo = visit(served.url)
        cleo.url = f"http://{hosts[0]}:{served.port}"
        invited(cleo)
        assert not cleo.page.evaluate("isSecureContext")
        expect(cleo.page.get_by_label("Link to the table")).to_have_value(re.compile(cleo.url))
        expect(cleo.button("Copy the link")).to_have_count(0)
        expect(cleo.button("Share")).to_have_count(0)
        expect(cleo.page.locator("svg.qr")).to_be_visible()

        # who is known by name is not asked again
        ada.open("/")
        expect(invited(ada).page.locator('.seat[data-seat="0"]')).to_contain_text("Ada")


def test_the_page_can_be_installed(visit: Visit) -> None:
    ada = visit().open("/")
    ask = ada.context.request
    link = ada.page.locator("link[rel=manifest]").get_attribute("href")
    answer = ask.get(f"{ada.url}{link}")
    assert answer.headers["content-type"] == "application/manifest+json"
    told = answer.json()
    assert {"name", "short_name", "start_url", "display", "icons", "theme_color"} <= set(told)
    for icon in told["icons"]:
        drawn = ask.get(f"{ada.url}/{icon['src']}")
        assert drawn.headers["content-type"] == icon["type"] == "image/png"
        assert len(drawn.body()) < 10_000
        size = Image.open(BytesIO(drawn.body())).size
        assert icon["sizes"] == "{}x{}".format(*size)
    assert {icon["purpose"] for icon in told["icons"]} == {"any", "maskable"}
    assert "192x192" in {icon["sizes"] for icon in told["icons"]}
    assert ada.page.locator("meta[name=theme-color]").count() == 2
    session = ada.context.new_cdp_session(ada.page)
    assert session.send("Page.getAppManifest")["errors"] == []


KEPT = """async () => {
  const names = await caches.keys();
  const held = await Promise.all(names.map(async name => (await caches.open(name)).keys()));
  return held.flat().map(request => new URL(request.url).pathname);
}"""

IN_LANGUAGE = """async language => {
  const kept = await caches.match("/offline.html");
  return !!kept && (await kept.text()).includes(`<html lang="${language}">`);
}"""
WORKERS = """async () => {
  const found = await navigator.serviceWorker.getRegistration();
  return [found.installing, found.waiting, found.active].map(one => one && one.scriptURL);
}"""


def test_a_page_says_that_the_server_is_away(visit: Visit, tmp_path: Path, axe: str) -> None:
    with Served(tmp_path) as served:
        ada = visit(served.url).open("/?lang=de")
        ada.page.wait_for_function("() => navigator.serviceWorker.controller")
        ada.page.wait_for_function(IN_LANGUAGE, arg="de")
        one = [None, None, f"{served.url}/service-worker.js"]
        assert ada.page.evaluate(WORKERS) == one
        ada.sit_at(game="quixo", seats=["me", "device"])
        ada.open("/rules/cage")
        ada.page.wait_for_function(IN_LANGUAGE, arg="en")
        assert ada.page.evaluate(WORKERS) == one, "exchanged, a page that is opened may hang"
        assert ada.page.evaluate(KEPT) == ["/offline.html"], "nothing else is kept, ever"
        served.stop()
        ada.open("/rules/cage")
        expect(ada.page.get_by_role("heading", name="The server can't be reached")).to_be_visible()
        assert ada.axe(axe) == []
        served.start()
        ada.page.get_by_role("link", name="Try again").click()
        expect(ada.page.get_by_role("heading", name="Rubik's Cage").first).to_be_visible()


TOLD = """(() => {
  window.told = [];
  window.Notification = { permission: "default", requestPermission: async () => {
    return (window.Notification.permission = localStorage.allowed = "granted");
  } };
  if (localStorage.allowed) window.Notification.permission = localStorage.allowed;
  ServiceWorkerRegistration.prototype.showNotification = async (title, notice) => {
    window.told.push([title, notice.body, notice.tag]);
  };
})()"""
"""Whatever is asked of the browser; when, and whether, a desktop shows it is not ours, and a
browser without a screen knows no notices."""


def test_notices_of_your_turn(visit: Visit) -> None:
    """Only who wants them gets them, and only while looking elsewhere."""
    ada, bob = visit(), visit()
    ada.context.add_init_script(TOLD)
    ada.open("/")
    ada.page.wait_for_function("() => navigator.serviceWorker.controller")
    ada.button("Settings").click()
    wanted = ada.page.get_by_label("Tell me when it is my turn")
    expect(wanted).not_to_be_checked()
    wanted.click()
    expect(wanted).to_be_checked()
    table = ada.sit_at(game="quixo", seats=["friend", "me"], order="chosen")
    bob.open(f"/t/{table}")
    bob.button("Take this seat").click()
    bob.touch("a1", "e1")
    expect(ada.status).to_contain_text("Your turn")
    assert ada.page.evaluate("told") == []
    ada.touch("b1", "b5")
    ada.page.evaluate("Object.defineProperty(document, 'hidden', { get: () => true })")
    bob.touch("c1", "c5")
    ada.page.wait_for_function("() => told.length > 0")
    assert ada.page.evaluate("told") == [["Quixo", "Your turn", f"/t/{table}"]]
