"""Who asks, known by secrets that can't be guessed. Only their hashes are kept."""

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

BYTES: Final = 20
"""Of a secret."""
SHORTEST: Final = 20
"""Characters of a token that a program has made up: a shorter one shows nothing."""
SIGNS: Final = "23456789abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters and figures that are not mixed up."""


@dataclass(frozen=True, slots=True)
class Identity:
    """A person or a program, known by the hashes of the secrets that were shown."""

    digests: tuple[bytes, ...] = ()
    lag: int = 0
    """How long messages take to and fro, in milliseconds."""
    address: str = ""
    """Where they come from: an address, or its network."""

    @property
    def name(self) -> str:
        """What tells guests apart: the last secret, which is the cookie, else the address."""
        return self.digests[-1].hex() if self.digests else self.address

    def holds(self, keys: Iterable[bytes]) -> bool:
        """Is one of these keys ours? Takes equally long for every key."""
        return sum(hmac.compare_digest(key, mine) for key in keys for mine in self.digests) > 0


def digest(secret: str) -> bytes:
    """What is kept of a secret."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).digest()


def new_secret() -> str:
    """A secret that can't be guessed."""
    return secrets.token_urlsafe(BYTES)


def new_table_id() -> str:
    """The name of a table: short enough for a link, too long to be guessed."""
    return "".join(secrets.choice(SIGNS) for _ in range(12))
