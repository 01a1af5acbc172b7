"""How the server and its workers talk: pickles, each with its length before it. Both ends are our
own, on two pipes that nobody else holds."""

import pickle
from asyncio import StreamReader
from enum import StrEnum, unique
from struct import Struct
from typing import IO, Any, Final

HEAD: Final = Struct(">I")


@unique
class AnswerKind(StrEnum):
    """What a worker says about its job."""

    FOUND = "found"
    DONE = "done"
    STOPPED = "stopped"
    """It was told to stop, or its worker leaves."""
    REFUSED = "refused"
    """A CubariumError; with its sentence."""
    FAILED = "failed"
    """Anything else that was raised; with its text, for the log."""


def packed(message: object) -> bytes:
    """A message for the other side."""
    body = pickle.dumps(message)
    return HEAD.pack(len(body)) + body


def read(stream: IO[bytes]) -> Any:
    """The next message. Raises EOFError if the other side is gone."""
    head = stream.read(HEAD.size)
    if len(head) < HEAD.size:
        raise EOFError
    (length,) = HEAD.unpack(head)
    body = stream.read(length)
    if len(body) < length:
        raise EOFError
    return pickle.loads(body)


async def receive(stream: StreamReader) -> Any:
    """The next message. Raises EOFError if the other side is gone."""
    (length,) = HEAD.unpack(await stream.readexactly(HEAD.size))
    return pickle.loads(await stream.readexactly(length))
