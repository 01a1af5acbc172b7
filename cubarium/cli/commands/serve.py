"""`cubarium serve`."""

import os
import sys
from contextlib import ExitStack
from pathlib import Path
from shutil import which
from threading import Thread
from typing import TYPE_CHECKING, Final

import click

from cubarium.cli.cap_options import cap_options
from cubarium.cli.data_folder import place_option
from cubarium.cli.render.qr_code import qr_code
from cubarium.cli.settings_file import config_option
from cubarium.core.errors import CubariumError
from cubarium.engines.hosted_programs import VARIABLE, hosted_programs, read_programs

if TYPE_CHECKING:
    from cubarium.database.server_address import ServerAddress
    from cubarium.database.site_place import Place
    from cubarium.server.people.caps import Caps

SCREENS: Final = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""Where none of these is set, a browser would run in the terminal."""
PATIENCE: Final = 5.0
"""Seconds that a server has to answer."""


def show_page(address: str) -> bool:
    """Open an address in a graphical browser, in the background; True: there is one."""
    has_windows = sys.platform in ("darwin", "win32")
    if not has_windows and not any(os.environ.get(name) for name in SCREENS):
        return False
    import webbrowser

    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    Thread(target=browser.open, args=(address,), daemon=True).start()
    return True


@click.command("serve", context_settings={"auto_envvar_prefix": "CUBARIUM"})
@config_option
@click.option("--host", help="127.0.0.1 (usual): this machine alone; 0.0.0.0: all networks.")
@click.option("--lan", is_flag=True, help="Let people nearby play: listen in the local network.")
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8787, show_default=True, help="0: a free one."
)
@place_option
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    help="Processes for engines; usually one less than there are cores, but at least two.",
)
@click.option(
    "--engines",
    "programs",
    type=click.Path(path_type=Path, dir_okay=False),
    envvar=VARIABLE,
    help="A file that names foreign programs: they can sit at the tables of this server.",
)
@click.option(
    "--origin", "origins", multiple=True, help="Another origin whose pages may use the API."
)
@click.option(
    "--allow-host",
    "hosts",
    multiple=True,
    help="A name that the server may be called by, and no other; without it: the names and "
    "addresses of this machine; *: any.",
)
@click.option(
    "--https", is_flag=True, help="People reach the server through https (behind a proxy)."
)
@click.option("--path", default="", help="The site is below this path of its host, such as /games.")
@click.option(
    "--proxy", default="127.0.0.1", show_default=True, help="Proxies whose headers are trusted."
)
@click.option(
    "--rate",
    type=click.FloatRange(min=0),
    default=30,
    show_default=True,
    help="Requests per second from one address; 0: no limits by address at all.",
)
@click.option(
    "--connections",
    type=click.IntRange(min=1),
    default=1000,
    show_default=True,
    help="Connections that one address may have open.",
)
@cap_options
@click.option(
    "--force",
    is_flag=True,
    help="Serve even if the database is damaged or missing, or has lost its key.",
)
@click.option(
    "--retain",
    type=click.IntRange(min=0),
    default=365,
    show_default=True,
    metavar="DAYS",
    help="Delete tables where nothing has happened for this many days; 0: keep all of them.",
)
@click.option(
    "--metrics-for",
    "observers",
    default="127.0.0.0/8,::1",
    show_default=True,
    help="Addresses and networks that may read /metrics; *: everybody.",
)
@click.option("--open", "opens", is_flag=True, help="Open the page in your browser.")
@click.option("--warm/--no-warm", default=True, help="Warm up engines before they are needed.")
@click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    help="Usually info; warning where people look on.",
)
@click.option(
    "--log-format",
    type=click.Choice(["json", "text"]),
    help="Usually text where people look on (a terminal, or --open), else JSON.",
)
def command(
    host: str | None,
    port: int,
    workers: int | None,
    programs: Path | None,
    origins: tuple[str, ...],
    hosts: tuple[str, ...],
    path: str,
    proxy: str,
    rate: float,
    connections: int,
    retain: int,
    observers: str,
    log_level: str | None,
    log_format: str | None,
    *,
    place: "Place",
    caps: "Caps",
    lan: bool,
    https: bool,
    force: bool,
    opens: bool,
    warm: bool,
) -> None:
    """Serve tables for people, engines and programs, on one database file (or on PostgreSQL).

    Stop it with Ctrl-C or SIGTERM. No acknowledged move is ever lost.

    Every option can also be set by the environment, --port by CUBARIUM_PORT, or by a file
    (--config).
    """
    from cubarium.database import server_address
    from cubarium.database.database import damage, prepared, served
    from cubarium.database.server_address import ServerAddress, announced
    from cubarium.database.site_place import InUse
    from cubarium.server.http.site_path import site_path
    from cubarium.server.process.addresses import address, own_host, shareable
    from cubarium.server.process.logs import configure
    from cubarium.server.run import listening, serve
    from cubarium.server.server_configuration import ServerConfiguration
    from cubarium.server.static import read_page

    if lan and host is not None:
        raise click.UsageError("--lan chooses the host itself: leave --host out")
    path = site_path(path)
    if programs is not None:
        read_programs(programs)
        os.environ[VARIABLE] = str(programs.absolute())  # for the processes of engines too
        hosted_programs.cache_clear()
    sheets = read_page()
    for_people = opens or sys.stderr.isatty()
    form = log_format or ("text" if for_people else "json")
    configure(log_level or ("warning" if for_people else "info"), form)
    count = workers or max(2, (os.cpu_count() or 2) - 1)  # moves never wait for a warm-up
    with ExitStack() as stack:
        try:
            stack.enter_context(served(place))
        except InUse:
            running = server_address.read(place)
            if running is None or not answers(running.local):
                raise
            if lan and not running.shareable:
                raise CubariumError(
                    f"a Cubarium server runs at {running.local}, for this computer alone: stop it "
                    "first, then say --lan again"
                ) from None
            click.echo(f"Cubarium serves at {running.local} already.")
            _tell(running, lan=lan, opens=opens)
            return
        server_address.forget(place)  # that of a server that was killed
        host = host or ("0.0.0.0" if lan else "127.0.0.1")
        socket = stack.enter_context(listening(host, port))
        engine = prepared(place, force=force, serves=True)
        stack.callback(engine.dispose)
        with engine.connect() as connection:
            is_damaged = force and damage(connection) != "ok"
        name, number = socket.getsockname()[:2]
        running = ServerAddress(
            address(own_host(name), number) + path,
            tuple(one + path for one in shareable(name, number)),
        )
        configuration = ServerConfiguration(
            workers=count,
            origins=origins,
            hosts=hosts,
            listens_at=host,
            https=https,
            rate=rate,
            connections=connections,
            caps=caps,
            retain=retain,
            observers=observers,
            warm=warm,
            is_damaged=is_damaged,
            addresses=running.shareable,
            lan_command=_lan(),
            path=path,
        )
        click.echo(f"Cubarium serves at {running.local} (Ctrl-C stops it).")
        _tell(running, lan=lan, opens=opens)
        stack.enter_context(announced(place, running))
        serve(configuration, engine, socket, proxy, sheets)


def _tell(running: "ServerAddress", *, lan: bool, opens: bool) -> None:
    """Say who can play, and how; open the page."""
    if opens and not show_page(running.local):
        click.echo("No browser was found here: open this address in yours.")
    if lan and not running.shareable:
        click.echo("This computer is in no network now: nobody else can open it.")
    elif lan:
        click.echo("People nearby, in the same network, open:")
        for one in running.shareable:
            click.echo(f"  {one}")
        if sys.stdout.isatty():
            click.echo(qr_code(running.shareable[0]))
    elif opens and not running.shareable:
        click.echo(f"It is for this computer alone; to let people nearby play: {_lan()}")


def _lan() -> str:
    """What lets people nearby play, as this program is called here."""
    called = Path(sys.argv[0])
    is_known = which("cubarium") is not None or called.name != "cubarium"
    return f"{'cubarium' if is_known else called} serve --lan"


def answers(address: str) -> bool:
    """Does a server of ours answer there?"""
    from json import loads
    from urllib.error import HTTPError
    from urllib.request import ProxyHandler, build_opener

    here = build_opener(ProxyHandler({}))  # this machine is asked directly
    try:
        with here.open(f"{address}/healthz", timeout=PATIENCE) as answer:
            told = answer.read()
    except HTTPError as error:  # it may have no room to store anything, and be there
        told = error.read()
    except OSError:
        return False
    try:
        return "storage" in loads(told)
    except (TypeError, ValueError):
        return False
