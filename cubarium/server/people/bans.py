"""Who is not let in, asked at every request."""

from collections.abc import Callable, Iterable, Sequence
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network

from cubarium.database.bans import Ban
from cubarium.database.heartbeat import wall_time
from cubarium.server.process.rate_limits import network_of
from cubarium.tables.errors import ApiError


class Bans:
    """The bans of one server, in memory."""

    def __init__(self, now: Callable[[], int] = wall_time) -> None:
        """`now`: what time it is on the server."""
        self._now = now
        self._guests: dict[bytes, int | None] = {}
        self._networks: list[tuple[IPv4Network | IPv6Network, int | None]] = []

    def load(self, bans: Iterable[Ban]) -> None:
        """These, and no others."""
        self._guests, self._networks = {}, []
        for one in bans:
            try:
                self._networks.append((ip_network(one.whom), one.until))
            except ValueError:
                self._guests[bytes.fromhex(one.whom)] = one.until

    @property
    def has_guests(self) -> bool:
        return bool(self._guests)

    def has_address(self, host: str) -> bool:
        """Is an address kept out?"""
        if not self._networks:
            return False
        try:
            found = ip_address(network_of(host).partition("/")[0])
        except ValueError:
            return False
        return any(found in network and self._holds(until) for network, until in self._networks)

    def has_one_of(self, digests: Sequence[bytes]) -> bool:
        """Is one of these guests kept out?"""
        return any(key in self._guests and self._holds(self._guests[key]) for key in digests)

    def _holds(self, until: int | None) -> bool:
        return until is None or until > self._now()


def banned() -> ApiError:
    return ApiError(403, "banned", "You are not let in here. The host of this site can tell why.")
