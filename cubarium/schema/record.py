"""Records, read from JSON: one object, or a list of them. pydantic is loaded when it is needed:
texts of records are read without it."""

import json
import re
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

from cubarium.core.errors import InvalidRecord
from cubarium.core.record import FORMAT, GameRecord

if TYPE_CHECKING:
    from pydantic import TypeAdapter, ValidationError

Path: TypeAlias = tuple[str | int, ...]
"""The way to a value inside the JSON."""

EXPECTED: Final = {
    "string_type": "a text",
    "int_type": "a whole number",
    "int_parsing_size": "a smaller number",
    "dataclass_type": "an object",
    "mapping_type": "an object",
    "dict_type": "an object",
    "list_type": "a list",
    "tuple_type": "a list",
    "frozen_set_type": "a list",
    "literal_error": f"the format {FORMAT!r}",
}
"""What we say for pydantic's errors."""
PLACE: Final = re.compile(r"(.*) at line (\d+) column (\d+)")


@cache
def record_schema() -> "TypeAdapter[GameRecord]":
    """A record as JSON."""
    from pydantic import TypeAdapter

    return TypeAdapter(GameRecord)


@cache
def records_schema() -> "TypeAdapter[list[GameRecord]]":
    """A list of records as JSON."""
    from pydantic import TypeAdapter

    return TypeAdapter(list[GameRecord])


def read_shape(text: str) -> list[GameRecord]:
    """The records of a JSON text as they stand there: nothing is checked but their shape. Raises
    InvalidRecord."""
    from pydantic import ValidationError

    try:
        if text.lstrip().startswith("["):
            return records_schema().validate_json(text, strict=True)
        return [record_schema().validate_json(text, strict=True)]
    except ValidationError as error:
        raise _invalid(text, error) from error


def invalid_part(text: str, path: Path, message: str) -> InvalidRecord:
    """What is wrong with the value at the end of a path, and where that is."""
    at = _locate(text, path)
    return InvalidRecord(message, text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at))


def _invalid(text: str, error: "ValidationError") -> InvalidRecord:
    first = error.errors(include_url=False, include_input=False)[0]
    kind, path = first["type"], first["loc"]
    if kind == "json_invalid":
        found = PLACE.fullmatch(first["ctx"]["error"])
        message, line, column = found.groups() if found else (first["msg"], "1", "1")
        if message == "recursion limit exceeded":
            return InvalidRecord("not a record: it is nested too deeply", int(line), int(column))
        return InvalidRecord(f"not JSON: {message}", int(line), max(int(column), 1))
    if kind == "string_unicode":  # the text as a whole
        return InvalidRecord("expected a text of whole characters", 1, 1)
    if kind == "missing":
        return invalid_part(text, path[:-1], f"expected a member {path[-1]!r}")
    expected = EXPECTED.get(kind)
    return invalid_part(text, path, f"expected {expected}" if expected else first["msg"])


def _locate(text: str, path: Path) -> int:
    """Where in a JSON text the value at the end of a path begins; if it is not there, what should
    hold it."""
    decoder = json.JSONDecoder()

    def skip(at: int) -> int:
        while text[at] in " \t\r\n,:":
            at += 1
        return at

    at = skip(0)
    for step in path:
        holder = at
        at = skip(at + 1)
        member = 0
        while True:
            if text[at] in "}]":
                return holder
            name: str | int = member
            if isinstance(step, str):
                name, at = decoder.raw_decode(text, at)
                at = skip(at)
            if name == step:
                break
            _, at = decoder.raw_decode(text, at)
            at = skip(at)
            member += 1
    return at
