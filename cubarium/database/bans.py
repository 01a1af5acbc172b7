"""Who is not let in: guests by the hash of their secret, addresses by their network."""

import re
from collections.abc import Sequence
from ipaddress import ip_address, ip_network
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, or_, select

from cubarium.core.errors import CubariumError
from cubarium.database import upsert
from cubarium.database.schema import BANS, CHAT, KEYS, REVOKED_KEYS

GUEST: Final = re.compile(r"[0-9a-f]{8,64}")
"""The beginning of a guest's hash, as `admin find` tells it."""


WIDEST: Final = {4: 7, 6: 16}
"""By version of IP: prefixes as short as these are no one's network."""
LOOPBACK: Final = {4: "127.0.0.0/8", 6: "::1/128"}


class Ban(NamedTuple):
    """Somebody, why, since when and until when (None: for good)."""

    whom: str
    why: str
    at: int
    until: int | None


def network(text: str) -> str | None:
    """An address or a network as it is kept; None: it is none. One IPv6 address stands for its /64,
    which belongs to one customer."""
    try:
        found = ip_network(text.strip(), strict=False)
    except ValueError:
        return None
    if found.version == 6 and found.prefixlen == 128:
        found = ip_network(f"{found.network_address}/64", strict=False)
    return str(found)


def doubt(text: str, asker: str = "") -> str | None:
    """Why a ban of an address or a network may be a mistake: it is very large, or keeps out the
    machine itself or where its admin comes from. None: it looks right."""
    known = network(text)
    if known is None:
        return None
    found = ip_network(known)
    if found.prefixlen <= WIDEST[found.version]:
        share = "every address" if not found.prefixlen else f"1 in {2**found.prefixlen} addresses"
        return f"{known} is {share} of IPv{found.version}"
    if found.overlaps(ip_network(LOOPBACK[found.version])):
        return f"{known} is this machine, its proxy and its monitor among them"
    try:
        is_own = ip_address(asker) in found
    except ValueError:
        return None
    return f"{known} is where you come from" if is_own else None


def resolve(connection: Connection, text: str) -> str:
    """Whom a text means: an address, a network, or a guest by the beginning of its hash. Raises
    CubariumError."""
    found = network(text)
    if found is not None:
        return found
    if GUEST.fullmatch(text):
        known: set[str] = set(connection.scalars(select(BANS.c.whom)))
        for column in (KEYS.c.hash, REVOKED_KEYS.c.hash, CHAT.c.guest):
            known |= {key.hex() for key in connection.scalars(select(column).distinct()) if key}
        fitting = sorted(one for one in known if one.startswith(text))
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise CubariumError(
                f"{text} is the beginning of {len(fitting)} guests: tell more of it"
            )
    raise CubariumError(
        f"{text} is no address and no guest: cubarium admin find tells the guests of a table"
    )


def add(connection: Connection, ban: Ban) -> None:
    """Do not let somebody in."""
    upsert.put(connection, BANS, ban._asdict())


def remove(connection: Connection, whom: str) -> bool:
    """Let somebody in again. Were they kept out?"""
    return bool(connection.execute(delete(BANS).where(BANS.c.whom == whom)).rowcount)


def bans(connection: Connection, now: int) -> Sequence[Ban]:
    """All that hold now, the newest first."""
    holds = or_(BANS.c.until.is_(None), BANS.c.until > now)
    rows = connection.execute(select(BANS).where(holds).order_by(BANS.c.at.desc()))
    return [Ban(row.whom, row.why, row.at, row.until) for row in rows]
