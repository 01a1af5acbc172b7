"""The addresses of this machine in its networks."""

import socket
from ipaddress import ip_address
from typing import Final

ELSEWHERE: Final = ("192.0.2.1", 9)
"""Nobody's: the way there tells which address of ours others see, and nothing is sent."""

LAN_COMMAND: Final = "cubarium serve --lan"
"""What starts a server for people nearby, where nothing else is said."""


def is_loopback(host: str) -> bool:
    """Does a host name this machine, as it calls itself?"""
    if host == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def is_unspecified(host: str) -> bool:
    """Does a server there listen in all networks?"""
    try:
        return ip_address(host).is_unspecified
    except ValueError:
        return False


def address(host: str, port: int) -> str:
    """A host and a port as the beginning of a link."""
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def own_host(host: str) -> str:
    """What this machine calls a server that listens there."""
    if not is_unspecified(host):
        return host
    return "::1" if ":" in host else "127.0.0.1"


def local_hosts() -> list[str]:
    """This machine's addresses in its networks, the usual one first."""
    found = []
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
            found.append(probe.getsockname()[0])
        except OSError:
            pass  # no network
    try:
        known = socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET, socket.SOCK_STREAM)
        found += [str(one[4][0]) for one in known]
    except OSError:
        pass  # the machine does not know its own name
    usable = (host for host in found if not is_loopback(host) and not is_unspecified(host))
    return list(dict.fromkeys(usable))


def local_names() -> tuple[str, ...]:
    """What this machine is called in its networks: its name, the first word of it, and that by
    multicast DNS."""
    name = socket.gethostname().lower()
    first = name.partition(".")[0]
    return name, first, f"{first}.local"


def shareable(host: str, port: int) -> tuple[str, ...]:
    """The addresses that others can open if a server listens there; none: only this machine can."""
    if is_loopback(host):
        return ()
    hosts = local_hosts() if is_unspecified(host) else [host]
    return tuple(address(one, port) for one in hosts)
