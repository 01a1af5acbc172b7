"""`cubarium serve`."""

import os
import sys
from pathlib import Path
from threading import Thread
from typing import Final

import click

SCREENS: Final = ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER")
"""Where none of these is set, a browser would run in the terminal."""


def data_folder() -> Path:
    """Where the tables are kept, unless another folder is given."""
    from platformdirs import user_data_path

    return user_data_path("cubarium") / "server"


data_option = click.option(
    "--data",
    type=click.Path(path_type=Path, file_okay=False),
    envvar="CUBARIUM_DATA",
    help="The data folder, which holds the database. Usually below your own data folder.",
)


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


@click.command("serve")
@click.option(
    "--host", default="127.0.0.1", show_default=True, help="0.0.0.0: reachable for everybody."
)
@click.option(
    "--port", type=click.IntRange(0, 65535), default=8787, show_default=True, help="0: a free one."
)
@data_option
@click.option(
    "--workers",
    type=click.IntRange(min=1),
    help="Processes for engines; usually one less than there are cores, but at least two.",
)
@click.option(
    "--origin", "origins", multiple=True, help="Another origin whose pages may use the API."
)
@click.option(
    "--https", is_flag=True, help="People reach the server through https (behind a proxy)."
)
@click.option(
    "--proxy", default="127.0.0.1", show_default=True, help="Proxies whose headers are trusted."
)
@click.option(
    "--rate",
    type=click.FloatRange(min=0),
    default=30,
    show_default=True,
    help="Requests per second from one address; 0: no limit.",
)
@click.option(
    "--force",
    is_flag=True,
    help="Serve even if the database is damaged or missing, or has lost its key.",
)
@click.option("--open", "opens", is_flag=True, help="Open the page in your browser.")
@click.option("--warm/--no-warm", default=True, help="Warm up engines before they are needed.")
@click.option(
    "--log-level",
    type=click.Choice(["debug", "info", "warning", "error"]),
    default="info",
    show_default=True,
)
def command(
    host: str,
    port: int,
    data: Path | None,
    workers: int | None,
    origins: tuple[str, ...],
    proxy: str,
    rate: float,
    log_level: str,
    *,
    https: bool,
    force: bool,
    opens: bool,
    warm: bool,
) -> None:
    """Serve tables for people, engines and programs, on one database file.

    Stop it with Ctrl-C or SIGTERM. No acknowledged move is ever lost.
    """
    from cubarium.server.app import ServerConfiguration
    from cubarium.server.logs import configure
    from cubarium.server.run import listening, serve
    from cubarium.server.static import read_page
    from cubarium.store.database import damage, locked, prepared

    sheets = read_page()
    folder = data_folder() if data is None else data
    configure(log_level)
    count = workers or max(2, (os.cpu_count() or 2) - 1)  # moves never wait for a warm-up
    with locked(folder), listening(host, port) as socket:
        engine = prepared(folder, force=force)
        with engine.connect() as connection:
            is_damaged = force and damage(connection) != "ok"
        configuration = ServerConfiguration(count, origins, https, rate, warm, is_damaged)
        name, number = socket.getsockname()[:2]
        shown = f"[{name}]" if ":" in name else name
        address = f"http://{shown}:{number}"
        click.echo(f"Cubarium serves at {address} (Ctrl-C stops it).")
        if opens and not show_page(address):
            click.echo("No browser was found here: open this address in yours.")
        serve(configuration, engine, socket, proxy, sheets)
        engine.dispose()
