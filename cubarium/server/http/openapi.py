"""The OpenAPI description, with the messages of the WebSocket among its schemas."""

import json
from typing import Final, TypeAlias

from fastapi import FastAPI
from pydantic import TypeAdapter

from cubarium.tables.messages import MESSAGES, AnyRequest, Request

PREFIX: Final = "#/components/schemas/"
REQUEST, MESSAGE = "SocketRequest", "SocketMessage"
"""What a client sends, what the server sends."""
Schemas: TypeAlias = dict[str, dict[str, object]]


def describe(app: FastAPI) -> None:
    """Let an app describe itself whole."""
    described = app.openapi

    def whole() -> dict[str, object]:
        if app.openapi_schema is None:
            reference = PREFIX + "{model}"
            description = described()
            schemas: Schemas = description["components"]["schemas"]
            requests: TypeAdapter[Request] = TypeAdapter(AnyRequest)
            _add(schemas, REQUEST, requests.json_schema(ref_template=reference))
            messages = MESSAGES.json_schema(mode="serialization", ref_template=reference)
            _add(schemas, MESSAGE, messages)
            app.openapi_schema = _renamed(description)
        return app.openapi_schema

    app.openapi = whole  # type: ignore[method-assign]


def _add(schemas: Schemas, name: str, schema: dict[str, Schemas]) -> None:
    for part, described in schema.pop("$defs", {}).items():
        schemas.setdefault(part, described)
    schemas[name] = {**schema}


def _renamed(description: dict[str, dict[str, Schemas]]) -> dict[str, object]:
    """With names that people can read: `Thought`, not `Thought_str_`; what is given as `GameRecord`
    may leave more out when it is sent to us, as a `GameRecordInput`."""
    schemas = description["components"]["schemas"]
    text = json.dumps(description)
    for name in schemas:
        readable = name.removesuffix("_str_").removesuffix("-Output").replace("-Input", "Input")
        if readable != name:
            text = text.replace(f'"{PREFIX}{name}"', f'"{PREFIX}{readable}"')
            text = text.replace(f'"{name}": {{', f'"{readable}": {{')
    renamed: dict[str, object] = json.loads(text)
    return renamed
