"""Who is not let in: guests by the hash of their secret, addresses by their network."""

import re
from collections.abc import Sequence
from ipaddress import ip_network
from typing import Final, NamedTuple

from sqlalchemy import Connection, delete, or_, select

from cubarium.core.errors import CubariumError
from cubarium.store import upsert
from cubarium.store.schema import BANS, CHAT, KEYS

GUEST: Final = re.compile(r"[0-9a-f]{8,64}")
"""The beginning of a guest's hash, as `admin find` tells it."""


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


def resolve(connection: Connection, text: str) -> str:
    """Whom a text means: an address, a network, or a guest by the beginning of its hash. Raises
    CubariumError."""
    found = network(text)
    if found is not None:
        return found
    if GUEST.fullmatch(text):
        known: set[str] = set(connection.scalars(select(BANS.c.whom)))
        for column in (KEYS.c.hash, CHAT.c.guest):
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
