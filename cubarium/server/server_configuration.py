"""How a server is configured."""

from dataclasses import dataclass

from cubarium.server.people.caps import DEFAULT_CAPS, Caps
from cubarium.server.process.addresses import LAN_COMMAND


@dataclass(frozen=True)
class ServerConfiguration:
    """How a server is configured."""

    workers: int = 1
    origins: tuple[str, ...] = ()
    """Other origins whose pages may ask."""
    hosts: tuple[str, ...] = ()
    """The names that the server may be called by, see KnownHosts; none: those of this machine."""
    listens_at: str = ""
    """The name or address of this machine where it listens."""
    https: bool = False
    """Do people reach it through https? Then cookies are sent through https alone."""
    rate: float = 30.0
    """Requests a second from one address; 0: no limit by address holds at all."""
    connections: int = 1000
    """Connections, and sockets, that one address may have open."""
    caps: Caps = DEFAULT_CAPS
    """How much one guest and one address may have at a time."""
    retain: int = 0
    """After this many days without a change a table is deleted; 0: never."""
    observers: str = "127.0.0.0/8,::1"
    """The addresses that may see the metrics."""
    warm: bool = True
    """Are engines made ready before anybody asks for them?"""
    is_damaged: bool = False
    """Is the database damaged, and served all the same?"""
    addresses: tuple[str, ...] = ()
    """Where people nearby can open the page."""
    lan_command: str = LAN_COMMAND
    """What starts a server that they can reach, on this machine."""
    path: str = ""
    """The path of the site below its host, without a slash at its end."""
