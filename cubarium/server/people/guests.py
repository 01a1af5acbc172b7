"""Who is who without accounts: secrets that can't be guessed, signed in cookies, kept hashed."""

import hashlib
import hmac
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from typing import Final

from fastapi import Response
from itsdangerous import BadSignature, Signer
from starlette.requests import HTTPConnection

from cubarium.server.process.rate_limits import network_of
from cubarium.tables.identity import (
    BYTES,
    SHORTEST,
    SIGNS,
    Identity,
    digest,
    new_secret,
    new_table_id,
)

COOKIE: Final = "cubarium"
LASTS: Final = 400 * 24 * 60 * 60
"""Seconds; browsers keep no cookie for longer."""


class TableSecrets:
    """The name of a new table and the tokens of its seats: by chance, or derived from a name that
    the client has made up, so that the same request makes the same table."""

    def __init__(self, key: bytes = b"", name: str = "") -> None:
        self._key, self._name = key, name
        self.is_derived = bool(name)

    def _derived(self, what: str) -> bytes:
        text = f"table {what} {self._name}"
        return hmac.digest(self._key, text.encode("utf-8", "surrogatepass"), "sha256")

    def table_id(self) -> str:
        if not self.is_derived:
            return new_table_id()
        return "".join(SIGNS[byte % len(SIGNS)] for byte in self._derived("id")[:12])

    def token(self, seat: int) -> str:
        if not self.is_derived:
            return new_secret()
        return urlsafe_b64encode(self._derived(f"token {seat}")[:BYTES]).rstrip(b"=").decode()


def address_of(connection: HTTPConnection) -> str:
    """The address that asks, or its network."""
    return network_of(connection.client.host if connection.client else "")


class Guests:
    """The cookies of one server."""

    def __init__(self, key: bytes, *, secure: bool, path: str = "") -> None:
        self._key = key
        self._signer = Signer(key, salt="cubarium.guest", digest_method=hashlib.sha256)
        self._secure = secure
        self._path = path or "/"

    def read(self, cookies: Mapping[str, str]) -> str | None:
        """The secret of a guest, if the cookie is one of ours."""
        cookie = cookies.get(COOKIE)
        if cookie is None:
            return None
        try:
            return self._signer.unsign(cookie).decode()
        except (BadSignature, UnicodeError):
            return None

    def identity(self, request: HTTPConnection, response: Response | None = None) -> Identity:
        """Who asks; with a response, somebody without a cookie gets one."""
        shown = []
        secret = self.read(request.cookies)
        scheme, _, token = request.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer" and len(token) >= SHORTEST:
            shown.append(token)
        if secret is None and response is not None and not shown:
            secret = new_secret()
            self._write(response, secret)
        if secret is not None:
            shown.append(secret)
        return Identity(tuple(digest(secret) for secret in shown), address=address_of(request))

    def renew(self, request: HTTPConnection, response: Response) -> None:
        """Let a guest keep the cookie for as long again: browsers forget it 400 days after they
        got it, however often it is shown."""
        secret = self.read(request.cookies)
        if secret is not None:
            self._write(response, secret)

    def table_secrets(self, name: str | None) -> TableSecrets:
        """For a table that a client has named, or for one that it has not."""
        return TableSecrets(self._key, name or "")

    def address_hash(self, address: str) -> bytes:
        """What is kept of an address: only this server can tell whether it is the same."""
        return self._signer.get_signature(f"address {address}")

    def _write(self, response: Response, secret: str) -> None:
        response.set_cookie(
            COOKIE,
            self._signer.sign(secret).decode(),
            max_age=LASTS,
            httponly=True,
            secure=self._secure,
            samesite="lax",
            path=self._path,
        )
